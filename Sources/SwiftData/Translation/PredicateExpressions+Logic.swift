import Foundation
import StoreModel

extension PredicateExpressions.Conjunction: ConjunctionExpression, TranslatableExpression {
  var first: any PredicateExpression { lhs }
  var second: any PredicateExpression { rhs }

  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let left = try translator.term(of: lhs, at: .first)
    return try translator.conjunction(left) { translator throws(UntranslatablePredicate) in
      try translator.term(of: rhs, at: .second)
    }
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let left = try translator.term(of: lhs, at: .first)
    return try translator.disjunction(left) { translator throws(UntranslatablePredicate) in
      try translator.term(of: rhs, at: .second)
    }
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operand = try translator.term(of: wrapped, at: .first)
    return .condition(
      .negation(try translator.condition(operand)), failure: operand.failure)
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let test = try translator.term(of: test, at: .first)
    let condition = try translator.condition(test)
    if test.alwaysFails { return .failed }
    if let truth = condition.truth, test.failure == nil {
      return truth
        ? try translator.term(of: trueBranch, at: .second)
        : try translator.term(of: falseBranch, at: .third)
    }
    let then = try translator.term(of: trueBranch, at: .second)
    let otherwise = try translator.term(of: falseBranch, at: .third)
    var scalar = try translator.scalar(then, beside: otherwise)
    let other = try translator.scalar(otherwise, beside: then)
    if then.constant != nil { scalar.coding = other.coding }
    if then.constant != nil {
      scalar.nullMeaning = other.nullMeaning
    } else if otherwise.constant == nil, scalar.nullMeaning != other.nullMeaning {
      scalar.nullMeaning = .isEither(nilWhere: nil)
    }
    // Which branch is taken decides, too.
    if case .isEither = scalar.nullMeaning { scalar.nullMeaning = .isEither(nilWhere: nil) }
    scalar.expression = .choice(condition, then: scalar.expression, else: other.expression)
    let branches = QueryExpression.anyFailure(
      .failure(then.failure, if: condition),
      .failure(otherwise.failure, if: .negation(condition)))
    return PredicateTerm(.scalar(scalar), failure: .anyFailure(test.failure, branches))
  }
}
