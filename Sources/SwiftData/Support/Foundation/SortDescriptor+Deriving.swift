public import Foundation
import StoreModel

/// Where a sort puts models whose value is nil.
///
/// Not in Apple's framework.
public enum NilPlacement: Sendable, Hashable {
  /// Before all others, in either order.
  case first
  /// After all others, in either order.
  case last
}

// Not in Apple's framework. Foundation's own initializers are preferred where they fit as well, so that
// a type with an order of its own keeps it.
extension SortDescriptor where Compared: PersistentModel {
  /// Creates a sort descriptor by a truth value: false before true.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
    let derived = keyPath.appending(path: \.sortRank)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .truth).assumedSendableKeyPath,
      order: order)
  }

  /// Creates a sort descriptor by an optional truth value: nil before false before true.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
    let derived = keyPath.appending(path: \.?.sortRank)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .truth).assumedSendableKeyPath,
      order: order)
  }

  /// Creates a sort descriptor by the raw values of an enumeration.
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) where Value: RawRepresentable, Value.RawValue: Comparable {
    let derived = keyPath.appending(path: \.rawValue)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .rawValue(Value.RawValue.self))
        .assumedSendableKeyPath,
      order: order)
  }

  /// Creates a sort descriptor by the raw values of an optional enumeration, nil first.
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) where Value: RawRepresentable, Value.RawValue: Comparable {
    let derived = keyPath.appending(path: \.?.rawValue)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .rawValue(Value.RawValue.self))
        .assumedSendableKeyPath,
      order: order)
  }

  /// Creates a sort descriptor by an optional value that says where nil goes.
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward,
    nils: NilPlacement
  ) where Value: Comparable {
    // Nil comes first by itself, and is turned around with the others.
    guard (nils == .last) == (order == .forward) else {
      self.init(keyPath, order: order)
      return
    }
    let derived = keyPath.appending(path: \.nilLast)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .nilLast).assumedSendableKeyPath,
      order: order)
  }
}

extension Bool {
  fileprivate var sortRank: Int { self ? 1 : 0 }
}

extension Optional where Wrapped: Comparable {
  fileprivate var nilLast: NilLast<Wrapped> {
    // Not a number is NULL in the store, and stands where that does.
    if let number = self as? Double, number.isNaN { return NilLast(value: nil) }
    return NilLast(value: self)
  }
}

/// An optional that is after all others where it is nil.
struct NilLast<Value: Comparable>: Comparable {
  let value: Value?

  static func < (left: NilLast, right: NilLast) -> Bool {
    guard let value = left.value else { return false }
    guard let other = right.value else { return true }
    // As a sort descriptor without comparator means it.
    if let text = value as? String, let other = other as? String {
      return LocalizedText.compare(text, other) == .orderedAscending
    }
    return value < other
  }
}
