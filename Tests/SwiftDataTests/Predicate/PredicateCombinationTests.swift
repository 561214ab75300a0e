// swift-format-ignore-file: NeverForceUnwrap
// What is unwrapped in a predicate is unwrapped by the store.

import Foundation
import Testing

@testable import SwiftData

@Suite struct PredicateCombinationTests {
  private typealias Trip = Itinerary.Trip

  private let context: ModelContext
  private let trips: [Trip]
  private let packed = #Predicate<Trip> { $0.isPacked }
  private let good = #Predicate<Trip> { $0.rating > 2 }
  private let starred = #Predicate<Trip> { $0.stars! > 0 }
  private let divided = #Predicate<Trip> { 6 / $0.rating > 1 }

  init() throws {
    context = ModelContext(try Itinerary.container())
    trips = try context.fetch(FetchDescriptor<Trip>())
  }

  /// What a fetch finds has to be what Swift finds.
  private func check(_ predicate: Predicate<Trip>, _ line: Int = #line) throws {
    let found = try context.fetch(FetchDescriptor(predicate: predicate))
    #expect(found == trips.filter { predicate.matches($0) }, "line \(line)")
  }

  @Test func combinationsFindWhatTheirPartsFind() throws {
    let parts = [packed, good, starred, divided]
    for first in parts {
      for second in parts {
        let all = Predicate(all: [first, second])
        let any = Predicate(any: [first, second])
        for predicate in [
          all, any, Predicate(all: [any, first]), Predicate(any: [all, second]),
          Predicate(all: [Predicate(all: [Predicate(any: [second])]), first]),
        ] { try check(predicate) }
        #expect(
          try context.fetch(FetchDescriptor(predicate: all))
            == trips.filter { first.matches($0) && second.matches($0) })
      }
    }
  }

  @Test func nothingIsAllAndIsNotAny() throws {
    #expect(try context.fetch(FetchDescriptor<Trip>(predicate: Predicate(all: []))) == trips)
    #expect(try context.fetchCount(FetchDescriptor<Trip>(predicate: Predicate(any: []))) == 0)
    let empty: ArraySlice<Predicate<Trip>> = [packed][..<0]
    #expect(try Predicate(all: empty).evaluate(trips[0]))
    #expect(try !Predicate(any: empty).evaluate(trips[0]))
  }

  @Test func aCombinationOfManyIsAskedOfTheStoreUpToALimit() throws {
    let many = (0..<500).map { number in #Predicate<Trip> { $0.rating != number + 4 } }
    try check(Predicate(all: many))
    try check(Predicate(any: many.map { predicate in Predicate(all: [predicate, good]) }))
    for predicate in [Predicate(all: many), Predicate(any: many)] {
      #expect(try context.explain(FetchDescriptor(predicate: predicate)).inMemorySteps.isEmpty)
    }
    for predicate in [Predicate(all: many + [packed]), Predicate(any: many + [packed])] {
      try check(predicate)
      var descriptor = FetchDescriptor(predicate: predicate)
      #expect(try context.explain(descriptor).inMemorySteps.count == 1)
      descriptor.inMemoryEvaluation = .refused
      #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
    }
  }

  @Test func deepCombinationsAreEvaluatedInMemory() throws {
    var turning = packed
    var conjunctions = packed
    var disjunctions = packed
    for number in 0..<1_500 {
      let other = #Predicate<Trip> { $0.rating != number + 4 }
      turning =
        number.isMultiple(of: 2)
        ? Predicate(all: [turning, other]) : Predicate(any: [turning, packed])
      conjunctions = Predicate(all: [conjunctions, other])
      disjunctions = Predicate(any: [packed, disjunctions])
      guard [30, 80, 90, 400, 1_000, 1_499].contains(number) else { continue }
      for predicate in [turning, conjunctions, disjunctions] { try check(predicate) }
    }
    var single = packed
    for _ in 0..<1_500 { single = Predicate(all: [single]) }
    try check(single)
    var refused = FetchDescriptor(predicate: turning)
    refused.inMemoryEvaluation = .refused
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(refused) }
  }

  @Test func partsThatTheStoreCanSayNarrowWhatIsEvaluated() throws {
    let predicate = Predicate(all: [packed, #Predicate<Trip> { $0.title != "" }])
    let explanation = try context.explain(FetchDescriptor(predicate: predicate))
    #expect(explanation.sql.contains("ZISPACKED = 1") && explanation.inMemorySteps.count == 1)
    try check(predicate)
  }

  @Test func unsavedModelsAreFoundAsWell() throws {
    let trip = try #require(trips.first { !$0.isPacked })
    trip.isPacked = true
    try check(Predicate(all: [packed]))
    #expect(try context.fetchCount(FetchDescriptor(predicate: Predicate(any: [packed, good]))) > 0)
    context.rollback()
  }

  @Test func predicatesOfSeveralInputsAreCombined() throws {
    let less = #Predicate<Int, Int> { $0 < $1 }
    let odd = #Predicate<Int, Int> { ($0 + $1) % 2 == 1 }
    #expect(try Predicate(all: [less, odd]).evaluate(1, 2))
    #expect(try !Predicate(all: [less, odd]).evaluate(1, 3))
    #expect(try Predicate(any: [less, odd]).evaluate(1, 3))
    #expect(Predicate(any: [odd, less]).matches(.max, 2) == false)
  }

  @Test func theTextTellsCombinationsApart() {
    let texts = [
      Predicate(all: [packed, good]), Predicate(any: [packed, good]),
      Predicate(all: [good, packed]),
      Predicate(all: [packed]),
    ].map { PredicateText($0) }
    #expect(Set(texts).count == 4)
    #expect(PredicateText(Predicate(all: [packed, good])) == texts[0])
    let text = #Predicate<Trip> { $0.name.localizedStandardContains("a") }
    #expect(PredicateText(Predicate(all: [text])).description.contains("All("))
  }
}
