import CSQLite
import StoreModel

/// The index of a database's write-ahead log, which all connections of all processes share
/// (https://sqlite.org/walformat.html#the_wal_index_file_format).
///
/// Valid as long as the connection is open: SQLite keeps the memory mapped until then.
package struct LogIndex: @unchecked Sendable {
  // Safe to send: the memory is shared between processes anyhow, and only read here.

  private let header: UnsafeRawPointer

  /// The part of the header that each commit changes: a counter, the number of frames, checksums.
  package struct State: Equatable, Sendable {
    fileprivate let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    package static func == (left: State, right: State) -> Bool { left.words == right.words }
  }

  /// The index of a connection that has a snapshot of a database in WAL mode; nil in another mode.
  init?(_ connection: SQLiteConnection) {
    guard connection.isInTransaction, (try? connection.pragma("journal_mode")) == .text("wal"),
      let header = csqlite_log_index(connection.handle),
      header.load(as: UInt32.self) == Self.formatVersion
    else { return nil }
    self.header = header
  }

  private static let formatVersion: UInt32 = 3_007_000

  /// What the header says now.
  ///
  /// May be read while another process writes it: that state equals none that was complete.
  var state: State {
    State(words: header.load(as: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64).self))
  }
}
