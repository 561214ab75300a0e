import Foundation
import StoreModel

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    PredicateTerm(.constant(Wrapped?.none as Any))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let term = try translator.term(of: inner, at: .first)
    if term.alwaysFails { return .failed }
    if let constant = translator.constant(term, as: Inner.Output.self) {
      return translator.folded(PredicateExpressions.build_ForcedUnwrap(constant))
    }
    let isNil = try translator.nilTest(term)
    return PredicateTerm(term.value.unwrapped, failure: .anyFailure(term.failure, isNil))
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let first = try translator.term(of: lhs, at: .first)
    if first.alwaysFails { return .failed }
    if let constant = first.constant, unwrappedConstant(constant) == nil {
      return try translator.term(of: rhs, at: .second)
    }
    let isNil = try translator.nilTest(first)
    // A constant is taken out of its optional wherever it is used.
    if isNil.truth == false { return first }
    let second = try translator.term(of: rhs, at: .second)
    let scalar = try translator.scalar(first, beside: second)
    let other = try translator.scalar(second, beside: first)
    return PredicateTerm(
      .scalar(scalar.replacing(isNil, by: other)),
      failure: .anyFailure(first.failure, .failure(second.failure, if: isNil)))
  }
}

extension PredicateScalar {
  /// The value, with another one in its place where it is nil.
  fileprivate func replacing(
    _ isNil: QueryExpression, by other: PredicateScalar
  ) -> PredicateScalar {
    var scalar = self
    guard case .isEither = nullMeaning else {
      scalar.expression = .fallback(expression, other.expression)
      scalar.nullMeaning = other.nullMeaning
      return scalar
    }
    // What is left NULL is a number that is none.
    var value = expression
    if case .conditional(isNil, then: .null, else: let present) = expression { value = present }
    scalar.expression = .choice(isNil, then: other.expression, else: value)
    let isNumber = other.expression.isNeverNull || other.nullMeaning == .isNotANumber
    scalar.nullMeaning = isNumber ? .isNotANumber : .isEither(nilWhere: nil)
    return scalar
  }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let wrapped = try translator.term(of: wrapped, at: .first)
    if wrapped.alwaysFails { return .failed }
    if let constant = wrapped.constant {
      guard let value = unwrappedConstant(constant) else {
        return PredicateTerm(.constant(Result?.none as Any))
      }
      return try translator.term(
        of: transform, at: .second, binding: variable, to: .constant(value))
    }
    let isNil = try translator.nilTest(wrapped)
    var result = try translator.term(
      of: transform, at: .second, binding: variable, to: wrapped.value.unwrapped)
    result.failure = .anyFailure(
      wrapped.failure, .failure(result.failure, if: .negation(isNil)))
    return isNil.truth == false ? result : try propagate(isNil, to: result, translator)
  }

  /// Makes a term nil where the optional that it comes from is.
  private func propagate(
    _ isNil: QueryExpression, to term: PredicateTerm, _ translator: PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    switch term.value {
    case .object(let object):
      return PredicateTerm(.object(propagate(isNil, to: object)), failure: term.failure)
    case .identifier(let object):
      return PredicateTerm(.identifier(propagate(isNil, to: object)), failure: term.failure)
    case .destinations, .range:
      throw UntranslatablePredicate("an optional collection")
    case .composite(var composite):
      // Where the composite around it is nil, so are its own columns.
      if composite.absence == nil { composite.absence = isNil }
      return PredicateTerm(.composite(composite), failure: term.failure)
    case .constant, .scalar:
      var scalar = try translator.scalar(term)
      switch scalar.nullMeaning {
      case .isNil: break
      case .isNotANumber: scalar.nullMeaning = .isEither(nilWhere: isNil)
      case .isEither(let inner):
        scalar.nullMeaning = .isEither(nilWhere: inner.map { .disjunction(isNil, $0) })
      }
      if isNil.implies(null: scalar.expression) {
        return PredicateTerm(.scalar(scalar), failure: term.failure)
      }
      scalar.expression = .conditional(isNil, then: .null, else: scalar.expression)
      return PredicateTerm(.scalar(scalar), failure: term.failure)
    }
  }

  private func propagate(_ isNil: QueryExpression, to object: PredicateObject) -> PredicateObject {
    // What relationships lead to from nothing is nothing.
    if case .isNull(let operand) = isNil, object.key.isNull(whenNull: operand) { return object }
    return object.absent(where: isNil)
  }
}

extension QueryExpression {
  /// Whether an expression is NULL in every row in which this test is true.
  fileprivate func implies(null expression: QueryExpression) -> Bool {
    switch self {
    case .isNull(let operand): expression.isNull(whenNull: operand)
    case .and(let left, let right):
      left.implies(null: expression) || right.implies(null: expression)
    default: false
    }
  }
}
