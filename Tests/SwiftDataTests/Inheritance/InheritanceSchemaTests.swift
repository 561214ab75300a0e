import Foundation
import Testing

@testable import SwiftData

/// Schemas of class trees: entities, numbers, tables, and what cannot be.
@Suite struct InheritanceSchemaTests {
  private let schema = Schema(Tours.subclasses)

  @Test func superclassesAreOfTheSchema() throws {
    let names = [
      "BusinessTrip", "Client", "Conference", "FamilyTrip", "Folder", "Item", "Keynote", "Mark",
      "PersonalTrip", "Photo", "Plan", "Receipt", "Speaker", "Tag", "Talk", "Trip", "Venue",
    ]
    #expect(schema.entities.map(\.name) == names)
    #expect(Schema(Tours.subclasses + [Tours.Trip.self, Tours.Talk.self]) == schema)
    #expect(Schema([Tours.Item.self]).entity(for: Tours.Keynote.self) == nil)
    let keynote = try #require(schema.entity(for: Tours.Keynote.self))
    #expect(keynote.superentityName == "Talk")
    #expect(keynote.superentity?.superentity?.name == "Conference")
    #expect(keynote.storedProperties.map(\.name) == ["minutes", "isRecorded"])
    #expect(keynote.inheritedProperties.count == 19)
    let trip = try #require(schema.entity(for: Tours.Trip.self))
    #expect(trip.superentity == nil)
    #expect(Set(trip.subentities.map(\.name)) == ["BusinessTrip", "FamilyTrip", "PersonalTrip"])
    #expect(trip.inheritedProperties.isEmpty)
    #expect(trip.uniquenessConstraints == [["code"]])
    #expect(keynote.uniquenessConstraints == [])
    let talk = try #require(schema.entity(for: Tours.Talk.self))
    #expect(talk.storedProperties.isEmpty)
    #expect(talk.relationshipsByName["receipts"]?.deleteRule == .cascade)
    #expect(talk.relationshipsByName["receipts"]?.inverseName == "trip")
  }

  @Test func treesSurviveEncoding() throws {
    let decoded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
    #expect(decoded == schema)
    #expect(try decoded.storeLayout() == schema.storeLayout())
  }

