import Foundation
import StoreModel

/// Puts sort descriptors in a store's terms.
struct SortTranslator {
  let resolver: any PropertyResolver

  /// The order in a store's terms; nil if a descriptor can't be put in them, as the reasons say: then
  /// rows are sorted in memory, by `RowOrdering`.
  func translate<Model>(
    _ descriptors: [SortDescriptor<Model>], entity: Int
  ) -> (order: [QueryOrder]?, reasons: [String]) {
    var order: [QueryOrder] = []
    var reasons: [String] = []
    for descriptor in descriptors {
      do {
        order += try keys(of: descriptor, entity: entity)
      } catch {
        reasons.append(error.reason)
      }
    }
    return (reasons.isEmpty ? order : nil, reasons)
  }

  private func keys<Model>(
    of descriptor: SortDescriptor<Model>, entity: Int
  ) throws(UntranslatablePredicate) -> [QueryOrder] {
    guard let keyPath = descriptor.keyPath else {
      throw UntranslatablePredicate("a comparison of whole models is made in memory")
    }
    guard let resolved = resolver.resolve(keyPath, entity: entity),
      case .attribute(let attribute) = resolved.property
    else { throw UntranslatablePredicate("\(keyPath): not kept in a column") }
    let isAscending = descriptor.order == .forward
    let expression = QueryExpression.attribute(
      QueryPath(steps: resolved.steps), ordinal: attribute.ordinal, leaf: attribute.leaf)
    switch PredicateTypeOrder(attribute.type) {
    // A raw value's order is not the order of its type.
    case .unknown:
      throw UntranslatablePredicate("\(attribute.type): ordered in a way that only Swift knows")
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
