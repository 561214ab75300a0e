import Foundation
import Testing

@testable import SwiftData

/// Identifiers of models in a class tree, and rows that aren't what their tree allows.
@Suite struct InheritanceIdentityTests {
  private func saved(_ store: TemporaryStore) throws -> [PersistentIdentifier] {
    let context = ModelContext(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try context.save()
    return trips.map(\.persistentModelID)
  }

  @Test func identifiersNameTheClassItself() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    let before = trips.map(\.persistentModelID)
    #expect(before.map(\.entityName).suffix(2) == ["Talk", "Keynote"])
    try context.save()
    #expect(trips.map(\.persistentModelID) == before)
    #expect(Set(before).count == 7)
    #expect(trips.map(\.persistentModelID).compactMap(\.primaryKey).sorted() == Array(1...7))
  }

  @Test func identifiersLeadToModelsOfTheirClass() throws {
    let store = try TemporaryStore()
    let identifiers = try saved(store)
    let context = store.fresh(try store.tours())
    let none: Tours.Trip? = context.registeredModel(for: identifiers[6])
    #expect(none == nil)
    let keynote = try #require(context.model(for: identifiers[6]) as? Tours.Keynote)
    #expect(keynote.minutes == 46)
    #expect(keynote.name == "Gala")
    let talk = try #require(context.model(for: identifiers[5]) as? Tours.Talk)
    #expect(type(of: talk) == Tours.Talk.self)
    let asTrip: Tours.Trip? = context.registeredModel(for: identifiers[6])
    let asTalk: Tours.Talk? = context.registeredModel(for: identifiers[6])
    let asFamily: Tours.FamilyTrip? = context.registeredModel(for: identifiers[6])
    #expect(asTrip === keynote)
    #expect(asTalk === keynote)
    #expect(asFamily == nil)
  }

