import Foundation
import Testing

@testable import SwiftData

@Suite struct SchemaEntityTests {
  private func attribute(_ name: String, _ type: any Any.Type = Int.self) -> Schema.Attribute {
    Schema.Attribute(name: name, valueType: type)
  }

  @Test func anEntityInASetIsFoundAfterAChange() {
    let entity = Schema.Entity("Trip", properties: attribute("a"))
    let entities: Set<Schema.Entity> = [entity]
    entity.storedProperties = []
    entity.indices = [["a"]]
    #expect(entities.contains(entity))
  }

  @Test func attributesThatDifferInOneThingAreDifferent() {
    let plain = attribute("a")
    #expect(plain == attribute("a"))
    #expect(plain != attribute("b"))
    #expect(plain != attribute("a", String.self))
    #expect(plain != attribute("a", Int?.self))
    #expect(plain != Schema.Attribute(name: "a", options: [.unique], valueType: Int.self))
    #expect(plain != Schema.Attribute(name: "a", valueType: Int.self, hashModifier: "2"))
    #expect(plain != Schema.CompositeAttribute(name: "a", valueType: Int.self))
    #expect(plain == Schema.Attribute(name: "a", valueType: Int.self, defaultValue: 4))
  }

  @Test func compositesCompareByTheirParts() {
    let one = Schema.CompositeAttribute(name: "place", valueType: Int.self)
    let other = Schema.CompositeAttribute(name: "place", valueType: Int.self)
    one.properties = [attribute("x")]
    #expect(one != other)
    other.properties = [attribute("x")]
    #expect(one == other)
    #expect((one as Schema.Attribute) == (other as Schema.Attribute))
  }

  @Test func replacingAttributesKeepsOrderAndRelationships() {
    let relationship = Schema.Relationship()
    relationship.name = "owner"
    let entity = Schema.Entity(
      "Trip", properties: attribute("c"), relationship, attribute("a"), attribute("b"))
    entity.attributes = [attribute("b"), attribute("c", String.self), attribute("d")]
    #expect(entity.storedProperties.map(\.name) == ["c", "owner", "b", "d"])
    #expect(entity.attributesByName["c"].map { areSame($0.valueType, String.self) } == true)
    entity.attributesByName = ["renamed": attribute("x")]
    #expect(entity.storedProperties.map(\.name) == ["owner", "renamed"])
  }

  @Test func inheritedPropertiesStayInheritedWhenAttributesAreReplaced() {
    let entity = Schema.Entity("BusinessTrip", properties: attribute("budget"))
    entity.inheritedProperties = [attribute("name")]
    #expect(entity.properties.map(\.name) == ["name", "budget"])
    let attributes = entity.attributes
    entity.attributes = attributes
    #expect(entity.storedProperties.map(\.name) == ["budget"])
    entity.inheritedPropertiesByName = ["name": attribute("name", String.self)]
    #expect(entity.inheritedProperties.map { areSame($0.valueType, String.self) } == [true])
  }

  @Test func uniqueAttributesMakeConstraints() {
    let entity = Schema.Entity(
      "Trip", properties: Schema.Attribute(name: "a", options: [.unique], valueType: Int.self),
      attribute("b"))
    #expect(entity.uniquenessConstraints == [["a"]])
  }

  @Test func subentitiesKnowTheirSuperentity() {
    let child = Schema.Entity("BusinessTrip")
    let parent = Schema.Entity("Trip", subentities: child, properties: attribute("a"))
    #expect(child.superentity === parent)
    #expect(child.superentityName == "Trip")
    child.superentity = nil
    #expect(child.superentityName == nil)
  }

  @Test func relationshipsTellArityAndOptionalityByTheirType() {
    let relationship = Schema.Relationship(.unique, deleteRule: .deny)
    relationship.valueType = [SchemaFixtures.Tag]?.self
    #expect(!relationship.isToOneRelationship)
    #expect(relationship.isOptional)
    relationship.valueType = SchemaFixtures.Tag.self
    #expect(relationship.isToOneRelationship)
    #expect(!relationship.isOptional)
    #expect(relationship.isUnique)
    #expect(
      Schema.Relationship(inverse: \SchemaFixtures.Tag.trips)
        != .init(inverse: \SchemaFixtures.Team.matches))
  }

  @Test func aTransformerGivenByItsTypeIsRegistered() {
    final class ReversingTransformer: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { String($0.reversed()) }
      }
    }
    let option = Schema.Attribute.Option.transformable(by: ReversingTransformer.self)
    #expect(option == .transformable(by: "ReversingTransformer"))
    #expect(Schema.Attribute(option).isTransformable)
    let found = ValueTransformer(forName: NSValueTransformerName("ReversingTransformer"))
    #expect(found?.transformedValue("abc") as? String == "cba")
  }
}
