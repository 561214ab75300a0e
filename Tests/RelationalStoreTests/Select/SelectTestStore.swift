import RelationalStore
import StoreModel

/// A small layout with inheritance and every kind of relationship, and its usual mapping.
///
/// Entities: 1 Person, 2 Trip (root of 3 BusinessTrip, which is that of 4 Conference), 5 Tag.
enum SelectTestStore {
  static let person = 1
  static let trip = 2
  static let businessTrip = 3
  static let conference = 4
  static let tag = 5

  static let rating = QueryExpression.attribute(QueryPath(), ordinal: 1, leaf: 0)
  static let title = QueryExpression.attribute(QueryPath(), ordinal: 0, leaf: 0)
  static let isDone = QueryExpression.attribute(QueryPath(), ordinal: 2, leaf: 0)
  static let length = QueryExpression.attribute(QueryPath(), ordinal: 3, leaf: 1)
  static let website = QueryExpression.attribute(QueryPath(), ordinal: 4, leaf: 0)
  static let toOwner = QueryPath(steps: [QueryStep(entity: trip, ordinal: 5)])
  static let toParent = QueryPath(steps: [QueryStep(entity: trip, ordinal: 7)])
  static let tags = 6
  static let parts = 8

  private static func attribute(_ name: String, _ kind: ValueKind) -> PropertyLayout {
    .attribute(AttributeLayout(name: name, shape: .leaf(kind)))
  }

  private static let tripProperties: [PropertyLayout] = [
    attribute("title", .string), attribute("rating", .int64), attribute("isDone", .bool),
    .attribute(
      AttributeLayout(
        name: "size",
        shape: .composite(
          CompositeLayout(elements: [
            AttributeLayout(name: "width", shape: .leaf(.int64)),
            AttributeLayout(name: "length", shape: .leaf(.int64)),
          ])))),
    attribute("website", .uri),
    .relationship(
      RelationshipLayout(
        name: "owner", isOptional: true, isToMany: false, destination: "Person",
        destinationNumber: person, inverseName: "trips", inverseOrdinal: 1)),
    .relationship(
      RelationshipLayout(
        name: "tags", isOptional: false, isToMany: true, destination: "Tag",
        destinationNumber: tag, inverseName: "trips", inverseOrdinal: 1)),
    .relationship(
      RelationshipLayout(
        name: "parent", isOptional: true, isToMany: false, destination: "Trip",
        destinationNumber: trip, inverseName: "parts", inverseOrdinal: 8)),
    .relationship(
      RelationshipLayout(
        name: "parts", isOptional: false, isToMany: true, destination: "Trip",
        destinationNumber: trip, inverseName: "parent", inverseOrdinal: 7)),
  ]

  private static func toTrips(inverse: String, ordinal: Int) -> PropertyLayout {
    .relationship(
      RelationshipLayout(
        name: "trips", isOptional: false, isToMany: true, destination: "Trip",
        destinationNumber: trip, inverseName: inverse, inverseOrdinal: ordinal))
  }

  static let layout = StoreLayout(
    entities: [
      EntityLayout(
        name: "Person", number: person, rootNumber: person,
        properties: [attribute("name", .string), toTrips(inverse: "owner", ordinal: 5)]),
      EntityLayout(
        name: "Trip", number: trip, rootNumber: trip, subentityNumbers: [businessTrip],
        properties: tripProperties),
      EntityLayout(
        name: "BusinessTrip", number: businessTrip, superentityNumber: trip, rootNumber: trip,
        subentityNumbers: [conference], properties: tripProperties,
        inheritedPropertyCount: tripProperties.count),
      EntityLayout(
        name: "Conference", number: conference, superentityNumber: businessTrip,
        rootNumber: trip, properties: tripProperties,
        inheritedPropertyCount: tripProperties.count),
      EntityLayout(
        name: "Tag", number: tag, rootNumber: tag,
        properties: [attribute("na me", .string), toTrips(inverse: "tags", ordinal: 6)]),
    ], versionIdentifiers: [])

  private static let tripMapping: [PropertyMapping] = [
    .attribute(columns: ["ZTITLE"]), .attribute(columns: ["ZRATING"]),
    .attribute(columns: ["ZISDONE"]), .attribute(columns: ["ZWIDTH", "ZLENGTH"]),
    .attribute(columns: ["ZWEBSITE"]), .toOne(column: "ZOWNER", entityColumn: nil),
    .toManyByJoin(table: 0, sourceColumn: "Z_2TRIPS", destinationColumn: "Z_5TAGS"),
    .toOne(column: "ZPARENT", entityColumn: "Z2_PARENT"),
    .toManyByKey(destinationTable: "ZTRIP", column: "ZPARENT", orderColumn: nil),
  ]

  static let mapping = StoreMapping(
    layout: layout,
    entities: [
      EntityMapping(
        number: person, table: "ZPERSON",
        properties: [
          .attribute(columns: ["ZNAME"]),
          .toManyByKey(destinationTable: "ZTRIP", column: "ZOWNER", orderColumn: nil),
        ]),
      EntityMapping(number: trip, table: "ZTRIP", properties: tripMapping),
      EntityMapping(number: businessTrip, table: "ZTRIP", properties: tripMapping),
      EntityMapping(number: conference, table: "ZTRIP", properties: tripMapping),
      EntityMapping(
        number: tag, table: "ZTAG",
        properties: [
          .attribute(columns: ["ZNA ME"]),
          .toManyByJoin(table: 0, sourceColumn: "Z_5TAGS", destinationColumn: "Z_2TRIPS"),
        ]),
    ],
    joinTables: [JoinTableMapping(name: "Z_2TAGS", columns: ["Z_2TRIPS", "Z_5TAGS"])])

  static let planner = SelectPlanner(mapping: mapping)

  /// The condition that a filter of trips becomes, and its bindings.
  static func condition(_ filter: QueryExpression) throws -> SQLStatement {
    let query = StoreQuery(entity: trip, filter: filter, result: .identifiers)
    var statement = try planner.plan(query).statement
    statement.text = statement.text
      .replacing("SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0", with: "")
      .replacing(" ORDER BY t0.Z_PK", with: "")
    if statement.text.hasPrefix(" WHERE ") { statement.text.removeFirst(7) }
    return statement
  }
}
