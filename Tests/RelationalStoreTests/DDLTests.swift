import RelationalStore
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct DDLTests {
  private func texts(_ layout: StoreLayout) -> [String] {
    StoreMapping(layout).definitions.map(\.text)
  }

  private let systemAndHistory = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )",
    "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
  ]

  @Test func relationshipsUniqueConstraintAndSystemTablesAreInAppleOrder() {
    let row = "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)"
    let prefix = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    #expect(
      texts(SampleLayouts.recipes) == [
        "CREATE TABLE ZCOMPONENT ( \(prefix), ZCOUNT INTEGER, ZCRAFTINGRECIPE INTEGER, ZITEM INTEGER, ZID BLOB )",
        "CREATE TABLE ZCRAFTINGRECIPE ( \(prefix), ZPRODUCEDITEM INTEGER, ZPRODUCEDITEMCOUNT VARCHAR )",
        "CREATE TABLE ZITEM ( \(prefix), ZCRAFTINGRECIPE INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ZCOMPONENT_ZCRAFTINGRECIPE_INDEX ON ZCOMPONENT (ZCRAFTINGRECIPE)",
        "CREATE INDEX ZCOMPONENT_ZITEM_INDEX ON ZCOMPONENT (ZITEM)",
        "CREATE INDEX ZCRAFTINGRECIPE_ZPRODUCEDITEM_INDEX ON ZCRAFTINGRECIPE (ZPRODUCEDITEM)",
        "CREATE INDEX ZITEM_ZCRAFTINGRECIPE_INDEX ON ZITEM (ZCRAFTINGRECIPE)",
        "CREATE UNIQUE INDEX Z_Item_UNIQUE_name ON ZITEM (ZNAME COLLATE BINARY ASC)",
      ] + systemAndHistory + [row, row, row])
  }

  @Test func primaryKeyRowsNameEveryEntityAndItsParent() {
    let rows = SchemaDefinition(SampleLayouts.inheritance).primaryKeyRows.map(\.bindings)
    #expect(
      rows == [
        [.integer(1), .text("Client"), .integer(0)], [.integer(2), .text("Leg"), .integer(0)],
        [.integer(3), .text("Trip"), .integer(0)],
        [.integer(4), .text("BusinessTrip"), .integer(3)],
        [.integer(5), .text("PersonalTrip"), .integer(3)],
        [.integer(6), .text("Honeymoon"), .integer(5)],
      ])
    #expect(
      HistoryTables.primaryKeyRows.map(\.bindings[0]) == [
        .integer(16001), .integer(16002), .integer(16003),
      ])
  }

  @Test func joinTableFollowsTheTableOfItsOwner() {
    let layout = LayoutBuilder.layout([
      .init(
        name: "Tag", properties: [toMany("trips", "Trip", inverse: "tags", ordered: true)]),
      .init(name: "Trip", properties: [toMany("tags", "Tag", inverse: "trips")]),
    ])
    let prefix = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    #expect(
      Array(texts(layout).prefix(4)) == [
        "CREATE TABLE ZTAG ( \(prefix) )",
        "CREATE TABLE Z_1TRIPS ( Z_1TAGS INTEGER, Z_2TRIPS INTEGER, Z_FOK_2TRIPS INTEGER, PRIMARY KEY (Z_1TAGS, Z_2TRIPS) )",
        "CREATE TABLE ZTRIP ( \(prefix) )",
        "CREATE INDEX Z_1TRIPS_Z_2TRIPS_INDEX ON Z_1TRIPS (Z_2TRIPS, Z_1TAGS)",
      ])
  }

  @Test func columnsStandInTheirGroups() {
    let kinds: [(String, ValueKind)] = [
      ("a", .binary), ("b", .transformable), ("c", .uuid), ("d", .uri), ("e", .string),
      ("f", .decimal), ("g", .double), ("h", .date), ("i", .float), ("j", .bool), ("k", .int16),
      ("l", .int32), ("m", .int64),
    ]
    let layout = LayoutBuilder.layout([
      .init(
        name: "All",
        properties: kinds.map { attribute($0.0, $0.1) } + [toOne("z", "All"), toMany("y", "All")])
    ])
    #expect(
      SchemaDefinition(layout).tables[0].columns.dropFirst(3).map(\.text) == [
        "ZJ INTEGER", "ZK INTEGER", "ZL INTEGER", "ZM INTEGER", "ZZ INTEGER", "Z1Y INTEGER",
        "ZG FLOAT", "ZH TIMESTAMP", "ZI FLOAT", "ZF DECIMAL", "ZE VARCHAR", "ZD VARCHAR", "ZC BLOB",
        "ZB BLOB", "ZA BLOB",
      ])
  }

  // MARK: Indexes

  private func indexes(_ unique: [[String]], _ indices: [[String]]) -> [String] {
    let layout = LayoutBuilder.layout([
      .init(
        name: "Trip",
        properties: [
          attribute("a", .string), attribute("b", .int64), attribute("a_b", .string),
          .attribute(composite("place", [leaf("city", .string), leaf("zip", .int64)])),
          toOne("guide", "Trip"), toMany("stops", "Trip"),
        ], unique: unique, indices: indices)
    ])
    return SchemaDefinition(layout).indexes.dropFirst(2).map(\.statement.text)
  }

  @Test func indexOnASingleRelationshipIsLeftToItsKey() {
    #expect(indexes([], [["guide"]]) == [])
    #expect(
      indexes([["guide"]], [["guide", "b"]]) == [
        "CREATE INDEX Z_Trip_SwiftDataIndexOnBinaryguideb ON ZTRIP (ZGUIDE COLLATE BINARY ASC, ZB COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Trip_UNIQUE_guide ON ZTRIP (ZGUIDE COLLATE BINARY ASC)",
      ])
  }

  @Test func listsThatRepeatOrLeadNowhereMakeNoIndex() {
    #expect(indexes([["stops"], ["missing"], []], [["stops", "a"]]) == [])
    #expect(indexes([["a"], ["a"]], []).count == 1)
  }

  @Test func indexNamesThatClashAreNumbered() {
    #expect(
      indexes([["a", "b"], ["a_b"]], []) == [
        "CREATE UNIQUE INDEX Z_Trip_UNIQUE_a_b ON ZTRIP (ZA COLLATE BINARY ASC, ZB COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Trip_UNIQUE_a_b1 ON ZTRIP (ZA_B COLLATE BINARY ASC)",
      ])
  }

  @Test func pathIntoACompositeIndexesItsLeaf() {
    #expect(
      indexes([], [["place.zip"]]) == [
        "CREATE INDEX Z_Trip_SwiftDataIndexOnBinaryplace_zip ON ZTRIP (ZZIP COLLATE BINARY ASC)"
      ])
  }

  @Test func tableOfATreeHasAnIndexOnTheEntityNumber() {
    let names = SchemaDefinition(SampleLayouts.inheritance).indexes.map(\.name)
    #expect(names.contains("ZTRIP_Z_ENT_INDEX"))
    #expect(!names.contains("ZLEG_Z_ENT_INDEX"))
    #expect(names.contains("Z_PersonalTrip_UNIQUE_reason"))
  }

  @Test func columnIsAppendedByName() {
    #expect(
      TableDefinition.appending(ColumnDefinition("ZNOTE", .varchar), to: "ZTRIP").text
        == "ALTER TABLE ZTRIP ADD COLUMN ZNOTE VARCHAR")
  }
}
