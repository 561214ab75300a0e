import Foundation
import StoreModel

extension PredicateExpressions.PredicateCombination: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.checkSize(of: self)
    var result = PredicateTerm(.constant(isConjunction))
    for part in parts {
      translator.bind(part)
      let expression = part.expression
      func next(
        _ translator: inout PredicateTranslator
      ) throws(UntranslatablePredicate) -> PredicateTerm {
        try translator.placelessTerm(of: expression)
      }
      result =
        isConjunction
        ? try translator.conjunction(result, next) : try translator.disjunction(result, next)
    }
    return result
  }
}

extension PredicateTranslator {
  /// How many predicates of a combination a store is asked for: it takes conditions of a certain depth.
  static let combinationLimit = 500

  func checkSize(of combination: any CombiningExpression) throws(UntranslatablePredicate) {
    guard combination.parts.count > Self.combinationLimit else { return }
    throw UntranslatablePredicate("a combination of more than \(Self.combinationLimit) predicates")
  }

  /// Two terms, both of which have to be true.
  mutating func conjunction(
    _ left: PredicateTerm,
    _ right: (inout PredicateTranslator) throws(UntranslatablePredicate) -> PredicateTerm
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let condition = try condition(left)
    // Swift would not look at the second operand, so whether we could must not matter.
    if condition.truth == false || left.alwaysFails { return left }
    let right = try right(&self)
    return .condition(
      .conjunction(condition, try self.condition(right)),
      failure: .anyFailure(left.failure, .failure(right.failure, if: condition)))
  }

  /// Two terms, one of which has to be true.
  mutating func disjunction(
    _ left: PredicateTerm,
    _ right: (inout PredicateTranslator) throws(UntranslatablePredicate) -> PredicateTerm
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let condition = try condition(left)
    if condition.truth == true || left.alwaysFails { return left }
    let right = try right(&self)
    return .condition(
      .disjunction(condition, try self.condition(right)),
      failure: .anyFailure(left.failure, .failure(right.failure, if: .negation(condition))))
  }
}
