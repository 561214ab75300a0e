import Foundation
import StoreModelTestSupport

@testable import SwiftData

/// Makes random predicates over journeys from most of the grammar.
struct PredicateGenerator {
  typealias Expression<Output> = any StandardPredicateExpression<Output>

  var random: SeededGenerator
  let journey: PredicateExpressions.Variable<Journey>

  static func predicate(seed: UInt64, depth: Int = 3) -> Predicate<Journey> {
    Predicate { journey in
      var generator = PredicateGenerator(random: SeededGenerator(seed: seed), journey: journey)
      return generator.condition(depth)
    }
  }

  static func negation(seed: UInt64, depth: Int = 3) -> Predicate<Journey> {
    Predicate { journey in
      var generator = PredicateGenerator(random: SeededGenerator(seed: seed), journey: journey)
      return generator.not(generator.condition(depth))
    }
  }

  private mutating func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick<T>(_ values: [T]) -> T { values[choose(values.count)] }

  // MARK: Conditions

  mutating func condition(_ depth: Int) -> Expression<Bool> {
    switch choose(depth > 0 ? 18 : 4) {
    case 0: path(\.isDone)
    case 1: comparison(integer(depth - 1), integer(depth - 1))
    case 2: equality(optionalText(depth - 1), optionalText(depth - 1))
    case 3: equality(optionalInteger(depth - 1), optionalInteger(depth - 1))
    case 4, 5: and(condition(depth - 1), condition(depth - 1))
    case 6, 7: or(condition(depth - 1), condition(depth - 1))
    case 8: not(condition(depth - 1))
    case 9: conditional(condition(depth - 1), condition(depth - 1), condition(depth - 1))
    case 10: comparison(text(depth - 1), text(depth - 1))
    case 11: contains(text(depth - 1), text(depth - 1))
    case 12: comparison(real(depth - 1), real(depth - 1))
    case 13: equality(real(depth - 1), real(depth - 1))
    case 14: fallback(optionalCondition(depth - 1), condition(depth - 1))
    case 15: equality(optionalCondition(depth - 1), optionalCondition(depth - 1))
    case 16: member(integer(depth - 1))
    default: anyLabel(depth - 1)
    }
  }

  private mutating func optionalCondition(_ depth: Int) -> Expression<Bool?> {
    switch choose(depth > 0 ? 5 : 2) {
    case 0: path(\.isPaid)
    case 1: value(pick([true, false, nil]))
    case 2:
      conditional(condition(depth - 1), optionalCondition(depth - 1), optionalCondition(depth - 1))
    case 3: noteContains(text(depth - 1))
    default: hotelCondition(text(depth - 1))
    }
  }

  // MARK: Values

