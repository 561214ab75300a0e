package import Foundation

/// Order and search of text as people expect it, the same on every machine.
///
/// The order is that of Apple's `localizedStandardCompare` under one fixed locale: case and
/// diacritics count only where nothing else differs, and numbers go by value.
package enum LocalizedText {
  private static let locale = Locale(identifier: "en")

  /// Orders two strings; only strings that are equal in Swift are the same.
  ///
  /// Digits go one by one unless the order is numeric.
  package static func compare(
    _ left: String, _ right: String, isNumeric: Bool = true
  ) -> ComparisonResult {
    let order = order(left, right, isNumeric)
    return order == 0 ? .orderedSame : order < 0 ? .orderedAscending : .orderedDescending
  }

  /// Negative, zero or positive as the left text stands before, with or after the right.
  package static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    if let order = ASCIIOrder.order(left, right) { return order }
    return orderByLocale(String(decodingBytes: left), String(decodingBytes: right), true)
  }

  private static func order(_ left: String, _ right: String, _ isNumeric: Bool) -> Int {
    if let order = ASCIIOrder.order(left.utf8.span, right.utf8.span, isNumeric: isNumeric) {
      return order
    }
    return orderByLocale(left, right, isNumeric)
  }

  private static func orderByLocale(_ left: String, _ right: String, _ isNumeric: Bool) -> Int {
    // Foundation tells canonically equivalent spellings apart in the end.
    let left = left.precomposedStringWithCanonicalMapping
    let right = right.precomposedStringWithCanonicalMapping
    var options: String.CompareOptions = [.caseInsensitive, .widthInsensitive, .forcedOrdering]
    if isNumeric { options.insert(.numeric) }
    let order = left.compare(right, options: options, range: nil, locale: locale)
    if order != .orderedSame { return order.rawValue }
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// Whether a text has another in it, if case and diacritics don't count.
  ///
  /// As with Foundation's, no text contains the empty one.
  package static func contains(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    if ASCIIOrder.isPrintable(text), ASCIIOrder.isPrintable(part) {
      return ASCIIOrder.contains(text, part)
    }
    return containsByLocale(String(decodingBytes: text), String(decodingBytes: part))
  }

  /// Whether a string has another in it, if case and diacritics don't count.
  package static func contains(_ text: String, _ part: String) -> Bool {
    contains(text.utf8.span, part.utf8.span)
  }

  private static func containsByLocale(_ text: String, _ part: String) -> Bool {
    // Not `range(of:)` of the string itself: on Linux it traps on ranges that NSString finds beyond
    // the end of odd texts.
    let text = NSString(string: text)
    let range = text.range(
      of: part, options: [.caseInsensitive, .diacriticInsensitive],
      range: NSRange(location: 0, length: text.length), locale: locale)
    return range.location != NSNotFound
  }
}
