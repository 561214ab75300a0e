import Foundation
import SwiftData
import Testing

/// Identifiers that lead nowhere, or elsewhere.
@Suite struct UnknownIdentifierTests {
  @ModelActor actor Reader {
    func name(_ identifier: PersistentIdentifier) -> String? {
      self[identifier, as: Trip.self]?.name
    }
    func isTag(_ identifier: PersistentIdentifier) -> Bool { self[identifier, as: Tag.self] != nil }
  }

  /// Touches all that a model has.
  private func use(_ model: any PersistentModel, in context: ModelContext) throws {
    if let trip = model as? Trip {
      _ = (trip.name, trip.items.count, trip.guide?.name, trip.kind, trip.cover, trip.identifier)
      trip.name = "written"
      trip.items.append(PackingItem(title: "Hat"))
    }
    #expect(model.modelContext == nil)
    _ = (model.persistentModelID, model.hasChanges, model.isDeleted, model.hashValue)
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func identifiersOfNoRowGiveModelsOfNoContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    let identifier = trip.persistentModelID
    let deleted = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    context.delete(trip)
    try context.save()
    let unknownEntity = try PersistentIdentifier.identifier(
      for: identifier.storeIdentifier ?? "", entityName: "Nothing", primaryKey: "p1")
    let foreignStore = try PersistentIdentifier.identifier(
      for: UUID().uuidString, entityName: "Trip", primaryKey: "p1")
    let noKey = try PersistentIdentifier.identifier(
      for: identifier.storeIdentifier ?? "", entityName: "Trip", primaryKey: "one")
    let neverInserted = Trip(name: "Oslo").persistentModelID
    let other = ModelContext(container)
    let elsewhere = Trip(name: "Bonn")
    other.insert(elsewhere)
    let identifiers = [
      deleted, unknownEntity, foreignStore, noKey, neverInserted, elsewhere.persistentModelID,
    ]
    for identifier in identifiers {
      let known: Trip? = context.registeredModel(for: identifier)
      #expect(known == nil)
      try use(context.model(for: identifier), in: context)
    }
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func aModelActorFindsNothingWhereThereIsNothing() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    let temporary = trip.persistentModelID
    let reader = Reader(modelContainer: container)
    #expect(await reader.name(temporary) == nil)
    try context.save()
    // Taken before the save, it leads to the row all the same.
    #expect(await reader.name(temporary) == "Rome")
    #expect(await reader.name(trip.persistentModelID) == "Rome")
    #expect(await !reader.isTag(trip.persistentModelID))
    let foreign = try PersistentIdentifier.identifier(
      for: UUID().uuidString, entityName: "Trip", primaryKey: "p1")
    #expect(await reader.name(foreign) == nil)
  }

  /// A key is never given to another row, so that an identifier never comes to mean another model.
  @Test func keysAreNotUsedTwice() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    var seen: Set<PersistentIdentifier> = []
    for round in 0..<5 {
      let trip = Trip(name: "\(round)")
      context.insert(trip)
      try context.save()
      #expect(seen.insert(trip.persistentModelID).inserted)
      context.delete(trip)
      try context.save()
    }
  }
}
