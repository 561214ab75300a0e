import Foundation
import StoreModelTestSupport

@testable import SwiftData

/// A model with members to ask for: in structures, in optional ones, in enumerations.
@Model final class Tenant {
  #Index<Tenant>([\.home.city], [\.work?.city, \.number])

  var number: Int
  var home: Residence
  var work: Residence?
  var mood: Weather
  var wish: Weather?
  var host: Tenant?

  init(number: Int, home: Residence) {
    self.number = number
    self.home = home
    mood = .sunny
  }
}

struct Residence: Codable, Equatable {
  var city: String
  var street: String?
  var floor: Int
  var flat: Int?
  var rent: Double
  var since: Date
  var room: RoomKind
  var view: Weather?
  var plot: Plot?

  struct Plot: Codable, Equatable {
    var size: Int
    var note: String?
  }

  var label: String { "\(floor)" }
}

extension Residence {
  private static let texts = ["", "a", "A", "e\u{301}", "\u{e9}", "b", "10", "9", "ß"]

  static func random(_ random: inout SeededGenerator) -> Residence {
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    return Residence(
      city: pick(texts), street: maybe(pick(texts)), floor: pick([0, 1, -1, .max, .min]),
      flat: maybe(pick([0, 1, -1])), rent: pick([0, -0.0, 1.5, .infinity, .nan]),
      since: Date(timeIntervalSinceReferenceDate: pick([0, 1, -1.5])),
      room: pick([.single, .double]),
      view: maybe(pick(Weather.allCases)),
      plot: maybe(Plot(size: pick([0, 1, 2]), note: maybe(pick(texts)))))
  }
}

extension Tenant {
  static func random(_ number: Int, _ random: inout SeededGenerator) -> Tenant {
    let lodger = Tenant(number: number, home: .random(&random))
    lodger.work = Bool.random(using: &random) ? .random(&random) : nil
    lodger.mood = Weather.allCases[Int.random(in: 0..<3, using: &random)]
    lodger.wish = Bool.random(using: &random) ? lodger.mood : nil
    return lodger
  }
}

/// Makes random predicates over the members of composites.
struct MemberPredicateGenerator {
  typealias Expression<Output> = any StandardPredicateExpression<Output>

  var random: SeededGenerator
  let lodger: PredicateExpressions.Variable<Tenant>

  static func predicate(seed: UInt64, negated: Bool) -> Predicate<Tenant> {
    Predicate { lodger in
      var generator = MemberPredicateGenerator(random: SeededGenerator(seed: seed), lodger: lodger)
      let condition = generator.condition(2)
      return negated ? generator.not(condition) : condition
    }
  }

  private mutating func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func pick<T>(_ values: [T]) -> T { values[choose(values.count)] }

  // MARK: Members

  private func home<T>(_ keyPath: any KeyPath<Residence, T> & Sendable) -> Expression<T> {
    PredicateExpressions.KeyPath(
      root: PredicateExpressions.KeyPath(root: lodger, keyPath: \.home), keyPath: keyPath)
  }

  /// A member behind an optional that leads to another one, or to none.
  private func work<T>(_ keyPath: any KeyPath<Residence, T> & Sendable) -> Expression<T?> {
    PredicateExpressions.OptionalFlatMap(
      PredicateExpressions.KeyPath(root: lodger, keyPath: \.work)
    ) { PredicateExpressions.KeyPath(root: $0, keyPath: keyPath) }
  }

  private func workMaybe<T>(_ keyPath: any KeyPath<Residence, T?> & Sendable) -> Expression<T?> {
    PredicateExpressions.OptionalFlatMap(
      PredicateExpressions.KeyPath(root: lodger, keyPath: \.work)
    ) { PredicateExpressions.KeyPath(root: $0, keyPath: keyPath) }
  }

  private func hostCity() -> Expression<String?> {
    PredicateExpressions.OptionalFlatMap(
      PredicateExpressions.KeyPath(root: lodger, keyPath: \.host)
    ) {
      PredicateExpressions.KeyPath(
        root: PredicateExpressions.KeyPath(root: $0, keyPath: \.home), keyPath: \.city)
    }
  }

