import CRawSQLite

struct RawError: Error {
  let message: String
}

/// The C interface with nothing but what every Swift program needs around it.
final class RawDatabase {
  let handle: OpaquePointer

  init(_ path: String, settings: String = "") throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      throw RawError(message: "\(path) cannot be opened")
    }
    self.handle = handle
    try run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; " + settings)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements whose results nobody needs.
  func run(_ text: String) throws {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
      throw RawError(message: "\(String(cString: sqlite3_errmsg(handle))), in \(text)")
    }
  }

  func prepare(_ text: String) throws -> RawStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw RawError(message: "\(String(cString: sqlite3_errmsg(handle))), in \(text)")
    }
    return RawStatement(handle: statement)
  }
}

/// A prepared statement.
final class RawStatement {
  let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  @inline(__always) func bind(_ parameter: Int32, _ value: Int64) {
    sqlite3_bind_int64(handle, parameter, value)
  }

  @inline(__always) func bind(_ parameter: Int32, _ value: Double) {
    sqlite3_bind_double(handle, parameter, value)
  }

  /// Whether there is a row.
  @inline(__always) func step() -> Bool { sqlite3_step(handle) == SQLITE_ROW }

  @inline(__always) func reset() {
    sqlite3_reset(handle)
  }

  /// Runs a statement that gives no rows.
  @inline(__always) func run() throws {
    guard sqlite3_step(handle) == SQLITE_DONE else {
      throw RawError(message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
    sqlite3_reset(handle)
  }

  /// Runs a statement that gives no rows, with a text bound in place.
  @inline(__always) func run(text parameter: Int32, _ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(handle, parameter, characters.baseAddress, Int32(bytes.count), nil)
        try run()
      }
    }
  }

  @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  @inline(__always) func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  @inline(__always) func text(_ column: Int32) -> String {
    let start = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
