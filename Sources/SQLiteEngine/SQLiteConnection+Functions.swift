import CSQLite
import Foundation
package import StoreModel

extension SQLiteConnection {
  /// How a collation treats two texts that are both ASCII.
  package enum ASCIIOrder: Sendable {
    /// By their bytes, without calling the closure.
    case byBytes
    /// By the closure, as any text.
    case byComparison
  }

  /// Makes a collation available by name, in place of an earlier one of that name.
  ///
  /// - Parameters:
  ///   - name: Its name in SQL.
  ///   - ascii: Whether ASCII texts go by their bytes, which is several times faster.
  ///   - compare: Returns a negative number, 0 or a positive number, and must order texts totally:
  ///     an index built on it is damaged otherwise.
  /// - Throws: `SQLiteError` if a statement is running.
  package func register(
    collation name: String, ascii: ASCIIOrder = .byComparison,
    compare: @escaping @Sendable (String, String) -> Int
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(CollationBox(ascii: ascii, compare: compare))
    let code = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, box.toOpaque(),
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(context).takeUnretainedValue()
        return box.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
      },
      { context in
        guard let context else { return }
        Unmanaged<CollationBox>.fromOpaque(context).release()
      })
    guard code == SQLITE_OK else {
      // This one call does not destroy the context when it fails.
      box.release()
      throw error(code)
    }
  }

  /// Makes a function available to SQL, in place of an earlier one of that name and count.
  ///
  /// - Parameters:
  ///   - name: Its name in SQL.
  ///   - arguments: How many arguments it takes; -1 for any number.
  ///   - deterministic: Whether equal arguments always give an equal result, so that SQLite may
  ///     call it once for many rows, and use it in an index.
  ///   - body: What it throws makes the statement fail, as that error's `underlying`.
  /// - Throws: `SQLiteError` if a statement is running.
  package func register(
    function name: String, arguments: Int, deterministic: Bool = true,
    body: @escaping @Sendable ([StoredValue]) throws -> StoredValue
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(FunctionBox(connection: self, name: name, body: body))
    let flags = SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0)
    // If it fails, this call destroys the context itself.
    let code = sqlite3_create_function_v2(
      handle, name, Int32(arguments), flags, box.toOpaque(),
      { context, count, values in
        guard let opaque = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(opaque).takeUnretainedValue()
        box.call(context, UnsafeBufferPointer(start: values, count: Int(count)))
      }, nil, nil,
      { context in
        guard let context else { return }
        Unmanaged<FunctionBox>.fromOpaque(context).release()
      })
    guard code == SQLITE_OK else { throw error(code) }
  }
}

/// A collation's closure, owned by SQLite.
private final class CollationBox: Sendable {
  let ascii: SQLiteConnection.ASCIIOrder
  let compare: @Sendable (String, String) -> Int

  init(
    ascii: SQLiteConnection.ASCIIOrder, compare: @escaping @Sendable (String, String) -> Int
  ) {
    self.ascii = ascii
    self.compare = compare
  }

  func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    if ascii == .byBytes, left.isASCII, right.isASCII {
      let order = left.compareBytes(right)
      return order == 0 ? Int32(clamping: left.count - right.count) : order
    }
    let order = compare(
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    return Int32(clamping: order)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var isASCII: Bool {
    var rest = self[...]
    while rest.count >= 8 {
      let word = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      rest = rest.dropFirst(8)
    }
    return rest.allSatisfy { $0 < 0x80 }
  }

  /// The order of the bytes that both have.
  fileprivate func compareBytes(_ other: UnsafeRawBufferPointer) -> Int32 {
    guard let left = baseAddress, let right = other.baseAddress else { return 0 }
    return memcmp(left, right, Swift.min(count, other.count))
  }
}

/// A function's closure, owned by SQLite.
private final class FunctionBox {
  /// The connection owns this box through SQLite, so it outlives it.
  private unowned let connection: SQLiteConnection
  private let name: String
  private let body: @Sendable ([StoredValue]) throws -> StoredValue

  init(
    connection: SQLiteConnection, name: String,
    body: @escaping @Sendable ([StoredValue]) throws -> StoredValue
  ) {
    self.connection = connection
    self.name = name
    self.body = body
  }

  func call(_ context: OpaquePointer?, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    do {
      setResult(context, try body(arguments.map(StoredValue.init(sqliteValue:))))
    } catch {
      connection.functionError = error
      // The error may speak of values, which a message must not.
      sqlite3_result_error(context, "the function \(name) failed", -1)
    }
  }

  private func setResult(_ context: OpaquePointer?, _ value: StoredValue) {
    switch value {
    case .null:
      sqlite3_result_null(context)
    case .integer(let integer):
      sqlite3_result_int64(context, integer)
    case .real(let real):
      sqlite3_result_double(context, real)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_result_text64(
            context, characters.baseAddress ?? nil, UInt64(characters.count),
            PreparedStatement.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let data):
      data.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress, !bytes.isEmpty {
          sqlite3_result_blob64(context, start, UInt64(bytes.count), PreparedStatement.copied)
        } else {
          sqlite3_result_zeroblob(context, 0)
        }
      }
    }
  }
}

extension StoredValue {
  /// The value of a function's argument.
  fileprivate init(sqliteValue value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT:
      self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      self = .blob(Data(bytes))
    default:
      self = .null
    }
  }
}