  @Test func anIdentifierOfASuperclassLeadsToTheModel() throws {
    let store = try TemporaryStore()
    _ = try saved(store)
    let context = store.fresh(try store.tours())
    let storeIdentifier = try #require(context.container.stack.stores.first?.identifier)
    func identifier(_ entity: String, _ key: Int) throws -> PersistentIdentifier {
      try PersistentIdentifier.identifier(
        for: storeIdentifier, entityName: entity, primaryKey: "p\(key)")
    }
    let keys = try context.fetchIdentifiers(FetchDescriptor<Tours.Keynote>())
    let key = Int(try #require(keys.first?.primaryKey))
    let keynote = try #require(context.model(for: identifier("Trip", key)) as? Tours.Keynote)
    #expect(keynote.minutes == 46)
    #expect(context.model(for: try identifier("Talk", key)) === keynote)
    // Of a class that the row isn't of, whether it is known or not.
    #expect(context.model(for: try identifier("FamilyTrip", key)) !== keynote)
    let fresh = store.fresh(context.container)
    let family = try #require(
      fresh.model(for: try identifier("FamilyTrip", key)) as? Tours.FamilyTrip)
    #expect(family.name == "")
    #expect(family.modelContext == nil)
    let trip = try #require(
      try fresh.fetch(FetchDescriptor<Tours.Trip>()).first { $0.persistentModelID == keys[0] })
    #expect(trip is Tours.Keynote)
    #expect(trip !== family)
  }

  @Test func aFaultOfAnotherClassGivesWayToTheRow() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let first = store.fresh(container)
    let storeIdentifier = try #require(container.stack.stores.first?.identifier)
    let made = try PersistentIdentifier.identifier(
      for: storeIdentifier, entityName: "PersonalTrip", primaryKey: "p1")
    let ghost = first.model(for: made)
    let second = store.fresh(container)
    second.insert(Tours.Keynote(code: 1, name: "Gala", topic: nil))
    try second.save()
    let keynotes = try first.fetch(FetchDescriptor<Tours.Keynote>())
    #expect(keynotes.map(\.name) == ["Gala"])
    #expect(ghost.modelContext == nil)
    #expect((ghost as? Tours.PersonalTrip)?.name == "")
    #expect(try first.fetch(FetchDescriptor<Tours.Trip>()).first === keynotes.first)
  }

  @Test func anUnknownEntityNumberIsReported() throws {
    let store = try TemporaryStore()
    _ = try saved(store)
    // That of another tree's, and one that there is not.
    for number in ["(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Folder')", "99", "NULL"] {
      try store.raw.execute("UPDATE ZTRIP SET Z_ENT = \(number) WHERE Z_PK = 2")
      let context = store.fresh(try store.tours())
      let error = #expect(throws: SwiftDataError.self) {
        _ = try context.fetch(FetchDescriptor<Tours.Trip>())
      }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.description.contains("row p2 of Trip holds the entity number") == true)
      #expect(throws: SwiftDataError.self) {
        _ = try context.fetchIdentifiers(FetchDescriptor<Tours.Trip>())
      }
      #expect(try context.fetchCount(FetchDescriptor<Tours.BusinessTrip>()) == 4)
    }
  }

  @Test func damagedValuesAreReportedOnlyWhereTheyAreRead() throws {
    let store = try TemporaryStore()
    let identifiers = try saved(store)
    let keys = identifiers.compactMap(\.primaryKey)
    // A business trip's column in the row of a family trip is nobody's.
    try store.raw.execute(
      "UPDATE ZTRIP SET ZMINUTES = 'x', ZEXPENSE = x'00' WHERE Z_PK = \(keys[2])")
    let context = store.fresh(try store.tours())
    #expect(try context.fetch(FetchDescriptor<Tours.Trip>()).count == 7)
    try store.raw.execute("UPDATE ZTRIP SET ZMINUTES = 'x' WHERE Z_PK = \(keys[6])")
    let other = store.fresh(try store.tours())
    #expect(try other.fetch(FetchDescriptor<Tours.Trip>()).count == 7)
    let keynote = try #require(try other.fetch(FetchDescriptor<Tours.Keynote>()).last)
    let error = #expect(throws: SwiftDataError.self) { try keynote.value(for: \.minutes) }
    #expect(error?.description.contains("Keynote.minutes of row p\(keys[6])") == true)
    // A required column of the superclass, in a subclass' row.
    try store.raw.execute("UPDATE ZTRIP SET ZMINUTES = 1, ZNAME = NULL WHERE Z_PK = \(keys[6])")
    let third = store.fresh(try store.tours())
    let again = try #require(try third.fetch(FetchDescriptor<Tours.Keynote>()).last)
    #expect(try again.value(for: \.minutes) == 1)
    let problem = #expect(throws: SwiftDataError.self) { try again.value(for: \.name) }
    #expect(problem?.description.contains("Keynote.name of row p\(keys[6])") == true)
  }

  @Test func historyNotesTheClassItself() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try context.save()
    (trips[6] as? Tours.Keynote)?.minutes = 1
    try context.save()
    context.delete(trips[6])
    try context.save()
    let numbers = "(SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = ZENTITY)"
    let inserted = try store.raw.texts(
      "SELECT \(numbers) FROM ACHANGE WHERE ZCHANGETYPE = 0 ORDER BY 1")
    #expect(
      inserted == [
        "BusinessTrip", "Conference", "FamilyTrip", "Keynote", "PersonalTrip", "Talk", "Trip",
      ])
    #expect(
      try store.raw.texts("SELECT \(numbers) FROM ACHANGE WHERE ZCHANGETYPE > 0")
        == ["Keynote", "Keynote"])
    // One sequence of keys for the whole tree, kept by its root.
    #expect(
      try store.raw.texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME IN ('Trip', 'Keynote')")
        == ["7", "0"])
    context.insert(Tours.PersonalTrip(code: 8, name: "Home"))
    try context.save()
    #expect(try store.raw.texts("SELECT max(Z_PK) FROM ZTRIP") == ["8"])
    try store.check()
  }
}
