import Foundation
import Testing

@testable import SwiftData

@Suite struct PersistenceStateTests {
  private func orphan(in container: ModelContainer) throws -> Trip {
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    trip.rating = 1
    return trip
  }

  private func deletedOrphan(in container: ModelContainer) throws -> Trip {
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    context.delete(trip)
    return trip
  }

  @Test("D05 isDeleted, modelContext and hasChanges show Apple's values, persistenceState the rest")
  func everyStateIsTold() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    func expect(
      _ state: PersistenceState, isDeleted: Bool = false, hasContext: Bool,
      hasChanges: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(trip.persistenceState == state, sourceLocation: sourceLocation)
      #expect(trip.isDeleted == isDeleted, sourceLocation: sourceLocation)
      #expect((trip.modelContext === context) == hasContext, sourceLocation: sourceLocation)
      #expect((trip.modelContext == nil) == !hasContext, sourceLocation: sourceLocation)
      #expect(trip.hasChanges == hasChanges, sourceLocation: sourceLocation)
    }
    expect(.unmanaged, hasContext: false)
    context.insert(trip)
    expect(.inserted, hasContext: true, hasChanges: true)
    context.rollback()
    expect(.unmanaged, hasContext: false)
    context.insert(trip)
    try context.save()
    expect(.saved, hasContext: true)
    trip.name = "Oslo"
    expect(.saved, hasContext: true, hasChanges: true)
    context.delete(trip)
    expect(.deleted, isDeleted: true, hasContext: true, hasChanges: true)
    context.rollback()
    expect(.saved, hasContext: true)
    context.delete(trip)
    try context.save()
    expect(.gone, hasContext: false)
    #expect(trip.name == "Rome")
  }

  @Test func aModelWhoseContextIsGoneIsOrphaned() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(Trip(name: "Rome"))
    try context.save()
    let orphan = try orphan(in: container)
    #expect(orphan.persistenceState == .orphaned && orphan.modelContext == nil)
    #expect(orphan.rating == 1 && orphan.hasChanges)
    // Its deletion is not going to be saved.
    let deleted = try deletedOrphan(in: container)
    #expect(deleted.persistenceState == .orphaned && !deleted.isDeleted && deleted.name == "Rome")
    let other = ModelContext(container)
    other.insert(deleted)
    #expect(deleted.persistenceState == .saved && !other.hasChanges)
    deleted.name = "Oslo"
    try other.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Oslo"])
  }

  @Test func whatAnotherContextDeletedShowsOnceItIsLookedFor() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(Trip(name: "Rome"))
    try context.save()
    let reader = ModelContext(container)
    let identifier = try #require(try reader.fetchIdentifiers(FetchDescriptor<Trip>()).first)
    let fault = try #require(reader.model(for: identifier) as? Trip)
    try context.delete(model: Trip.self)
    try context.save()
    #expect(fault.persistenceState == .saved)
    #expect(fault.name == "")
    #expect(fault.persistenceState == .gone && fault.modelContext == nil)
    #expect(fault.persistentModelID == identifier)
    fault.name = "written"
    fault.items = [PackingItem(title: "Hat")]
    #expect(fault.name == "written" && fault.items.count == 1)
    #expect(!reader.hasChanges)
  }

  @Test("D06 A model deleted and saved shows its last values")
  func theLastKnownValuesStay() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let writer = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat"), PackingItem(title: "Map")]
    trip.tags = [Tag(name: "sea")]
    trip.guide = Guide(name: "Anna")
    writer.insert(trip)
    try writer.save()
    let identifier = trip.persistentModelID
    for isLoaded in [true, false] {
      let context = ModelContext(container)
      // A fault, and nothing of it read before it goes.
      let found = try #require(context.model(for: identifier) as? Trip)
      if isLoaded { _ = (found.name, found.items.count, found.guide?.name) }
      context.delete(found)
      guard isLoaded else {
        try context.save()
        #expect(found.name == "Rome" && found.tagNames == ["a", "b"] && found.kind == .leisure)
        #expect(found.budget == 12.5 && found.identifier == trip.identifier)
        #expect(found.items.map(\.title) == ["Hat", "Map"])
        #expect(found.items.allSatisfy { $0.trip === found && $0.persistenceState == .gone })
        #expect(found.tags.map(\.name) == ["sea"])
        #expect(found.guide?.name == "Anna")
        #expect(try found.value(for: \.name) == "Rome")
        #expect(found.persistentModelID == identifier)
        #expect(found.hashValue == found.hashValue && found == found)
        return
      }
      context.rollback()
    }
  }

  @Test func modelsThatWentTogetherDoNotHoldEachOther() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    weak var watched: Trip?
    do {
      let trip = Trip(name: "Rome")
      trip.items = [PackingItem(title: "Hat")]
      context.insert(trip)
      try context.save()
      _ = trip.items.map(\.trip)
      context.delete(trip)
      try context.save()
      watched = trip
      #expect(trip.items.first?.trip === trip)
    }
    #expect(watched == nil)
  }
}
