import Foundation
import SwiftData
import Testing

@Suite struct DeletionTests {
  @Test func deletingAnInsertedModelLeavesNothing() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    let item = trip.items[0]
    context.insert(trip)
    context.delete(trip)
    #expect(!context.hasChanges)
    #expect(context.insertedModelsArray.isEmpty)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(trip.modelContext == nil)
    #expect(item.modelContext == nil)
    #expect(!trip.isDeleted)
    #expect(trip.name == "Rome")
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    try store.check()
  }

  @Test func anInsertedModelMayBeDeletedAndInsertedAgain() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    let tag = Tag(name: "sea")
    context.insert(tag)
    trip.tags = [tag]
    trip.items = [PackingItem(title: "Hat")]
    context.insert(trip)
    for _ in 0..<3 {
      context.delete(trip)
      #expect(tag.trips.isEmpty)
      context.insert(trip)
      #expect(tag.trips.first === trip)
    }
    #expect(context.insertedModelsArray.count == 3)
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.tags.map(\.name) == ["sea"])
    #expect(found.items.map(\.title) == ["Hat"])
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 1)
    try store.check()
  }

  @Test func anInsertedModelMayChangeItsContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    first.delete(trip)
    second.insert(trip)
    #expect(trip.modelContext === second)
    #expect(!first.hasChanges)
    #expect(first.insertedModelsArray.isEmpty)
    try first.save()
    #expect(try second.fetchCount(FetchDescriptor<Trip>()) == 1)
    try second.save()
    #expect(try first.fetchCount(FetchDescriptor<Trip>()) == 1)
    try store.check()
  }

  @Test func aSavedModelThatIsDeletedMayBeKeptAfterAll() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.tags = [Tag(name: "sea")]
    trip.items = [PackingItem(title: "Hat")]
    trip.guide = Guide(name: "Anna")
    context.insert(trip)
    try context.save()
    let (tag, guide) = (trip.tags[0], try #require(trip.guide))
    trip.name = "Roma"
    context.delete(trip)
    #expect(tag.trips.isEmpty)
    #expect(guide.trip == nil)
    context.insert(trip)
    #expect(!trip.isDeleted)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(tag.trips.first === trip)
    #expect(guide.trip === trip)
    #expect(trip.items.count == 1)
    trip.rating = 5
    #expect(context.changedModelsArray.filter { $0 === trip }.count == 1)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Roma")
    #expect(found.rating == 5)
    #expect(found.items.count == 1)
    #expect(found.tags.count == 1)
    #expect(found.guide?.name == "Anna")
    #expect(found.guide?.trip === found)
    context.delete(trip)
    context.insert(trip)
    context.delete(trip)
    #expect(context.deletedModelsArray.filter { $0 === trip }.count == 1)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    try store.check()
  }

  @Test func whatWasTakenElsewhereMeanwhileStaysThere() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    let anna = Guide(name: "Anna")
    rome.guide = anna
    context.insert(rome)
    context.insert(oslo)
    try context.save()
    context.delete(rome)
    oslo.guide = anna
    context.insert(rome)
    #expect(rome.guide == nil)
    #expect(oslo.guide === anna)
    #expect(anna.trip === oslo)
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Trip>())
    #expect(found.map { $0.guide?.name } == [nil, "Anna"])
    try store.check()
  }

  @Test func changesOfADeletedModelAreSavedOnceItIsKept() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    context.delete(trip)
    trip.name = "Oslo"
    context.insert(trip)
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first?.name == "Oslo")
    context.delete(trip)
    trip.name = "Paris"
    context.rollback()
    #expect(trip.name == "Oslo")
    #expect(!context.hasChanges)
    try store.check()
  }

  @Test func aModelWhoseDeletionIsSavedMayBeInsertedAsANewOne() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    let tag = Tag(name: "sea")
    trip.tags = [tag]
    trip.items = [PackingItem(title: "Hat")]
    context.insert(trip)
    try context.save()
    let former = trip.persistentModelID
    context.delete(trip)
    try context.save()
    #expect(trip.modelContext == nil)
    #expect(trip.persistentModelID == former)
    context.insert(trip)
    #expect(trip.persistentModelID != former)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Rome")
    #expect(found.tags.map(\.name) == ["sea"])
    #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 1)
    #expect(tag.trips.count == 1)
    try store.check()
  }

  @Test func readsOfDeletedModelsNeverTrap() throws {
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
    let identifier = found.persistentModelID
    context.delete(found)
    read(found)
    try context.save()
    read(found)
    #expect(found.name == "Rome")
    #expect(found.kind == .leisure)
    #expect(found.modelContext == nil)
    #expect(!found.isDeleted)
    #expect(!found.hasChanges)
    found.name = "Oslo"
    found.items = []
    found.guide = nil
    #expect(!context.hasChanges)
    let ghost = try #require(context.model(for: identifier) as? Trip)
    read(ghost)
    #expect(ghost.modelContext == nil)
    ghost.name = "x"
    #expect(!context.hasChanges)
    try context.save()
    try store.check()
  }

  @Test func aFaultIsFilledBeforeItIsDeleted() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    let context = ModelContext(container)
    let fault = try #require(context.model(for: trip.persistentModelID) as? Trip)
    context.delete(fault)
    try context.save()
    #expect(fault.name == "Rome")
  }

  private func read(_ trip: Trip) {
    _ = (trip.name, trip.destination, trip.startDate, trip.rating, trip.price, trip.isBooked)
    _ = (trip.tagNames, trip.kind, trip.identifier, trip.website, trip.budget, trip.cover)
    _ = (trip.items.map { $0.trip?.name }, trip.tags.map(\.trips.count), trip.guide?.trip?.name)
    _ = (trip.persistentModelID, trip.modelContext, trip.isDeleted, trip.hasChanges, trip.hashValue)
  }

  @Test func aForeignContextDeletesTheRowAndNotTheOtherContextsModel() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    second.delete(trip)
    second.delete(Trip(name: "nobody's"))
    #expect(!trip.isDeleted)
    #expect(second.deletedModelsArray.count == 1)
  }
}

/// Deletions of many rows at once.
@Suite struct ManyDeletionsTests {
  @Test func rowsThatAnotherProcessHasDeletedAreDeletedOnceInTheHistory() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    for number in 0..<50 { context.insert(Trip(name: "\(number)")) }
    try context.save()
    let trips = try context.fetch(FetchDescriptor<Trip>())
    // Behind the back of everybody.
    try store.raw.execute("DELETE FROM ZTRIP WHERE Z_PK % 3 = 0")
    for trip in trips { context.delete(trip) }
    try context.save()
    #expect(trips.allSatisfy { $0.modelContext == nil })
    #expect(try store.raw.integer("SELECT count(*) FROM ZTRIP") == 0)
    #expect(
      try store.raw.texts(
        "SELECT ZENTITYPK FROM ACHANGE WHERE ZCHANGETYPE = 2 ORDER BY Z_PK")
        == (1...50).filter { $0 % 3 != 0 }.map(String.init))
  }

  @Test func aRuleReadsTheMembersOfAllModelsInOneQuery() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let filling = ModelContext(container)
    for number in 0..<20 {
      let trip = Trip(name: "\(number)")
      filling.insert(trip)
      trip.items = [PackingItem(title: "a"), PackingItem(title: "b")]
    }
    try filling.save()
    let context = ModelContext(container)
    let list = ReportList()
    context.report(to: list)
    try context.delete(model: Trip.self)
    #expect(list.take().filter { $0.relationshipName == "Trip.items" }.count == 1)
    try context.save()
    #expect(try filling.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    try store.check()
  }
}
