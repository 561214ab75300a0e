import StoreModel

/// Keys in one binding, which the database takes apart with `json_each`.
///
/// One statement does for any number of keys, at half the cost of running one for each.
struct KeyList {
  /// For fewer keys, a run for each costs less than taking a list apart.
  static let minimumCount = 4
  private static let maximumCount = 8192

  let binding: StoredValue
  let count: Int

  init(_ keys: some Collection<Int64>) {
    count = keys.count
    // Digit by digit: an interpolation takes ten times as long as what the database does with it.
    var digits: [UInt8] = []
    digits.reserveCapacity(keys.count * 8 + 2)
    digits.append(UInt8(ascii: "["))
    for key in keys {
      if digits.count > 1 { digits.append(UInt8(ascii: ",")) }
      Self.append(key, to: &digits)
    }
    digits.append(UInt8(ascii: "]"))
    binding = .text(String(decoding: digits, as: UTF8.self))
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