  @Test func entitiesShareTheTableOfTheRoot() throws {
    let store = try TemporaryStore()
    _ = try store.tours()
    let table = try #require(
      try store.raw.texts("SELECT sql FROM sqlite_master WHERE name = 'ZTRIP'").first)
    #expect(
      table == "CREATE TABLE ZTRIP ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZCODE INTEGER, ZFOLDER INTEGER, ZFOLLOWED INTEGER, Z10_FOLLOWED INTEGER, "
        + "ZFOLLOWER INTEGER, Z10_FOLLOWER INTEGER, ZPLAN INTEGER, ZCLIENT INTEGER, "
        + "ZVENUE INTEGER, Z2SHELF INTEGER, ZISRECORDED INTEGER, ZMINUTES INTEGER, "
        + "ZCHILDREN INTEGER, ZPURPOSE1 INTEGER, ZSTART TIMESTAMP, ZEXPENSE FLOAT, ZNAME VARCHAR, "
        + "ZPURPOSE VARCHAR, ZTOPIC VARCHAR, ZMADE BLOB, ZBADGE BLOB )")
    #expect(
      try store.raw.texts("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE Z%TRIP (%'")
        == ["ZTRIP"])
    #expect(
      try store.raw.texts(
        "SELECT e.Z_NAME || ': ' || s.Z_NAME FROM Z_PRIMARYKEY e JOIN Z_PRIMARYKEY s "
          + "ON s.Z_ENT = e.Z_SUPER ORDER BY e.Z_ENT") == [
          "BusinessTrip: Trip", "Conference: BusinessTrip", "Talk: Conference", "Keynote: Talk",
          "FamilyTrip: Trip", "PersonalTrip: Trip",
        ])
    let indexes = try store.raw.texts(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZTRIP'")
    for name in [
      "ZTRIP_Z_ENT_INDEX", "Z_Trip_UNIQUE_code", "Z_Trip_SwiftDataIndexOnBinaryname",
      "Z_BusinessTrip_SwiftDataIndexOnBinarynamepurpose", "ZTRIP_ZVENUE_INDEX",
    ] {
      #expect(indexes.contains(name))
    }
    try store.check()
  }

  @Test func everyClassSpellsInheritedKeyPathsItsOwnWay() {
    let modelClass = Tours.Keynote._$modelClass
    func names(_ keyPaths: AnyKeyPath...) -> [String?] {
      keyPaths.map { modelClass.ordinal(of: $0).map { modelClass.properties[$0].name } }
    }
    #expect(
      names(\Tours.Keynote.name, \Tours.Talk.name, \Tours.Conference.name, \Tours.Trip.name)
        == ["name", "name", "name", "name"])
    #expect(names(\Tours.Keynote.made, \Tours.Talk.made) == ["made", "made"])
    #expect(names(\Tours.Keynote.badge, \Tours.Talk.badge) == ["badge", "badge"])
    #expect(names(\Tours.Keynote.purpose, \Tours.Talk.receipts) == ["purpose", "receipts"])
    #expect(names(\Tours.Keynote.minutes, \Tours.FamilyTrip.name) == ["minutes", nil])
    #expect(Tours.Trip._$modelClass.ordinal(of: \Tours.Keynote.name) == nil)
    #expect(modelClass.keyPath(ofOrdinal: 1) == \Tours.Keynote.name)
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: "Swift")
    #expect(keynote.getValue(forKey: \.name) == "Gala")
    keynote.setValue(forKey: \.topic, to: "Rust")
    keynote.setValue(forKey: \Tours.Keynote.code, to: 2)
    #expect(keynote.topic == "Rust")
    #expect(keynote.code == 2)
  }

  @Test func aTreeHasOneStore() throws {
    let store = try TemporaryStore()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Schema(Tours.subclasses),
        configurations: [
          ModelConfiguration("trips", schema: Schema([Tours.Trip.self]), url: store.url),
          ModelConfiguration("rest", url: store.folder.appendingPathComponent("rest.store")),
        ])
    }
    #expect(error == .duplicateConfiguration)
    #expect(error?.description.contains("“trips”") == true)
  }

  @Test func anInverseThatASubclassInheritsIsRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Lost.Owner.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("Owner.cars: the inverse that it names") == true)
  }

  @Test func nothingIsInferredFromWhatASubclassInherits() {
    let parts = Lost.Part._$modelClass
    #expect(parts.inverse(ofOrdinal: 0) == nil)
    #expect(Lost.Vehicle._$modelClass.inverse(ofOrdinal: 1) == nil)
  }

  @Test func constraintsOfSubclassesMayNameInheritedProperties() throws {
    let entity = try #require(Schema([Lost.Bus.self]).entity(for: Lost.Bus.self))
    #expect(entity.uniquenessConstraints == [["line", "plate"]])
    #expect(entity.indices == [["plate"]])
    let list = Schema.Unique<Lost.Bus>([\.line, \.plate])
    let decoded = try JSONDecoder().decode(
      Schema.Unique<Lost.Bus>.self, from: JSONEncoder().encode(list))
    #expect(decoded == list)
  }
}

/// Models whose relationships don't lead back to those who would need them to.
private enum Lost {}

extension Lost {
  @Model fileprivate class Vehicle {
    var owner: Owner?
    var parts: [Part] = []
    var plate: String = ""

    init() {}
  }

  @Model fileprivate class Car: Vehicle {}

  @Model fileprivate final class Bus: Vehicle {
    #Unique<Bus>([\.line, \.plate])
    #Index<Bus>([\.plate])
    var line: Int = 0
  }

  @Model fileprivate final class Owner {
    @Relationship(inverse: \Car.owner) var cars: [Car] = []

    init() {}
  }

  @Model fileprivate final class Part {
    var car: Car?

    init() {}
  }
}
