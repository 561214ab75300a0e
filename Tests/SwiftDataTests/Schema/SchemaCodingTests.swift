import Foundation
import StoreModel
import Testing

@testable import SwiftData

@Suite struct SchemaCodingTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func aFileThatIsNoSchemaThrows() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("[1, 2".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(throws: DecodingError.self) { try Schema.load(from: url) }
  }

  @Test func aSchemaOfALaterEncodingIsRefused() throws {
    let later = """
      {"encodingVersion": {"major": 2, "minor": 0, "patch": 0},
       "version": {"major": 1, "minor": 0, "patch": 0}, "entities": []}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schema.self, from: Data(later.utf8))
    }
  }

  @Test func anUnknownOptionThrows() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Schema.Attribute.Option].self, from: Data(#"["shiny"]"#.utf8))
    }
  }

  @Test func aSavedSchemaIsEqualAndLaysOutTheSameStore() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let schema = Schema(
      [SchemaFixtures.Trip.self, SchemaFixtures.Team.self], version: .init(3, 1, 4))
    try schema.save(to: url)
    let loaded = try Schema.load(from: url)
    #expect(loaded == schema)
    #expect(loaded.hashValue == schema.hashValue)
    #expect(try loaded.storeLayout() == schema.storeLayout())
    #expect(loaded.encodingVersion == Schema.schemaEncodingVersion)
  }

  @Test func knownTypesAreRestoredAndOthersAreOpaque() throws {
    let known = try roundTrip(Schema.Attribute(name: "n", valueType: [Date]?.self))
    #expect(areSame(known.valueType, [Date]?.self))
    let attribute = Schema.Attribute(name: "n", valueType: SchemaFixtures.Purpose.self)
    let opaque = try roundTrip(attribute)
    #expect(!areSame(opaque.valueType, SchemaFixtures.Purpose.self))
    #expect(opaque == attribute)
    #expect(try roundTrip(opaque) == attribute)
  }

  @Test func aDefaultValueIsKeptIfItsTypeIsKnown() throws {
    let uuid = UUID()
    let known = Schema.Attribute(name: "n", valueType: UUID.self, defaultValue: uuid)
    #expect(try roundTrip(known).defaultValue as? UUID == uuid)
    let infinite = Schema.Attribute(
      name: "n", valueType: Double.self, defaultValue: Double.infinity)
    #expect(try roundTrip(infinite).defaultValue == nil)
    let foreign = Schema.Attribute(
      name: "n", valueType: SchemaFixtures.Purpose.self, defaultValue: SchemaFixtures.Purpose.work)
    #expect(try roundTrip(foreign).defaultValue == nil)
  }

  @Test(arguments: [
    Schema.Attribute.Option.unique, .externalStorage, .allowsCloudEncryption,
    .preserveValueOnDeletion, .ephemeral, .spotlight, .codable,
    .transformable(by: "Odd:Name"),
  ])
  func everyOptionIsReadBack(_ option: Schema.Attribute.Option) throws {
    #expect(try roundTrip([option]) == [option])
    #expect(!option.debugDescription.isEmpty)
  }

  @Test func aPropertyOfAForeignTypeIsNotWritten() {
    struct Foreign: SchemaProperty {
      var name: String
      var originalName: String
      var valueType: any Any.Type {
        get { Int.self }
        set {}
      }
      var isUnique: Bool { false }
    }
    let entity = Schema.Entity("Trip", properties: Foreign(name: "n", originalName: "n"))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(entity) }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try Schema(entity).storeLayout() }
  }

  @Test func aRelationshipIsReadBackWithoutItsKeyPaths() throws {
    let schema = Schema([SchemaFixtures.Trip.self])
    let items = try #require(schema.entitiesByName["Trip"]?.relationshipsByName["items"])
    let read = try roundTrip(items)
    #expect(read == items)
    #expect(read.keypath == nil)
    #expect(!read.isToOneRelationship)
    #expect(read.deleteRule == .cascade)
  }

  @Test func indexesAndConstraintsAreReadBackByName() throws {
    typealias Trip = SchemaFixtures.Trip
    let index = Schema.Index<Trip>(.binary([\.name]), .rtree([\.distance, \.startDate]))
    #expect(try roundTrip(index) == index)
    #expect(index.debugDescription.contains("startDate"))
    let unique = Schema.Unique<Trip>([\.code], [\.name, \.lodging])
    #expect(try roundTrip(unique) == unique)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Schema.Unique<Trip>.self, from: Data(#"{"constraints": [["gone"]]}"#.utf8))
    }
  }

  @Test func subentitiesAreJoinedWhenASchemaIsRead() throws {
    let child = Schema.Entity("BusinessTrip")
    let parent = Schema.Entity("Trip", subentities: child)
    let schema = Schema(parent)
    #expect(schema.entities.count == 2)
    let read = try roundTrip(schema)
    #expect(read == schema)
    #expect(read.entitiesByName["BusinessTrip"]?.superentity === read.entitiesByName["Trip"])
    #expect(
      read.entitiesByName["Trip"]?.subentities.first === read.entitiesByName["BusinessTrip"])
  }
}
