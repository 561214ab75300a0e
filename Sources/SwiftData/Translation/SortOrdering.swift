import Foundation
import StoreModel

/// The order of models by sort descriptors, in memory as the store has it.
struct RowOrdering<Model> {
  private let keys: [(Model, Model) -> ComparisonResult]

  init(_ descriptors: [SortDescriptor<Model>]) {
    keys = descriptors.map(Self.comparison)
  }

  /// How two models stand to each other; the same where no descriptor tells them apart.
  func compare(_ left: Model, _ right: Model) -> ComparisonResult {
    for key in keys {
      let result = key(left, right)
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }

  private static func comparison(
    _ descriptor: SortDescriptor<Model>
  ) -> (Model, Model) -> ComparisonResult {
    let isForward = descriptor.order == .forward
    if let keyPath = descriptor.keyPath as? KeyPath<Model, String> {
      let order = TextOrder(descriptor)
      return { left, right in
        order.compare(left[keyPath: keyPath], right[keyPath: keyPath]).directed(isForward)
      }
    }
    if let keyPath = descriptor.keyPath as? KeyPath<Model, String?> {
      let order = TextOrder(descriptor)
      return { left, right in
        order.compare(left[keyPath: keyPath], right[keyPath: keyPath]).directed(isForward)
      }
    }
    if let keyPath = descriptor.keyPath as? KeyPath<Model, Double> {
      // Not a number is NULL in the store, and stands where that does.
      return { left, right in
        let isNumber = (!left[keyPath: keyPath].isNaN, !right[keyPath: keyPath].isNaN)
        if isNumber.0, isNumber.1 { return descriptor.compare(left, right) }
        if isNumber.0 == isNumber.1 { return .orderedSame }
        return (isNumber.0 ? ComparisonResult.orderedDescending : .orderedAscending)
          .directed(isForward)
      }
    }
    return { descriptor.compare($0, $1) }
  }
}

extension TextOrder {
  fileprivate func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .canonical:
      left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    case .localizedStandard: LocalizedText.compare(left, right)
    }
  }

  /// Nil stands before every string.
  fileprivate func compare(_ left: String?, _ right: String?) -> ComparisonResult {
    switch (left, right) {
    case (nil, nil): .orderedSame
    case (nil, _): .orderedAscending
    case (_, nil): .orderedDescending
    case (let left?, let right?): compare(left, right)
    }
  }
}

extension ComparisonResult {
  fileprivate func directed(_ isForward: Bool) -> ComparisonResult {
    isForward ? self : ComparisonResult(rawValue: -rawValue) ?? self
  }
}
