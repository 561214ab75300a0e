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
      return Build.not(generator.condition(depth))
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
    case 4, 5: Build.and(condition(depth - 1), condition(depth - 1))
    case 6, 7: Build.or(condition(depth - 1), condition(depth - 1))
    case 8: Build.not(condition(depth - 1))
    case 9: Build.conditional(condition(depth - 1), condition(depth - 1), condition(depth - 1))
    case 10: comparison(text(depth - 1), text(depth - 1))
    case 11: contains(text(depth - 1), text(depth - 1))
    case 12: comparison(real(depth - 1), real(depth - 1))
    case 13: equality(real(depth - 1), real(depth - 1))
    case 14: Build.fallback(optionalCondition(depth - 1), condition(depth - 1))
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
      Build.conditional(
        condition(depth - 1), optionalCondition(depth - 1), optionalCondition(depth - 1))
    case 3: noteContains(text(depth - 1))
    default: hotelCondition(text(depth - 1))
    }
  }

  // MARK: Values

  mutating func integer(_ depth: Int) -> Expression<Int> {
    switch choose(depth > 0 ? 8 : 2) {
    case 0: path(\.rating)
    case 1: value(pick(PredicateTestWorld.integers))
    case 2: arithmetic(integer(depth - 1), integer(depth - 1))
    case 3: Build.fallback(optionalInteger(depth - 1), integer(depth - 1))
    case 4: Build.unwrapped(optionalInteger(depth - 1))
    case 5: Build.conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1))
    case 6: Build.quotient(integer(depth - 1), integer(depth - 1), isRemainder: choose(2) == 0)
    default: labelCount()
    }
  }

  private mutating func optionalInteger(_ depth: Int) -> Expression<Int?> {
    switch choose(depth > 0 ? 3 : 2) {
    case 0: path(\.score)
    case 1: value(choose(3) == 0 ? nil : pick(PredicateTestWorld.integers))
    default:
      Build.conditional(
        condition(depth - 1), optionalInteger(depth - 1), optionalInteger(depth - 1))
    }
  }

  private mutating func text(_ depth: Int) -> Expression<String> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.title)
    case 1: value(pick(PredicateTestWorld.texts))
    case 2: Build.fallback(optionalText(depth - 1), text(depth - 1))
    default: Build.unwrapped(optionalText(depth - 1))
    }
  }

  private mutating func optionalText(_ depth: Int) -> Expression<String?> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.note)
    case 1: value(choose(3) == 0 ? nil : pick(PredicateTestWorld.texts))
    case 2: hotelAddress()
    default:
      Build.conditional(condition(depth - 1), optionalText(depth - 1), optionalText(depth - 1))
    }
  }

  private mutating func real(_ depth: Int) -> Expression<Double> {
    switch choose(depth > 0 ? 4 : 2) {
    case 0: path(\.cost)
    case 1: value(pick(PredicateTestWorld.reals + [.nan]))
    case 2: arithmetic(real(depth - 1), real(depth - 1))
    default: Build.fallback(path(\.budget), real(depth - 1))
    }
  }

  // MARK: Builders

  private func value<T: Codable & Sendable>(_ value: T) -> Expression<T> { Build.value(value) }

  private func path<T>(_ keyPath: any KeyPath<Journey, T> & Sendable) -> Expression<T> {
    Build.path(journey, keyPath)
  }

  private mutating func comparison<T: Comparable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    let operation: PredicateExpressions.ComparisonOperator = pick([
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
    return Build.compare(left, operation, right)
  }

  private mutating func arithmetic<T: Numeric>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<T> {
    Build.arithmetic(left, pick([.add, .subtract, .multiply]), right)
  }

  private mutating func equality<T: Equatable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    Build.equal(left, right, negated: choose(2) == 0)
  }

  private mutating func contains(
    _ text: Expression<String>, _ part: Expression<String>
  ) -> Expression<Bool> {
    Build.test(text, pick([.contains, .starts, .localizedContains]), part)
  }

  private mutating func member(_ element: Expression<Int>) -> Expression<Bool> {
    let values = (0..<choose(4)).map { _ in pick(PredicateTestWorld.integers) }
    return Build.contains(value(values), element)
  }

  // MARK: Optionals and relationships

  private func noteContains(_ part: Expression<String>) -> Expression<Bool?> {
    Build.flatMap(path(\.note)) { note in Build.test(note, .contains, part) }
  }

  private func hotelCondition(_ text: Expression<String>) -> Expression<Bool?> {
    Build.flatMap(path(\.hotel)) { hotel in
      Build.compare(Build.path(hotel, \Hotel.name), .lessThan, text)
    }
  }

  private func hotelAddress() -> Expression<String?> {
    Build.flatMap(path(\.hotel)) { hotel in Build.path(hotel, \Hotel.address) }
  }

  private func labelCount() -> Expression<Int> { Build.path(path(\.labels), \[Label].count) }

  private mutating func anyLabel(_ depth: Int) -> Expression<Bool> {
    let isAll = choose(2) == 0
    let text = text(min(depth, 0))
    let labels = path(\.labels)
    if isAll {
      return Build.all(labels) { Build.compare(Build.path($0, \Label.text), .greaterThan, text) }
    }
    return Build.any(labels) { Build.equal(Build.path($0, \Label.text), text) }
  }
}
