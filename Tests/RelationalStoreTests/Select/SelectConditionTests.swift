import Foundation
import RelationalStore
import StoreModel
import Testing

/// The text of conditions: none may let SQL's third truth value show, and none holds a value.
@Suite struct SelectConditionTests {
  private typealias Store = SelectTestStore

  struct Case: CustomTestStringConvertible {
    var filter: QueryExpression
    var text: String
    var bindings: [StoredValue]

    init(_ filter: QueryExpression, _ text: String, _ bindings: StoredValue...) {
      self.filter = filter
      self.text = text
      self.bindings = bindings
    }

    var testDescription: String { text }
  }

  private static let five = QueryExpression.constant(.integer(5))
  private static let rating = Store.rating
  private static let title = Store.title

  static let comparisons = [
    Case(.comparison(.less, rating, five), "t0.ZRATING < ?", .integer(5)),
    Case(
      .not(.comparison(.less, rating, five)), "t0.ZRATING >= ? OR t0.ZRATING IS NULL",
      .integer(5)),
    Case(.comparison(.equal, rating, five), "t0.ZRATING = ?", .integer(5)),
    Case(.comparison(.equal, five, rating), "t0.ZRATING = ?", .integer(5)),
    Case(.comparison(.notEqual, rating, five), "t0.ZRATING IS NOT ?", .integer(5)),
    Case(.not(.comparison(.notEqual, rating, five)), "t0.ZRATING = ?", .integer(5)),
    Case(.comparison(.equal, rating, .null), "t0.ZRATING IS NULL"),
    Case(.comparison(.notEqual, .null, rating), "t0.ZRATING IS NOT NULL"),
    Case(.comparison(.equal, rating, Store.length), "t0.ZRATING IS t0.ZLENGTH"),
    Case(.comparison(.notEqual, rating, Store.length), "t0.ZRATING IS NOT t0.ZLENGTH"),
    Case(
      .not(.comparison(.greater, rating, Store.length)),
      "t0.ZRATING <= t0.ZLENGTH OR t0.ZRATING IS NULL OR t0.ZLENGTH IS NULL"),
    Case(.isNull(rating), "t0.ZRATING IS NULL"),
    Case(.not(.isNull(rating)), "t0.ZRATING IS NOT NULL"),
    Case(Store.isDone, "t0.ZISDONE = 1"),
    Case(.not(Store.isDone), "t0.ZISDONE IS NOT 1"),
    Case(.alwaysFalse, "FALSE"),
    Case(
      .and(Store.isDone, .or(.isNull(rating), .comparison(.less, rating, five))),
      "t0.ZISDONE = 1 AND (t0.ZRATING IS NULL OR t0.ZRATING < ?)", .integer(5)),
    Case(
      .not(.and(Store.isDone, .or(.isNull(rating), .comparison(.less, rating, five)))),
      "t0.ZISDONE IS NOT 1 OR (t0.ZRATING IS NOT NULL AND "
        + "(t0.ZRATING >= ? OR t0.ZRATING IS NULL))", .integer(5)),
    Case(
      .comparison(.equal, .comparison(.less, rating, five), Store.isDone),
      "((t0.ZRATING < ?) IS TRUE) = t0.ZISDONE", .integer(5)),
    Case(
      .comparison(.less, .coalesce(rating, five), five), "COALESCE(t0.ZRATING, ?) < ?",
      .integer(5), .integer(5)),
    Case(
      .conditional(Store.isDone, then: .isNull(rating), else: .comparison(.less, rating, five)),
      "CASE WHEN t0.ZISDONE = 1 THEN t0.ZRATING IS NULL ELSE t0.ZRATING < ? END", .integer(5)),
    Case(
      .not(.overflows(.arithmetic(.add, rating, five))),
      "NOT (typeof((t0.ZRATING + ?)) = 'real')", .integer(5)),
    Case(.comparison(.equal, .negate(rating), five), "(- t0.ZRATING) = ?", .integer(5)),
  ]

  @Test(arguments: comparisons)
  func comparisonsAreExactAndPlain(_ example: Case) throws {
    let condition = try Store.condition(example.filter)
    #expect(condition.text == example.text)
    #expect(condition.bindings == example.bindings)
  }

