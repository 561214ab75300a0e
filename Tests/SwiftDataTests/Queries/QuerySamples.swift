// swift-format-ignore-file: NeverForceUnwrap
// What is unwrapped in a predicate is unwrapped by the store.

import Foundation
import SwiftData

/// The predicates that the documentation shows, by topic.
struct QuerySamples {
  typealias Trip = Itinerary.Trip

  struct Sample {
    let predicate: Predicate<Trip>
    /// Where in this file it is written.
    let line: Int
  }

  private(set) var topics: [(title: String, samples: [Sample])] = []

  init(accommodation: PersistentIdentifier, tag: PersistentIdentifier) {
    addComparisons()
    addOptionals()
    addLogic()
    addNumbers()
    addText()
    addCollections()
    addRelationships(accommodation, tag)
    addMembers()
    addClasses()
    addCombinations()
    addWhatStaysInMemory()
  }

  private mutating func begin(_ title: String) { topics.append((title, [])) }

  private mutating func add(_ predicate: Predicate<Trip>, line: Int = #line) {
    topics[topics.count - 1].samples.append(Sample(predicate: predicate, line: line))
  }

  private mutating func addComparisons() {
    begin("Values")
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    let code = UUID()
    let other: Int? = 3
    let address = URL(string: "https://example.com/0")
    let price = Decimal(2)
    add(#Predicate { $0.rating == 3 })
    add(#Predicate { $0.rating != 3 })
    add(#Predicate { $0.rating >= 3 })
    add(#Predicate { 3 > $0.rating })
    add(#Predicate { !($0.rating < 3) })
    add(#Predicate { $0.name == "Rome" })
    add(#Predicate { $0.name != "Rome" })
    add(#Predicate { $0.name < "Rome" })
    add(#Predicate { $0.startDate >= day })
    add(#Predicate { $0.code == code })
    add(#Predicate { $0.website == address })
    add(#Predicate { $0.price > price })
    add(#Predicate { $0.cost <= 1.5 })
    add(#Predicate { $0.distance > 5 })
    add(#Predicate { $0.isPacked })
    add(#Predicate { !$0.isPacked })
    add(#Predicate { $0.isPacked == false })
    add(#Predicate { $0.stars == other })
    add(#Predicate { $0.name == $0.home.city })
  }

  private mutating func addOptionals() {
    begin("Optionals")
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    let limit: Int? = nil
    add(#Predicate { $0.notes == nil })
    add(#Predicate { $0.notes != nil })
    add(#Predicate { $0.notes == "Note Rome" })
    add(#Predicate { $0.notes != "Note Rome" })
    add(#Predicate { $0.stars ?? 0 > 2 })
    add(#Predicate { !($0.stars ?? 0 > 2) })
    add(#Predicate { $0.isPaid == true })
    add(#Predicate { $0.isPaid != true })
    add(#Predicate { $0.isPaid ?? false })
    add(#Predicate { $0.stars! > 2 })
    add(#Predicate { !($0.stars! > 2) })
    add(#Predicate { $0.endDate! > day && $0.notes! == "" })
    add(#Predicate { $0.notes?.isEmpty == true })
    add(#Predicate { $0.notes.flatMap { $0.contains("R") } ?? false })
    add(#Predicate { if let stars = $0.stars { stars > 2 } else { $0.isPacked } })
    add(#Predicate { ($0.stars ?? $0.stop?.zip ?? 7) == 7 })
    add(#Predicate { $0.stars == limit })
  }

  private mutating func addLogic() {
    begin("Logic")
    let onlyPacked = false
    let limit: Int? = nil
    add(#Predicate { $0.isPacked && $0.rating > 3 })
    add(#Predicate { $0.isPacked || $0.rating > 3 })
    add(#Predicate { !($0.isPacked && $0.rating > 3) })
    add(#Predicate { $0.isPacked ? $0.rating > 3 : $0.stars == nil })
    add(#Predicate { ($0.isPacked ? $0.rating : 9) > 3 })
    add(#Predicate { !onlyPacked || $0.isPacked })
    add(#Predicate { limit == nil || $0.rating < limit! })
    add(#Predicate { _ in false })
    add(#Predicate { $0.isPacked == ($0.rating > 3) })
  }

  private mutating func addNumbers() {
    begin("Arithmetic")
    let most = Int.max
    add(#Predicate { $0.rating + 1 > 3 })
    add(#Predicate { !($0.rating + most > 3) })
    add(#Predicate { $0.rating * $0.rating == 4 })
    add(#Predicate { $0.rating / 2 == 1 })
    add(#Predicate { 12 / $0.rating == 3 })
    add(#Predicate { $0.rating % 2 == 1 })
    add(#Predicate { -$0.rating < 0 })
    add(#Predicate { $0.nights * 2 > 3 })
    add(#Predicate { $0.cost * 2 - 1 > 0.5 })
    add(#Predicate { $0.cost / 4 > 0.5 })
    add(#Predicate { $0.stars! + 1 == 3 })
  }

  private mutating func addText() {
    begin("Text")
    let word = "é"
    add(#Predicate { $0.name == "Élan" })
    add(#Predicate { $0.name.contains("om") })
    add(#Predicate { $0.name.starts(with: "Ro") })
    add(#Predicate { $0.name.localizedStandardContains(word) })
    add(#Predicate { !$0.name.contains("om") })
    add(#Predicate { $0.notes?.localizedStandardContains("rome") == true })
    add(#Predicate { $0.notes?.contains("om") ?? true })
    add(#Predicate { $0.name.isEmpty })
    add(#Predicate { !$0.name.isEmpty })
    add(#Predicate { $0.name.count > 4 })
    add(#Predicate { $0.home.street.contains($0.name) })
    add(#Predicate { "Rome and Élan".contains($0.name) })
  }

  private mutating func addCollections() {
    begin("Collections and ranges")
    let names: Set<String> = ["Rome"]
    let words = ["Élan", "Roma 10"]
    let none: [Int] = []
    let optional: [String?] = ["Note Rome", nil]
    let many = Array(0..<100_000)
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let end = Date(timeIntervalSinceReferenceDate: 200_000)
    add(#Predicate { [1, 2, 5].contains($0.rating) })
    add(#Predicate { ![1, 2, 5].contains($0.rating) })
    add(#Predicate { names.contains($0.name) })
    add(#Predicate { words.contains($0.name) })
    add(#Predicate { none.contains($0.rating) })
    add(#Predicate { optional.contains($0.notes) })
    add(#Predicate { many.contains($0.rating) })
    add(#Predicate { trip in words.contains { $0 == trip.name } })
    add(#Predicate { (1...3).contains($0.rating) })
    add(#Predicate { !(1..<3).contains($0.rating) })
    add(#Predicate { (start..<end).contains($0.startDate) })
    add(#Predicate { ($0.rating...4).contains(3) })
  }

  private mutating func addRelationships(
    _ accommodation: PersistentIdentifier, _ tag: PersistentIdentifier
  ) {
    begin("To-one relationships")
    add(#Predicate { $0.accommodation == nil })
    add(#Predicate { $0.accommodation != nil })
    add(#Predicate { $0.accommodation?.name == "Inn" })
    add(#Predicate { $0.accommodation?.name != "Inn" })
    add(#Predicate { $0.accommodation!.name == "Inn" })
    add(#Predicate { $0.accommodation?.address == nil })
    add(#Predicate { $0.accommodation?.owner?.name == "Ada" })
    add(#Predicate { $0.accommodation?.owner?.age ?? 3 < 4 })
    add(#Predicate { $0.accommodation?.name.contains("I") ?? false })
    add(#Predicate { $0.guest?.guest?.rating == 2 })
    add(#Predicate { $0.accommodation?.persistentModelID == accommodation })
    begin("To-many relationships")
    add(#Predicate { $0.items.isEmpty })
    add(#Predicate { !$0.items.isEmpty })
    add(#Predicate { $0.items.count > 1 })
    add(#Predicate { $0.items.contains { $0.isPacked } })
    add(#Predicate { !$0.items.contains { $0.isPacked } })
    add(#Predicate { $0.items.allSatisfy { $0.weight == nil } })
    add(#Predicate { $0.items.filter { $0.isPacked }.count == 1 })
    add(#Predicate { $0.tags.contains { $0.name == "sea" } })
    add(#Predicate { $0.tags.contains { $0.persistentModelID == tag } })
    add(#Predicate { trip in trip.items.contains { $0.weight == trip.stars } })
    add(#Predicate { $0.accommodation?.trips.contains { $0.rating > 3 } == true })
    add(#Predicate { $0.tags.contains { $0.trips.contains { $0.isPacked } } })
  }

  private mutating func addMembers() {
    begin("Enumerations and members of composites")
    let beach = Itinerary.Kind.beach
    let kinds: [Itinerary.Kind] = [.city]
    let winter: Itinerary.Season? = .winter
    let rainy: Itinerary.Weather? = .rainy
    add(#Predicate { $0.kind == beach })
    add(#Predicate { kinds.contains($0.kind) })
    add(#Predicate { $0.kind.rawValue == "city" })
    add(#Predicate { $0.season == winter })
    add(#Predicate { $0.season == nil })
    add(#Predicate { $0.weather == rainy })
    add(#Predicate { $0.home.city == "Bern" })
    add(#Predicate { $0.home.zip == 2000 })
    add(#Predicate { $0.stop?.city == "Bern" })
    add(#Predicate { $0.stop == nil })
  }

  private mutating func addClasses() {
    begin("Classes")
    add(#Predicate { $0 is Itinerary.BusinessTrip })
    add(#Predicate { !($0 is Itinerary.Conference) })
    add(#Predicate { ($0 as? Itinerary.BusinessTrip)?.expense == 1.5 })
    add(#Predicate { ($0 as? Itinerary.Conference)?.topic.isEmpty ?? true })
    add(#Predicate { ($0 as! Itinerary.BusinessTrip).client == nil })
  }

  private mutating func addCombinations() {
    begin("Predicates combined")
    let packed = #Predicate<Trip> { $0.isPacked }
    let good = #Predicate<Trip> { $0.rating > 3 }
    let cheap = #Predicate<Trip> { $0.cost < 100 }
    let named = #Predicate<Trip> { $0.title == "Rome (0)" }
    add(Predicate(all: [packed, good]))
    add(Predicate(any: [packed, good]))
    add(Predicate(all: [Predicate(any: [packed, good]), cheap]))
    add(Predicate(all: [packed, named]))
    add(Predicate(all: []))
    add(Predicate(any: []))
  }

  private mutating func addWhatStaysInMemory() {
    begin("What is evaluated in memory")
    let home = Itinerary.Address(street: "", city: "", zip: nil)
    let digits = Decimal(string: "0.12345678901234567890123") ?? 0
    let same = ComparisonResult.orderedSame
    add(#Predicate { $0.title == "Rome (0)" })
    add(#Predicate { $0.isPacked && $0.title == "Rome (0)" })
    add(#Predicate { $0.cost / $0.cost == 1 })
    add(#Predicate { $0.distance + 1 > 3 })
    add(#Predicate { $0.price + 1 > 3 })
    add(#Predicate { $0.price > digits })
    add(#Predicate { $0.home == home })
    add(#Predicate { $0.codes.contains(3) })
    add(#Predicate { $0.codes.max() == 3 })
    add(#Predicate { $0.items.contains { $0.weight! > 3 } })
    add(#Predicate { $0.name.caseInsensitiveCompare("rome") == same })
    add(#Predicate { $0.name.localizedCompare("rome") == same })
    add(#Predicate { $0.name.contains(/R.m/) })
  }
}
