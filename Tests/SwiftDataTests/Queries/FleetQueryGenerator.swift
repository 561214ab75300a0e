import Foundation
import StoreModelTestSupport

@testable import SwiftData

/// Makes random predicates over voyages from the whole grammar.
struct FleetQueryGenerator {
  typealias Expression<Output> = any StandardPredicateExpression<Output>
  typealias Voyage = Expression<Fleet.Voyage>

  var values: FleetValues
  let world: FleetWorld

  static func predicate(
    seed: UInt64, depth: Int = 3, negated: Bool = false, in world: FleetWorld
  ) -> Predicate<Fleet.Voyage> {
    Predicate { voyage in
      var generator = FleetQueryGenerator(values: FleetValues(seed: seed), world: world)
      let condition = generator.condition(voyage, depth)
      return negated ? Build.not(condition) : condition
    }
  }

  mutating func choose(_ count: Int) -> Int { values.choose(count) }
  mutating func pick<T>(_ list: [T]) -> T { values.pick(list) }

  /// Begins at the same place in the random numbers each time that a closure is made.
  mutating func flatMap<W, R>(
    _ wrapped: Expression<W?>, _ body: (inout Self, Expression<W>) -> Expression<R>
  ) -> Expression<R?> {
    let start = values
    return Build.flatMap(wrapped) { variable -> Expression<R> in
      values = start
      return body(&self, variable)
    }
  }

  mutating func flatMap<W, R>(
    _ wrapped: Expression<W?>, _ body: (inout Self, Expression<W>) -> Expression<R?>
  ) -> Expression<R?> {
    let start = values
    return Build.flatMap(wrapped) { variable -> Expression<R?> in
      values = start
      return body(&self, variable)
    }
  }

  private mutating func any<T>(
    _ list: Expression<[T]>, _ body: (inout Self, Expression<T>) -> Expression<Bool>
  ) -> Expression<Bool> {
    let start = values
    return Build.any(list) {
      values = start
      return body(&self, $0)
    }
  }

  private mutating func all<T>(
    _ list: Expression<[T]>, _ body: (inout Self, Expression<T>) -> Expression<Bool>
  ) -> Expression<Bool> {
    let start = values
    return Build.all(list) {
      values = start
      return body(&self, $0)
    }
  }

  mutating func filter<T>(
    _ list: Expression<[T]>, _ body: (inout Self, Expression<T>) -> Expression<Bool>
  ) -> Expression<[T]> {
    let start = values
    return Build.filter(list) {
      values = start
      return body(&self, $0)
    }
  }
}

// MARK: - Conditions

extension FleetQueryGenerator {
  mutating func condition(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    guard depth > 0 else { return simpleCondition(voyage) }
    switch choose(16) {
    case 0, 1: return Build.and(condition(voyage, depth - 1), condition(voyage, depth - 1))
    case 2, 3: return Build.or(condition(voyage, depth - 1), condition(voyage, depth - 1))
    case 4: return Build.not(condition(voyage, depth - 1))
    case 5:
      return Build.conditional(
        condition(voyage, depth - 1), condition(voyage, depth - 1), condition(voyage, depth - 1))
    case 6:
      return Build.fallback(optionalCondition(voyage, depth - 1), condition(voyage, depth - 1))
    case 7:
      return Build.equal(
        optionalCondition(voyage, depth - 1), optionalCondition(voyage, depth - 1),
        negated: values.flip())
    case 8, 9: return related(voyage, depth - 1)
    case 10: return valueCondition(voyage, depth - 1)
    default: return comparison(voyage, depth - 1)
    }
  }

  private mutating func simpleCondition(_ voyage: Voyage) -> Expression<Bool> {
    switch choose(3) {
    case 0: Build.path(voyage, \.isDone)
    case 1: Build.value(values.flip())
    default: valueCondition(voyage, 0)
    }
  }

  private mutating func optionalCondition(_ voyage: Voyage, _ depth: Int) -> Expression<Bool?> {
    switch choose(depth > 0 ? 6 : 2) {
    case 0: return Build.path(voyage, \.isPaid)
    case 1: return Build.value(pick([true, false, nil]))
    case 2:
      return Build.conditional(
        condition(voyage, depth - 1), optionalCondition(voyage, depth - 1),
        optionalCondition(voyage, depth - 1))
    case 3:
      return flatMap(Build.path(voyage, \.parent)) { generator, parent in
        generator.condition(parent, depth - 1)
      }
    case 4:
      let text = optionalText(voyage, depth - 1)
      return flatMap(text) { generator, text in
        Build.test(
          text, generator.pick(Build.TextTest.allCases), generator.text(voyage, depth - 1))
      }
    default:
      return flatMap(Build.path(voyage, \.port)) { generator, port in
        generator.portCondition(port, voyage, depth - 1)
      }
    }
  }

