package import Foundation
package import StoreModel

/// Reads and deletes the rows that `HistoryWriter` and Core Data write.
package struct HistoryReader {
  /// What one save changed.
  package struct Transaction: Sendable {
    package var key: Int64
    /// Seconds since the reference date.
    package var timestamp: Double
    package var author: String?
    package var bundleIdentifier: String
    package var processName: String
    package var changes: [Change] = []
  }

  /// What happened to one row.
  package struct Change: Sendable {
    package var key: Int64
    package var kind: HistoryWriter.Change
    package var entity: Int
    package var primaryKey: Int64
    /// The bitmap of changed properties of an update.
    package var columns: Data?
    /// What is kept of a deleted row, in the order of `Tombstones.slots`.
    package var tombstone: [StoredValue] = []
    /// What the changed columns held before, where the store keeps it.
    package var previous: [PreviousValue] = []
  }

  private let connection: any SQLConnection
  /// A store of plain Core Data has no history before its first save here.
  private let hasTables: Bool
  /// Whether a save has kept what columns held before.
  private let hasPreviousValues: Bool

  package init(connection: any SQLConnection) throws {
    self.connection = connection
    let page = try connection.query(
      SQLStatement(
        "SELECT name FROM sqlite_master WHERE type = 'table' "
          + "AND name IN ('ATRANSACTION', '\(PreviousValues.table)')"))
    let names = (0..<page.rowCount).map { page.text(row: $0, column: 0) }
    hasTables = names.contains("ATRANSACTION")
    hasPreviousValues = names.contains(PreviousValues.table)
  }

  /// The first transactions of a range of keys with their changes, in the order they were made.
  package func transactions(
    _ keys: ClosedRange<Int64>, limit: Int
  ) throws -> [Transaction] {
    guard hasTables else { return [] }
    var transactions = try heads(keys, limit: limit)
    guard let first = transactions.first, let last = transactions.last else { return [] }
    let tombstones = try connection.tombstoneColumnCount()
    let names = (0..<tombstones).map { ", \(Tombstones.column($0))" }.joined()
    let page = try connection.query(
      SQLStatement(
        "SELECT Z_PK, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS\(names) "
          + "FROM ACHANGE WHERE ZTRANSACTIONID BETWEEN ? AND ? ORDER BY ZTRANSACTIONID, Z_PK",
        bindings: [.integer(first.key), .integer(last.key)]))
    let previous = try previousValues(first.key...last.key)
    var index = 0
    for row in 0..<page.rowCount {
      let transaction = page.integer(row: row, column: 1)
      while index < transactions.count, transactions[index].key < transaction { index += 1 }
      guard index < transactions.count, transactions[index].key == transaction,
        let kind = HistoryWriter.Change(rawValue: page.integer(row: row, column: 2))
      else { continue }
      transactions[index].changes.append(
        Change(
          key: page.integer(row: row, column: 0), kind: kind,
          entity: Int(page.integer(row: row, column: 3)),
          primaryKey: page.integer(row: row, column: 4),
          columns: page.bytes(row: row, column: 5),
          tombstone: kind == .delete
            ? (0..<tombstones).map { page.value(row: row, column: 6 + $0) } : [],
          previous: previous[page.integer(row: row, column: 0)] ?? []))
    }
    return transactions
  }

  /// By change: what columns held before, in a range of transactions.
  private func previousValues(
    _ keys: ClosedRange<Int64>
  ) throws -> [Int64: [PreviousValue]] {
    guard hasPreviousValues else { return [:] }
    let page = try connection.query(
      SQLStatement(
        "SELECT ZCHANGE, ZPROPERTY, ZPART, ZVALUE FROM \(PreviousValues.table) WHERE ZCHANGE IN "
          + "(SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID BETWEEN ? AND ?)",
        bindings: [.integer(keys.lowerBound), .integer(keys.upperBound)]))
    var values: [Int64: [PreviousValue]] = [:]
    for row in 0..<page.rowCount {
      values[page.integer(row: row, column: 0), default: []].append(
        PreviousValue(
          property: page.text(row: row, column: 1), part: Int(page.integer(row: row, column: 2)),
          value: page.value(row: row, column: 3)))
    }
    return values
  }

  /// The keys of the oldest transaction that is kept and of the newest that ever was; the oldest is
  /// nil if none is kept.
  package func extent() throws -> (oldest: Int64?, newest: Int64) {
    guard hasTables else { return (nil, 0) }
    let page = try connection.query(
      SQLStatement(
        "SELECT (SELECT min(Z_PK) FROM ATRANSACTION), max("
          + "coalesce((SELECT max(Z_PK) FROM ATRANSACTION), 0), "
          + "coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY "
          + "WHERE Z_ENT = \(HistoryTables.transactionNumber)), 0))"))
    let oldest = page.storageClass(row: 0, column: 0) == .integer
    return (oldest ? page.integer(row: 0, column: 0) : nil, page.integer(row: 0, column: 1))
  }

  /// How the history has grown after a place.
  package struct Tally: Sendable {
    /// The newest transaction.
    package var newest: Int64
    /// How many of the transactions match.
    package var matching: Int
    /// Whether all transactions after the place are still there.
    package var isComplete: Bool
  }

  /// Counts the transactions after a place that have changed entities of certain numbers, nil for any,
  /// by certain authors, none for anybody.
  package func tally(
    after place: Int64, families: [ClosedRange<Int>]?, authors: [String]
  ) throws -> Tally {
    let newest = try extent().newest
    guard newest > place else { return Tally(newest: newest, matching: 0, isComplete: true) }
    var conditions: [String] = []
    var bindings: [StoredValue] = []
    if !authors.isEmpty {
      let marks = authors.map { _ in "?" }.joined(separator: ", ")
      conditions.append(
        "coalesce(t.ZAUTHOR, (SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.ZAUTHORTS)) "
          + "IN (\(marks))")
      bindings += authors.map(StoredValue.text)
    }
    if let families {
      let tests = families.map { _ in "c.ZENTITY BETWEEN ? AND ?" }.joined(separator: " OR ")
      conditions.append(
        "EXISTS (SELECT 1 FROM ACHANGE c WHERE c.ZTRANSACTIONID = t.Z_PK AND (\(tests)))")
      bindings += families.flatMap {
        [.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))]
      }
    }
    let match = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
    let page = try connection.query(
      SQLStatement(
        "SELECT count(*), coalesce(sum(\(match)), 0) FROM ATRANSACTION t "
          + "WHERE t.Z_PK BETWEEN ? AND ?",
        bindings: bindings + [.integer(place + 1), .integer(newest)]))
    return Tally(
      newest: newest, matching: Int(page.integer(row: 0, column: 1)),
      isComplete: page.integer(row: 0, column: 0) == newest - place)
  }

  /// Deletes transactions with their changes.
  ///
  /// Keys are not given out again, so that it can be told what is missing.
  package func delete(_ keys: [Int64]) throws {
    let bindings = keys.map(StoredValue.integer)
    if hasPreviousValues {
      try connection.executeBatch(
        "DELETE FROM \(PreviousValues.table) WHERE ZCHANGE IN "
          + "(SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID = ?)",
        rows: keys.count, bindings: bindings)
    }
    try connection.executeBatch(
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?", rows: keys.count, bindings: bindings)
    try connection.executeBatch(
      "DELETE FROM ATRANSACTION WHERE Z_PK = ?", rows: keys.count, bindings: bindings)
  }

  /// Deletes all transactions up to one, with their changes.
  package func delete(upTo last: Int64) throws {
    let previous =
      "DELETE FROM \(PreviousValues.table) WHERE ZCHANGE IN "
      + "(SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID <= ?)"
    for statement in (hasPreviousValues ? [previous] : []) + [
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID <= ?", "DELETE FROM ATRANSACTION WHERE Z_PK <= ?",
    ] {
      try connection.execute(SQLStatement(statement, bindings: [.integer(last)]))
    }
  }

  /// The first transaction that was not made before a moment; the one after the newest if there is none.
  package func firstTransaction(since date: Date) throws -> Int64 {
    let page = try connection.query(
      SQLStatement(
        "SELECT min(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?",
        bindings: [.real(date.timeIntervalSinceReferenceDate)]))
    guard page.storageClass(row: 0, column: 0) == .integer else { return try extent().newest + 1 }
    return page.integer(row: 0, column: 0)
  }

  private func heads(_ keys: ClosedRange<Int64>, limit: Int) throws -> [Transaction] {
    let page = try connection.query(
      SQLStatement(
        "SELECT t.Z_PK, t.ZTIMESTAMP, coalesce(t.ZAUTHOR, a.ZNAME), "
          + "coalesce(t.ZBUNDLEID, b.ZNAME, ''), coalesce(t.ZPROCESSID, p.ZNAME, '') "
          + "FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS "
          + "LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS "
          + "LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS "
          + "WHERE t.Z_PK BETWEEN ? AND ? ORDER BY t.Z_PK LIMIT ?",
        bindings: [
          .integer(keys.lowerBound), .integer(keys.upperBound), .integer(Int64(limit)),
        ]))
    return (0..<page.rowCount).map { row in
      let author = page.value(row: row, column: 2)
      return Transaction(
        key: page.integer(row: row, column: 0), timestamp: page.number(row: row, column: 1),
        author: author == .null ? nil : page.text(row: row, column: 2),
        bundleIdentifier: page.text(row: row, column: 3),
        processName: page.text(row: row, column: 4))
    }
  }
}

extension RowPage {
  /// The bytes of a cell, or nil if it holds none.
  func bytes(row: Int, column: Int) -> Data? {
    guard storageClass(row: row, column: column) == .blob else { return nil }
    return Data(byteSlice(row: row, column: column))
  }

  /// A cell as a real; other writers may have left an integer.
  fileprivate func number(row: Int, column: Int) -> Double {
    switch storageClass(row: row, column: column) {
    case .real: Double(bitPattern: payload(row: row, column: column))
    case .integer: Double(integer(row: row, column: column))
    case .null, .text, .blob: 0
    }
  }
}