  mutating func integer(_ depth: Int) -> Expression<Int> {
    switch choose(depth > 0 ? 8 : 2) {
    case 0: path(\.rating)
    case 1: value(pick(PredicateTestWorld.integers))
    case 2: arithmetic(integer(depth - 1), integer(depth - 1), pick([.add, .subtract, .multiply]))
    case 3: fallback(optionalInteger(depth - 1), integer(depth - 1))
    case 4: unwrapped(optionalInteger(depth - 1))
    case 5: conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1))
    case 6: division(integer(depth - 1), integer(depth - 1), isRemainder: choose(2) == 0)
    default: labelCount()
    }
  }

  private mutating func optionalInteger(_ depth: Int) -> Expression<Int?> {
    switch choose(depth > 0 ? 3 : 2) {
    case 0: path(\.score)
    case 1: value(choose(3) == 0 ? nil : pick(PredicateTestWorld.integers))
    default:
      conditional(condition(depth - 1), optionalInteger(depth - 1), optionalInteger(depth - 1))
    }
  }

  private mutating func text(_ depth: Int) -> Expression<String> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.title)
    case 1: value(pick(PredicateTestWorld.texts))
    case 2: fallback(optionalText(depth - 1), text(depth - 1))
    default: unwrapped(optionalText(depth - 1))
    }
  }

  private mutating func optionalText(_ depth: Int) -> Expression<String?> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.note)
    case 1: value(choose(3) == 0 ? nil : pick(PredicateTestWorld.texts))
    case 2: hotelAddress()
    default: conditional(condition(depth - 1), optionalText(depth - 1), optionalText(depth - 1))
    }
  }

  private mutating func real(_ depth: Int) -> Expression<Double> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.cost)
    case 1: value(pick(PredicateTestWorld.reals + [.nan]))
    case 2: arithmetic(real(depth - 1), real(depth - 1), pick([.add, .subtract, .multiply]))
    default: fallback(path(\.budget), real(depth - 1))
    }
  }

  // MARK: Builders

  private func value<T: Codable & Sendable>(_ value: T) -> Expression<T> {
    PredicateExpressions.Value(value)
  }

  private func path<T>(_ keyPath: any KeyPath<Journey, T> & Sendable) -> Expression<T> {
    PredicateExpressions.KeyPath(root: journey, keyPath: keyPath)
  }

  func not(_ operand: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>>(_ operand: A) -> Expression<Bool> {
      PredicateExpressions.Negation(operand)
    }
    return open(operand)
  }

  private func and(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> { PredicateExpressions.Conjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  private func or(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> { PredicateExpressions.Disjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  private mutating func comparison<T: Comparable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    let operation: PredicateExpressions.ComparisonOperator = pick([
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> {
      PredicateExpressions.Comparison(lhs: left, rhs: right, op: operation)
    }
    return open(left, right)
  }

  private mutating func equality<T: Equatable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    let isNegated = choose(2) == 0
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> {
      if isNegated { return PredicateExpressions.NotEqual(lhs: left, rhs: right) }
      return PredicateExpressions.Equal(lhs: left, rhs: right)
    }
    return open(left, right)
  }

  private func conditional<T>(
    _ test: Expression<Bool>, _ then: Expression<T>, _ otherwise: Expression<T>
  ) -> Expression<T> {
    func open<
      A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<T>,
      C: StandardPredicateExpression<T>
    >(_ test: A, _ then: B, _ otherwise: C) -> Expression<T> {
      PredicateExpressions.Conditional(test: test, trueBranch: then, falseBranch: otherwise)
    }
    return open(test, then, otherwise)
  }

  private func fallback<T>(_ first: Expression<T?>, _ second: Expression<T>) -> Expression<T> {
    func open<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<T>>(
      _ first: A, _ second: B
    ) -> Expression<T> { PredicateExpressions.NilCoalesce(lhs: first, rhs: second) }
    return open(first, second)
  }

  private func unwrapped<T>(_ operand: Expression<T?>) -> Expression<T> {
    func open<A: StandardPredicateExpression<T?>>(_ operand: A) -> Expression<T> {
      PredicateExpressions.ForcedUnwrap(operand)
    }
    return open(operand)
  }

  private func arithmetic<T: Numeric>(
    _ left: Expression<T>, _ right: Expression<T>,
    _ operation: PredicateExpressions.ArithmeticOperator
  ) -> Expression<T> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<T> {
      PredicateExpressions.Arithmetic(lhs: left, rhs: right, op: operation)
    }
    return open(left, right)
  }

  private func division(
    _ left: Expression<Int>, _ right: Expression<Int>, isRemainder: Bool
  ) -> Expression<Int> {
    func open<A: StandardPredicateExpression<Int>, B: StandardPredicateExpression<Int>>(
      _ left: A, _ right: B
    ) -> Expression<Int> {
      if isRemainder { return PredicateExpressions.IntRemainder(lhs: left, rhs: right) }
      return PredicateExpressions.IntDivision(lhs: left, rhs: right)
    }
    return open(left, right)
  }

  private mutating func contains(
    _ text: Expression<String>, _ part: Expression<String>
  ) -> Expression<Bool> {
    let kind = choose(3)
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
      _ text: A, _ part: B
    ) -> Expression<Bool> {
      switch kind {
      case 0: PredicateExpressions.CollectionContainsCollection(base: text, other: part)
      case 1: PredicateExpressions.SequenceStartsWith(base: text, prefix: part)
      default: PredicateExpressions.build_localizedStandardContains(text, part)
      }
    }
    return open(text, part)
  }

  private mutating func member(_ element: Expression<Int>) -> Expression<Bool> {
    let values = (0..<choose(4)).map { _ in pick(PredicateTestWorld.integers) }
    func open<A: StandardPredicateExpression<Int>>(_ element: A) -> Expression<Bool> {
      PredicateExpressions.SequenceContains(
        sequence: PredicateExpressions.Value(values), element: element)
    }
    return open(element)
  }

  // MARK: Optionals and relationships

  private func noteContains(_ part: Expression<String>) -> Expression<Bool?> {
    func open<A: StandardPredicateExpression<String>>(_ part: A) -> Expression<Bool?> {
      PredicateExpressions.OptionalFlatMap(
        PredicateExpressions.KeyPath(root: journey, keyPath: \Journey.note)
      ) { note in
        PredicateExpressions.CollectionContainsCollection(base: note, other: part)
      }
    }
    return open(part)
  }

  private func hotelCondition(_ text: Expression<String>) -> Expression<Bool?> {
    func open<A: StandardPredicateExpression<String>>(_ text: A) -> Expression<Bool?> {
      PredicateExpressions.OptionalFlatMap(
        PredicateExpressions.KeyPath(root: journey, keyPath: \Journey.hotel)
      ) { hotel in
        PredicateExpressions.Comparison(
          lhs: PredicateExpressions.KeyPath(root: hotel, keyPath: \Hotel.name), rhs: text,
          op: .lessThan)
      }
    }
    return open(text)
  }

  private func hotelAddress() -> Expression<String?> {
    PredicateExpressions.OptionalFlatMap(
      PredicateExpressions.KeyPath(root: journey, keyPath: \Journey.hotel)
    ) { hotel in
      PredicateExpressions.KeyPath(root: hotel, keyPath: \Hotel.address)
    }
  }

  private func labelCount() -> Expression<Int> {
    PredicateExpressions.KeyPath(
      root: PredicateExpressions.KeyPath(root: journey, keyPath: \Journey.labels),
      keyPath: \[Label].count)
  }

  private mutating func anyLabel(_ depth: Int) -> Expression<Bool> {
    let isAll = choose(2) == 0
    let text = text(min(depth, 0))
    let labels = PredicateExpressions.KeyPath(root: journey, keyPath: \Journey.labels)
    func open<A: StandardPredicateExpression<String>>(_ text: A) -> Expression<Bool> {
      if isAll {
        return PredicateExpressions.SequenceAllSatisfy(labels) { label in
          PredicateExpressions.Comparison(
            lhs: PredicateExpressions.KeyPath(root: label, keyPath: \Label.text), rhs: text,
            op: .greaterThan)
        }
      }
      return PredicateExpressions.SequenceContainsWhere(labels) { label in
        PredicateExpressions.Equal(
          lhs: PredicateExpressions.KeyPath(root: label, keyPath: \Label.text), rhs: text)
      }
    }
    return open(text)
  }
}
