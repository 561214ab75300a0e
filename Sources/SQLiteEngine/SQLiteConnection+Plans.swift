import CSQLite
package import RelationalStore
import StoreModel

extension SQLiteConnection {
  /// How many rows a kept statement has stepped through without an index since this was last asked;
  /// 0 for one that isn't kept.
  package func takeScannedRows(of text: String) -> Int {
    let scanned = try? withStatement(text) { statement throws(SQLiteError) in
      Int(sqlite3_stmt_status(statement.handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
    }
    return scanned ?? 0
  }

  /// How SQLite goes about a statement: the lines of EXPLAIN QUERY PLAN, indented by their depth.
  package func queryPlan(of statement: SQLStatement) throws(SQLiteError) -> [String] {
    let page = try query(
      SQLStatement("EXPLAIN QUERY PLAN \(statement.text)", bindings: statement.bindings))
    var depths: [Int64: Int] = [0: -1]
    return (0..<page.rowCount).map { row in
      let depth = (depths[page.integer(row: row, column: 1)] ?? -1) + 1
      depths[page.integer(row: row, column: 0)] = depth
      return String(repeating: "  ", count: depth) + page.text(row: row, column: 3)
    }
  }
}
