import StoreModel

/// Keys that one statement is given at once, whatever their number.
struct KeyList {
  /// For fewer keys, a run for each costs less than taking a list apart.
  static let minimumCount = 4
  private static let maximumCount = 8192

  let keys: ArraySlice<Int64>

  init(_ keys: ArraySlice<Int64>) { self.keys = keys }

  /// The test whether a column holds one of the keys, with one binding.
  var test: String { keys.count == 1 ? "= ?" : "IN (SELECT value FROM json_each(?))" }

  /// What the test binds.
  var binding: StoredValue {
    guard keys.count == 1, let key = keys.first else { return array }
    return .integer(key)
  }

  /// The keys as a JSON array, which the database takes apart with `json_each`.
  var array: StoredValue {
    // Digit by digit: an interpolation takes ten times as long as what the database does with it.
    var digits: [UInt8] = []
    digits.reserveCapacity(keys.count * 8 + 2)
    digits.append(UInt8(ascii: "["))
    for key in keys {
      if digits.count > 1 { digits.append(UInt8(ascii: ",")) }
      Self.append(key, to: &digits)
    }
    digits.append(UInt8(ascii: "]"))
    return .text(String(decoding: digits, as: UTF8.self))
  }

  private static func append(_ key: Int64, to digits: inout [UInt8]) {
    if key < 0 { digits.append(UInt8(ascii: "-")) }
    let start = digits.endIndex
    var rest = key.magnitude
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    digits[start...].reverse()
  }

  /// The keys in lists that are not too long to be held in memory beside them.
  static func lists(of keys: [Int64]) -> some Sequence<KeyList> {
    stride(from: 0, to: keys.count, by: maximumCount).lazy.map {
      KeyList(keys[$0..<min($0 + maximumCount, keys.count)])
    }
  }
}

extension SQLConnection {
  /// Runs a query over many keys, list by list.
  ///
  /// `text` is given the test whether a column holds one of a list's keys, `body` the list and its rows.
  func query(
    _ keys: [Int64], text: (_ test: String) -> String,
    body: (_ list: KeyList, _ page: RowPage) throws -> Void
  ) throws {
    for list in KeyList.lists(of: keys) {
      try body(list, query(SQLStatement(text(list.test), bindings: [list.binding])))
    }
  }
}
