import _StringProcessing

/// Comparison and search of UTF-8 text as `String` does it: by canonical equivalence and characters.
///
/// Bytes come straight from a database; text that is all ASCII is never made into a `String`.
package enum CanonicalText {
  /// Negative, zero or positive as the left text is less than, equal to or greater than the right.
  package static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let common = min(left.count, right.count)
    var index = 0
    while index < common, left[index] == right[index] { index += 1 }
    if index == left.count, index == right.count { return 0 }
    // A byte decides alone where nothing after it can combine with it, which no ASCII byte does.
    if let decided = decide(left, right, at: index) { return decided }
    let leftText = String(decodingBytes: left)
    let rightText = String(decodingBytes: right)
    return leftText == rightText ? 0 : leftText < rightText ? -1 : 1
  }

  private static func decide(
    _ left: Span<UInt8>, _ right: Span<UInt8>, at index: Int
  ) -> Int? {
    if index == left.count { return right[index] < 0x80 ? -1 : nil }
    if index == right.count { return left[index] < 0x80 ? 1 : nil }
    guard left[index] < 0x80, right[index] < 0x80, isASCII(left, at: index + 1),
      isASCII(right, at: index + 1)
    else { return nil }
    return left[index] < right[index] ? -1 : 1
  }

  private static func isASCII(_ text: Span<UInt8>, at index: Int) -> Bool {
    index >= text.count || text[index] < 0x80
  }

  /// Whether a text has the characters of another in a row, as `contains(_:)` of a collection says.
  package static func contains(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    if isPlain(text), isPlain(part) { return hasBytes(text, part) }
    return hasElements(String(decodingBytes: text), String(decodingBytes: part))
  }

  /// Whether a string has the characters of another in a row.
  package static func contains(_ text: String, _ part: String) -> Bool {
    contains(text.utf8.span, part.utf8.span)
  }

  /// Generic, so that the search by characters is taken, not one of `StringProtocol`.
  private static func hasElements<Base: Collection, Part: Collection>(
    _ base: Base, _ part: Part
  ) -> Bool where Base.Element: Equatable, Base.Element == Part.Element {
    base.contains(part)
  }

  /// Whether a text begins with the characters of another.
  package static func starts(_ text: Span<UInt8>, with prefix: Span<UInt8>) -> Bool {
    if isPlain(text), isPlain(prefix) {
      guard prefix.count <= text.count else { return false }
      return hasBytes(text, prefix, at: 0)
    }
    return String(decodingBytes: text).starts(with: String(decodingBytes: prefix))
  }

  /// The number of characters.
  package static func count(_ text: Span<UInt8>) -> Int {
    isPlain(text) ? text.count : String(decodingBytes: text).count
  }

  /// Whether every byte is a character: ASCII, without the carriage return that joins a line feed.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] >= 0x80 || text[index] == 0x0D { return false }
    return true
  }

  private static func hasBytes(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    guard part.count > 0 else { return true }
    guard part.count <= text.count else { return false }
    for start in 0...(text.count - part.count)
    where text[start] == part[0] && hasBytes(text, part, at: start) {
      return true
    }
    return false
  }

  private static func hasBytes(_ text: Span<UInt8>, _ part: Span<UInt8>, at start: Int) -> Bool {
    for index in part.indices where text[start + index] != part[index] { return false }
    return true
  }
}

extension String {
  /// A string of UTF-8 bytes, repaired where they are not valid.
  init(decodingBytes bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
