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
      DerivedSortKey.noting(derived, from: keyPath, by: .truth),
      order: order)
  }

  /// Creates a sort descriptor by an optional truth value: nil before false before true.
  @_disfavoredOverload
  public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
    let derived = keyPath.appending(path: \.?.sortRank)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .truth),
      order: order)
  }

  /// Creates a sort descriptor by the raw values of an enumeration.
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) where Value: RawRepresentable, Value.RawValue: Comparable {
    let derived = keyPath.appending(path: \.rawValue)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .rawValue(Value.RawValue.self)),
      order: order)
  }

  /// Creates a sort descriptor by the raw values of an optional enumeration, nil first.
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) where Value: RawRepresentable, Value.RawValue: Comparable {
    let derived = keyPath.appending(path: \.?.rawValue)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .rawValue(Value.RawValue.self)),
      order: order)
  }

  /// Creates a sort descriptor by an optional value that says where nil goes.
  ///
  /// Where nil is not to go where it goes by itself, the descriptor's own `order` is the opposite one.
  public init<Value>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward,
    nils: NilPlacement
  ) where Value: Comparable {
    // Nil comes first by itself, and is turned around with the others.
    guard (nils == .last) == (order == .forward) else {
      self.init(keyPath, order: order)
      return
    }
    // The values turned around twice, and nil once. The path ends in an optional, as a chain needs it
    // that may end early.
    let derived = keyPath.appending(path: \.?.reversedOrder)
    self.init(
      DerivedSortKey.noting(derived, from: keyPath, by: .reversed),
      order: order == .forward ? .reverse : .forward)
  }
}

extension Bool {
  fileprivate var sortRank: Int { self ? 1 : 0 }
}

extension Comparable {
  fileprivate var reversedOrder: ReversedOrder<Self>? {
    // Not a number is NULL in the store, and stands where that does.
    let isNaN = (self as? Double)?.isNaN ?? (self as? Float)?.isNaN ?? false
    return isNaN ? nil : ReversedOrder(value: self)
  }
}

/// A value that is before those which it is greater than.
struct ReversedOrder<Value: Comparable>: Comparable {
  let value: Value

  static func < (left: ReversedOrder, right: ReversedOrder) -> Bool {
    // As a sort descriptor without comparator means it.
    if let text = left.value as? String, let other = right.value as? String {
      return LocalizedText.compare(other, text) == .orderedAscending
    }
    return right.value < left.value
  }
}
