import Foundation
import StoreModel

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.range(lower, upper, includesUpper: true, type: LHS.Output.self)
  }
}

extension PredicateExpressions.Range: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.range(lower, upper, includesUpper: false, type: LHS.Output.self)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let range = try translator.term(of: range, at: .first)
    let element = try translator.term(of: element, at: .second)
    if range.alwaysFails || element.alwaysFails { return .failed }
    let failure = QueryExpression.anyFailure(range.failure, element.failure)
    if let range = translator.constant(range, as: RangeExpression.Output.self),
      let element = translator.constant(element, as: Element.Output.self)
    {
      return translator.folded(
        PredicateExpressions.RangeExpressionContains(range: range, element: element))
    }
    switch range.value {
    case .range(let range):
      let lower = try translator.bound(.greaterOrEqual, element, range.lower, Element.Output.self)
      let upper = try translator.bound(
        range.includesUpper ? .lessOrEqual : .less, element, range.upper, Element.Output.self)
      return .condition(.conjunction(lower, upper), failure: failure)
    case .constant(let range as any BoundedRange):
      var condition = QueryExpression.alwaysTrue
      for (comparison, bound) in range.bounds {
        let bound = PredicateTerm(.constant(bound))
        let test = try translator.bound(comparison, element, bound, Element.Output.self)
        condition = .conjunction(condition, test)
      }
      return .condition(condition, failure: failure)
    default: throw UntranslatablePredicate("a range of type \(RangeExpression.Output.self)")
    }
  }
}

extension PredicateTranslator {
  fileprivate mutating func range<Bound: Comparable>(
    _ lower: any PredicateExpression, _ upper: any PredicateExpression, includesUpper: Bool,
    type: Bound.Type
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let lower = try term(of: lower, at: .first)
    let upper = try term(of: upper, at: .second)
    if lower.alwaysFails || upper.alwaysFails { return .failed }
    let range = PredicateRange(lower: lower, upper: upper, includesUpper: includesUpper)
    let failure = QueryExpression.anyFailure(lower.failure, upper.failure)
    guard let first = lower.constant as? Bound, let second = upper.constant as? Bound else {
      // Swift makes no range whose bounds are in the wrong order.
      let isOrdered = try ordering(.lessOrEqual, lower, upper, type: type)
      return PredicateTerm(.range(range), failure: .anyFailure(failure, .negation(isOrdered)))
    }
    guard first <= second else { return .failed }
    return PredicateTerm(.constant(includesUpper ? first...second : first..<second))
  }

  /// The comparison of an element with a bound, of which one may depend on the row.
  fileprivate func bound<Bound: Comparable>(
    _ comparison: QueryComparison, _ element: PredicateTerm, _ bound: PredicateTerm,
    _ type: Bound.Type
  ) throws(UntranslatablePredicate) -> QueryExpression {
    guard let first = element.constant as? Bound, let second = bound.constant as? Bound else {
      return try ordering(comparison, element, bound, type: type)
    }
    let holds =
      switch comparison {
      case .less: first < second
      case .lessOrEqual: first <= second
      case .greater: first > second
      case .greaterOrEqual: first >= second
      case .equal: first == second
      case .notEqual: first != second
      }
    return holds ? .alwaysTrue : .alwaysFalse
  }
}

/// A range that can tell its bounds: an element is inside if all comparisons with them hold.
private protocol BoundedRange {
  var bounds: [(QueryComparison, Any)] { get }
}

extension ClosedRange: BoundedRange {
  var bounds: [(QueryComparison, Any)] {
    [(.greaterOrEqual, lowerBound), (.lessOrEqual, upperBound)]
  }
}

extension Range: BoundedRange {
  var bounds: [(QueryComparison, Any)] { [(.greaterOrEqual, lowerBound), (.less, upperBound)] }
}

extension PartialRangeFrom: BoundedRange {
  var bounds: [(QueryComparison, Any)] { [(.greaterOrEqual, lowerBound)] }
}

extension PartialRangeThrough: BoundedRange {
  var bounds: [(QueryComparison, Any)] { [(.lessOrEqual, upperBound)] }
}

extension PartialRangeUpTo: BoundedRange {
  var bounds: [(QueryComparison, Any)] { [(.less, upperBound)] }
}
