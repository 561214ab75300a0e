import RelationalStore
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct SelectPlannerTests {
  private typealias Store = SelectTestStore

  private func text(_ query: StoreQuery) throws -> String {
    try Store.planner.plan(query).statement.text
  }

  @Test func rowsHaveTheirColumnsByOrdinal() throws {
    let plan = try Store.planner.plan(StoreQuery(entity: Store.trip))
    #expect(
      plan.statement.text
        == "SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZTITLE, t0.ZRATING, t0.ZISDONE, t0.ZWIDTH, "
        + "t0.ZLENGTH, t0.ZWEBSITE, t0.ZOWNER, t0.ZPARENT, t0.Z2_PARENT FROM ZTRIP t0 "
        + "ORDER BY t0.Z_PK")
    let shape = try #require(plan.shape)
    #expect(shape.firstColumn == [3, 4, 5, 6, 8, 9, -1, 10, -1])
    #expect(shape.columnCount == 12)
    #expect(Store.mapping.rowShape(entity: Store.trip) == shape)
  }

  @Test func entitiesInOneTableAreToldApart() throws {
    let below = try Store.planner.plan(
      StoreQuery(entity: Store.businessTrip, filter: Store.isDone, result: .identifiers)
    ).statement
    #expect(
      below.text
        == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 WHERE t0.Z_ENT IN (?, ?) AND t0.ZISDONE = 1 "
        + "ORDER BY t0.Z_PK")
    #expect(below.bindings == [.integer(3), .integer(4)])
    let root = StoreQuery(entity: Store.trip, includesSubentities: false, result: .count)
    #expect(try text(root) == "SELECT COUNT(*) FROM ZTRIP t0 WHERE t0.Z_ENT = ?")
    let lone = StoreQuery(entity: Store.person, includesSubentities: false, result: .count)
    #expect(try text(lone) == "SELECT COUNT(*) FROM ZPERSON t0")
  }

  @Test func rowsOfSubentitiesHaveTheirColumnsBehind() throws {
    let layout = LayoutBuilder.layout([
      .init(name: "Animal", properties: [attribute("name", .string), toOne("mate", "Animal")]),
      .init(name: "Cat", parent: "Animal", properties: [attribute("lives", .int64)]),
      .init(name: "Lion", parent: "Cat", properties: [attribute("mane", .string)]),
      .init(name: "Stray", parent: "Cat", properties: []),
      .init(name: "Dog", parent: "Animal", properties: [attribute("name1", .string)]),
    ])
    let planner = SelectPlanner(mapping: StoreMapping(layout))
    func number(_ name: String) throws -> Int { try #require(layout.entity(named: name)).number }
    let (animal, cat, lion) = (try number("Animal"), try number("Cat"), try number("Lion"))
    let all = try planner.plan(StoreQuery(entity: animal))
    #expect(
      all.statement.text.hasPrefix(
        "SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZNAME, t0.ZMATE, t0.Z1_MATE, t0.ZLIVES, t0.ZMANE, "
          + "t0.ZNAME1 FROM ZANIMAL t0 ORDER BY"))
    let shape = try #require(all.shape)
    #expect(shape.firstColumn == [3, 4])
    #expect(shape.columnCount == 6)
    #expect(shape.subentityColumns[cat] == [0, 1, 2, 3, 4, 5, 6])
    #expect(shape.subentityColumns[lion] == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(shape.subentityColumns[try number("Stray")] == [0, 1, 2, 3, 4, 5, 6])
    #expect(shape.subentityColumns[try number("Dog")] == [0, 1, 2, 3, 4, 5, 8])
    #expect(shape.subentityColumns[animal] == nil)
    let cats = try #require(try planner.plan(StoreQuery(entity: cat)).shape)
    #expect(cats.firstColumn == [3, 4, 6])
    #expect(cats.subentityColumns.keys.sorted() == [lion, try number("Stray")].sorted())
    let mane = QueryExpression.attribute(
      QueryPath(steps: [QueryStep(entity: animal, ordinal: 1)], subentity: lion), ordinal: 3,
      leaf: 0)
    let found = StoreQuery(entity: animal, filter: .isNull(mane), result: .count)
    #expect(
      try planner.plan(found).statement.text
        == "SELECT COUNT(*) FROM ZANIMAL t0 LEFT JOIN ZANIMAL t1 ON t1.Z_PK = t0.ZMATE "
        + "WHERE t1.ZMANE IS NULL")
    let outside = QueryExpression.attribute(QueryPath(), ordinal: 3, leaf: 0)
    #expect(throws: QueryPlanError.self) {
      try planner.plan(StoreQuery(entity: animal, filter: .isNull(outside)))
    }
  }

  @Test func aDisjunctionStaysWithinTheEntity() throws {
    let filter = QueryExpression.or(Store.isDone, .isNull(Store.rating))
    let query = StoreQuery(entity: Store.conference, filter: filter, result: .count)
    #expect(
      try text(query)
        == "SELECT COUNT(*) FROM ZTRIP t0 WHERE t0.Z_ENT = ? "
        + "AND (t0.ZISDONE = 1 OR t0.ZRATING IS NULL)")
  }

  @Test func everyPathIsJoinedOnce() throws {
    let ownerName = QueryExpression.attribute(Store.toOwner, ordinal: 0, leaf: 0)
    let farName = QueryExpression.attribute(
      Store.toParent.appending(Store.toOwner.steps[0]), ordinal: 0, leaf: 0)
    let query = StoreQuery(
      entity: Store.trip,
      filter: .and(
        .text(.contains, ownerName, .constant(.text("a"))), .not(.isNull(farName))),
      order: [QueryOrder(ownerName, isAscending: false, collation: .localizedStandard)],
      result: .identifiers)
    #expect(
      try text(query)
        == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZOWNER "
        + "LEFT JOIN ZTRIP t2 ON t2.Z_PK = t0.ZPARENT "
        + "LEFT JOIN ZPERSON t3 ON t3.Z_PK = t2.ZOWNER "
        + "WHERE SWIFT_CONTAINS(t1.ZNAME, ?) AND t3.ZNAME IS NOT NULL "
        + "ORDER BY t1.ZNAME COLLATE SWIFT_LOCALIZED DESC, t0.Z_PK")
  }

  @Test func pathsInsideAndOutsideACollectionAreJoinedWhereTheyBelong() throws {
    let inner = QueryExpression.attribute(
      QueryPath(variable: 1, steps: Store.toOwner.steps), ordinal: 0, leaf: 0)
    let outer = QueryExpression.attribute(Store.toOwner, ordinal: 0, leaf: 0)
    let query = StoreQuery(
      entity: Store.trip,
      filter: .exists(
        QueryPath(), relationship: Store.parts, variable: 1, .comparison(.equal, inner, outer)),
      result: .count)
    #expect(
      try text(query)
        == "SELECT COUNT(*) FROM ZTRIP t0 LEFT JOIN ZPERSON t3 ON t3.Z_PK = t0.ZOWNER "
        + "WHERE EXISTS (SELECT 1 FROM ZTRIP t1 LEFT JOIN ZPERSON t2 ON t2.Z_PK = t1.ZOWNER "
        + "WHERE t1.ZPARENT = t0.Z_PK AND +t2.ZNAME IS t3.ZNAME COLLATE SWIFT_CANONICAL)")
  }

  @Test func orderEndsInThePrimaryKey() throws {
    let byTitle = QueryOrder(Store.title, collation: .canonical)
    let byKey = QueryOrder(.primaryKey(QueryPath()), isAscending: false)
    let byRating = QueryOrder(Store.rating)
    let order = { (order: [QueryOrder]) in
      try text(StoreQuery(entity: Store.trip, order: order, result: .identifiers))
        .replacing("SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 ORDER BY ", with: "")
    }
    #expect(try order([]) == "t0.Z_PK")
    #expect(try order([byTitle]) == "t0.ZTITLE COLLATE SWIFT_CANONICAL, t0.Z_PK")
    #expect(try order([byKey, byRating]) == "t0.Z_PK DESC")
    #expect(try order([byRating, byKey]) == "t0.ZRATING, t0.Z_PK DESC")
  }

  @Test func limitAndOffsetAreBoundLast() throws {
    let filter = QueryExpression.comparison(.less, Store.rating, .constant(.integer(5)))
    let query = StoreQuery(
      entity: Store.trip, filter: filter, order: [QueryOrder(Store.rating)], limit: 10, offset: 20,
      result: .identifiers)
    let statement = try Store.planner.plan(query).statement
    #expect(
      statement.text
        == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 WHERE t0.ZRATING < ? "
        + "ORDER BY t0.ZRATING, t0.Z_PK LIMIT ? OFFSET ?")
    #expect(statement.bindings == [.integer(5), .integer(10), .integer(20)])
    var counted = query
    counted.result = .count
    #expect(
      try text(counted)
        == "SELECT COUNT(*) FROM (SELECT 1 FROM ZTRIP t0 WHERE t0.ZRATING < ? LIMIT ? OFFSET ?)")
    let rest = StoreQuery(entity: Store.person, offset: 3, result: .identifiers)
    #expect(try Store.planner.plan(rest).statement.bindings == [.integer(-1), .integer(3)])
  }

  @Test func aQueryThatDoesNotFitTheLayoutIsAnError() {
    let noEntity = StoreQuery(entity: 9)
    let noProperty = StoreQuery(
      entity: Store.person, filter: .isNull(.attribute(QueryPath(), ordinal: 7, leaf: 0)))
    let noAttribute = StoreQuery(
      entity: Store.trip, filter: .isNull(.attribute(QueryPath(), ordinal: 6, leaf: 0)))
    let noVariable = StoreQuery(
      entity: Store.trip, filter: .isNull(.attribute(QueryPath(variable: 4), ordinal: 0, leaf: 0)))
    let noToMany = StoreQuery(
      entity: Store.trip, filter: .exists(QueryPath(), relationship: 0, variable: 1, nil))
    for query in [noEntity, noProperty, noAttribute, noVariable, noToMany] {
      #expect(throws: QueryPlanError.self) { try Store.planner.plan(query) }
    }
  }

  @Test func queriesOfOneFormDifferInTheirBindings() throws {
    func query(_ rating: Int64, _ limit: Int?) -> StoreQuery {
      var query = StoreQuery(
        entity: Store.trip,
        filter: .comparison(.equal, .parameter(0), .attribute(QueryPath(), ordinal: 1, leaf: 0)),
        limit: limit)
      query.parameters = [.integer(rating)]
      return query
    }
    let planner = Store.planner
    let plans = try [(3, 10), (4, 20), (3, nil)].map { try planner.plan(query($0, $1)) }
    #expect(plans[0].statement.text == plans[1].statement.text)
    #expect(plans[0].statement.bindings.suffix(2) == [.integer(3), .integer(10)])
    #expect(plans[1].statement.bindings.suffix(2) == [.integer(4), .integer(20)])
    #expect(!plans[2].statement.text.contains("LIMIT"))
    #expect(plans[0].shape == plans[2].shape && plans[0].shape != nil)
    var constant = query(3, nil)
    constant.filter = constant.filter?.replacingParameters(by: constant.parameters)
    constant.parameters = []
    #expect(try planner.plan(constant).statement == plans[2].statement)
    var lacking = query(3, nil)
    lacking.filter = .comparison(.equal, .primaryKey(QueryPath()), .parameter(1))
    #expect(throws: QueryPlanError.self) { try planner.plan(lacking) }
  }
}
