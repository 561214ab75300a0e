import Foundation
import StoreModel
import Testing

@testable import SwiftData

/// What a store answers is what Swift answers, on rows full of nil, odd text and extreme numbers.
@Suite struct PredicateDifferentialTests {
  let world: PredicateTestWorld

  init() throws {
    world = try PredicateTestWorld(seed: 7, count: 400)
  }

  @Test func nilIsAValueLikeOthers() throws {
    let none: String? = nil
    let some: String? = "café"
    let score: Int? = nil
    try world.check(#Predicate { $0.note == nil })
    try world.check(#Predicate { $0.note != nil })
    try world.check(#Predicate { $0.note == none })
    try world.check(#Predicate { $0.note == some })
    try world.check(#Predicate { $0.note != some })
    try world.check(#Predicate { !($0.note == some) })
    try world.check(#Predicate { $0.score == score })
    try world.check(#Predicate { $0.score != 3 })
    try world.check(#Predicate { !($0.score != 3 && $0.note == nil) })
    try world.check(#Predicate { $0.isPaid == true })
    try world.check(#Predicate { $0.isPaid != true })
    try world.check(#Predicate { ($0.isPaid ?? false) })
    try world.check(#Predicate { !($0.isPaid ?? true) })
    try world.check(#Predicate { ($0.score ?? 3) > 2 })
    try world.check(#Predicate { !(($0.score ?? 3) > 2) })
    try world.check(#Predicate { $0.hotel == nil })
    try world.check(#Predicate { $0.hotel != nil })
    try world.check(#Predicate { $0.hotel?.address == nil })
    try world.check(#Predicate { $0.hotel?.address != nil })
    try world.check(#Predicate { $0.note == $0.hotel?.address })
    try world.check(#Predicate { $0.note != $0.hotel?.address })
  }

  @Test func anUnwrappedNilMatchesNeither() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    try world.check(#Predicate { $0.score! > 2 })
    try world.check(#Predicate { !($0.score! > 2) })
    try world.check(#Predicate { $0.note! == "café" })
    try world.check(#Predicate { $0.note! != "café" })
    try world.check(#Predicate { $0.isDone || $0.score! > 2 })
    try world.check(#Predicate { !($0.isDone || $0.score! > 2) })
    try world.check(#Predicate { $0.isDone && $0.score! > 2 })
    try world.check(#Predicate { !($0.isDone && $0.score! > 2) })
    try world.check(#Predicate { $0.end! >= date && $0.note! == "a" })
    try world.check(#Predicate { $0.hotel!.name == "a" })
    try world.check(#Predicate { $0.isDone ? $0.score! > 1 : $0.note! == "" })
  }

  @Test func textIsComparedByCanonicalEquivalence() throws {
    for text in PredicateTestWorld.texts {
      try world.check(#Predicate { $0.title == text })
      try world.check(#Predicate { $0.title != text })
      try world.check(#Predicate { $0.title < text })
      try world.check(#Predicate { !($0.title < text) })
      try world.check(#Predicate { $0.title >= text })
      try world.check(#Predicate { $0.title.starts(with: text) })
      try world.check(#Predicate { !$0.title.starts(with: text) })
      try world.check(#Predicate { $0.title.contains(text) })
      try world.check(#Predicate { !$0.title.contains(text) })
      try world.check(#Predicate { $0.title.localizedStandardContains(text) })
      try world.check(#Predicate { $0.note?.localizedStandardContains(text) == true })
      try world.check(#Predicate { $0.note?.contains(text) ?? true })
      try world.check(#Predicate { !($0.note?.contains(text) ?? true) })
      try world.check(#Predicate { ($0.note ?? "K") == text })
      try world.check(#Predicate { text.contains($0.title) })
    }
    // What is nil in any case must not hide that the rest is text.
    let none: String? = nil
    try world.check(
      #Predicate { ($0.hotel.flatMap { $0.stars > 0 ? none : none } ?? $0.title) == "x;y" })
    // Nor must what is never reached.
    try world.check(#Predicate { ($0.isDone ? none! : ($0.note ?? "K")) > $0.title })
    try world.check(#Predicate { ($0.note ?? "K") == $0.title })
    try world.check(#Predicate { $0.title != ($0.note ?? "K") })
    try world.check(#Predicate { $0.title.count > 1 })
    try world.check(#Predicate { $0.title.isEmpty })
    try world.check(#Predicate { !$0.title.isEmpty })
    try world.check(#Predicate { $0.note?.isEmpty == false })
  }

  @Test func membershipHoldsForCollectionsOfAnySize() throws {
    let some = ["café", "K", "東京", "nothing"]
    let optional: [String?] = ["a", nil]
    let set: Set<Int> = [1, 5, .max]
    let none: [Int] = []
    let many = Array(0..<5_000)
    let texts = many.map { "text \($0)\n\"\\" } + PredicateTestWorld.texts
    let reals = many.map(Double.init) + PredicateTestWorld.reals
    let codes = world.journeys.prefix(3).map(\.code)
    let manyCodes = many.map { _ in UUID() } + codes
    let kinds: [JourneyKind?] = [.beach, nil]
    try world.check(#Predicate { some.contains($0.title) })
    try world.check(#Predicate { !some.contains($0.title) })
    try world.check(#Predicate { optional.contains($0.note) })
    try world.check(#Predicate { !optional.contains($0.note) })
    try world.check(#Predicate { set.contains($0.rating) })
    try world.check(#Predicate { none.contains($0.rating) })
    try world.check(#Predicate { !none.contains($0.rating) })
    try world.check(#Predicate { many.contains($0.rating) })
    try world.check(#Predicate { !many.contains($0.rating) })
    try world.check(#Predicate { texts.contains($0.title) })
    try world.check(#Predicate { reals.contains($0.cost) })
    try world.check(#Predicate { !reals.contains($0.cost) })
    try world.check(#Predicate { codes.contains($0.code) })
    try world.check(#Predicate { manyCodes.contains($0.code) })
    try world.check(#Predicate { kinds.contains($0.kind) })
    try world.check(#Predicate { !kinds.contains($0.kind) })
  }

  @Test func arithmeticThatHasNoResultMatchesNothing() throws {
    // Swift would trap, so the expectation is worked out without evaluating.
    func check(
      _ predicate: Predicate<Journey>, _ test: (Journey) -> Bool,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let expected = world.journeys.filter(test).map(\.key)
      let stored = try world.keys(predicate, sourceLocation: sourceLocation)
      #expect(stored == expected, "\(world.sqlText(predicate))", sourceLocation: sourceLocation)
    }
    try check(#Predicate { $0.rating + 1 > 0 }) {
      let sum = $0.rating.addingReportingOverflow(1)
      return !sum.overflow && sum.partialValue > 0
    }
    try check(#Predicate { !($0.rating + 1 > 0) }) {
      let sum = $0.rating.addingReportingOverflow(1)
      return !sum.overflow && sum.partialValue <= 0
    }
    try check(#Predicate { 10 / $0.rating == 2 }) { $0.rating == 5 }
    try check(#Predicate { 10 / $0.rating != 2 }) { $0.rating != 5 && $0.rating != 0 }
    try check(#Predicate { $0.rating / -1 == 1 }) { $0.rating == -1 }
    try check(#Predicate { $0.rating % 2 == 1 }) { $0.rating % 2 == 1 }
    try check(#Predicate { $0.small * 2 > 5 }) {
      let product = $0.small.multipliedReportingOverflow(by: 2)
      return !product.overflow && product.partialValue > 5
    }
    try check(#Predicate { -$0.rating < 0 }) { $0.rating > 0 }
  }

  @Test func numbersAreComparedAsSwiftDoes() throws {
    let odd = Double.nan
    for real in PredicateTestWorld.reals {
      try world.check(#Predicate { $0.cost == real })
      try world.check(#Predicate { $0.cost != real })
      try world.check(#Predicate { $0.cost < real })
      try world.check(#Predicate { !($0.cost < real) })
      try world.check(#Predicate { $0.cost * 2 - 1 >= real })
      try world.check(#Predicate { $0.cost / 4 >= real })
      try world.check(#Predicate { ($0.budget ?? real) <= real })
    }
    try world.check(#Predicate { $0.cost == odd })
    try world.check(#Predicate { $0.cost != odd })
    try world.check(#Predicate { !($0.cost > odd) })
    try world.check(#Predicate { $0.cost == $0.cost })
    try world.check(#Predicate { $0.cost != $0.cost })
    try world.check(#Predicate { $0.cost + $0.cost == $0.cost })
    try world.check(#Predicate { $0.budget == $0.budget })
    try world.check(#Predicate { $0.hotel?.stars == $0.budget }, expectsWhole: false)
    try world.check(#Predicate { $0.hotel?.stars == nil })
    try world.check(#Predicate { $0.hotel?.stars != nil })
    try world.check(#Predicate { ($0.hotel?.stars ?? 1) > 0.5 })
    try world.check(#Predicate { !(($0.hotel?.stars ?? 1) > 0.5) })
    try world.check(#Predicate { ($0.hotel?.stars ?? $0.cost) == $0.cost })
    try world.check(#Predicate { $0.hotel!.stars == $0.cost })
    for big in [0, 1, 5, .max, 1 << 63, (1 << 63) - 1] as [UInt64] {
      try world.check(#Predicate { $0.big < big })
      try world.check(#Predicate { $0.big >= big })
      try world.check(#Predicate { $0.big <= big })
      try world.check(#Predicate { $0.big > big })
      try world.check(#Predicate { $0.big == big })
    }
    let price = try #require(Decimal(string: "0.1"))
    let exact = try #require(Decimal(string: "0.12345678901234567890123"))
    try world.check(#Predicate { $0.price == price })
    try world.check(#Predicate { $0.price < price })
    try world.check(#Predicate { $0.price == exact })
    try world.check(#Predicate { $0.price < exact }, expectsWhole: false)
    try world.check(#Predicate { (1...5).contains($0.rating) })
    try world.check(#Predicate { !(1..<5).contains($0.rating) })
    try world.check(#Predicate { (0...3).contains($0.score ?? 9) })
  }

  @Test func relationshipsAreFollowed() throws {
    let hotel = world.hotels[0].identifier
    let noHotel: PredicateTestIdentifier? = nil
    let unsaved = Hotel().identifier
    let hotels = [world.hotels[1].identifier, world.hotels[2].identifier, unsaved]
    let label = world.labels[0].identifier
    let journey = world.journeys[2].identifier
    try world.check(#Predicate { $0.identifier == journey })
    try world.check(#Predicate { $0.identifier != journey })
    try world.check(#Predicate { $0.identifier == label })
    try world.check(#Predicate { $0.hotel?.identifier == hotel })
    try world.check(#Predicate { $0.hotel?.identifier != hotel })
    try world.check(#Predicate { $0.hotel?.identifier == noHotel })
    try world.check(#Predicate { $0.hotel?.identifier == unsaved })
    try world.check(#Predicate { $0.hotel?.identifier != unsaved })
    try world.check(#Predicate { $0.hotel.flatMap { hotels.contains($0.identifier) } ?? false })
    try world.check(#Predicate { $0.labels.contains { $0.identifier == label } })
    try world.check(#Predicate { one in one.hotel?.trips.contains { $0 == one } == true })
    try world.check(#Predicate { one in one.hotel?.trips.contains(one) == true })
    try world.check(#Predicate { $0.hotel?.name == "a" })
    try world.check(#Predicate { $0.hotel?.name != "a" })
    try world.check(#Predicate { $0.hotel?.name.contains("a") ?? false })
    try world.check(#Predicate { $0.hotel?.name.contains("a") != true })
    try world.check(#Predicate { $0.labels.isEmpty })
    try world.check(#Predicate { !$0.labels.isEmpty })
    try world.check(#Predicate { $0.labels.count == 2 })
    try world.check(#Predicate { $0.labels.contains { $0.text == "a" } })
    try world.check(#Predicate { !$0.labels.contains { $0.text == "a" } })
    try world.check(#Predicate { $0.labels.allSatisfy { $0.text > "a" } })
    try world.check(#Predicate { $0.labels.filter { $0.text < "c" }.count > 1 })
    try world.check(#Predicate { $0.labels.filter { $0.text < "c" }.isEmpty })
    try world.check(
      #Predicate { journey in
        journey.labels.contains { label in label.journeys.contains { $0.rating > journey.rating } }
      })
    try world.check(
      #Predicate { journey in
        journey.hotel?.trips.contains { $0.title == journey.title && $0.isDone } == true
      })
    try world.check(#Predicate { $0.hotel?.trips.count == 3 })
  }

  @Test func whatDoesNotMentionTheModelIsEvaluatedFirst() throws {
    let only = false
    let limit: Int? = nil
    let word: String? = "a"
    try world.check(#Predicate { !only || $0.isDone })
    try world.check(#Predicate { only && $0.computed == "x" })
    try world.check(#Predicate { limit == nil || $0.rating > limit! })
    try world.check(#Predicate { limit != nil && $0.rating > limit! })
    try world.check(#Predicate { $0.title.contains(word ?? "b") })
    try world.check(#Predicate { _ in true })
    try world.check(#Predicate { _ in false })
    try world.check(#Predicate { if let note = $0.note { note == "a" } else { $0.isDone } })
  }

  @Test func whatAStoreCannotSayIsEvaluatedInMemory() throws {
    try world.check(#Predicate { $0.computed == "a!" }, expectsWhole: false)
    try world.check(#Predicate { $0.isDone && $0.computed == "a!" }, expectsWhole: false)
    try world.check(
      #Predicate { $0.labels.contains { $0.text.count > 1 } && $0.computed > "b" },
      expectsWhole: false)
    let predicate = #Predicate<Journey> { $0.isDone && $0.computed == "a!" }
    #expect(world.sqlText(predicate) == "ZJOURNEY t0 WHERE t0.ZISDONE = 1")
  }
}
