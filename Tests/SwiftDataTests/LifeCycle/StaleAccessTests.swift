import Foundation
import Testing

@testable import SwiftData

/// The strict mode: one hook for the whole process, hence one test after the other.
@Suite(.serialized) struct StaleAccessTests {
  /// Runs something and returns the stale accesses of models of these identifiers.
  private func accesses(
    to identifiers: [PersistentIdentifier], _ body: () throws -> Void
  ) rethrows -> [String] {
    let log = Log()
    StaleAccess.handler = { access in
      guard identifiers.contains(access.persistentModelID) else { return }
      log.append("\(access.kind) \(access.entityName).\(access.propertyName) \(access.state)")
    }
    defer { StaleAccess.handler = nil }
    try body()
    return log.texts
  }

  @Test func accessesToADeletedModelAreReported() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let identifier = trip.persistentModelID
    let reported = try accesses(to: [identifier]) {
      _ = trip.name
      trip.rating = 4
      context.delete(trip)
      _ = trip.name
      try context.save()
      _ = (trip.name, trip.items.count, trip.isDeleted, trip.modelContext)
      trip.rating = 5
      trip.guide = nil
    }
    #expect(
      reported == [
        "read Trip.name gone", "read Trip.items gone", "write Trip.rating gone",
        "write Trip.guide gone",
      ])
    #expect(accesses(to: [], { _ = trip.name }).isEmpty)
    #expect(StaleAccess.handler == nil)
  }

  @Test func aFaultWithoutRowIsReportedAtItsFirstRead() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let reader = ModelContext(container)
    let fault = try #require(reader.model(for: trip.persistentModelID) as? Trip)
    context.delete(trip)
    try context.save()
    let reported = accesses(to: [fault.persistentModelID]) { _ = (fault.name, fault.rating) }
    #expect(reported == ["read Trip.name gone", "read Trip.rating gone"])
  }

  private func orphan(in container: ModelContainer) throws -> Trip {
    let context = ModelContext(container)
    return try #require(try context.fetch(FetchDescriptor<Trip>()).first)
  }

  @Test func accessesToAnOrphanAreReported() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(Trip(name: "Rome"))
    try context.save()
    let orphan = try orphan(in: container)
    let reported = accesses(to: [orphan.persistentModelID]) {
      _ = orphan.getValue(forKey: \.name)
      orphan.name = "Oslo"
    }
    #expect(reported == ["read Trip.name orphaned", "write Trip.name orphaned"])
  }

  @Test func aModelThatWasNeverInsertedIsNoMistake() throws {
    let trip = Trip(name: "Rome")
    let reported = accesses(to: [trip.persistentModelID]) {
      _ = trip.name
      trip.items = [PackingItem(title: "Hat")]
    }
    #expect(reported.isEmpty)
  }

  @Test func theDescriptionHasNoValues() throws {
    let access = StaleAccess(
      kind: .write, entityName: "Trip", propertyName: "name",
      persistentModelID: PersistentIdentifier(
        storeIdentifier: "S", entityName: "Trip", primaryKey: 7),
      state: .orphaned)
    #expect(
      access.description.contains("Trip.name of PersistentIdentifier(x-coredata://S/Trip/p7)"))
    #expect(access.description.contains("its context is gone"))
  }
}
