import RelationalStore
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct MappingTests {
  private func mapping(_ entities: [LayoutBuilder.Entity]) -> StoreMapping {
    StoreMapping(LayoutBuilder.layout(entities))
  }

  private func property(
    _ name: String, of entity: String, in mapping: StoreMapping
  ) throws -> PropertyMapping {
    let layout = try #require(mapping.layout.entity(named: entity))
    let ordinal = try #require(layout.ordinal(named: name))
    return mapping[number: layout.number].properties[ordinal]
  }

  // MARK: Names that clash

  @Test func namesOfTheSystemAreNeverGivenAway() throws {
    let mapping = mapping([
      .init(
        name: "_Metadata",
        properties: [
          attribute("_pk", .int64), attribute("_ENT", .string), attribute("_opt", .uuid),
        ])
    ])
    #expect(mapping[number: 1].table == "Z_METADATA1")
    #expect(try property("_pk", of: "_Metadata", in: mapping) == .attribute(columns: ["Z_PK1"]))
    #expect(try property("_ENT", of: "_Metadata", in: mapping) == .attribute(columns: ["Z_ENT1"]))
    #expect(try property("_opt", of: "_Metadata", in: mapping) == .attribute(columns: ["Z_OPT1"]))
  }

  @Test func entitiesThatDifferInCaseOnlyHaveTablesOfTheirOwn() {
    let mapping = mapping([
      .init(name: "Tag", properties: []), .init(name: "TAG", properties: []),
    ])
    #expect(mapping.entities.map(\.table) == ["ZTAG", "ZTAG1"])
  }

  @Test func suffixThatIsTakenIsSkipped() throws {
    let mapping = mapping([
      .init(
        name: "Trip",
        properties: [
          attribute("name", .string), attribute("NAME", .string), attribute("name1", .string),
        ])
    ])
    #expect(try property("NAME", of: "Trip", in: mapping) == .attribute(columns: ["ZNAME"]))
    #expect(try property("name", of: "Trip", in: mapping) == .attribute(columns: ["ZNAME1"]))
    #expect(try property("name1", of: "Trip", in: mapping) == .attribute(columns: ["ZNAME11"]))
  }

  @Test func namesThatWouldNeedQuotesBecomePlain() throws {
    let mapping = mapping([
      .init(
        name: "Trip",
        properties: [attribute("my \"best\" trip", .string), attribute("größe", .int64)])
    ])
    #expect(
      try property("my \"best\" trip", of: "Trip", in: mapping)
        == .attribute(columns: ["ZMY__BEST__TRIP"]))
    #expect(try property("größe", of: "Trip", in: mapping) == .attribute(columns: ["ZGRÖSSE"]))
  }

  @Test func earlierEntityHasTheBareNameThoughItsColumnStandsLater() throws {
    let mapping = mapping([
      .init(name: "Base", properties: []),
      .init(name: "First", parent: "Base", properties: [attribute("value", .float)]),
      .init(name: "Second", parent: "Base", properties: [attribute("value", .int64)]),
    ])
    #expect(try property("value", of: "First", in: mapping) == .attribute(columns: ["ZVALUE"]))
    #expect(try property("value", of: "Second", in: mapping) == .attribute(columns: ["ZVALUE1"]))
    #expect(
      SchemaDefinition(mapping.layout).tables[0].columns.map(\.name)
        == ["Z_PK", "Z_ENT", "Z_OPT", "ZVALUE1", "ZVALUE"])
  }

  // MARK: Composites

  @Test func leavesOfACompositeAreInDeclaredOrderWhateverTheirGroups() throws {
    let address = composite(
      "address",
      [
        leaf("street", .string), leaf("number", .int64),
        composite("geo", [leaf("number", .double)]),
      ])
    let mapping = mapping([
      .init(name: "Person", properties: [.attribute(address), attribute("street", .string)])
    ])
    #expect(
      try property("address", of: "Person", in: mapping)
        == .attribute(columns: ["ZSTREET", "ZNUMBER", "ZNUMBER1"]))
    #expect(try property("street", of: "Person", in: mapping) == .attribute(columns: ["ZSTREET1"]))
    #expect(mapping.columns(of: "address.geo.number", inEntity: 1) == ["ZNUMBER1"])
    #expect(mapping.columns(of: "address", inEntity: 1) == ["ZSTREET", "ZNUMBER", "ZNUMBER1"])
    #expect(mapping.columns(of: "address.zip", inEntity: 1) == nil)
  }

  @Test func attributeWithoutLeavesHasNoColumns() throws {
    let mapping = mapping([
      .init(name: "Person", properties: [.attribute(composite("nothing", []))])
    ])
    #expect(try property("nothing", of: "Person", in: mapping) == .attribute(columns: []))
    #expect(mapping.columns(of: "nothing", inEntity: 1) == nil)
  }

  // MARK: Relationships

  @Test func bothEndsOfAOneToOneHaveAKey() throws {
    let mapping = StoreMapping(SampleLayouts.recipes)
    #expect(
      try property("craftingRecipe", of: "Item", in: mapping)
        == .toOne(column: "ZCRAFTINGRECIPE", entityColumn: nil))
    #expect(
      try property("producedItem", of: "CraftingRecipe", in: mapping)
        == .toOne(column: "ZPRODUCEDITEM", entityColumn: nil))
  }

  @Test func toManyUsesTheKeyOfItsInverse() throws {
    let mapping = StoreMapping(SampleLayouts.recipes)
    #expect(
      try property("requiredComponents", of: "CraftingRecipe", in: mapping)
        == .toManyByKey(
          destinationTable: "ZCOMPONENT", column: "ZCRAFTINGRECIPE", orderColumn: nil))
  }

  @Test func toManyWithoutInverseHasAKeyNamedAfterItsSource() throws {
    let mapping = StoreMapping(SampleLayouts.trips)
    let number = try #require(mapping.layout.entity(named: "Trip")).number
    #expect(
      try property("wishes", of: "Trip", in: mapping)
        == .toManyByKey(
          destinationTable: "ZPACKINGITEM", column: "Z\(number)WISHES", orderColumn: nil))
  }

  @Test func orderedToManyHasAnOrderColumnBesideTheKey() throws {
    let mapping = mapping([
      .init(name: "Trip", properties: [toMany("stops", "Stop", inverse: "trip", ordered: true)]),
      .init(name: "Stop", properties: [toOne("trip", "Trip", inverse: "stops")]),
    ])
    #expect(
      try property("stops", of: "Trip", in: mapping)
        == .toManyByKey(destinationTable: "ZSTOP", column: "ZTRIP", orderColumn: "Z_FOK_TRIP"))
  }

  @Test func keyToAnEntityWithSubentitiesHasAColumnForTheirNumber() throws {
    let mapping = StoreMapping(SampleLayouts.inheritance)
    let trip = try #require(mapping.layout.entity(named: "Trip")).number
    #expect(
      try property("trip", of: "Leg", in: mapping)
        == .toOne(column: "ZTRIP", entityColumn: "Z\(trip)_TRIP"))
    #expect(
      try property("honeymoon", of: "Leg", in: mapping)
        == .toOne(column: "ZHONEYMOON", entityColumn: nil))
  }

  @Test func inheritedPropertiesLieWhereTheirDeclarerPutsThem() throws {
    let mapping = StoreMapping(SampleLayouts.inheritance)
    #expect(Set(mapping.entities.filter { $0.number > 2 }.map(\.table)) == ["ZTRIP"])
    #expect(try property("name", of: "Honeymoon", in: mapping) == .attribute(columns: ["ZNAME"]))
    #expect(
      try property("value", of: "BusinessTrip", in: mapping) == .attribute(columns: ["ZVALUE"]))
    #expect(
      try property("value", of: "PersonalTrip", in: mapping) == .attribute(columns: ["ZVALUE1"]))
    #expect(try property("value", of: "Honeymoon", in: mapping) == .attribute(columns: ["ZVALUE1"]))
    #expect(
      try property("legs", of: "Honeymoon", in: mapping)
        == .toManyByKey(destinationTable: "ZLEG", column: "ZTRIP", orderColumn: nil))
  }

  // MARK: Join tables

  @Test func sidesOfAJoinTableMirrorEachOther() throws {
    // Numbers: Tag 1, Trip 2. A column named after a relationship holds its destination's keys.
    let mapping = mapping([
      .init(name: "Trip", properties: [toMany("tags", "Tag", inverse: "trips")]),
      .init(name: "Tag", properties: [toMany("trips", "Trip", inverse: "tags")]),
    ])
    #expect(
      mapping.joinTables == [JoinTableMapping(name: "Z_1TRIPS", columns: ["Z_1TAGS", "Z_2TRIPS"])])
    #expect(
      try property("trips", of: "Tag", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_1TAGS", destinationColumn: "Z_2TRIPS"))
    #expect(
      try property("tags", of: "Trip", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_2TRIPS", destinationColumn: "Z_1TAGS"))
  }

  @Test func joinColumnsOfEqualNameAreNumbered() throws {
    let mapping = mapping([
      .init(name: "Activity", properties: [toMany("tags", "Tag", inverse: "activities")]),
      .init(name: "Bucket", properties: [toMany("tags", "Tag", inverse: "buckets")]),
      .init(
        name: "Tag",
        properties: [
          toMany("activities", "Activity", inverse: "tags"),
          toMany("buckets", "Bucket", inverse: "tags"),
        ]),
    ])
    #expect(
      mapping.joinTables == [
        JoinTableMapping(name: "Z_1TAGS", columns: ["Z_1ACTIVITIES", "Z_3TAGS"]),
        JoinTableMapping(name: "Z_2TAGS", columns: ["Z_2BUCKETS", "Z_3TAGS1"]),
      ])
  }

  private let people: [LayoutBuilder.Entity] = [
    .init(
      name: "Person",
      properties: [
        toMany("blocked", "Person", inverse: "blockedBy"),
        toMany("blockedBy", "Person", inverse: "blocked"),
      ])
  ]

  @Test func reflexiveJoinTableHasASideForEachRelationship() throws {
    let mapping = mapping(people)
    #expect(
      mapping.joinTables == [
        JoinTableMapping(name: "Z_1BLOCKEDBY", columns: ["Z_1BLOCKED", "Z_1BLOCKEDBY"])
      ])
    #expect(
      try property("blockedBy", of: "Person", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_1BLOCKED", destinationColumn: "Z_1BLOCKEDBY"))
    #expect(
      try property("blocked", of: "Person", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_1BLOCKEDBY", destinationColumn: "Z_1BLOCKED"))
  }

  @Test func joinTableOfAnExistingStoreIsFoundUnderEitherName() throws {
    let layout = LayoutBuilder.layout(people)
    let mapping = StoreMapping(
      layout, existing: ["Z_1BLOCKED": ["Z_1BLOCKEDBY3", "Z_1BLOCKED12"], "ZPERSON": []])
    #expect(
      mapping.joinTables == [
        JoinTableMapping(name: "Z_1BLOCKED", columns: ["Z_1BLOCKEDBY3", "Z_1BLOCKED12"])
      ])
    #expect(
      try property("blocked", of: "Person", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_1BLOCKEDBY3", destinationColumn: "Z_1BLOCKED12")
    )
  }

  @Test func toManyThatIsItsOwnInverseHasTwoColumns() throws {
    let mapping = mapping([
      .init(name: "Person", properties: [toMany("friends", "Person", inverse: "friends")])
    ])
    #expect(
      try property("friends", of: "Person", in: mapping)
        == .toManyByJoin(table: 0, sourceColumn: "Z_1FRIENDS", destinationColumn: "Z_1FRIENDS1"))
  }

  @Test func inheritedManyToManyUsesTheTableOfItsDeclarer() throws {
    let mapping = mapping([
      .init(name: "Trip", properties: [toMany("tags", "Tag", inverse: "trips")]),
      .init(name: "BusinessTrip", parent: "Trip", properties: []),
      .init(name: "Tag", properties: [toMany("trips", "Trip", inverse: "tags")]),
    ])
    #expect(mapping.joinTables.count == 1)
    #expect(
      try property("tags", of: "BusinessTrip", in: mapping)
        == property("tags", of: "Trip", in: mapping))
  }
}
