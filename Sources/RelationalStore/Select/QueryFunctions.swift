/// Names of the functions and collations that every connection of a store must offer.
///
/// SQL alone compares text by bytes. These give it Swift's meaning; what each does is in
/// `CanonicalText` and `LocalizedText`. Every function is deterministic, takes text and is false
/// (`length` is NULL) where an argument is NULL or no text.
package enum QueryFunctions {
  /// Collation: `CanonicalText.order`.
  package static let canonicalCollation = "SWIFT_CANONICAL"
  /// Collation: `LocalizedText.order`.
  package static let localizedStandardCollation = "SWIFT_LOCALIZED"
  /// Collation: `LocalizedText.order` with digits one by one.
  package static let localizedCollation = "SWIFT_LOCALIZED_DIGITS"
  /// Of a text and a part: `CanonicalText.contains`.
  package static let contains = "SWIFT_CONTAINS"
  /// Of a text and a prefix: `CanonicalText.starts`.
  package static let starts = "SWIFT_STARTS"
  /// Of a text and a part: `LocalizedText.contains`.
  package static let localizedContains = "SWIFT_LOCALIZED_CONTAINS"
  /// Of a text: `CanonicalText.count`.
  package static let length = "SWIFT_LENGTH"
  /// Of an integer: the real that has its bits; NULL for anything else.
  package static let realOfBits = "SWIFT_REAL_OF_BITS"
}
