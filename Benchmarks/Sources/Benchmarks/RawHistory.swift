import CRawSQLite
import Foundation

/// Writes the history rows that a save of SwiftData writes, so that both sides write the same.
final class RawHistory {
  enum Change: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  private let change: RawStatement
  private let transaction: Int64

  /// Begins the history of one transaction.
  init(_ database: RawDatabase) throws {
    let last = try database.prepare("SELECT coalesce(max(Z_PK), 0) + 1 FROM ATRANSACTION")
    guard last.step() else { throw RawError(message: "no ATRANSACTION") }
    transaction = last.integer(0)
    last.reset()
    let insert = try database.prepare(
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (?, 16002, ?)")
    insert.bind(1, transaction)
    insert.bind(2, Date().timeIntervalSinceReferenceDate)
    try insert.run()
    change = try database.prepare(
      """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
      VALUES (NULL, 16001, ?, ?, ?, ?, ?)
      """)
    change.bind(4, transaction)
  }

  func add(_ kind: Change, entity: Int64, _ primaryKey: Int64) throws {
    change.bind(1, kind.rawValue)
    change.bind(2, entity)
    change.bind(3, primaryKey)
    if kind == .update {
      // One bit per property.
      sqlite3_bind_blob(change.handle, 5, "\u{4}", 1, nil)
    }
    try change.run()
  }
}
