package import Foundation
package import StoreModel

/// Writes the history rows of one transaction.
package struct HistoryWriter {
  /// What happened to a row, by Core Data's numbers.
  package enum Change: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// Who saves.
  package struct Origin: Sendable {
    package var author: String?
    package var bundleIdentifier: String
    package var processName: String

    package init(author: String?, bundleIdentifier: String, processName: String) {
      self.author = author
      self.bundleIdentifier = bundleIdentifier
      self.processName = processName
    }
  }

  private static let changeEntity = Int64(HistoryTables.changeNumber)
  private static let transactionEntity = Int64(HistoryTables.transactionNumber)
  private static let stringEntity = Int64(HistoryTables.transactionStringNumber)

  private let layout: StoreLayout
  let connection: any SQLConnection
  private let origin: Origin
  private let timestamp: Double
  private var nextChangeKey: Int64 = 0
  /// How many columns for tombstones there are, once it was looked up.
  private var tombstoneColumns: Int?
  /// The transaction's key; given with the first change, so that an empty save leaves no trace.
  package private(set) var transactionKey: Int64?

  package init(
    layout: StoreLayout, connection: any SQLConnection, origin: Origin, timestamp: Date
  ) {
    self.layout = layout
    self.connection = connection
    self.origin = origin
    self.timestamp = timestamp.timeIntervalSinceReferenceDate
  }

  /// Notes one change of each of many rows of an entity.
  ///
  /// `tombstones` has the values that the history keeps of each row, by key; for a deletion only.
  /// `previous` has what the changed columns held before.
  package mutating func note(
    _ change: Change, entity: Int, keys: [Int64], columns: Data? = nil,
    tombstones: [Int64: [StoredValue]] = [:], previous: [Int64: [PreviousValue]] = [:]
  ) throws {
    guard !keys.isEmpty else { return }
    let transaction = try begin()
    try notePrevious(previous, of: keys, firstChange: nextChangeKey)
    let tombstoneCount = tombstones.values.first?.count ?? 0
    if tombstoneCount > 0 { try makeTombstoneColumns(tombstoneCount) }
    let names = (0..<tombstoneCount).map { ", \(Tombstones.column($0))" }.joined()
    // Entity numbers, kinds of change and the transaction are no data of the user's.
    let insert =
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, "
      + "ZCOLUMNS\(names))"
    let constants = "\(Self.changeEntity), \(change.rawValue), \(entity)"
    let bits = columns.map(StoredValue.blob) ?? .null
    if tombstoneCount == 0, keys.count >= KeyList.minimumCount {
      let statement =
        "\(insert) SELECT ? + key, \(constants), value, \(transaction), ? FROM json_each(?)"
      for list in KeyList.lists(of: keys) {
        try connection.execute(
          SQLStatement(statement, bindings: [.integer(nextChangeKey), bits, list.array]))
        nextChangeKey += Int64(list.keys.count)
      }
    } else {
      let noTombstones = [StoredValue](repeating: .null, count: tombstoneCount)
      let bindings = keys.enumerated().flatMap { index, key in
        [.integer(nextChangeKey + Int64(index)), .integer(key), bits]
          + (tombstoneCount > 0 ? tombstones[key] ?? noTombstones : [])
      }
      try connection.executeBatch(
        "\(insert) VALUES (?, \(constants), ?, \(transaction), ?"
          + String(repeating: ", ?", count: tombstoneCount) + ")",
        rows: keys.count, bindings: bindings)
      nextChangeKey += Int64(keys.count)
    }
  }

  /// Records the highest key given to a change.
  package mutating func finish() throws {
    guard transactionKey != nil else { return }
    try setMaximum(nextChangeKey - 1, of: Self.changeEntity)
  }

  /// The bitmap of changed properties.
  package func columnBits(entity: Int, ordinals: Set<Int>) -> Data {
    HistoryColumns.bits(of: ordinals, entity: entity, in: layout)
  }

  private mutating func begin() throws -> Int64 {
    if let transactionKey { return transactionKey }
    if try storedMaximum(of: Self.transactionEntity) == nil {
      try makeTables()
      for statement in HistoryTables.primaryKeyRows { try connection.execute(statement) }
    }
    let transaction = try nextKey(of: Self.transactionEntity, in: "ATRANSACTION")
    nextChangeKey = try maximum(of: Self.changeEntity, in: "ACHANGE") + 1
    let author = try origin.author.map(intern)
    let bundle = try intern(origin.bundleIdentifier)
    let process = try intern(origin.processName)
    try connection.execute(
      SQLStatement(
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) "
          + "VALUES (?, \(Self.transactionEntity), ?, ?, ?, ?)",
        bindings: [
          .integer(transaction), author.map(StoredValue.integer) ?? .null, .integer(bundle),
          .integer(process), .real(timestamp),
        ]))
    transactionKey = transaction
    return transaction
  }

  /// The key of a string in the table of strings, added if it is new.
  private func intern(_ name: String) throws -> Int64 {
    let found = try connection.query(
      SQLStatement(
        "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", bindings: [.text(name)]))
    if found.rowCount > 0 { return found.integer(row: 0, column: 0) }
    let key = try nextKey(of: Self.stringEntity, in: "ATRANSACTIONSTRING")
    try connection.execute(
      SQLStatement(
        "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(Self.stringEntity), ?)",
        bindings: [.integer(key), .text(name)]))
    return key
  }

  /// Makes the tables in a store that was made without history, as stores of plain Core Data are.
  private func makeTables() throws {
    let found = try connection.query(
      SQLStatement("SELECT 1 FROM sqlite_master WHERE name = 'ACHANGE'"))
    guard found.rowCount == 0 else { return }
    let tombstones = Tombstones.columnCount(of: layout)
    for statement in HistoryTables.definitions(tombstones: tombstones) {
      try connection.execute(statement)
    }
  }

  /// Makes the columns for tombstones in a store whose history was made without.
  private mutating func makeTombstoneColumns(_ count: Int) throws {
    let present = try tombstoneColumns ?? connection.tombstoneColumnCount()
    for index in present..<max(count, present) {
      try connection.execute(
        SQLStatement("ALTER TABLE ACHANGE ADD COLUMN \(Tombstones.column(index)) BLOB"))
    }
    tombstoneColumns = max(count, present)
  }

  private func nextKey(of entity: Int64, in table: String) throws -> Int64 {
    let key = try maximum(of: entity, in: table) + 1
    try setMaximum(key, of: entity)
    return key
  }

  /// The highest key of a table, even if other tools have added rows without counting it up.
  private func maximum(of entity: Int64, in table: String) throws -> Int64 {
    let found = try connection.query(SQLStatement("SELECT max(Z_PK) FROM \(table)"))
    return max(try storedMaximum(of: entity) ?? 0, found.integer(row: 0, column: 0))
  }

  private func storedMaximum(of entity: Int64) throws -> Int64? {
    let found = try connection.query(
      SQLStatement(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", bindings: [.integer(entity)]))
    return found.rowCount > 0 ? found.integer(row: 0, column: 0) : nil
  }

  private func setMaximum(_ maximum: Int64, of entity: Int64) throws {
    try connection.execute(
      SQLStatement(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
        bindings: [.integer(maximum), .integer(entity)]))
  }
}
