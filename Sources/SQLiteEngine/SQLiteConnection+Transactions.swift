import CSQLite

extension SQLiteConnection {
  /// When a transaction takes its locks.
  package enum TransactionKind: String, Sendable {
    /// At once the lock to write, so that no later statement can fail for another writer.
    case immediate = "BEGIN IMMEDIATE"
    /// At the first read a snapshot, and only at the first write the lock.
    case deferred = "BEGIN DEFERRED"
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction: all of its changes are kept, or, if it or the commit throws,
  /// none.
  ///
  /// In an open transaction this is a savepoint instead.
  @discardableResult
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    guard !isInTransaction else { return try savepoint(body) }
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Runs `body` so that its changes are undone if it throws, within an open transaction.
  @discardableResult
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // Names may repeat: ROLLBACK TO and RELEASE mean the innermost.
    try execute("SAVEPOINT nested")
    do {
      let result = try body()
      try execute("RELEASE nested")
      return result
    } catch {
      // Some errors, a full disk for one, have already ended the whole transaction.
      if isInTransaction {
        _ = try? execute("ROLLBACK TO nested")
        _ = try? execute("RELEASE nested")
      }
      throw error
    }
  }

  /// Ends an open transaction without keeping its changes.
  package func rollback() {
    guard isInTransaction else { return }
    // A rollback fails only if the transaction is over already.
    _ = try? execute("ROLLBACK")
  }

  /// Stops the statement that runs now, with error `interrupted`; from another thread as well.
  package func interrupt() {
    guard !isClosed else { return }
    sqlite3_interrupt(handle)
  }
}
