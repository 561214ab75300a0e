import Foundation
import RelationalStore
import StoreModel
import Testing

@testable import SwiftData

/// What common predicates become, and what is said of those that can't be translated.
@Suite struct PredicateTranslatorTests {
  private func translate(_ predicate: Predicate<Journey>) -> TranslatedPredicate {
    PredicateTranslator.translate(
      predicate, entity: PredicateTestStore.journey, resolver: PredicateTestResolver())
  }

  /// The condition that a store tests, with its bindings.
  private func condition(
    _ predicate: Predicate<Journey>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let translated = translate(predicate)
    #expect(
      !translated.needsEvaluation, "\(translated.reasons)", sourceLocation: sourceLocation)
    guard let filter = translated.filter else { return "" }
    let query = StoreQuery(entity: PredicateTestStore.journey, filter: filter, result: .count)
    return try SelectPlanner(mapping: PredicateTestStore.mapping).plan(query).statement.text
      .replacing("SELECT COUNT(*) FROM ZJOURNEY t0 WHERE ", with: "")
  }

  @Test func commonShapesBecomePlainConditions() throws {
    let rating = 3
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let codes = [UUID(), UUID()]
    let hotel: PredicateTestIdentifier? = PredicateTestIdentifier(
      entity: PredicateTestStore.hotel, key: 3)
    #expect(try condition(#Predicate { $0.rating == rating }) == "t0.ZRATING = ?")
    #expect(try condition(#Predicate { $0.isDone }) == "t0.ZISDONE = 1")
    #expect(try condition(#Predicate { !$0.isDone }) == "t0.ZISDONE IS NOT 1")
    #expect(try condition(#Predicate { $0.isDone == false }) == "t0.ZISDONE = ?")
    #expect(try condition(#Predicate { $0.note != nil }) == "t0.ZNOTE IS NOT NULL")
    #expect(try condition(#Predicate { $0.hotel == nil }) == "t0.ZHOTEL IS NULL")
    #expect(try condition(#Predicate { $0.start >= date }) == "t0.ZSTART >= ?")
    #expect(try condition(#Predicate { date > $0.start }) == "t0.ZSTART < ?")
    #expect(try condition(#Predicate { $0.end! < date }) == "t0.ZEND < ?")
    #expect(try condition(#Predicate { $0.note! == "a" }) == "t0.ZNOTE = ?")
    #expect(try condition(#Predicate { $0.isPaid ?? false }) == "COALESCE(t0.ZISPAID, ?) = 1")
    #expect(try condition(#Predicate { codes.contains($0.code) }) == "t0.ZCODE IN (?, ?)")
    #expect(
      try condition(#Predicate { $0.hotel?.identifier == hotel }) == "t0.ZHOTEL = ?")
    #expect(
      try condition(#Predicate { $0.note?.contains("a") ?? false })
        == "SWIFT_CONTAINS(t0.ZNOTE, ?)")
    #expect(
      try condition(#Predicate { $0.note?.localizedStandardContains("a") == true })
        == "SWIFT_LOCALIZED_CONTAINS(t0.ZNOTE, ?)")
    #expect(
      try condition(#Predicate { $0.note?.contains("a") ?? true })
        == "t0.ZNOTE IS NULL OR SWIFT_CONTAINS(t0.ZNOTE, ?)")
    #expect(
      try condition(#Predicate { (2...4).contains($0.rating) })
        == "t0.ZRATING >= ? AND t0.ZRATING <= ?")
    #expect(
      try condition(#Predicate { $0.labels.contains { $0.text == "a" } })
        == "EXISTS (SELECT 1 FROM Z_2LABELS t1 JOIN ZLABEL t2 ON t2.Z_PK = t1.Z_3LABELS "
        + "WHERE t1.Z_2JOURNEYS = t0.Z_PK AND t2.ZTEXT = ?)")
    #expect(
      try condition(#Predicate { if let note = $0.note { note == "a" } else { $0.isDone } })
        == "CASE WHEN t0.ZNOTE IS NULL THEN t0.ZISDONE = 1 ELSE t0.ZNOTE = ? END")
  }

  @Test func aConditionThatDoesNotMentionTheModelLeavesNoTrace() throws {
    let only = false
    let limit: Int? = nil
    #expect(translate(#Predicate { _ in true }).filter == nil)
    #expect(translate(#Predicate { _ in false }).filter == .alwaysFalse)
    #expect(translate(#Predicate { !only || $0.isDone }).filter == nil)
    #expect(try condition(#Predicate { only || $0.isDone }) == "t0.ZISDONE = 1")
    #expect(translate(#Predicate { limit != nil && $0.rating > limit! }).filter == .alwaysFalse)
    // The part behind a false one is never looked at, even if it can't be translated.
    let untranslatable = translate(#Predicate { only && $0.computed == "a" })
    #expect(untranslatable.filter == .alwaysFalse)
    #expect(!untranslatable.needsEvaluation)
  }

  @Test func conjunctsThatCanBeTranslatedArePushedDown() {
    let translated = translate(
      #Predicate { $0.isDone && $0.computed == "a" && $0.rating > 3 })
    #expect(translated.needsEvaluation)
    #expect(translated.reasons.count == 1)
    #expect(translated.reasons.first?.contains("not kept in a column") == true)
    #expect(
      translated.filter
        == .and(
          .attribute(QueryPath(), ordinal: 10, leaf: 0),
          .comparison(
            .greater, .attribute(QueryPath(), ordinal: 2, leaf: 0), .constant(.integer(3)))))
    let whole = translate(#Predicate { $0.isDone || $0.computed == "a" })
    #expect(whole.needsEvaluation)
    #expect(whole.filter == nil)
  }

  @Test func whatHasNoExactMeaningInAStoreIsLeftToMemory() throws {
    let digits = try #require(Decimal(string: "0.12345678901234567890123"))
    let divisor = 0.0
    let names = ["a"]
    let same = ComparisonResult.orderedSame
    for predicate in [
      #Predicate<Journey> { $0.price > digits },
      #Predicate<Journey> { $0.price + 1 > 2 },
      #Predicate<Journey> { $0.cost / divisor > 1 },
      #Predicate<Journey> { $0.cost / $0.cost == 1 },
      #Predicate<Journey> { $0.big + 1 > 2 },
      #Predicate<Journey> { $0.title.caseInsensitiveCompare("a") == same },
      #Predicate<Journey> { names.contains($0.computed) },
      #Predicate<Journey> { $0.labels.contains { $0.journeys.contains { $0.note! == "a" } } },
    ] {
      let translated = translate(predicate)
      #expect(translated.needsEvaluation, "\(predicate)")
      #expect(translated.filter == nil)
      #expect(translated.reasons.count == 1)
    }
  }

  @Test func integerArithmeticNeverTrapsInMemory() {
    let journey = Journey()
    journey.rating = .max
    let zero = 0
    let same = ComparisonResult.orderedSame
    for predicate in [
      #Predicate<Journey> { $0.rating + 1 > 0 }, #Predicate<Journey> { !($0.rating + 1 > 0) },
      #Predicate<Journey> { $0.rating / zero == 0 }, #Predicate<Journey> { $0.rating % zero == 0 },
      #Predicate<Journey> { $0.labels.contains { $0.text == "" } || $0.rating * 2 == 0 },
      #Predicate<Journey> { ($0.rating...0).contains(1) },
      #Predicate<Journey> { ($0.rating + 1 > 0 ? "a" : "b").localizedCompare("a") == same },
      #Predicate<Journey> { ($0.rating + 1 > 0 ? "a" : "b").caseInsensitiveCompare("a") == same },
      #Predicate<Journey> { ($0.rating + 1 > 0 ? "a" : "b").contains(/a/) },
    ] {
      #expect(!predicate.matches(journey), "\(predicate)")
    }
    #expect((#Predicate<Journey> { $0.rating - 1 > 0 }).matches(journey))
  }
}
