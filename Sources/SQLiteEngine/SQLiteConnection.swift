import CSQLite

/// One connection to a SQLite database.
///
/// Connections are opened without SQLite's own mutex: one thread at a time may use one.
/// `SQLiteDatabase` sees to that for those it lends out.
package final class SQLiteConnection {
  package let location: SQLiteLocation
  package let access: SQLiteAccess
  let handle: OpaquePointer
  private var cache: StatementCache
  /// What a registered function threw, until the statement that called it reports its failure.
  var functionError: (any Error)?
  var isClosed = false

  /// Opens a database and reads its first page, so that a file that is no database, that is
  /// damaged at first sight or that cannot be used as asked is refused here, unaltered.
  package init(
    _ location: SQLiteLocation, access: SQLiteAccess = .create,
    options: SQLiteOptions = SQLiteOptions()
  ) throws(SQLiteError) {
    self.location = location
    self.access = access
    cache = StatementCache(capacity: options.cachedStatements)
    handle = try SQLiteOpening(location: location, access: access, options: options).open()
    try apply(options)
  }

  deinit {
    close()
  }

  /// Closes the connection; any later use throws.
  ///
  /// The last connection to a WAL database copies the log into the file, unless
  /// `setsCheckpointOnClose(false)` was called or the connection is read-only.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    // With a statement still in use, SQLite closes when that one goes.
    sqlite3_close_v2(handle)
  }

  private func apply(_ options: SQLiteOptions) throws(SQLiteError) {
    try executeScript(
      """
      PRAGMA synchronous=\(options.synchronous.rawValue);
      PRAGMA cache_size=\(-options.cacheKibibytes);
      PRAGMA mmap_size=\(options.mappedBytes);
      """)
  }

  // MARK: Statements

  /// Calls `body` with a prepared statement that has the given text and is not in use.
  func withStatement<Result>(
    _ text: String, _ body: (PreparedStatement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard !isClosed else {
      throw SQLiteError(.closed, "The connection is closed", statement: text, path: location.path)
    }
    let statement: PreparedStatement
    if let cached = cache.statement(text) {
      statement = cached
    } else {
      statement = try prepare(text)
      cache.insert(statement)
    }
    statement.isBusy = true
    defer {
      sqlite3_reset(statement.handle)
      statement.isBusy = false
    }
    return try body(statement)
  }

  private func prepare(_ text: String) throws(SQLiteError) -> PreparedStatement {
    var text = text
    var prepared: OpaquePointer?
    var hasMore = false
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, characters.baseAddress, Int32(clamping: characters.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
        if let tail, let start = characters.baseAddress {
          hasMore = characters[(tail - start)...].contains { $0 > 32 && $0 != 59 }
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw error(code, statement: text) }
    guard let prepared else {
      throw SQLiteError(.misuse, "No statement", statement: text, path: location.path)
    }
    let statement = PreparedStatement(handle: prepared, text: text)
    guard !hasMore else {
      throw SQLiteError(
        .misuse, "More than one statement; use executeScript(_:)", statement: text,
        path: location.path)
    }
    return statement
  }

  /// The error of the last call, which returned `code`.
  func error(_ code: Int32, statement: String? = nil) -> SQLiteError {
    let underlying = functionError
    functionError = nil
    // After a call that failed before it reached the database, its message is about another one.
    let isCurrent = sqlite3_extended_errcode(handle) == code || code & 0xFF == SQLITE_ERROR
    let message = isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    return SQLiteError(
      SQLiteError.Code(rawValue: code), message.map { String(cString: $0) } ?? "unknown error",
      statement: statement, path: location.path, underlying: underlying)
  }

  /// Throws if a statement was not given one value for each parameter.
  ///
  /// Values bound in place dangle after a run, so each run must bind them all.
  func checkBindings(_ count: Int, for statement: PreparedStatement) throws(SQLiteError) {
    guard count == statement.parameterCount else {
      throw SQLiteError(
        .misuse, "\(count) values for \(statement.parameterCount) parameters",
        statement: statement.text, path: location.path)
    }
  }
}
