import CSQLite
import Foundation
import StoreModel

/// A prepared statement and how values get into it.
final class PreparedStatement {
  let handle: OpaquePointer
  let text: String
  let parameterCount: Int
  /// Whether someone steps through it, so that a nested use needs another one.
  var isBusy = false
  /// When it was last used, in ticks of the cache.
  var lastUse: UInt64 = 0

  init(handle: OpaquePointer, text: String) {
    self.handle = handle
    self.text = text
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// How many texts and blobs are bound without copying: each is a level of recursion.
  private static let unnestedLevels = 48

  /// Binds `values[range]` and calls `body` while the bound bytes are alive; returns the first
  /// result code that is not `SQLITE_OK`, or that of `body`.
  ///
  /// Bytes are bound in place, which saves an allocation for each, so `body` runs inside their
  /// scopes. What stays bound afterwards dangles; that is safe because every run binds all
  /// parameters before it steps.
  func withBindings(
    _ values: [StoredValue], _ range: Range<Int>, _ body: () -> Int32
  ) -> Int32 {
    bind(values, range.lowerBound, 1, range.upperBound, 0, body)
  }

  private func bind(
    _ values: [StoredValue], _ start: Int, _ first: Int32, _ end: Int, _ level: Int,
    _ body: () -> Int32
  ) -> Int32 {
    var index = start
    var parameter = first
    while index < end {
      var code = SQLITE_OK
      switch values[index] {
      case .null:
        code = sqlite3_bind_null(handle, parameter)
      case .integer(let integer):
        code = sqlite3_bind_int64(handle, parameter, integer)
      case .real(let real):
        code = sqlite3_bind_double(handle, parameter, real)
      case .text(var text):
        let inPlace = level < Self.unnestedLevels
        code = text.withUTF8 { bytes in
          let code = bindText(bytes, parameter, inPlace: inPlace)
          guard inPlace && code == SQLITE_OK else { return code }
          return bind(values, index + 1, parameter + 1, end, level + 1, body)
        }
        if inPlace { return code }
      case .blob(let data):
        let inPlace = level < Self.unnestedLevels
        code = data.withUnsafeBytes { bytes in
          let code = bindBlob(bytes, parameter, inPlace: inPlace)
          guard inPlace && code == SQLITE_OK else { return code }
          return bind(values, index + 1, parameter + 1, end, level + 1, body)
        }
        if inPlace { return code }
      }
      guard code == SQLITE_OK else { return code }
      index += 1
      parameter += 1
    }
    return body()
  }

  private func bindText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ parameter: Int32, inPlace: Bool
  ) -> Int32 {
    // A null pointer would bind NULL instead of an empty text.
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_text(handle, parameter, "", 0, Self.copied)
    }
    return sqlite3_bind_text64(
      handle, parameter, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
      UInt64(bytes.count), inPlace ? nil : Self.copied, UInt8(SQLITE_UTF8))
  }

  private func bindBlob(
    _ bytes: UnsafeRawBufferPointer, _ parameter: Int32, inPlace: Bool
  ) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(handle, parameter, 0)
    }
    return sqlite3_bind_blob64(
      handle, parameter, start, UInt64(bytes.count), inPlace ? nil : Self.copied)
  }

  /// `SQLITE_TRANSIENT`: SQLite makes its own copy.
  static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
