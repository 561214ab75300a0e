import Foundation
import SwiftData
import Testing

@Suite struct RollbackTests {
  @Test func insertedModelsLeaveTheContext() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let saved = Trip(name: "Rome")
    context.insert(saved)
    try context.save()
    let item = PackingItem(title: "Hat", trip: saved)
    context.insert(item)
    let tag = Tag(name: "sea")
    saved.tags.append(tag)
    saved.guide = Guide(name: "Anna")
    context.rollback()
    #expect(!context.hasChanges)
    #expect(context.insertedModelsArray.isEmpty)
    #expect(context.changedModelsArray.isEmpty)
    #expect(item.modelContext == nil)
    #expect(tag.modelContext == nil)
    #expect(saved.items.isEmpty)
    #expect(saved.tags.isEmpty)
    #expect(saved.guide == nil)
    #expect(item.title == "Hat")
    _ = item.trip?.items.count
    #expect(!context.hasChanges)
    #expect(item.modelContext == nil)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    try store.check()
  }

  @Test func aRolledBackModelMayBeInsertedAgain() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let item = PackingItem(title: "Hat", trip: trip)
    context.insert(item)
    let identifier = item.persistentModelID
    context.rollback()
    #expect(trip.items.isEmpty)
    context.insert(item)
    #expect(item.persistentModelID == identifier)
    item.trip = trip
    #expect(trip.items.first === item)
    try context.save()
    #expect(item.persistentModelID == identifier)
    #expect(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first?.items.count == 1)
    try store.check()
  }

  @Test func editsOfEveryKindComeBack() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    rome.items = [PackingItem(title: "Hat"), PackingItem(title: "Map")]
    rome.tags = [Tag(name: "sea")]
    rome.guide = Guide(name: "Anna")
    context.insert(rome)
    context.insert(oslo)
    try context.save()
    for isFresh in [false, true] {
      let context = isFresh ? ModelContext(container) : context
      let trips = try context.fetch(FetchDescriptor<Trip>())
      let rome = try #require(trips.first { $0.name == "Rome" })
      let oslo = try #require(trips.first { $0.name == "Oslo" })
      rome.name = "x"
      rome.tagNames.append("c")
      rome.kind = .work
      rome.cover = Data([1])
      oslo.items = rome.items
      oslo.tags = rome.tags
      oslo.guide = rome.guide
      rome.tags.append(Tag(name: "new"))
      context.rollback()
      #expect(!context.hasChanges)
      #expect(rome.name == "Rome")
      #expect(rome.tagNames == ["a", "b"])
      #expect(rome.kind == .leisure)
      #expect(rome.cover == nil)
      #expect(rome.items.map(\.title) == ["Hat", "Map"])
      #expect(rome.items.allSatisfy { $0.trip === rome })
      #expect(rome.tags.map(\.name) == ["sea"])
      #expect(rome.tags[0].trips.map(\.name) == ["Rome"])
      #expect(rome.guide?.trip === rome)
      #expect(oslo.items.isEmpty && oslo.tags.isEmpty && oslo.guide == nil)
      rome.name = "Roma"
      #expect(context.changedModelsArray.count == 1)
      context.rollback()
    }
    try store.check()
  }

  @Test func deletionsComeBackWithTheirGraph() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    trip.tags = [Tag(name: "sea")]
    trip.guide = Guide(name: "Anna")
    first.insert(trip)
    try first.save()
    let context = ModelContext(container)
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    context.delete(found)
    let tag = try #require(try context.fetch(FetchDescriptor<Tag>()).first)
    let guide = try #require(try context.fetch(FetchDescriptor<Guide>()).first)
    #expect(tag.trips.isEmpty)
    #expect(guide.trip == nil)
    #expect(try context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    context.rollback()
    #expect(!found.isDeleted)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(tag.trips.first === found)
    #expect(guide.trip === found)
    #expect(found.items.map(\.title) == ["Hat"])
    try context.save()
    #expect(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first?.items.count == 1)
    try store.check()
  }

  @Test func nothingIsLostByAFailedSave() throws {
    let store = try TemporaryStore()
    let container = try store.container(Museum.self)
    let context = ModelContext(container)
    let museum = Museum(name: "Louvre")
    let exhibit = Exhibit(name: "Mona Lisa", museum: museum)
    context.insert(exhibit)
    try context.save()
    let added = Exhibit(name: "Nike", museum: museum)
    context.insert(added)
    let identifier = added.persistentModelID
    let identifiers: Set = [identifier]
    museum.exhibits.removeFirst()
    for _ in 0..<2 {
      #expect(throws: (any Error).self) { try context.save() }
      #expect(context.insertedModelsArray.count == 1)
      #expect(context.hasChanges)
      #expect(added.persistentModelID == identifier)
      #expect(identifiers.contains(added.persistentModelID))
    }
    exhibit.museum = museum
    try context.save()
    #expect(!context.hasChanges)
    #expect(added.persistentModelID == identifier)
    #expect(identifiers.contains(added.persistentModelID))
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Museum>()).first)
    #expect(found.exhibits.count == 2)
    museum.exhibits = []
    #expect(throws: (any Error).self) { try context.save() }
    context.rollback()
    #expect(museum.exhibits.count == 2)
    #expect(!context.hasChanges)
    try store.check()
  }

  @Test func aTransactionThatThrowsLeavesNothing() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    struct Stop: Error {}
    let trip = Trip(name: "Rome")
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(trip)
        throw Stop()
      }
    }
    #expect(trip.modelContext == nil)
    try context.transaction { context.insert(trip) }
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    try store.check()
  }

  @Test func aRollbackShowsWhatAnotherContextSavedMeanwhile() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    let mine = try #require(try second.fetch(FetchDescriptor<Trip>()).first)
    #expect(mine.name == "Rome")
    mine.name = "mine"
    mine.tagNames = ["mine"]
    trip.name = "Oslo"
    trip.tagNames = ["theirs"]
    try first.save()
    #expect(try second.fetch(FetchDescriptor<Trip>()).first?.name == "mine")
    second.rollback()
    #expect(mine.name == "Oslo")
    #expect(mine.tagNames == ["theirs"])
    mine.rating = 9
    try second.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Oslo")
    #expect(found.rating == 9)
    try store.check()
  }
}
