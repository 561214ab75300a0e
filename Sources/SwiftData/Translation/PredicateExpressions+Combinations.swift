import Foundation
import StoreModel

extension PredicateExpressions.PredicateCombination: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.beginCombination(self)
    defer { translator.endCombination() }
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
  /// Enters a combination; throws if it is the outermost one and more than a store takes.
  mutating func beginCombination(
    _ combination: any CombiningExpression
  ) throws(UntranslatablePredicate) {
    if combinationDepth == 0, let excess = CombinationLimits.excess(of: combination) {
      throw UntranslatablePredicate(excess)
    }
    combinationDepth += 1
  }

  mutating func endCombination() { combinationDepth -= 1 }

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

/// How large and how deep combinations of predicates are that a store is asked for: it takes conditions
/// of a certain depth.
private enum CombinationLimits {
  /// How many predicates there may be in all, and how many combinations in each other.
  static let size = 500
  /// How often all and any may take turns, each time in parentheses.
  static let turns = 32

  /// What is too much of a combination; nil if nothing is.
  static func excess(of combination: any CombiningExpression) -> String? {
    var pending = [(combination: combination, depth: 1, turns: 0)]
    var size = 0
    while let (combination, depth, turns) = pending.popLast() {
      guard depth <= Self.size, turns <= Self.turns else {
        return "predicates combined more than \(Self.turns) times over"
      }
      for part in combination.parts {
        size += 1
        guard let inner = part.expression as? any CombiningExpression else { continue }
        let turn = inner.isConjunction == combination.isConjunction ? 0 : 1
        pending.append((inner, depth + 1, turns + turn))
      }
      guard size <= Self.size else { return "a combination of more than \(Self.size) predicates" }
    }
    return nil
  }
}
