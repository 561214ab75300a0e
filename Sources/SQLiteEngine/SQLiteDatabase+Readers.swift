import CSQLite
import Dispatch
import Synchronization

/// The connections that read, as far as nobody has them.
struct ReaderPool {
  var idle: [SnapshotReader] = []
  /// The handles of all open connections.
  ///
  /// A handle leaves before its connection closes, so that interrupting under the lock never
  /// meets a closed one.
  var handles: Set<OpaquePointer>
  /// The connection that writes.
  let writer: OpaquePointer
  /// The index of the log, which stays where it is as long as the connection that writes is open.
  var logIndex: LogIndex?
  var hasReaders: Bool
  var isClosed = false
  /// Reads since snapshots were last ended.
  var recentReads = 0
  /// Whether a timer is going to end the snapshots of idle readers: without one they keep none.
  var hasTimer = false
}

extension SQLiteDatabase {
  /// How long after it began a snapshot ends at the latest, once nobody reads from it.
  ///
  /// A checkpoint that another process makes meanwhile leaves the end of the log for the next one,
  /// or waits, as it does for any reader.
  static let snapshotMilliseconds = 20

  /// After how many reads in a row readers begin to keep their snapshots: a few reads are not worth
  /// the timer.
  private static let readsInARow = 8

  /// What changes whenever somebody commits, in this process or another; nil where that can't be told.
  package var logState: LogIndex.State? {
    pool.withLock { $0.isClosed ? nil : $0.logIndex?.state }
  }

  /// A reader from the pool or a new one; nil if the writer serves readers as well.
  func takeReader() throws -> SnapshotReader? {
    let taken = try pool.withLock { pool throws -> TakenReader in
      guard !pool.isClosed else {
        throw SQLiteError(.closed, "The database is closed", path: location.path)
      }
      pool.recentReads += 1
      let isBurst =
        pool.recentReads > Self.readsInARow && pool.hasReaders && access != .readOnly
      let needsTimer = isBurst && !pool.hasTimer
      if needsTimer { pool.hasTimer = true }
      return TakenReader(
        reader: pool.hasReaders ? pool.idle.popLast() : nil, hasReaders: pool.hasReaders,
        isBurst: isBurst, needsTimer: needsTimer)
    }
    guard taken.hasReaders else { return nil }
    if taken.needsTimer { startTimer() }
    guard let reader = taken.reader else { return try makeReader() }
    reader.renewSnapshot(isWanted: taken.isBurst)
    return reader
  }

  private struct TakenReader {
    let reader: SnapshotReader?
    let hasReaders: Bool
    let isBurst: Bool
    let needsTimer: Bool
  }

  private func makeReader() throws -> SnapshotReader {
    let new = SnapshotReader(
      try SQLiteConnection(location, access: .readOnly, options: options))
    try prepareConnection(new.connection)
    pool.withLock { _ = $0.handles.insert(new.connection.handle) }
    return new
  }

  func giveBack(_ reader: SnapshotReader) {
    let keepsSnapshot = pool.withLock { pool in
      guard pool.hasTimer || !reader.hasSnapshot else { return false }
      return putBack(reader, in: &pool)
    }
    guard !keepsSnapshot else { return }
    reader.endSnapshot()
    let isKept = pool.withLock { putBack(reader, in: &$0) }
    if !isKept { reader.connection.close() }
  }

  private func putBack(_ reader: SnapshotReader, in pool: inout ReaderPool) -> Bool {
    guard !pool.isClosed && pool.idle.count < options.idleReaders else {
      pool.handles.remove(reader.connection.handle)
      return false
    }
    pool.idle.append(reader)
    return true
  }

  // MARK: Snapshots

  private func startTimer() {
    let deadline = DispatchTime.now() + .milliseconds(Self.snapshotMilliseconds)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: deadline) { [weak self] in
      guard let self else { return }
      pool.withLock { $0.hasTimer = false }
      endSnapshots()
    }
  }

  /// Ends the snapshots of idle readers; those of others end, or are renewed, in due time.
  func endSnapshots() {
    let holders = pool.withLock { pool in
      pool.recentReads = 0
      guard pool.idle.contains(where: \.hasSnapshot) else { return [SnapshotReader]() }
      let holders = pool.idle.filter(\.hasSnapshot)
      pool.idle.removeAll(where: \.hasSnapshot)
      return holders
    }
    for reader in holders {
      reader.endSnapshot()
      giveBack(reader)
    }
  }
}