  static let texts = [
    Case(.comparison(.equal, title, text("Rome")), "t0.ZTITLE = ?", .text("Rome")),
    Case(
      .comparison(.equal, title, text("Kyoto")), "t0.ZTITLE IN (?, ?)", .text("Kyoto"),
      .text("\u{212A}yoto")),
    Case(
      .comparison(.notEqual, title, text("Kyoto")),
      "t0.ZTITLE NOT IN (?, ?) OR t0.ZTITLE IS NULL", .text("Kyoto"), .text("\u{212A}yoto")),
    Case(.comparison(.equal, title, text("Москва")), "t0.ZTITLE = ?", .text("Москва")),
    Case(
      .comparison(.equal, title, text("Zürich")),
      "t0.ZTITLE >= ? AND t0.ZTITLE < ? AND +t0.ZTITLE = ? COLLATE SWIFT_CANONICAL",
      .text("Z"), .text("["), .text("Zürich")),
    Case(
      .comparison(.notEqual, title, text("Zürich")),
      "+t0.ZTITLE IS NOT ? COLLATE SWIFT_CANONICAL", .text("Zürich")),
    Case(
      .comparison(.equal, title, text("Übersee")), "+t0.ZTITLE = ? COLLATE SWIFT_CANONICAL",
      .text("Übersee")),
    Case(.comparison(.equal, Store.website, text("é")), "t0.ZWEBSITE = ?", .text("é")),
    Case(
      .comparison(.less, title, text("b")), "t0.ZTITLE < ? COLLATE SWIFT_CANONICAL", .text("b")),
    Case(
      .text(.hasPrefix, title, text("Ro")),
      "t0.ZTITLE >= ? AND t0.ZTITLE < ? AND SWIFT_STARTS(t0.ZTITLE, ?)", .text("Ro"),
      .text("Rp"), .text("Ro")),
    Case(
      .not(.text(.hasPrefix, title, text("Ro"))), "NOT SWIFT_STARTS(t0.ZTITLE, ?)", .text("Ro")),
    Case(.text(.hasPrefix, title, text("")), "SWIFT_STARTS(t0.ZTITLE, ?)", .text("")),
    Case(.text(.contains, title, text("o")), "SWIFT_CONTAINS(t0.ZTITLE, ?)", .text("o")),
    Case(
      .or(Store.isDone, .not(.text(.localizedStandardContains, title, text("o")))),
      "t0.ZISDONE = 1 OR NOT SWIFT_LOCALIZED_CONTAINS(t0.ZTITLE, ?)", .text("o")),
    Case(
      .comparison(.greater, .textLength(title), five), "SWIFT_LENGTH(t0.ZTITLE) > ?",
      .integer(5)),
  ]

  private static func text(_ text: String) -> QueryExpression { .constant(.text(text)) }

  @Test(arguments: texts)
  func textIsComparedAsSwiftDoesWithAnIndexWherePossible(_ example: Case) throws {
    let condition = try Store.condition(example.filter)
    #expect(condition.text == example.text)
    // Strings that are equal in Swift may differ in bytes, so the bytes are compared.
    let bytes = condition.bindings.map(Self.bytes)
    #expect(bytes == example.bindings.map(Self.bytes))
  }

  private static func bytes(_ value: StoredValue) -> [UInt8] {
    if case .text(let text) = value { Array(text.utf8) } else { Array("\(value)".utf8) }
  }

