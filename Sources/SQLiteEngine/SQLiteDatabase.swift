import CSQLite
import StoreModel
import Synchronization

/// A database with one writer and as many readers as ask, safe to use from any thread.
///
/// A file database starts with its one writer and leaves the file as it is; once the caller knows
/// that the file is its own, `claim()` switches to WAL mode, in which readers see the last commit
/// while the writer works. A database in memory has one connection for both.
package final class SQLiteDatabase: Sendable {
  package let location: SQLiteLocation
  package let access: SQLiteAccess
  package let options: SQLiteOptions
  let prepareConnection: @Sendable (SQLiteConnection) throws -> Void
  /// Held while someone writes: it guards the connection and thus I/O, unlike the pool's lock.
  private let writer: Mutex<Lease>
  /// Whether nothing may be written at the moment.
  private let suspension = Atomic<Bool>(false)
  let pool: Mutex<ReaderPool>

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - location: Where it lies.
  ///   - access: What may be done with it.
  ///   - options: How each connection is set up.
  ///   - prepareConnection: Called with each new connection, to register its collations and
  ///     functions.
  /// - Throws: `SQLiteError`, or what `prepareConnection` throws.
  package init(
    _ location: SQLiteLocation, access: SQLiteAccess = .create,
    options: SQLiteOptions = SQLiteOptions(),
    prepareConnection: @escaping @Sendable (SQLiteConnection) throws -> Void = { _ in }
  ) throws {
    self.location = location
    self.access = access
    self.options = options
    self.prepareConnection = prepareConnection
    let lease = Lease(try SQLiteConnection(location, access: access, options: options))
    try prepareConnection(lease.connection)
    // A file that may only be read has all its readers at once: there is nothing to claim.
    let hasReaders = access == .readOnly && location != .memory
    pool = Mutex(
      ReaderPool(
        handles: [lease.connection.handle], writer: lease.connection.handle,
        hasReaders: hasReaders))
    writer = Mutex(lease)
  }

  deinit {
    close()
  }

  /// Takes the file as the caller's own: an empty one gets incremental auto-vacuum, any gets WAL
  /// mode; from now on readers work beside the writer.
  package func claim() throws {
    guard location != .memory && access != .readOnly else { return }
    try write { connection in
      if try connection.isEmpty() {
        // Takes effect only before the first table, and before WAL mode.
        try connection.pragma("auto_vacuum", 2)
      }
      let mode = try connection.pragma("journal_mode", "WAL")
      guard mode == .text("wal") else {
        throw SQLiteError(
          .cannotOpen, "The file system does not support WAL mode", path: location.path)
      }
      connection.setsCheckpointOnClose(true)
      let index = try? connection.transaction(.deferred) {
        // The index is there once a snapshot has begun.
        _ = try connection.schemaVersion()
        return LogIndex(connection)
      }
      pool.withLock { $0.logIndex = index }
    }
    pool.withLock { $0.hasReaders = true }
  }

  // MARK: Reading and writing

  /// What `read` promises about several statements.
  package enum Consistency: Sendable {
    /// All statements see the same commit.
    case snapshot
    /// Each statement sees the last commit there was at the call of `read`, or a later one; saves
    /// opening and ending a transaction.
    case statement
  }

  /// Calls `body` with a connection to read from, which others may do at the same time.
  ///
  /// The connection must not leave `body`. In memory, and before `claim()`, this waits for the
  /// writer, so it must not be called within `write` then.
  package func read<Result>(
    _ consistency: Consistency = .snapshot, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let reader = try takeReader() else {
      return try write(body)
    }
    defer { giveBack(reader) }
    if reader.hasSnapshot { return try reader.readSnapshot(body) }
    guard consistency == .snapshot else { return try body(reader.connection) }
    return try reader.connection.transaction(.deferred) { try body(reader.connection) }
  }

  /// Calls `body` with the connection that writes, which one thread at a time has; opens no
  /// transaction.
  ///
  /// The connection must not leave `body`, and `write` must not be called within `write`.
  @discardableResult
  package func write<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    // A snapshot from before would keep the log from starting anew.
    endSnapshots()
    return try writer.withLock { lease in
      Unchecked(try body(lease.connection))
    }.value
  }

  /// Calls `body` in a transaction that holds the lock to write from its start.
  ///
  /// Throws `movedFile` where the file is no longer at its path: what was written would be lost with
  /// it; and `suspended` where nothing may be written.
  @discardableResult
  package func writeTransaction<Result>(
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try write { connection in
      try throwIfSuspended()
      do {
        return try connection.transaction(.immediate) {
          try connection.requireFileInPlace()
          let result = try body(connection)
          try throwIfSuspended()
          return result
        }
      } catch {
        // A statement that was interrupted says no more than that.
        try throwIfSuspended()
        throw error
      }
    }
  }

  private func throwIfSuspended() throws {
    guard isSuspended else { return }
    throw SQLiteError(.suspended, "Writing is suspended", path: location.path)
  }

  /// Stops a transaction that is under way, and lets none begin until `resume()`.
  ///
  /// When it returns, nothing is being written and no lock is held that keeps others from writing.
  package func suspend() {
    suspension.store(true, ordering: .releasing)
    while !isIdle {
      pool.withLock { pool in
        if pool.handles.contains(pool.writer) { sqlite3_interrupt(pool.writer) }
      }
      sqlite3_sleep(1)
    }
  }

  /// Whether no transaction may begin.
  package var isSuspended: Bool { suspension.load(ordering: .acquiring) }

  /// Lets transactions begin again.
  package func resume() { suspension.store(false, ordering: .releasing) }

  /// Whether nobody has the connection that writes.
  private var isIdle: Bool { writer.withLockIfAvailable { _ in true } ?? false }

  /// A number that changes when a process or database object other than this one commits.
  package func dataVersion() throws -> Int64 {
    try write { try $0.dataVersion() }
  }

  /// Stops what all connections do at the moment, with error `interrupted`.
  package func interrupt() {
    pool.withLock { pool in
      for handle in pool.handles {
        sqlite3_interrupt(handle)
      }
    }
  }

  /// Closes all connections, those lent out when they come back; the writer last, so that it
  /// copies the log into the file.
  package func close() {
    let idle = pool.withLock { pool in
      pool.isClosed = true
      let idle = pool.idle
      pool.idle = []
      pool.handles.subtract(idle.map(\.connection.handle))
      return idle
    }
    for reader in idle {
      reader.connection.close()
    }
    writer.withLock { lease in
      pool.withLock { _ = $0.handles.remove(lease.connection.handle) }
      lease.connection.close()
    }
  }
}

extension SQLiteDatabase {
  /// The connection that writes, on its way between threads.
  ///
  /// Safe to send: it is in the lock or with the one thread that holds the lock.
  private struct Lease: @unchecked Sendable {
    let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
      self.connection = connection
    }
  }

  /// What `body` returned on the caller's own thread, carried out of the lock.
  ///
  /// Safe to send: it does not leave the thread, which the lock's signature cannot say.
  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}
