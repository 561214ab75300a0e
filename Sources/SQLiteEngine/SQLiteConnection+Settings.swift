import CSQLite
import RelationalStore
package import StoreModel

extension SQLiteConnection {
  /// How much a checkpoint does.
  package enum Checkpoint: Sendable {
    /// Copies what no reader holds back, without waiting.
    case passive
    /// Waits for readers and writers, copies all and empties the log.
    case truncate
  }

  /// The first value that a pragma gives; nil if it gives none.
  ///
  /// Name and value become part of the statement, so they must not come from a user.
  @discardableResult
  package func pragma(
    _ name: String, _ value: (any CustomStringConvertible)? = nil
  ) throws(SQLiteError) -> StoredValue? {
    let assignment = value.map { "=\($0)" } ?? ""
    return try self.value(SQLStatement("PRAGMA \(name)\(assignment)"))
  }

  /// The integer that a pragma gives; 0 if it gives none.
  package func integerPragma(_ name: String) throws(SQLiteError) -> Int64 {
    guard case .integer(let value) = try pragma(name) else { return 0 }
    return value
  }

  /// A number that changes when another connection, of this or another process, commits.
  ///
  /// Only numbers from the same connection may be compared.
  package func dataVersion() throws(SQLiteError) -> Int64 {
    try integerPragma("data_version")
  }

  /// A number that changes when a table or index is made, changed or dropped.
  package func schemaVersion() throws(SQLiteError) -> Int64 {
    try integerPragma("schema_version")
  }

  /// Throws where the file was deleted, moved or replaced since it was opened: the connection would
  /// go on with the old one, and whoever opens the path would see nothing of it.
  func requireFileInPlace() throws(SQLiteError) {
    guard location != .memory else { return }
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    // A file system that can't tell answers with SQLITE_NOTFOUND.
    guard code == SQLITE_OK, hasMoved != 0 else { return }
    throw SQLiteError(
      .movedFile, "The file was deleted, moved or replaced while it was open", path: location.path)
  }

  /// Whether the database has no tables yet.
  package func isEmpty() throws(SQLiteError) -> Bool {
    try value(SQLStatement("SELECT 1 FROM sqlite_schema LIMIT 1")) == nil
  }

  /// Whether the database has a table of a name, and in it a column of a name, whatever their case.
  package func hasTable(_ table: String, column: String? = nil) -> Bool {
    guard !isClosed else { return false }
    return sqlite3_table_column_metadata(
      handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// Copies the write-ahead log into the database file.
  package func checkpoint(_ kind: Checkpoint = .passive) throws(SQLiteError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Whether closing the last connection copies the write-ahead log into the file.
  package func setsCheckpointOnClose(_ enabled: Bool) {
    csqlite_checkpoint_on_close(handle, enabled ? 1 : 0)
  }

  /// Checks the whole file and returns what is wrong with it, a line each; empty if it is sound.
  ///
  /// O(n) in the size of the file.
  package func integrityProblems() throws(SQLiteError) -> [String] {
    let page = try query("PRAGMA integrity_check")
    let lines = (0..<page.rowCount).map { page.text(row: $0, column: 0) }
    return lines == ["ok"] ? [] : lines
  }
}
