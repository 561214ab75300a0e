public import Foundation
import StoreModel

/// A way to order strings that Foundation has on Apple's platforms only.
///
/// Written as there: `SortDescriptor(\.title, comparator: .localized)`. The order is that of one fixed
/// locale, the same on every machine.
public struct LocalizedComparator: Sendable, Hashable {
  let isNumeric: Bool

  /// Orders as the Finder does: numbers by their value, case and diacritics only where nothing else
  /// differs.
  ///
  /// What a sort descriptor of models by a string means without comparator.
  public static var localizedStandard: LocalizedComparator { LocalizedComparator(isNumeric: true) }

  /// Orders as a dictionary does: case and diacritics only where nothing else differs, digits one by
  /// one.
  public static var localized: LocalizedComparator { LocalizedComparator(isNumeric: false) }
}

extension String.StandardComparator {
  /// Orders as the Finder does.
  public static var localizedStandard: LocalizedComparator { .localizedStandard }

  /// Orders as a dictionary does.
  public static var localized: LocalizedComparator { .localized }
}

extension SortDescriptor where Compared: PersistentModel {
  /// Creates a sort descriptor by a string in a localized order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedComparator,
    order: SortOrder = .forward
  ) {
    guard !comparator.isNumeric else {
      self.init(keyPath, order: order)
      return
    }
    let derived = keyPath.appending(path: \.withDigitsApart)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .digitsApart),
      order: order)
  }

  /// Creates a sort descriptor by an optional string in a localized order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedComparator,
    order: SortOrder = .forward
  ) {
    guard !comparator.isNumeric else {
      self.init(keyPath, order: order)
      return
    }
    let derived = keyPath.appending(path: \.?.withDigitsApart)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .digitsApart),
      order: order)
  }
}

extension String {
  fileprivate var withDigitsApart: DigitsApart { DigitsApart(text: self) }
}

/// A text in the localized order in which digits are no numbers.
struct DigitsApart: Comparable {
  let text: String

  static func == (left: DigitsApart, right: DigitsApart) -> Bool { left.text == right.text }

  static func < (left: DigitsApart, right: DigitsApart) -> Bool {
    LocalizedText.compare(left.text, right.text, isNumeric: false) == .orderedAscending
  }
}
