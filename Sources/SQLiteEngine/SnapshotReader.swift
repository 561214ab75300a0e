import CSQLite

/// A connection to read from, which may keep its snapshot from one read to the next.
///
/// Beginning and ending a snapshot for each statement costs more than finding a row by its key. A
/// kept one is as good as a new one as long as nobody has committed, in this process or another:
/// the index of the log, which all connections share, tells.
///
/// Safe to send: it is in the pool or with the one thread that took it out, never in both.
final class SnapshotReader: @unchecked Sendable {
  let connection: SQLiteConnection
  private var logIndex: LogIndex?
  /// The state of the log when the snapshot began, or a moment before.
  private var snapshot: LogIndex.State?

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }

  var hasSnapshot: Bool { snapshot != nil }

  /// Ends a snapshot that is not of the last commit any more, and begins one if it is wanted.
  func renewSnapshot(isWanted: Bool) {
    if let snapshot, snapshot == logIndex?.state { return }
    endSnapshot()
    guard isWanted, let logIndex = logIndex ?? findLogIndex() else { return }
    // Before the snapshot begins, so that a commit between the two counts as one after it.
    let state = logIndex.state
    guard (try? connection.execute("BEGIN DEFERRED")) != nil else { return }
    snapshot = state
  }

  /// Calls `body` with the connection as long as the snapshot lasts, which an error ends.
  func readSnapshot<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    do {
      return try body(connection)
    } catch {
      endSnapshot()
      throw error
    }
  }

  func endSnapshot() {
    guard snapshot != nil else { return }
    snapshot = nil
    connection.rollback()
  }

  /// Finds the index within a snapshot, in which it is sure to be there.
  private func findLogIndex() -> LogIndex? {
    logIndex = try? connection.transaction(.deferred) {
      _ = try connection.schemaVersion()
      return LogIndex(connection)
    }
    return logIndex
  }
}
