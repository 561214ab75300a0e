import CSQLite
package import RelationalStore
package import StoreModel

extension SQLiteConnection: SQLConnection {
  /// Runs a statement to its end and returns how many rows it inserted, updated or deleted itself:
  /// 0 for a statement of another kind, and without those that triggers changed.
  @discardableResult
  package func execute(_ statement: SQLStatement) throws(SQLiteError) -> Int {
    try withStatement(statement.text) { prepared throws(SQLiteError) in
      try checkBindings(statement.bindings.count, for: prepared)
      return try run(prepared, statement.bindings, 0..<statement.bindings.count)
    }
  }

  /// Runs a statement without parameters.
  @discardableResult
  package func execute(_ text: String) throws(SQLiteError) -> Int {
    try execute(SQLStatement(text))
  }

  /// Runs a statement `rows` times, each with the next values of `bindings`, and returns how many
  /// rows each run changed.
  ///
  /// Stops at the first run that fails; what earlier runs changed stays, so call it in a
  /// transaction.
  package func executeBatch(
    _ text: String, rows: Int, bindings: [StoredValue]
  ) throws(SQLiteError) -> [Int] {
    var changes: [Int] = []
    changes.reserveCapacity(rows)
    try withStatement(text) { prepared throws(SQLiteError) in
      let width = prepared.parameterCount
      guard bindings.count == rows * width else {
        throw SQLiteError(
          .misuse, "\(bindings.count) values for \(rows) runs of \(width) parameters",
          statement: text, path: location.path)
      }
      for row in 0..<rows {
        changes.append(try run(prepared, bindings, row * width..<(row + 1) * width))
        sqlite3_reset(prepared.handle)
      }
    }
    return changes
  }

  private func run(
    _ prepared: PreparedStatement, _ values: [StoredValue], _ range: Range<Int>
  ) throws(SQLiteError) -> Int {
    let before = sqlite3_total_changes64(handle)
    let code = prepared.withBindings(values, range) {
      var code = sqlite3_step(prepared.handle)
      while code == SQLITE_ROW {
        code = sqlite3_step(prepared.handle)
      }
      return code
    }
    guard code == SQLITE_DONE else { throw error(code, statement: prepared.text) }
    // `sqlite3_changes64` keeps its number when a statement of another kind runs.
    guard sqlite3_total_changes64(handle) != before else { return 0 }
    return Int(sqlite3_changes64(handle))
  }

  /// Runs several statements, separated by semicolons, without values and without the cache.
  package func executeScript(_ text: String) throws(SQLiteError) {
    guard !isClosed else {
      throw SQLiteError(.closed, "The connection is closed", statement: text, path: location.path)
    }
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, statement: text) }
  }

  /// Runs a query and returns all its rows.
  package func query(_ statement: SQLStatement) throws(SQLiteError) -> RowPage {
    try withStatement(statement.text) { prepared throws(SQLiteError) in
      try checkBindings(statement.bindings.count, for: prepared)
      var page: RowPage?
      let range = 0..<statement.bindings.count
      let code = prepared.withBindings(statement.bindings, range) {
        let code = sqlite3_step(prepared.handle)
        let rows = RowPage(columnCount: Int(sqlite3_column_count(prepared.handle)))
        page = rows
        guard code == SQLITE_ROW else { return code }
        return prepared.fill(rows, limit: .max, byteLimit: .max)
      }
      guard code == SQLITE_DONE, let page else { throw error(code, statement: prepared.text) }
      return page
    }
  }

  /// Runs a query without parameters and returns all its rows.
  package func query(_ text: String) throws(SQLiteError) -> RowPage {
    try query(SQLStatement(text))
  }

  /// Runs a query and calls `body` with its rows, at most `pageRows` at a time; a page of large
  /// texts or blobs ends earlier.
  ///
  /// `body` may use the connection, but what it changes may or may not show in later pages.
  package func query(
    _ statement: SQLStatement, pageRows: Int, _ body: (RowPage) throws -> Void
  ) throws {
    var failure: (any Error)?
    try withStatement(statement.text) { prepared throws(SQLiteError) in
      try checkBindings(statement.bindings.count, for: prepared)
      let range = 0..<statement.bindings.count
      let code = prepared.withBindings(statement.bindings, range) {
        var code = sqlite3_step(prepared.handle)
        let columns = Int(sqlite3_column_count(prepared.handle))
        var previous: RowPage?
        while code == SQLITE_ROW {
          let page = RowPage(columnCount: columns)
          if let previous {
            // Arrays that grow by doubling end up half empty; pages live as long as their models.
            page.reserve(rows: previous.rowCount)
            page.bytes.reserveCapacity(previous.bytes.count + previous.bytes.count / 16)
          }
          previous = page
          code = prepared.fill(page, limit: max(pageRows, 1), byteLimit: Self.pageBytes)
          guard code == SQLITE_ROW || code == SQLITE_DONE else { break }
          do {
            try body(page)
          } catch {
            failure = error
            return SQLITE_DONE
          }
        }
        return code
      }
      guard code == SQLITE_DONE else { throw error(code, statement: prepared.text) }
    }
    if let failure {
      throw failure
    }
  }

  /// After how many bytes of texts and blobs a page is handed on before it has all its rows.
  private static let pageBytes = 8 << 20

  /// The first value of a query's first row; nil if there is no row.
  package func value(_ statement: SQLStatement) throws(SQLiteError) -> StoredValue? {
    let page = try query(statement)
    guard page.rowCount > 0 && page.columnCount > 0 else { return nil }
    return page.value(row: 0, column: 0)
  }

  /// The row identifier of the last row that this connection inserted.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}
