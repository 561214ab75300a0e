import Foundation
import SwiftData
import Testing

@Suite struct IdentityTests {
  @Test func anIdentifierStaysTheSameForLife() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trips = (0..<20).map { Trip(name: "\($0)") }
    let before = trips.map(\.persistentModelID)
    var names = Dictionary(uniqueKeysWithValues: trips.map { ($0.persistentModelID, $0.name) })
    let hashes = before.map(\.hashValue)
    for trip in trips { context.insert(trip) }
    #expect(trips.map(\.persistentModelID) == before)
    try context.save()
    #expect(trips.map(\.persistentModelID) == before)
    #expect(trips.map(\.persistentModelID.hashValue) == hashes)
    #expect(trips.map(\.id) == before)
    let found = try store.fresh(container).fetch(FetchDescriptor<Trip>())
    for trip in found {
      #expect(names.removeValue(forKey: trip.persistentModelID) == trip.name)
      #expect(before.contains(trip.persistentModelID))
    }
    #expect(names.isEmpty)
    #expect(Set(before).symmetricDifference(found.map(\.persistentModelID)).isEmpty)
  }

  @Test func onlyASavedIdentifierNamesAStore() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    #expect(trip.persistentModelID.storeIdentifier == nil)
    #expect(trip.persistentModelID.entityName == "Trip")
    context.insert(trip)
    #expect(trip.persistentModelID.storeIdentifier == nil)
    try context.save()
    #expect(trip.persistentModelID.storeIdentifier != nil)
  }

  @Test func modelsAreFoundByIdentifierInEveryStateOfLife() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    let identifier = trip.persistentModelID
    let none: Trip? = context.registeredModel(for: identifier)
    #expect(none == nil)
    context.insert(trip)
    func registered() -> Trip? { context.registeredModel(for: identifier) }
    #expect(registered() === trip)
    #expect(context.model(for: identifier) === trip)
    context.delete(trip)
    #expect(registered() == nil)
    context.insert(trip)
    try context.save()
    #expect(registered() === trip)
    #expect(context.model(for: identifier) === trip)
    let wrong: Tag? = context.registeredModel(for: identifier)
    #expect(wrong == nil)
    context.delete(trip)
    #expect(registered() === trip)
    try context.save()
    #expect(registered() == nil)
  }

  @Test func anotherContextKnowsARowOnlyOnceItWasAskedForIt() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let other = ModelContext(container)
    let none: Trip? = other.registeredModel(for: trip.persistentModelID)
    #expect(none == nil)
    let fault = try #require(other.model(for: trip.persistentModelID) as? Trip)
    let known: Trip? = other.registeredModel(for: trip.persistentModelID)
    #expect(known === fault)
    #expect(fault !== trip)
    #expect(fault.name == "Rome")
    #expect(try other.fetch(FetchDescriptor<Trip>()).first === fault)
    #expect(!other.hasChanges)
  }

  @Test func aRowIsOneObjectInOneContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let writer = ModelContext(container)
    for index in 0..<200 { writer.insert(Trip(name: "\(index)")) }
    try writer.save()
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Trip>())
    let again = try context.fetch(FetchDescriptor<Trip>())
    #expect(zip(all, again).allSatisfy { $0 === $1 })
    #expect(all.allSatisfy { context.model(for: $0.persistentModelID) === $0 })
    #expect(Set(all).count == 200)
  }

  @Test func modelsThatNobodyHoldsAreLetGo() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    weak var watched: Trip?
    do {
      let trip = Trip(name: "Rome")
      trip.items = [PackingItem(title: "Hat")]
      watched = trip
      context.insert(trip)
    }
    #expect(watched != nil)
    try context.save()
    #expect(watched == nil)
    do {
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      trip.name = "Oslo"
      watched = trip
    }
    #expect(watched?.name == "Oslo")
    context.rollback()
    #expect(watched == nil)
  }
}
