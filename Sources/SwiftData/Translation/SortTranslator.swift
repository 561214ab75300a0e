import Foundation
import StoreModel

/// Puts sort descriptors in a store's terms.
struct SortTranslator {
  let resolver: any PropertyResolver

  /// The order in a store's terms, or nil if a descriptor can't be: then rows are sorted in memory,
  /// by `RowOrdering`.
  func order<Model>(_ descriptors: [SortDescriptor<Model>], entity: Int) -> [QueryOrder]? {
    var order: [QueryOrder] = []
    for descriptor in descriptors {
      guard let keys = keys(of: descriptor, entity: entity) else { return nil }
      order += keys
    }
    return order
  }

  private func keys<Model>(_ descriptor: SortDescriptor<Model>, entity: Int) -> [QueryOrder]? {
    keys(of: descriptor, entity: entity)
  }

  private func keys<Model>(of descriptor: SortDescriptor<Model>, entity: Int) -> [QueryOrder]? {
    guard let keyPath = descriptor.keyPath,
      let resolved = resolver.resolve(keyPath, entity: entity),
      case .attribute(let attribute) = resolved.property
    else { return nil }
    let isAscending = descriptor.order == .forward
    let expression = QueryExpression.attribute(
      QueryPath(steps: resolved.steps), ordinal: attribute.ordinal, leaf: attribute.leaf)
    switch PredicateTypeOrder(attribute.type) {
    // A raw value's order is not the order of its type.
    case .unknown: return nil
    case .unsigned:
      let upperHalf = QueryExpression.comparison(.less, expression, .constant(.integer(0)))
      return [
        // Nil stands before the lower half, not among it.
        QueryOrder(.nullTest(expression), isAscending: !isAscending),
        QueryOrder(upperHalf, isAscending: isAscending),
        QueryOrder(expression, isAscending: isAscending),
      ]
    case .stored:
      // A number that is none has no place in Swift's order either, but there it is another.
      let collation: QueryCollation =
        attribute.kind == .string ? TextOrder(descriptor).collation : .binary
      return [QueryOrder(expression, isAscending: isAscending, collation: collation)]
    }
  }
}

/// How a sort descriptor orders strings.
enum TextOrder {
  case canonical
  case localizedStandard

  /// A descriptor without a comparator means what it means on Apple's platforms.
  init<Model>(_ descriptor: SortDescriptor<Model>) {
    self = descriptor.stringComparator == .lexical ? .canonical : .localizedStandard
  }

  var collation: QueryCollation {
    switch self {
    case .canonical: .canonical
    case .localizedStandard: .localizedStandard
    }
  }
}
