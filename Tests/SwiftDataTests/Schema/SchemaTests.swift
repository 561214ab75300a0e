import Foundation
import StoreModel
import Testing

@testable import SwiftData

@Suite struct SchemaTests {
  typealias Trip = SchemaFixtures.Trip

  @Test func twoModelsOfOneNameAreReportedWhenTheStoreIsLaidOut() throws {
    let schema = Schema([Trip.self, SchemaFixtures.Later.Trip.self])
    #expect(schema.entities.filter { $0.name == "Trip" }.count == 1)
    #expect(schema.problems.count == 1)
    let error = #expect(throws: SwiftDataError.self) { try schema.storeLayout() }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("Later.Trip") == true)
  }

  @Test func twoEntitiesOfOneNameAreReported() {
    let schema = Schema(Schema.Entity("Trip"), Schema.Entity("Trip"))
    #expect(schema.entitiesByName.count == 1)
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try schema.storeLayout() }
  }

  @Test func relatedModelsAreFoundThroughRelationships() {
    let schema = Schema([Trip.self])
    #expect(schema.entities.map(\.name) == ["Lodging", "PackingItem", "Tag", "Trip"])
    #expect(schema.problems.isEmpty)
  }

  @Test func theSameModelsMakeEqualSchemasInAnyOrder() {
    let one = Schema([Trip.self, SchemaFixtures.Team.self])
    let other = Schema(SchemaFixtures.Match.self, SchemaFixtures.Tag.self)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != Schema([Trip.self]))
    #expect(one != Schema([Trip.self, SchemaFixtures.Team.self], version: .init(2, 0, 0)))
  }

  @Test func anEmptySchemaHasNoEntities() throws {
    let schema = Schema()
    #expect(schema.entities.isEmpty)
    #expect(try schema.storeLayout().entities.isEmpty)
    #expect(schema.version == Schema.Version(1, 0, 0))
  }

  @Test func anEntityIsFoundByItsModelOnly() {
    let schema = Schema([Trip.self])
    #expect(schema.entity(for: Trip.self)?.name == "Trip")
    #expect(schema.entity(for: SchemaFixtures.Later.Trip.self) == nil)
    #expect(schema.entity(for: SchemaFixtures.Team.self) == nil)
    #expect(Schema.entityName(for: SchemaFixtures.Later.Trip.self) == "Trip")
  }

  @Test func attributesTellWhatTheMacroSaid() throws {
    let entity = try #require(Schema([Trip.self]).entity(for: Trip.self))
    let code = try #require(entity.attributesByName["code"])
    #expect(code.isUnique)
    #expect(code.originalName == "identifier")
    #expect(!code.isOptional)
    #expect(areSame(code.valueType, String.self))
    let notes = try #require(entity.attributesByName["notes"])
    #expect(notes.isOptional)
    #expect(notes.originalName == "notes")
    #expect(entity.attributesByName["distance"]?.defaultValue as? Double == 1.5)
    #expect(
      entity.attributesByName["photo"]?.options == [.externalStorage, .preserveValueOnDeletion])
  }

  @Test func aRawValueEnumerationIsACompositeOfOneOptionalLeaf() throws {
    let entity = try #require(Schema([Trip.self]).entity(for: Trip.self))
    let purpose = try #require(entity.attributesByName["purpose"] as? Schema.CompositeAttribute)
    #expect(purpose.isEnumeration)
    #expect(purpose.properties.map(\.name) == ["purpose"])
    #expect(purpose.properties.map(\.isOptional) == [true])
    #expect(areSame(purpose.valueType, SchemaFixtures.Purpose.self))
  }

  @Test func relationshipsTellTheirEnds() throws {
    let schema = Schema([Trip.self])
    let entity = try #require(schema.entity(for: Trip.self))
    let items = try #require(entity.relationshipsByName["items"])
    #expect(items.destination == "PackingItem")
    #expect(items.deleteRule == .cascade)
    #expect(items.inverseName == "trip")
    #expect(!items.isToOneRelationship)
    #expect(!items.isOptional)
    let tags = try #require(entity.relationshipsByName["tags"])
    #expect(tags.inverseName == "trips")
    #expect(tags.isOptional)
    #expect(tags.minimumModelCount == 1)
    #expect(tags.maximumModelCount == 3)
    let lodging = try #require(entity.relationshipsByName["lodging"])
    #expect(lodging.isToOneRelationship)
    #expect(lodging.inverseName == nil)
    let back = try #require(schema.entitiesByName["PackingItem"]?.relationshipsByName["trip"])
    #expect(back.inverseName == "items")
    #expect(back.isRelationship)
    #expect(back.isOptional)
  }

  @Test func anAmbiguousInverseIsNone() {
    let schema = Schema([SchemaFixtures.Match.self])
    let relationships = schema.entities.flatMap(\.relationships)
    #expect(relationships.count == 3)
    #expect(relationships.allSatisfy { $0.inverseName == nil })
  }

  @Test func indexesAndConstraintsNameTheirProperties() throws {
    let entity = try #require(Schema([Trip.self]).entity(for: Trip.self))
    #expect(entity.indices == [["name"], ["name", "startDate"]])
    #expect(Set(entity.uniquenessConstraints) == [["code"], ["name", "startDate"]])
  }

  @Test func propertiesKeepDeclaredOrder() throws {
    let entity = try #require(Schema([Trip.self]).entity(for: Trip.self))
    #expect(
      entity.properties.map(\.name) == [
        "code", "name", "startDate", "notes", "distance", "purpose", "photo", "items", "tags",
        "lodging",
      ])
  }

  @Test func aVersionedSchemaGivesItsVersion() {
    enum Versioned: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 1, 0)
      static var models: [any PersistentModel.Type] { [SchemaFixtures.Lodging.self] }
    }
    let schema = Schema(versionedSchema: Versioned.self)
    #expect(schema.version == Schema.Version(2, 1, 0))
    #expect(schema.entities.map(\.name) == ["Lodging"])
  }

  @Test func versionsCompareFromLeftToRight() {
    #expect(Schema.Version(1, 9, 9) < Schema.Version(2, 0, 0))
    #expect(Schema.Version(1, 2, 9) < Schema.Version(1, 10, 0))
    #expect(Schema.Version(1, 0, 1) > Schema.Version(1, 0, 0))
    #expect(Schema.Version(1, 2, 3).description == "1.2.3")
  }
}
