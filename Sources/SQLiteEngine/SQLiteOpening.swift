import CSQLite
import Foundation

/// Opens a database file with typed errors, and without altering a file that is not SQLite's.
struct SQLiteOpening {
  let location: SQLiteLocation
  let access: SQLiteAccess
  let options: SQLiteOptions

  func open() throws(SQLiteError) -> OpaquePointer {
    guard case .file(let path) = location else {
      return try openHandle(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }
    try checkPath(path)
    let handle = try openHandle(absolute(path), flags: flags)
    do {
      try inspect(handle, path)
      return handle
    } catch {
      let isReadOnly = access == .readOnly
      sqlite3_close_v2(handle)
      // SQLite reads a WAL database only if it may make the log's index beside it. Where it may
      // not, nobody else can be writing through this folder either, so the file alone is the
      // whole truth if it has no log.
      let isRefused = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.code.rawValue & 0xFF)
      guard isReadOnly && isRefused && !error.code.isOwn && logSize(path) == 0 else { throw error }
      return try openImmutable(path)
    }
  }

  private var flags: Int32 {
    switch access {
    case .readOnly: SQLITE_OPEN_READONLY
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }

  private func openImmutable(_ path: String) throws(SQLiteError) -> OpaquePointer {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "?#%")
    let escaped = absolute(path).addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    let handle = try openHandle(
      "file:\(escaped)?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    do {
      try inspect(handle, path)
      return handle
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
  }

  private func openHandle(_ name: String, flags: Int32) throws(SQLiteError) -> OpaquePointer {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let opened = handle
      let failure = handle.map { error($0) } ?? SQLiteError(.cannotOpen, "out of memory")
      sqlite3_close_v2(opened)
      throw failure
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, options.busyMilliseconds)
    if options.locksAlone {
      // Before the file is read for the first time, else the index of its log is made all the same
      // (https://sqlite.org/wal.html#use_of_wal_without_shared_memory).
      sqlite3_exec(handle, "PRAGMA locking_mode=EXCLUSIVE", nil, nil, nil)
    }
    return handle
  }

  private func error(_ handle: OpaquePointer) -> SQLiteError {
    SQLiteError(
      SQLiteError.Code(rawValue: sqlite3_extended_errcode(handle)),
      sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error", path: location.path)
  }

  private func absolute(_ path: String) -> String {
    // A relative name could begin with a colon, which SQLite may give a meaning.
    path.hasPrefix("/") ? path : "./" + path
  }
}

// MARK: - What is wrong with a file

extension SQLiteOpening {
  /// Finds out what SQLite would report as "unable to open database file".
  private func checkPath(_ path: String) throws(SQLiteError) {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else {
        throw SQLiteError(.isFolder, "This is a folder", path: path)
      }
      return
    }
    guard access == .create else {
      throw SQLiteError(.missingFile, "There is no such file", path: path)
    }
    let folder = (absolute(path) as String).deletingLastComponent
    var isRealFolder: ObjCBool = false
    guard files.fileExists(atPath: folder, isDirectory: &isRealFolder),
      isRealFolder.boolValue
    else {
      throw SQLiteError(.unwritableFolder, "The folder does not exist", path: path)
    }
    guard files.isWritableFile(atPath: folder) else {
      throw SQLiteError(
        .unwritableFolder, "The folder may not be written to by this user", path: path)
    }
  }

  /// Reads the header and the first page, and refuses what is no sound database.
  private func inspect(_ handle: OpaquePointer, _ path: String) throws(SQLiteError) {
    guard access == .readOnly || sqlite3_db_readonly(handle, "main") == 0 else {
      throw SQLiteError(.readOnlyFile, "The file may not be written to by this user", path: path)
    }
    let header = try DatabaseHeader(handle, path: path)
    if logSize(path) > 0 {
      // The log is not ours to copy before the caller knows that the file is.
      csqlite_checkpoint_on_close(handle, 0)
    } else if let header {
      try header.checkSize(path: path, hasJournal: FileSize.of(path + "-journal") > 0)
    }
    guard sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil) == SQLITE_OK else {
      throw error(handle)
    }
  }

  private func logSize(_ path: String) -> Int {
    FileSize.of(path + "-wal")
  }
}

extension String {
  fileprivate var deletingLastComponent: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}

extension SQLiteError.Code {
  /// Whether the code is one that SQLite itself does not have.
  var isOwn: Bool { rawValue >> 8 >= 0x4000 }
}
