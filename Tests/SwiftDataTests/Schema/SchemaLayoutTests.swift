import Foundation
import StoreModel
import Testing

@testable import SwiftData

@Suite struct SchemaLayoutTests {
  @Test func aDestinationOutsideOfTheSchemaIsReported() {
    let relationship = Schema.Relationship()
    relationship.name = "owner"
    relationship.destination = "Person"
    let error = #expect(throws: SwiftDataError.self) {
      try Schema(Schema.Entity("Trip", properties: relationship)).storeLayout()
    }
    #expect(error?.description.contains("Trip.owner") == true)
  }

  @Test func anIndexOfNoPropertyIsReported() {
    let entity = Schema.Entity("Trip")
    entity.indices = [["gone"]]
    let error = #expect(throws: SwiftDataError.self) { try Schema(entity).storeLayout() }
    #expect(error?.description.contains("gone") == true)
  }

  @Test func twoPropertiesOfOneNameAreReported() {
    let entity = Schema.Entity(
      "Trip", properties: Schema.Attribute(name: "n", valueType: Int.self),
      Schema.Attribute(name: "n", valueType: String.self))
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try Schema(entity).storeLayout() }
  }

  @Test func anEntityThatInheritsFromItselfIsReported() {
    let entity = Schema.Entity("Trip")
    entity.superentityName = "Trip"
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try Schema(entity).storeLayout() }
    let orphan = Schema.Entity("Trip")
    orphan.superentityName = "Journey"
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try Schema(orphan).storeLayout() }
  }

  @Test func entitiesAreNumberedDepthFirstByNameWithoutRegardToCase() throws {
    let alpha = Schema.Entity("alpha", subentities: Schema.Entity("Zeta"), Schema.Entity("eta"))
    let layout = try Schema(Schema.Entity("Beta"), alpha, Schema.Entity("gamma")).storeLayout()
    #expect(layout.entities.map(\.name) == ["alpha", "eta", "Zeta", "Beta", "gamma"])
    #expect(layout.entities.map(\.number) == [1, 2, 3, 4, 5])
    #expect(layout.entities.map(\.rootNumber) == [1, 1, 1, 4, 5])
    #expect(layout.entities.map(\.superentityNumber) == [nil, 1, 1, nil, nil])
    #expect(layout[number: 1].subentityNumbers == [2, 3])
  }

  @Test func ordinalsAreThoseOfTheModelClass() throws {
    let layout = try Schema([SchemaFixtures.Trip.self]).storeLayout()
    let trip = try #require(layout.entity(named: "Trip"))
    for property in SchemaFixtures.Trip._$modelClass.properties {
      #expect(trip.ordinal(named: property.name) == property.ordinal)
    }
    let items = try #require(trip.properties[7].relationship)
    let item = try #require(layout.entity(named: "PackingItem"))
    #expect(items.destinationNumber == item.number)
    #expect(items.inverseOrdinal == item.ordinal(named: "trip"))
    #expect(items.maximumCount == 0)
    #expect(items.deleteRule == .cascade)
  }

  @Test func inheritedPropertiesComeFirstAndKeepTheirInverses() throws {
    let layout = try Schema([SchemaFixtures.RailJourney.self]).storeLayout()
    #expect(layout.entities.map(\.name) == ["Journey", "RailJourney", "Leg"])
    let parent = layout[number: 1]
    let child = layout[number: 2]
    #expect(parent.subentityNumbers == [2])
    #expect((child.superentityNumber, child.rootNumber) == (1, 1))
    #expect(child.properties.map(\.name) == ["name", "legs", "seat"])
    #expect(child.inheritedPropertyCount == 2)
    #expect(Array(child.properties.prefix(2)) == parent.properties)
    #expect(child.properties[1].relationship?.inverseName == "journey")
    #expect(layout[number: 3].properties[0].relationship?.destinationNumber == 1)
    #expect(layout[number: 3].properties[0].relationship?.inverseOrdinal == 1)
    #expect(parent.uniquenessConstraints == [["name"]])
  }

  @Test func attributesKeepWhatTheFileFormatNeeds() throws {
    let trip = try #require(
      Schema([SchemaFixtures.Trip.self]).storeLayout().entity(named: "Trip"))
    let code = try #require(trip.properties[0].attribute)
    #expect(code.originalName == "identifier")
    #expect(code.shape == .leaf(.string))
    let notes = try #require(trip.properties[3].attribute)
    #expect(notes.originalName == nil)
    #expect(notes.isOptional)
    let purpose = try #require(trip.properties[5].attribute)
    #expect(
      purpose.leaves == [LeafLayout(name: "purpose", kind: .string, isOptional: true)])
    let photo = try #require(trip.properties[6].attribute)
    #expect(photo.allowsExternalStorage)
    #expect(photo.preservesValueOnDeletion)
  }

  @Test func countsAreThoseThatAreHashed() throws {
    let trip = try #require(
      Schema([SchemaFixtures.Trip.self]).storeLayout().entity(named: "Trip"))
    let tags = try #require(trip.properties[8].relationship)
    #expect((tags.minimumCount, tags.maximumCount) == (1, 3))
    #expect(tags.isOptional)
    let lodging = try #require(trip.properties[9].relationship)
    #expect((lodging.minimumCount, lodging.maximumCount) == (0, 1))
    #expect(lodging.inverseOrdinal == nil)
  }

  @Test func anEphemeralAttributeHasAnOrdinalAndNoColumn() throws {
    let entity = Schema.Entity(
      "Trip", properties: Schema.Attribute(name: "a", options: [.ephemeral], valueType: Int.self),
      Schema.Attribute(name: "b", valueType: Int.self))
    let layout = try #require(Schema(entity).storeLayout().entities.first)
    #expect(layout.ordinal(named: "b") == 1)
    #expect(layout.properties[0].attribute?.leaves.isEmpty == true)
  }

  @Test func theVersionIsTheModelVersionIdentifier() throws {
    #expect(try Schema([SchemaFixtures.Tag.self]).storeLayout().versionIdentifiers == ["1.0.0"])
    let later = Schema([SchemaFixtures.Tag.self], version: Schema.Version(2, 0, 1))
    #expect(try later.storeLayout().versionIdentifiers == ["2.0.1"])
  }
}