  static let memberships = [
    Case(.membership(rating, []), "FALSE"),
    Case(.not(.membership(rating, [])), "TRUE"),
    Case(.membership(rating, [.null]), "t0.ZRATING IS NULL"),
    Case(.not(.membership(rating, [.null])), "t0.ZRATING IS NOT NULL"),
    Case(.membership(rating, [.integer(1)]), "t0.ZRATING = ?", .integer(1)),
    Case(
      .membership(rating, [.integer(1), .integer(2), .integer(3)]),
      "t0.ZRATING IN (?, ?, ?, ?)", .integer(1), .integer(2), .integer(3), .integer(3)),
    Case(
      .membership(rating, [.integer(1), .null, .integer(2)]),
      "t0.ZRATING IN (?, ?) OR t0.ZRATING IS NULL", .integer(1), .integer(2)),
    Case(
      .not(.membership(rating, [.integer(1), .integer(2)])),
      "t0.ZRATING NOT IN (?, ?) OR t0.ZRATING IS NULL", .integer(1), .integer(2)),
    Case(
      .not(.membership(rating, [.integer(1), .integer(2), .null])),
      "t0.ZRATING NOT IN (?, ?)", .integer(1), .integer(2)),
    Case(
      .membership(title, [.text("a"), .text("é")]),
      "t0.ZTITLE = ? OR +t0.ZTITLE COLLATE SWIFT_CANONICAL = ?", .text("a"), .text("é")),
    Case(
      .and(Store.isDone, .not(.membership(title, [.text("a"), .text("é")]))),
      "t0.ZISDONE = 1 AND ((t0.ZTITLE <> ? AND +t0.ZTITLE COLLATE SWIFT_CANONICAL <> ?) "
        + "OR t0.ZTITLE IS NULL)", .text("a"), .text("é")),
    Case(
      .membership(.primaryKey(QueryPath()), [.integer(8), .integer(9)]),
      "t0.Z_PK IN (?, ?)", .integer(8), .integer(9)),
    Case(
      .not(.membership(.primaryKey(QueryPath()), [.integer(8), .integer(9)])),
      "t0.Z_PK NOT IN (?, ?)", .integer(8), .integer(9)),
  ]

  @Test(arguments: memberships)
  func membershipCountsNilAsAMemberOnlyWhereItIsOne(_ example: Case) throws {
    let condition = try Store.condition(example.filter)
    #expect(condition.text == example.text)
    #expect(condition.bindings == example.bindings)
  }

  @Test func manyConstantsTravelInOneBinding() throws {
    let integers = (1...1_000).map { StoredValue.integer($0) }
    let condition = try Store.condition(.membership(Self.rating, integers))
    #expect(condition.text == "t0.ZRATING IN (SELECT value FROM json_each(?))")
    #expect(condition.bindings.count == 1)
  }

  private static let owner = QueryExpression.attribute(Store.toOwner, ordinal: 0, leaf: 0)

  static let paths = [
    Case(.isNull(.primaryKey(Store.toOwner)), "t0.ZOWNER IS NULL"),
    Case(
      .comparison(.equal, .primaryKey(Store.toOwner), five), "t0.ZOWNER = ?", .integer(5)),
    Case(
      .comparison(.equal, .entityNumber(Store.toParent), five), "t0.Z2_PARENT = ?",
      .integer(5)),
    Case(
      .exists(QueryPath(), relationship: Store.parts, variable: 1, nil),
      "EXISTS (SELECT 1 FROM ZTRIP t1 WHERE t1.ZPARENT = t0.Z_PK)"),
    Case(
      .not(.exists(QueryPath(), relationship: Store.tags, variable: 1, nil)),
      "NOT EXISTS (SELECT 1 FROM Z_2TAGS t1 WHERE t1.Z_2TRIPS = t0.Z_PK)"),
    Case(
      .exists(
        QueryPath(), relationship: Store.tags, variable: 1,
        .isNull(.attribute(QueryPath(variable: 1), ordinal: 0, leaf: 0))),
      "EXISTS (SELECT 1 FROM Z_2TAGS t1 JOIN ZTAG t2 ON t2.Z_PK = t1.Z_5TAGS "
        + "WHERE t1.Z_2TRIPS = t0.Z_PK AND t2.\"ZNA ME\" IS NULL)"),
    Case(
      .comparison(
        .greater,
        .countWhere(
          QueryPath(), relationship: Store.parts, variable: 1,
          .comparison(
            .less, .attribute(QueryPath(variable: 1), ordinal: 1, leaf: 0), rating)), five),
      "(SELECT COUNT(*) FROM ZTRIP t1 WHERE t1.ZPARENT = t0.Z_PK "
        + "AND t1.ZRATING < t0.ZRATING) > ?", .integer(5)),
    Case(
      .exists(Store.toParent, relationship: Store.tags, variable: 1, nil),
      "EXISTS (SELECT 1 FROM Z_2TAGS t1 WHERE t1.Z_2TRIPS = t0.ZPARENT)"),
  ]

  @Test(arguments: paths)
  func relationshipsAreFollowedWithoutNeedlessJoins(_ example: Case) throws {
    let condition = try Store.condition(example.filter)
    #expect(condition.text == example.text)
    #expect(condition.bindings == example.bindings)
  }
}
