import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@testable import SwiftData

/// Predicates that nobody thought of, against rows that nobody would store.
@Suite struct PredicateRandomTests {
  private static let count =
    UInt64(
      ProcessInfo.processInfo.environment["SWIFTDATA_PREDICATES"] ?? "") ?? 1_000

  @Test func aStoreAnswersWhatSwiftAnswers() throws {
    let world = try PredicateTestWorld(seed: 11, count: 60)
    var translated = 0
    for seed in 0..<Self.count {
      let predicate = PredicateGenerator.predicate(seed: seed)
      let negation = PredicateGenerator.negation(seed: seed)
      let found = try matches(predicate, in: world, seed)
      let rest = try matches(negation, in: world, seed)
      #expect(Set(found.keys).isDisjoint(with: rest.keys), "seed \(seed)")
      let undefined = world.journeys.filter { journey in
        var bindings = PredicateBindings()
        bindings[predicate.variable] = journey
        return (try? predicate.expression.guarded(bindings)) == nil
      }
      #expect(
        (found.keys + rest.keys + undefined.map(\.key)).sorted() == world.journeys.map(\.key),
        "seed \(seed)")
      if !found.needsEvaluation { translated += 1 }
    }
    // Most of the grammar must reach the store, or the test says little.
    #expect(translated * 10 > Int(Self.count) * 7)
  }

  private func matches(
    _ predicate: Predicate<Journey>, in world: PredicateTestWorld, _ seed: UInt64
  ) throws -> (keys: [Int64], needsEvaluation: Bool) {
    let translated = PredicateTranslator.translate(
      predicate, entity: PredicateTestStore.journey, resolver: PredicateTestResolver())
    let query = StoreQuery(
      entity: PredicateTestStore.journey, filter: translated.filter, result: .identifiers)
    let statement = try SelectPlanner(mapping: PredicateTestStore.mapping).plan(query).statement
    let page = try world.database.query(statement)
    var keys = (0..<page.rowCount).map { page.integer(row: $0, column: 0) }
    if translated.needsEvaluation {
      keys = keys.filter { predicate.matches(world.journeys[Int($0) - 1]) }
    }
    let expected = world.journeys.filter(predicate.matches).map(\.key)
    #expect(keys == expected, "seed \(seed): \(statement.text)\n\(predicate)")
    return (keys, translated.needsEvaluation)
  }

  @Test func guardedEvaluationIsFoundationsWhereThatHasAResult() throws {
    let world = try PredicateTestWorld(seed: 12, count: 40)
    var compared = 0
    for seed in 0..<500 as Range<UInt64> {
      let predicate = PredicateGenerator.predicate(seed: seed)
      let name = String(reflecting: type(of: predicate.expression))
      // Foundation traps on overflow, so only predicates without integer arithmetic qualify.
      guard !name.contains(".Arithmetic"), !name.contains(".Int") else { continue }
      compared += 1
      for journey in world.journeys {
        var bindings = PredicateBindings()
        bindings[predicate.variable] = journey
        let guarded = try? predicate.expression.guarded(bindings)
        #expect(guarded == (try? predicate.evaluate(journey)), "seed \(seed)")
      }
    }
    #expect(compared > 50)
  }
}