  private mutating func comparison(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    let sign: PredicateExpressions.ComparisonOperator = pick([
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
    let negated = values.flip()
    switch choose(13) {
    case 0: return Build.compare(integer(voyage, depth), sign, integer(voyage, depth))
    case 1: return Build.equal(integer(voyage, depth), integer(voyage, depth), negated: negated)
    case 2:
      return Build.equal(
        optionalInteger(voyage, depth), optionalInteger(voyage, depth), negated: negated)
    case 3: return Build.compare(text(voyage, depth), sign, text(voyage, depth))
    case 4: return Build.equal(text(voyage, depth), text(voyage, depth), negated: negated)
    case 5:
      return Build.equal(
        optionalText(voyage, depth), optionalText(voyage, depth), negated: negated)
    case 6: return Build.compare(real(voyage, depth), sign, real(voyage, depth))
    case 7: return Build.equal(real(voyage, depth), real(voyage, depth), negated: negated)
    case 8:
      return Build.equal(
        optionalReal(voyage, depth), optionalReal(voyage, depth), negated: negated)
    case 9: return Build.compare(date(voyage, depth), sign, date(voyage, depth))
    case 10:
      return Build.equal(
        optionalDate(voyage, depth), optionalDate(voyage, depth), negated: negated)
    case 11:
      return Build.test(text(voyage, depth), pick(Build.TextTest.allCases), text(voyage, depth))
    default: return nilTest(voyage, depth)
    }
  }

  private mutating func nilTest(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    let negated = values.flip()
    switch choose(9) {
    case 0: return Build.isNil(optionalInteger(voyage, depth), negated: negated)
    case 1: return Build.isNil(optionalText(voyage, depth), negated: negated)
    case 2: return Build.isNil(optionalReal(voyage, depth), negated: negated)
    case 3: return Build.isNil(optionalDate(voyage, depth), negated: negated)
    case 4: return Build.isNil(Build.path(voyage, \.port), negated: negated)
    case 5: return Build.isNil(Build.path(voyage, \.away), negated: negated)
    case 6: return Build.isNil(Build.path(voyage, \.mood), negated: negated)
    case 7: return Build.isNil(Build.cast(voyage, to: Fleet.Cruise.self), negated: negated)
    default:
      let country: Expression<Fleet.Country?> = flatMap(Build.path(voyage, \.port)) { _, port in
        Build.path(port, \.country)
      }
      return Build.isNil(country, negated: negated)
    }
  }

  /// Of values that have few operations of their own.
  private mutating func valueCondition(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    let negated = values.flip()
    switch choose(22) {
    case 0:
      return Build.equal(
        Build.path(voyage, \.code), Build.value(pick(FleetValues.codes)), negated: negated)
    case 1:
      let codes = Set(FleetValues.codes.prefix(choose(4)))
      return Build.contains(Build.value(codes), Build.path(voyage, \.code))
    case 2:
      return Build.equal(
        Build.path(voyage, \.purpose), Build.value(pick(Fleet.Purpose.allCases)),
        negated: negated)
    case 3:
      return Build.equal(
        Build.path(voyage, \.mood), Build.value(pick(Fleet.Mood.allCases + [nil])),
        negated: negated)
    case 4:
      let moods: [Fleet.Mood?] = pick([[], [.calm], [.rough, nil]])
      return Build.contains(Build.value(moods), Build.path(voyage, \.mood))
    case 5:
      let purposes: [Fleet.Purpose] = pick([[], [.race], [.freight, .leisure]])
      return Build.contains(Build.value(purposes), Build.path(voyage, \.purpose))
    case 6:
      return Build.compare(
        Build.path(voyage, \.price), pick([.lessThan, .greaterThanOrEqual]),
        Build.value(pick(FleetValues.prices)))
    case 7:
      return Build.compare(
        Build.path(voyage, \.big), pick([.lessThanOrEqual, .greaterThan]),
        Build.value(pick(FleetValues.bigs)))
    case 8:
      return Build.compare(
        Build.arithmetic(
          Build.path(voyage, \.small), pick([.add, .subtract, .multiply]),
          Build.value(pick(FleetValues.smalls))), pick([.lessThan, .greaterThan]),
        Build.value(pick(FleetValues.smalls)))
    case 9: return identity(voyage)
    case 10: return membership(voyage, depth)
    case 11: return Build.isOf(voyage, pick([Fleet.Cruise.self, Fleet.Regatta.self]))
    case 12: return numbers(voyage, depth)
    case 13: return Build.path(text(voyage, depth), \.isEmpty)
    case 14:
      return Build.equal(
        Build.localizedOrder(
          text(voyage, depth), text(voyage, depth), ignoresCase: values.flip()),
        Build.value(pick([ComparisonResult.orderedSame, .orderedAscending])), negated: negated)
    case 15: return range(voyage, depth)
    case 16: return Build.equal(Build.path(voyage, \.headline), Build.value(values.text() + "!"))
    case 17:
      return Build.equal(Build.path(voyage, \.home), Build.value(values.place()), negated: negated)
    case 18:
      return Build.test(
        text(voyage, depth), pick(Build.TextTest.allCases),
        Build.value(pick(["a", "é", "\r\n", "K"])))
    case 19:
      return Build.equal(
        Build.path(Build.path(voyage, \.purpose), \.rawValue), Build.value("RACE"),
        negated: negated)
    case 20:
      let list = (0..<choose(4)).map { _ in values.integer() }
      return any(Build.value(list)) { generator, number in
        Build.compare(number, .lessThan, generator.integer(voyage, depth - 1))
      }
    default: return Build.path(voyage, \.isDone)
    }
  }

  private mutating func identity(_ voyage: Voyage) -> Expression<Bool> {
    let negated = values.flip()
    switch choose(4) {
    case 0:
      return Build.equal(
        Build.path(voyage, \.persistentModelID), Build.value(pick(world.identifiers)),
        negated: negated)
    case 1:
      let identifiers = Set(world.identifiers.prefix(choose(5)))
      return Build.contains(Build.value(identifiers), Build.path(voyage, \.persistentModelID))
    case 2:
      let port: Expression<PersistentIdentifier?> = flatMap(Build.path(voyage, \.port)) {
        Build.path($1, \.persistentModelID)
      }
      return Build.equal(
        port, Build.value(pick(world.portIdentifiers + [nil])), negated: negated)
    default:
      return any(Build.path(voyage, \.flags)) { generator, flag in
        Build.equal(
          Build.path(flag, \.persistentModelID),
          Build.value(generator.pick(generator.world.flagIdentifiers)))
      }
    }
  }

  private mutating func membership(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    switch choose(5) {
    case 0:
      let list = (0..<choose(5)).map { _ in values.integer() }
      return Build.contains(Build.value(list), integer(voyage, depth))
    case 1:
      let list = (0..<choose(5)).map { _ in values.maybe(values.text()) }
      return Build.contains(Build.value(list), optionalText(voyage, depth))
    case 2:
      let list = Set((0..<choose(5)).map { _ in values.text() })
      return Build.contains(Build.value(list), text(voyage, depth))
    case 3:
      let list = Array(-150..<150) + [values.integer()]
      return Build.contains(Build.value(list), integer(voyage, depth))
    default:
      let list = (0..<choose(5)).map { _ in values.real() }
      return Build.contains(Build.value(list), real(voyage, depth))
    }
  }

  private mutating func range(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    switch choose(3) {
    case 0:
      return Build.isInRange(
        integer(voyage, 0), integer(voyage, 0), isClosed: values.flip(), integer(voyage, depth))
    case 1:
      return Build.isInRange(
        date(voyage, 0), date(voyage, 0), isClosed: values.flip(), date(voyage, depth))
    default:
      return Build.isInRange(
        text(voyage, 0), text(voyage, 0), isClosed: values.flip(), text(voyage, depth))
    }
  }

  /// Of a list that is one value in the store.
  private mutating func numbers(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    let numbers: Expression<[Int]> = Build.path(voyage, \.numbers)
    switch choose(4) {
    case 0: return Build.contains(numbers, integer(voyage, depth - 1))
    case 1:
      return Build.equal(
        Build.extreme(numbers, isMaximum: values.flip()), optionalInteger(voyage, depth - 1))
    case 2:
      return Build.equal(Build.element(numbers, Build.value(pick([0, 1, -1]))), Build.value(1))
    default: return Build.path(numbers, \.isEmpty)
    }
  }
}

// MARK: - Related models

extension FleetQueryGenerator {
  private mutating func related(_ voyage: Voyage, _ depth: Int) -> Expression<Bool> {
    switch choose(10) {
    case 0:
      return any(Build.path(voyage, \.legs)) { $0.legCondition($1, voyage, depth) }
    case 1:
      return all(Build.path(voyage, \.legs)) { $0.legCondition($1, voyage, depth) }
    case 2:
      return any(Build.path(voyage, \.flags)) { $0.flagCondition($1, voyage, depth) }
    case 3:
      return all(Build.path(voyage, \.flags)) { $0.flagCondition($1, voyage, depth) }
    case 4: return any(Build.path(voyage, \.children)) { $0.condition($1, depth - 1) }
    case 5: return Build.path(Build.path(voyage, \.legs), \.isEmpty)
    case 6:
      let flags = filter(Build.path(voyage, \.flags)) { $0.flagCondition($1, voyage, depth) }
      return Build.path(flags, \.isEmpty)
    case 7:
      let isRace = flatMap(Build.cast(voyage, to: Fleet.Cruise.self)) { generator, cruise in
        Build.compare(Build.path(cruise, \.deck), .lessThan, generator.integer(voyage, depth - 1))
      }
      return Build.fallback(isRace, Build.value(values.flip()))
    case 8:
      let country: Expression<Fleet.Country?> = flatMap(Build.path(voyage, \.port)) { _, port in
        Build.path(port, \.country)
      }
      let isKnown = flatMap(country) { generator, country in
        generator.any(Build.path(country, \.ports)) { generator, port in
          generator.portCondition(port, voyage, depth - 1)
        }
      }
      return Build.fallback(isKnown, Build.value(values.flip()))
    default:
      let siblings = flatMap(Build.path(voyage, \.port)) { _, port in
        Build.contains(Build.path(port, \.voyages), voyage)
      }
      return Build.equal(siblings, Build.value(pick([true, nil])))
    }
  }

  private mutating func legCondition(
    _ leg: Expression<Fleet.Leg>, _ voyage: Voyage, _ depth: Int
  ) -> Expression<Bool> {
    switch choose(depth > 0 ? 8 : 4) {
    case 0: return Build.path(leg, \.isNight)
    case 1: return Build.equal(Build.path(leg, \.length), optionalInteger(voyage, 0))
    case 2: return Build.compare(Build.path(leg, \.label), .lessThan, text(voyage, 0))
    case 3:
      return Build.test(
        Build.path(leg, \.label), pick(Build.TextTest.allCases), Build.value(values.text()))
    case 4:
      return Build.and(legCondition(leg, voyage, depth - 1), legCondition(leg, voyage, depth - 1))
    case 5: return Build.not(legCondition(leg, voyage, depth - 1))
    case 6:
      let harbor = flatMap(Build.path(leg, \.harbor)) { generator, port in
        generator.portCondition(port, voyage, depth - 1)
      }
      return Build.equal(harbor, Build.value(pick([true, false, nil])))
    default:
      let isOwn = flatMap(Build.path(leg, \.voyage)) { generator, owner in
        generator.condition(owner, depth - 1)
      }
      return Build.fallback(isOwn, Build.path(leg, \.isNight))
    }
  }

  private mutating func flagCondition(
    _ flag: Expression<Fleet.Flag>, _ voyage: Voyage, _ depth: Int
  ) -> Expression<Bool> {
    switch choose(depth > 0 ? 6 : 3) {
    case 0: return Build.equal(Build.path(flag, \.text), text(voyage, 0), negated: values.flip())
    case 1: return Build.compare(Build.path(flag, \.weight), .greaterThan, integer(voyage, 0))
    case 2:
      return Build.compare(
        Build.arithmetic(Build.path(flag, \.weight), .add, Build.value(1)), .greaterThan,
        Build.value(values.integer()))
    case 3:
      return Build.or(
        flagCondition(flag, voyage, depth - 1), flagCondition(flag, voyage, depth - 1))
    case 4: return any(Build.path(flag, \.voyages)) { $0.condition($1, depth - 1) }
    default:
      return Build.compare(
        Build.path(Build.path(flag, \.voyages), \.count), .greaterThan, Build.value(choose(5)))
    }
  }

  private mutating func portCondition(
    _ port: Expression<Fleet.Port>, _ voyage: Voyage, _ depth: Int
  ) -> Expression<Bool> {
    switch choose(depth > 0 ? 6 : 4) {
    case 0: return Build.equal(Build.path(port, \.name), text(voyage, 0), negated: values.flip())
    case 1: return Build.compare(Build.path(port, \.depth), .lessThan, real(voyage, 0))
    case 2: return Build.isNil(Build.path(port, \.motto), negated: values.flip())
    case 3: return Build.compare(Build.path(port, \.name), .greaterThanOrEqual, text(voyage, 0))
    case 4: return any(Build.path(port, \.voyages)) { $0.condition($1, depth - 1) }
    default:
      let level: Expression<Int?> = flatMap(Build.path(port, \.country)) {
        Build.path($1, \.level)
      }
      return Build.equal(level, optionalInteger(voyage, 0), negated: values.flip())
    }
  }
}
