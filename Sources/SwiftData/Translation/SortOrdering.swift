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
    switch descriptor.keyPath {
    case let keyPath as KeyPath<Model, Double>:
      return numbers(isForward) { $0[keyPath: keyPath] }
    case let keyPath as KeyPath<Model, Double?>:
      return numbers(isForward) { $0[keyPath: keyPath] }
    case let keyPath as KeyPath<Model, Float>:
      return numbers(isForward) { Double($0[keyPath: keyPath]) }
    case let keyPath as KeyPath<Model, Float?>:
      return numbers(isForward) { $0[keyPath: keyPath].map(Double.init) }
    default: return { descriptor.compare($0, $1) }
    }
  }

  /// Not a number is NULL in the store, and stands where that does.
  private static func numbers(
    _ isForward: Bool, _ number: @escaping (Model) -> Double?
  ) -> (Model, Model) -> ComparisonResult {
    { left, right in
      let left = number(left).flatMap { $0.isNaN ? nil : $0 }
      let right = number(right).flatMap { $0.isNaN ? nil : $0 }
      return switch (left, right) {
      case (nil, nil): .orderedSame
      case (nil, _): ComparisonResult.orderedAscending.directed(isForward)
      case (_, nil): ComparisonResult.orderedDescending.directed(isForward)
      case (let left?, let right?):
        left == right
          ? .orderedSame
          : (left < right ? ComparisonResult.orderedAscending : .orderedDescending)
            .directed(isForward)
      }
    }
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
