import Foundation
import SwiftData
import Testing

@Model final class Trip {
  var name: String
  var destination: String?
  var startDate: Date
  var rating: Int
  var price: Double
  var isBooked: Bool
  var tagNames: [String]
  var kind: Kind
  var identifier: UUID
  var website: URL?
  var budget: Decimal
  var cover: Data?
  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip) var items: [PackingItem] = []
  var tags: [Tag] = []
  var guide: Guide?

  enum Kind: String, Codable { case work, leisure }

  init(name: String) {
    self.name = name
    startDate = Date(timeIntervalSinceReferenceDate: 1_000)
    rating = 3
    price = 1.5
    isBooked = true
    tagNames = ["a", "b"]
    kind = .leisure
    identifier = UUID()
    budget = 12.5
  }
}

@Model final class PackingItem {
  var title: String
  var trip: Trip?
  init(title: String, trip: Trip? = nil) {
    self.title = title
    self.trip = trip
  }
}

@Model final class Tag {
  var name: String
  @Relationship(inverse: \Trip.tags) var trips: [Trip] = []
  init(name: String) { self.name = name }
}

@Model final class Guide {
  var name: String
  var trip: Trip?
  init(name: String) { self.name = name }
}

@Suite struct LifeCycleTests {
  @Test func savedModelsAreReadBackByAnotherContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.website = URL(string: "https://example.org/rome")
    trip.cover = Data([1, 2, 3])
    trip.items.append(PackingItem(title: "Socks"))
    let item = PackingItem(title: "Hat", trip: trip)
    context.insert(trip)
    context.insert(item)
    #expect(trip.items.map(\.title) == ["Socks", "Hat"])
    trip.tags = [Tag(name: "sea"), Tag(name: "sun")]
    trip.guide = Guide(name: "Anna")
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    #expect(trip.items.map(\.title) == ["Socks", "Hat"])

    let other = ModelContext(try store.container(Trip.self))
    let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Rome")
    #expect(found.destination == nil)
    #expect(found.startDate == Date(timeIntervalSinceReferenceDate: 1_000))
    #expect(found.rating == 3)
    #expect(found.price == 1.5)
    #expect(found.isBooked)
    #expect(found.tagNames == ["a", "b"])
    #expect(found.kind == .leisure)
    #expect(found.identifier == trip.identifier)
    #expect(found.website?.absoluteString == "https://example.org/rome")
    #expect(found.budget == 12.5)
    #expect(found.cover == Data([1, 2, 3]))
    #expect(found.items.map(\.title) == ["Socks", "Hat"])
    #expect(found.items.first?.trip === found)
    #expect(Set(found.tags.map(\.name)) == ["sea", "sun"])
    #expect(found.tags.first?.trips.map(\.name) == ["Rome"])
    #expect(found.guide?.name == "Anna")
    #expect(found.guide?.trip === found)
    #expect(found.persistentModelID == trip.persistentModelID)
    try store.check()
  }

  @Test func changesAreSavedAndRolledBack() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    trip.name = "Rome"
    #expect(!context.hasChanges)
    trip.name = "Oslo"
    #expect(context.changedModelsArray.count == 1)
    context.rollback()
    #expect(trip.name == "Rome")
    #expect(!context.hasChanges)
    trip.name = "Paris"
    trip.items.append(PackingItem(title: "Map"))
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Paris")
    #expect(found.items.count == 1)
    other.delete(found)
    #expect(found.isDeleted)
    try other.save()
    #expect(!found.isDeleted)
    #expect(found.modelContext == nil)
    #expect(found.name == "Paris")
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    try store.check()
  }
}
