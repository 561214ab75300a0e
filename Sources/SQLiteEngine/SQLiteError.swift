import CSQLite

/// What went wrong in SQLite: code, message, and where; never a bound value.
package struct SQLiteError: Error, Sendable {
  package var code: Code
  package var message: String
  /// The text of the statement that failed, with its bindings left out.
  package var statement: String?
  /// The path of the database file; nil for a database in memory.
  package var path: String?
  /// The error that a registered Swift function threw.
  package var underlying: (any Error)?

  package init(
    _ code: Code, _ message: String, statement: String? = nil, path: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.statement = statement
    self.path = path
    self.underlying = underlying
  }
}

extension SQLiteError {
  /// A result code of SQLite, primary or extended.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The primary code that an extended one refines; a primary code is its own.
    package var primary: Code { Code(rawValue: rawValue & 0xFF) }

    /// A code of our own that refines one of SQLite's; SQLite's own numbers stay far below.
    private static func own(_ primary: Int32, _ number: Int32) -> Code {
      Code(rawValue: primary | (0x4000 + number) << 8)
    }
  }
}

extension SQLiteError.Code {
  package static let error = Self(rawValue: SQLITE_ERROR)
  package static let abort = Self(rawValue: SQLITE_ABORT)
  package static let busy = Self(rawValue: SQLITE_BUSY)
  package static let locked = Self(rawValue: SQLITE_LOCKED)
  package static let readOnly = Self(rawValue: SQLITE_READONLY)
  package static let interrupted = Self(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = Self(rawValue: SQLITE_IOERR)
  package static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  package static let full = Self(rawValue: SQLITE_FULL)
  package static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  package static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = Self(rawValue: SQLITE_MISMATCH)
  package static let misuse = Self(rawValue: SQLITE_MISUSE)
  package static let notADatabase = Self(rawValue: SQLITE_NOTADB)

  package static let constraintUnique = Self(rawValue: SQLITE_CONSTRAINT | 8 << 8)
  package static let constraintPrimaryKey = Self(rawValue: SQLITE_CONSTRAINT | 6 << 8)
  package static let constraintNotNull = Self(rawValue: SQLITE_CONSTRAINT | 5 << 8)
  package static let constraintCheck = Self(rawValue: SQLITE_CONSTRAINT | 1 << 8)
  package static let constraintRowID = Self(rawValue: SQLITE_CONSTRAINT | 10 << 8)

  /// No file lies at the path.
  package static let missingFile = own(SQLITE_CANTOPEN, 1)
  /// The file was deleted, moved or replaced while it was open.
  package static let movedFile = own(SQLITE_CANTOPEN, 4)
  /// Nothing may be written at the moment.
  package static let suspended = own(SQLITE_ABORT, 1)
  /// A new file could not be written whole.
  package static let incompleteFile = own(SQLITE_IOERR, 1)
  /// The file's folder is missing or takes no new files.
  package static let unwritableFolder = own(SQLITE_CANTOPEN, 2)
  /// The path names a folder.
  package static let isFolder = own(SQLITE_CANTOPEN, 3)
  /// The file may be read but not written.
  package static let readOnlyFile = own(SQLITE_READONLY, 1)
  /// The file is shorter than its own header says.
  package static let truncated = own(SQLITE_CORRUPT, 1)
  /// The database was closed before.
  package static let closed = own(SQLITE_MISUSE, 1)
}

extension SQLiteError.Code {
  /// Matches an error by its code; a primary code matches all codes that refine it.
  package static func ~= (code: Self, error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return false }
    return error.code == code || error.code.primary == code
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    var text = "SQLite error \(code.rawValue & 0xFF)"
    if code.rawValue > 0xFF {
      text += ".\(code.rawValue >> 8)"
    }
    text += ": \(message)"
    if let path {
      text += " (\(path))"
    }
    if let statement {
      text += ", in \"\(statement)\""
    }
    return text
  }
}
