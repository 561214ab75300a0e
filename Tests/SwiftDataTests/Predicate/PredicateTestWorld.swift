import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import StoreModelTestSupport
import Testing

@testable import SwiftData

/// Models in memory and the same in a database, full of nil, odd text and extreme numbers.
struct PredicateTestWorld {
  let journeys: [Journey]
  let hotels: [Hotel]
  let labels: [Label]
  let database: SQLiteConnection

  static let texts = [
    "", "a", "A", "abc", "ABC", "café", "cafe\u{301}", "CAFE", "e", "\u{e9}", "e\u{301}", "K",
    "\u{212A}",
    "Zürich", "Zu\u{308}rich", "東京", "\u{F900}", "\u{8C48}", "ＡＢ", "10", "9", "file2", "file10",
    "a\r\nb", "\n", "x;y", "x\u{37E}y", "Ω", "\u{2126}", "각", "\u{1100}\u{1161}\u{11A8}",
    "\u{1F1E9}\u{1F1EA}", "a\u{0}b", "q\u{307}\u{323}", "q\u{323}\u{307}", "straße", "STRASSE",
  ]
  static let integers = [0, 1, -1, 2, 3, 5, 10, -7, .max, .min, .max - 1]
  static let reals = [0, -0.0, 1, 1.5, -2.25, 1e300, -1e300, .infinity, -.infinity, 0.1, 2]

