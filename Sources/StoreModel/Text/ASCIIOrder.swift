/// The localized order and search for text that is all printable ASCII, without a locale's tables.
enum ASCIIOrder {
  /// Place of each ASCII character in the root collation of Unicode, case left out; 0: not handled.
  private static let weights: InlineArray<128, UInt8> = {
    var weights = InlineArray<128, UInt8>(repeating: 0)
    let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
    for (place, byte) in order.utf8.enumerated() { weights[Int(byte)] = UInt8(place + 1) }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      weights[Int(byte)] = weights[Int(byte | 0x20)]
    }
    return weights
  }()

  /// The order of two texts, or nil if one of them has anything but printable ASCII.
  ///
  /// Digits in a row count as one number if the order is numeric.
  static func order(
    _ left: Span<UInt8>, _ right: Span<UInt8>, isNumeric: Bool = true
  ) -> Int? {
    guard isPrintable(left), isPrintable(right) else { return nil }
    let weights = weights
    var position = (left: 0, right: 0)
    // What decides if all else is equal: the first difference in case, or in leading zeros.
    var tie = 0
    while position.left < left.count, position.right < right.count {
      let bytes = (left: left[position.left], right: right[position.right])
      if isNumeric, isDigit(bytes.left), isDigit(bytes.right) {
        let leftRun = DigitRun(left, at: position.left)
        let rightRun = DigitRun(right, at: position.right)
        let order = leftRun.order(rightRun, left, right)
        if order != 0 { return order }
        if tie == 0 { tie = leftRun.zeroCount - rightRun.zeroCount }
        position = (leftRun.end, rightRun.end)
        continue
      }
      let pair = (left: weights[Int(bytes.left)], right: weights[Int(bytes.right)])
      if pair.left != pair.right { return pair.left < pair.right ? -1 : 1 }
      if tie == 0, bytes.left != bytes.right { tie = bytes.left > bytes.right ? -1 : 1 }
      position = (position.left + 1, position.right + 1)
    }
    let rest = (left.count - position.left) - (right.count - position.right)
    return rest != 0 ? rest.signum() : tie.signum()
  }

  /// Whether a text has another in it, if case doesn't count; false for the empty one.
  static func contains(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    guard part.count > 0, part.count <= text.count else { return false }
    let first = folded(part[0])
    for start in 0...(text.count - part.count)
    where folded(text[start]) == first && matches(text, part, at: start) {
      return true
    }
    return false
  }

  private static func matches(_ text: Span<UInt8>, _ part: Span<UInt8>, at start: Int) -> Bool {
    for index in part.indices where folded(text[start + index]) != folded(part[index]) {
      return false
    }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  static func isPrintable(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] < 0x20 || text[index] >= 0x7F { return false }
    return true
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

/// Digits in a row, which count as one number.
private struct DigitRun {
  let zeroCount: Int
  /// Where the first digit other than zero is.
  let start: Int
  let end: Int

  init(_ text: Span<UInt8>, at position: Int) {
    var index = position
    while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
    start = index
    zeroCount = index - position
    while index < text.count, ASCIIOrder.isDigit(text[index]) { index += 1 }
    end = index
  }

  func order(_ other: DigitRun, _ text: Span<UInt8>, _ otherText: Span<UInt8>) -> Int {
    let length = end - start
    let otherLength = other.end - other.start
    if length != otherLength { return length < otherLength ? -1 : 1 }
    for offset in 0..<length {
      let digits = (text[start + offset], otherText[other.start + offset])
      if digits.0 != digits.1 { return digits.0 < digits.1 ? -1 : 1 }
    }
    return 0
  }
}
