import Foundation
import SwiftData
import Testing

@Suite struct ContextTests {
  @Test func theListsOfChangesFollowEachStep() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    func counts() -> [Int] {
      [
        context.insertedModelsArray.count, context.changedModelsArray.count,
        context.deletedModelsArray.count,
      ]
    }
    let trip = Trip(name: "Rome")
    #expect(!trip.hasChanges)
    context.insert(trip)
    context.insert(trip)
    #expect(counts() == [1, 0, 0])
    #expect(trip.hasChanges)
    trip.name = "Oslo"
    #expect(counts() == [1, 0, 0])
    try context.save()
    #expect(counts() == [0, 0, 0])
    #expect(!trip.hasChanges)
    try context.save()
    trip.name = "Rome"
    trip.rating = 5
    #expect(counts() == [0, 1, 0])
    context.delete(trip)
    context.delete(trip)
    #expect(counts() == [0, 0, 1])
    #expect(trip.isDeleted)
    try context.save()
    #expect(counts() == [0, 0, 0])
    #expect(!context.hasChanges)
  }

  @Test func anEqualAssignmentIsNoChange() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let writer = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    trip.tags = [Tag(name: "sea")]
    trip.guide = Guide(name: "Anna")
    writer.insert(trip)
    try writer.save()
    for context in [writer, ModelContext(container)] {
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      trip.name = String("Ro" + "me")
      trip.destination = nil
      trip.tagNames = ["a"] + ["b"]
      trip.kind = .leisure
      trip.budget = 12.5
      trip.cover = nil
      trip.website = nil
      trip.identifier = trip.identifier
      trip.items = trip.items
      trip.tags = trip.tags
      trip.guide = trip.guide
      for item in trip.items { item.trip = trip }
      #expect(!context.hasChanges)
      #expect(!trip.hasChanges)
    }
  }

  @Test func anUnsetToOneStaysUnset() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let writer = ModelContext(container)
    writer.insert(PackingItem(title: "Hat"))
    writer.insert(Guide(name: "Anna"))
    try writer.save()
    let context = ModelContext(container)
    try #require(try context.fetch(FetchDescriptor<PackingItem>()).first).trip = nil
    try #require(try context.fetch(FetchDescriptor<Guide>()).first).trip = nil
    #expect(!context.hasChanges)
  }

  @Test func rowsDeletedElsewhereNeverTrap() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    first.insert(trip)
    first.insert(Trip(name: "Oslo"))
    try first.save()
    let fault = try #require(second.model(for: trip.persistentModelID) as? Trip)
    let item = try #require(try second.fetch(FetchDescriptor<PackingItem>()).first)
    first.delete(trip)
    try first.save()
    #expect(item.title == "Hat")
    #expect(item.trip == nil)
    _ = (fault.name, fault.kind, fault.tagNames, fault.items, fault.guide, fault.startDate)
    #expect(fault.modelContext == nil)
    #expect(try second.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    second.delete(item)
    try second.save()
    try store.check()
  }

  @Test func aChangeOfARowDeletedElsewhereIsRefusedAndCanBeDropped() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    let mine = try #require(try second.fetch(FetchDescriptor<Trip>()).first)
    first.delete(trip)
    try first.save()
    mine.name = "Oslo"
    #expect(throws: SwiftDataError.self) { try second.save() }
    #expect(second.hasChanges)
    second.rollback()
    #expect(!second.hasChanges)
    mine.name = "Paris"
    second.delete(mine)
    try second.save()
    #expect(try second.fetchCount(FetchDescriptor<Trip>()) == 0)
    try store.check()
  }

  @Test func modelsOutliveTheirContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    var trips: [Trip] = []
    var inserted: [Trip] = []
    do {
      let context = ModelContext(container)
      let trip = Trip(name: "Rome")
      trip.items = [PackingItem(title: "Hat")]
      trip.tags = [Tag(name: "sea")]
      context.insert(trip)
      try context.save()
      trips.append(trip)
      let other = ModelContext(container)
      trips += try other.fetch(FetchDescriptor<Trip>())
      _ = trips[1].items.map(\.title)
      trips[1].rating = 7
      trips.append(
        try #require(ModelContext(container).model(for: trip.persistentModelID) as? Trip))
      let pending = Trip(name: "Oslo")
      other.insert(pending)
      inserted.append(pending)
    }
    for trip in trips {
      _ = (trip.items.map { $0.trip?.name }, trip.tags.map(\.trips), trip.guide, trip.kind)
      #expect(trip.modelContext == nil)
      _ = (trip.isDeleted, trip.hasChanges, trip.persistentModelID)
      trip.name = "x"
      trip.items = []
      trip.tags.append(Tag(name: "new"))
      trip.guide = Guide(name: "Anna")
      #expect(trip.name == "x")
    }
    #expect(inserted[0].name == "Oslo")
    #expect(inserted[0].modelContext == nil)
    let context = ModelContext(container)
    context.insert(inserted[0])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
    try store.check()
  }

  @Test func aContextThatGoesTakesItsGraphAlong() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    weak var trip: Trip?
    weak var tag: Tag?
    weak var gone: ModelContext?
    do {
      let context = ModelContext(container)
      gone = context
      let (rome, sea) = (Trip(name: "Rome"), Tag(name: "sea"))
      rome.tags = [sea]
      context.insert(rome)
      try context.save()
      #expect(rome.tags.count == 1)
      #expect(sea.trips.count == 1)
      (trip, tag) = (rome, sea)
    }
    #expect(gone == nil)
    #expect(trip == nil)
    #expect(tag == nil)
  }

  @Test func aContextKeepsItsContainer() throws {
    let store = try TemporaryStore()
    var context = ModelContext(try store.container(Trip.self))
    context.insert(Trip(name: "Rome"))
    try context.save()
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.items.isEmpty)
    context = ModelContext(try store.container(Trip.self))
    #expect(trip.name == "Rome")
    #expect(trip.items.isEmpty)
  }

  @Test func anEntityOutsideTheSchemaIsReportedBySave() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let place = Place(name: "World")
    context.insert(place)
    context.insert(place)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(context.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func modelsOfTwoContextsCanBeRelatedWithoutTrap() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    let item = PackingItem(title: "Hat")
    second.insert(item)
    item.trip = trip
    try second.save()
    try first.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<PackingItem>()).first)
    #expect(found.trip?.name == "Rome")
    try store.check()
  }

  @Test func anIdentifierFromNowhereGivesAModelWithoutContext() throws {
    let store = try TemporaryStore()
    let foreign = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let other = ModelContext(try foreign.container(Place.self))
    let place = Place(name: "World")
    other.insert(place)
    try other.save()
    for identifier in [place.persistentModelID, Trip(name: "x").persistentModelID] {
      let model = context.model(for: identifier)
      #expect(model.modelContext == nil)
      _ = (model as? Trip)?.kind
      _ = (model as? Trip)?.items
    }
  }
}