  init(seed: UInt64, count: Int) throws {
    var random = SeededGenerator(seed: seed)
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    hotels = (1...4).map { key in
      let hotel = Hotel()
      hotel.key = Int64(key)
      hotel.name = pick(Self.texts)
      hotel.address = maybe(pick(Self.texts))
      hotel.stars = pick(Self.reals + [.nan])
      return hotel
    }
    labels = (1...4).map { key in
      let label = Label()
      label.key = Int64(key)
      label.text = pick(Self.texts)
      return label
    }
    journeys = (1...max(1, count)).map { _ in Journey() }
    for (index, journey) in journeys.enumerated() {
      journey.key = Int64(index + 1)
      journey.title = pick(Self.texts)
      journey.note = maybe(pick(Self.texts))
      journey.rating = pick(Self.integers)
      journey.score = maybe(pick(Self.integers))
      journey.small = pick([0, 1, -1, 5, 100, .max, .min])
      journey.big = pick([0, 1, 5, .max, 1 << 63, (1 << 63) - 1, .max - 3])
      journey.cost = pick(Self.reals + [.nan])
      journey.budget = maybe(pick(Self.reals))
      journey.start = Date(timeIntervalSinceReferenceDate: pick([0, 1, 1.5, -3, 1e9]))
      journey.end = maybe(Date(timeIntervalSinceReferenceDate: pick([0, 1, 1.5, -3, 1e9])))
      journey.isDone = pick([true, false])
      journey.isPaid = maybe(pick([true, false]))
      journey.code = UUID(
        uuid: (UInt8(index % 3), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index % 2)))
      journey.kind = maybe(pick(JourneyKind.allCases))
      journey.price = pick([0, 1, Decimal(string: "0.1") ?? 0, -5, 100])
      journey.hotel = maybe(pick(hotels))
      journey.labels = labels.filter { _ in
        Bool.random(using: &random) && Bool.random(using: &random)
      }
      journey.hotel?.trips.append(journey)
      for label in journey.labels { label.journeys.append(journey) }
    }
    database = try SQLiteConnection(.memory)
    try QueryFunctionRegistration.register(on: database)
    try fill()
  }

  private func fill() throws {
    try database.executeScript(
      """
      CREATE TABLE ZHOTEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZNAME VARCHAR, ZADDRESS VARCHAR, ZSTARS FLOAT);
      CREATE TABLE ZLABEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);
      CREATE TABLE Z_2LABELS (Z_2JOURNEYS INTEGER, Z_3LABELS INTEGER,
        PRIMARY KEY (Z_2JOURNEYS, Z_3LABELS));
      CREATE TABLE ZJOURNEY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZTITLE VARCHAR, ZNOTE VARCHAR, ZRATING INTEGER, ZSCORE INTEGER, ZSMALL INTEGER,
        ZBIG INTEGER, ZCOST FLOAT, ZBUDGET FLOAT, ZSTART TIMESTAMP, ZEND TIMESTAMP,
        ZISDONE INTEGER, ZISPAID INTEGER, ZCODE BLOB, ZKIND INTEGER, ZPRICE DECIMAL,
        ZHOTEL INTEGER);
      CREATE INDEX ZJOURNEY_ZRATING ON ZJOURNEY (ZRATING COLLATE BINARY ASC);
      CREATE INDEX ZJOURNEY_ZTITLE ON ZJOURNEY (ZTITLE COLLATE BINARY ASC);
      CREATE INDEX ZJOURNEY_ZHOTEL_INDEX ON ZJOURNEY (ZHOTEL);
      """)
    for hotel in hotels {
      try insert(
        "ZHOTEL",
        [
          .integer(hotel.key), .integer(1), .integer(1), .text(hotel.name), text(hotel.address),
          real(hotel.stars),
        ])
    }
    for label in labels {
      try insert("ZLABEL", [.integer(label.key), .integer(3), .integer(1), .text(label.text)])
    }
    for journey in journeys { try insert(journey) }
  }

  private func insert(_ journey: Journey) throws {
    func date(_ date: Date?) -> StoredValue { real(date?.timeIntervalSinceReferenceDate) }
    try insert(
      "ZJOURNEY",
      [
        .integer(journey.key), .integer(2), .integer(1), .text(journey.title),
        text(journey.note), .integer(Int64(journey.rating)), integer(journey.score),
        .integer(Int64(journey.small)), .integer(Int64(bitPattern: journey.big)),
        real(journey.cost), real(journey.budget), date(journey.start), date(journey.end),
        .integer(journey.isDone ? 1 : 0), integer(journey.isPaid.map { $0 ? 1 : 0 }),
        .blob(journey.code.bigEndianBytes), integer(journey.kind?.rawValue),
        journey.price.storedValue, integer(journey.hotel.map { Int($0.key) }),
      ])
    for label in journey.labels {
      try insert("Z_2LABELS", [.integer(journey.key), .integer(label.key)])
    }
  }

  private func text(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }
  private func real(_ real: Double?) -> StoredValue {
    real.map { $0.isNaN ? .null : .real($0) } ?? .null
  }
  private func integer(_ integer: Int?) -> StoredValue {
    integer.map { .integer(Int64($0)) } ?? .null
  }

  private func insert(_ table: String, _ values: [StoredValue]) throws {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    try database.execute(SQLStatement("INSERT INTO \(table) VALUES (\(marks))", bindings: values))
  }

  /// The keys of the journeys that a store says satisfy a predicate.
  func keys(
    _ predicate: Predicate<Journey>, expectsWhole: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int64] {
    let translated = PredicateTranslator.translate(
      predicate, entity: PredicateTestStore.journey, resolver: PredicateTestResolver())
    #expect(
      translated.needsEvaluation == !expectsWhole, "\(translated.reasons)",
      sourceLocation: sourceLocation)
    let planner = SelectPlanner(mapping: PredicateTestStore.mapping)
    let query = StoreQuery(
      entity: PredicateTestStore.journey, filter: translated.filter, result: .identifiers)
    let page = try database.query(planner.plan(query).statement)
    var keys = (0..<page.rowCount).map { page.integer(row: $0, column: 0) }
    let counted = StoreQuery(
      entity: PredicateTestStore.journey, filter: translated.filter, result: .count)
    let count = try database.value(planner.plan(counted).statement)
    #expect(count == .integer(Int64(keys.count)), sourceLocation: sourceLocation)
    if translated.needsEvaluation {
      keys = keys.filter { predicate.matches(journeys[Int($0) - 1]) }
    }
    return keys
  }

  /// Checks a predicate and its negation against what Swift says.
  func check(
    _ predicate: Predicate<Journey>, not negation: Predicate<Journey>? = nil,
    expectsWhole: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let stored = try keys(predicate, expectsWhole: expectsWhole, sourceLocation: sourceLocation)
    let expected = journeys.filter { predicate.matches($0) }.map(\.key)
    #expect(
      stored == expected,
      "\(sqlText(predicate))", sourceLocation: sourceLocation)
  }

  func sqlText(_ predicate: Predicate<Journey>) -> String {
    let translated = PredicateTranslator.translate(
      predicate, entity: PredicateTestStore.journey, resolver: PredicateTestResolver())
    let query = StoreQuery(
      entity: PredicateTestStore.journey, filter: translated.filter, result: .identifiers)
    let statement = try? SelectPlanner(mapping: PredicateTestStore.mapping).plan(query).statement
    let text = statement?.text ?? "no plan"
    return text.replacing("SELECT t0.Z_PK, t0.Z_ENT FROM ", with: "")
      .replacing(" ORDER BY t0.Z_PK", with: "")
  }
}
