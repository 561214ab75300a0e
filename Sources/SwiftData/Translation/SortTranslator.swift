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
    let derived = DerivedSortKey.of(keyPath)
    guard let resolved = resolver.resolve(derived?.base ?? keyPath, entity: entity),
      case .attribute(let attribute) = resolved.property
    else {
      throw UntranslatablePredicate("\(KeyPathText.readable(keyPath)): not kept in a column")
    }
    let isReversed = if case .reversed? = derived?.derivation { true } else { false }
    let isAscending = (descriptor.order == .forward) != isReversed
    let expression = QueryExpression.attribute(
      QueryPath(steps: resolved.steps), ordinal: attribute.ordinal, leaf: attribute.leaf)
    let nilTest = QueryExpression.nullTest(expression)
    var keys = isReversed ? [QueryOrder(nilTest, isAscending: isAscending)] : []
    switch PredicateTypeOrder(try orderedType(attribute, derived?.derivation)) {
    case .unknown:
      throw UntranslatablePredicate("\(attribute.type): ordered in a way that only Swift knows")
    case .unsigned:
      let upperHalf = QueryExpression.comparison(.less, expression, .constant(.integer(0)))
      // Nil stands before the lower half, not among it.
      if !isReversed { keys.append(QueryOrder(nilTest, isAscending: !isAscending)) }
      keys.append(QueryOrder(upperHalf, isAscending: isAscending))
      keys.append(QueryOrder(expression, isAscending: isAscending))
    case .stored:
      // A number that is none has no place in Swift's order either, but there it is another.
      var collation: QueryCollation =
        attribute.kind == .string ? TextOrder(descriptor).collation : .binary
      if case .digitsApart? = derived?.derivation { collation = .localized }
      keys.append(QueryOrder(expression, isAscending: isAscending, collation: collation))
    }
    return keys
  }

  /// The type whose order it is.
  private func orderedType(
    _ attribute: ResolvedAttribute, _ derivation: DerivedSortKey.Derivation?
  ) throws(UntranslatablePredicate) -> any Any.Type {
    switch derivation {
    case .truth: return Int.self
    case .rawValue(let type):
      guard (type as? any ScalarValue.Type)?.valueKind == attribute.kind else {
        throw UntranslatablePredicate("\(attribute.type): not kept as its raw value")
      }
      return type
    case .reversed, .digitsApart, nil: return attribute.type
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
