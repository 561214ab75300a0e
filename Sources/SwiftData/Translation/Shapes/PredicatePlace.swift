/// Where a part stands in a predicate: which of its parent's parts it is, and so up to the root.
struct PredicatePlace: Hashable, Sendable {
  private let number: UInt64

  static let root = PredicatePlace(number: 1)

  /// Which part of an expression something is, in the order of its initializer.
  enum Part: UInt64 {
    case first = 1
    case second = 2
    case third = 3
  }

  private init(number: UInt64) { self.number = number }

  /// The place of a part; nil where it lies too deep to be told from others.
  func part(_ part: Part) -> PredicatePlace? {
    guard number.leadingZeroBitCount >= 2 else { return nil }
    return PredicatePlace(number: number << 2 | part.rawValue)
  }
}