  private func plotSize() -> Expression<Int?> {
    PredicateExpressions.OptionalFlatMap(
      PredicateExpressions.KeyPath(
        root: PredicateExpressions.KeyPath(root: lodger, keyPath: \.home), keyPath: \.plot)
    ) { PredicateExpressions.KeyPath(root: $0, keyPath: \.size) }
  }

  private func forced() -> Expression<String> {
    PredicateExpressions.KeyPath(
      root: PredicateExpressions.ForcedUnwrap(
        PredicateExpressions.KeyPath(root: lodger, keyPath: \.work)), keyPath: \.city)
  }

  // MARK: Conditions

  mutating func condition(_ depth: Int) -> Expression<Bool> {
    guard depth > 0 else { return atom() }
    switch choose(6) {
    case 0: return and(condition(depth - 1), condition(depth - 1))
    case 1: return or(condition(depth - 1), condition(depth - 1))
    case 2: return not(condition(depth - 1))
    default: return atom()
    }
  }

  private mutating func atom() -> Expression<Bool> {
    switch choose(19) {
    case 0: equal(home(\.city), value(pick(Self.texts)))
    case 1: less(home(\.city), value(pick(Self.texts)))
    case 2: equal(home(\.street), value(pick(Self.texts + [nil])))
    case 3: less(home(\.floor), value(pick([0, 1])))
    case 4: equal(home(\.flat), value(pick([0, nil])))
    case 5: less(home(\.rent), value(pick([0, 1.5, .nan])))
    case 6: less(value(Date(timeIntervalSinceReferenceDate: 0)), home(\.since))
    case 7: equal(home(\.room), value(pick([RoomKind.single, .double])))
    case 8: equal(home(\.view), value(pick([Weather.sunny, nil])))
    case 9: equal(work(\.city), value(pick(Self.texts + [nil])))
    case 10: equal(workMaybe(\.flat), value(pick([1, nil])))
    case 11: equal(work(\.room), value(pick([RoomKind.single, nil])))
    case 12: equal(PredicateExpressions.KeyPath(root: lodger, keyPath: \.work), value(nil))
    case 13:
      equal(
        PredicateExpressions.KeyPath(root: lodger, keyPath: \.mood),
        value(pick(Weather.allCases)))
    case 14:
      equal(
        PredicateExpressions.KeyPath(root: lodger, keyPath: \.wish),
        value(pick([Weather.rainy, nil])))
    case 15: equal(plotSize(), value(pick([1, nil])))
    case 16: equal(hostCity(), value(pick(Self.texts + [nil])))
    case 17: equal(forced(), value(pick(Self.texts)))
    default: equal(workMaybe(\.plot), value(nil))
    }
  }

  private static let texts = ["", "a", "A", "\u{e9}", "b"]

  // MARK: Builders

  private func value<T: Codable & Sendable>(_ value: T) -> Expression<T> {
    PredicateExpressions.Value(value)
  }

  private func equal<T: Equatable & Codable & Sendable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    func open<L: StandardPredicateExpression<T>, R: StandardPredicateExpression<T>>(
      _ left: L, _ right: R
    ) -> Expression<Bool> { PredicateExpressions.Equal(lhs: left, rhs: right) }
    return open(left, right)
  }

  private func less<T: Comparable & Codable & Sendable>(
    _ left: Expression<T>, _ right: Expression<T>
  ) -> Expression<Bool> {
    func open<L: StandardPredicateExpression<T>, R: StandardPredicateExpression<T>>(
      _ left: L, _ right: R
    ) -> Expression<Bool> { PredicateExpressions.Comparison(lhs: left, rhs: right, op: .lessThan) }
    return open(left, right)
  }

  private func and(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ left: L, _ right: R
    ) -> Expression<Bool> { PredicateExpressions.Conjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  private func or(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ left: L, _ right: R
    ) -> Expression<Bool> { PredicateExpressions.Disjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  func not(_ operand: Expression<Bool>) -> Expression<Bool> {
    func open<O: StandardPredicateExpression<Bool>>(_ operand: O) -> Expression<Bool> {
      PredicateExpressions.Negation(operand)
    }
    return open(operand)
  }
}
