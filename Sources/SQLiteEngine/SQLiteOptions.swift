/// Where a database lies.
package enum SQLiteLocation: Sendable, Hashable {
  case memory
  case file(String)

  /// The file's path; nil for a database in memory.
  package var path: String? {
    switch self {
    case .memory: nil
    case .file(let path): path
    }
  }
}

/// What a connection may do with its file.
package enum SQLiteAccess: Sendable, Hashable {
  case readOnly
  /// The file must exist.
  case readWrite
  /// The file is made if it does not exist.
  case create
}

/// How a connection is set up.
///
/// None of these settings is kept in the file.
package struct SQLiteOptions: Sendable, Hashable {
  /// How hard a commit tries to reach the disk.
  package enum Synchronous: String, Sendable {
    case off = "OFF"
    /// In WAL mode, a commit survives a killed process, and a power cut loses the last commits at
    /// worst, never the database.
    case normal = "NORMAL"
    case full = "FULL"
  }

  /// How long to wait for another connection's lock; the pauses grow from 1 to 100 ms.
  package var busyMilliseconds: Int32 = 5000
  package var synchronous: Synchronous = .normal
  /// How much of the file is read through memory mapping; 0 for none.
  ///
  /// Mapping the whole file makes many small reads from a file larger than the page cache faster:
  /// 0.5 to 0.7 of the time for 100 rows by an index, 0.6 to 0.8 for a row by its key. A larger
  /// cache does the same for a file that fits in it. Mapped pages count as resident memory.
  package var mappedBytes: Int64 = 0
  /// The most that the page cache of one connection may take.
  package var cacheKibibytes: Int = 2000
  /// The most prepared statements that one connection keeps.
  package var cachedStatements: Int = 256
  /// The most readers that a database keeps open while nobody reads.
  package var idleReaders: Int = 4

  /// Whether the connection keeps all others out, and so needs no index beside a file in WAL mode.
  package var locksAlone = false

  package init() {}
}
