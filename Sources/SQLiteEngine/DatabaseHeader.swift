import CSQLite

/// The first bytes of a database file (https://sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader {
  private let bytes: [UInt8]
  private let fileSize: Int64

  /// Reads the header; nil if the file is empty, which is how a database begins.
  ///
  /// Goes through SQLite's own file object: a file descriptor of ours would, when closed, drop the
  /// locks that other connections of this process hold on the file
  /// (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
  init?(_ handle: OpaquePointer, path: String) throws(SQLiteError) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &pointer) {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard code == SQLITE_OK, let file = pointer, let methods = file.pointee.pMethods?.pointee else {
      throw SQLiteError(.cannotOpen, "The file cannot be read", path: path)
    }
    var size: Int64 = 0
    guard methods.xFileSize?(file, &size) == SQLITE_OK else {
      throw SQLiteError(.inputOutput, "The size of the file cannot be read", path: path)
    }
    guard size > 0 else { return nil }
    guard size >= Self.length else {
      throw SQLiteError(.notADatabase, "The file is no SQLite database", path: path)
    }
    var bytes = [UInt8](repeating: 0, count: Self.length)
    guard methods.xRead?(file, &bytes, Int32(Self.length), 0) == SQLITE_OK else {
      throw SQLiteError(.inputOutput, "The header of the file cannot be read", path: path)
    }
    guard bytes.starts(with: Array("SQLite format 3".utf8) + [0]) else {
      throw SQLiteError(.notADatabase, "The file is no SQLite database", path: path)
    }
    self.bytes = bytes
    fileSize = size
  }

  private static let length = 100

  /// Throws if the file is shorter than its page count says; for a file without a log or journal,
  /// which might hold the rest.
  func checkSize(path: String, hasJournal: Bool) throws(SQLiteError) {
    // The count is valid only if it was written along with the last change.
    guard !hasJournal && number(at: 24) == number(at: 92) else { return }
    let expected = Int64(number(at: 28)) * pageSize
    guard fileSize >= expected else {
      throw SQLiteError(
        .truncated, "The file has \(fileSize) of \(expected) bytes: its end is missing",
        path: path)
    }
  }

  private var pageSize: Int64 {
    let size = Int64(bytes[16]) << 8 | Int64(bytes[17])
    return size == 1 ? 65536 : size
  }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
