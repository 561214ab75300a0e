import Foundation
import StoreModel

extension PredicateExpressions.Equal: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let left = try translator.term(of: lhs, at: .first)
    let right = try translator.term(of: rhs, at: .second)
    if left.alwaysFails || right.alwaysFails { return .failed }
    if let left = translator.constant(left, as: LHS.Output.self),
      let right = translator.constant(right, as: RHS.Output.self)
    {
      return translator.folded(PredicateExpressions.build_Equal(lhs: left, rhs: right))
    }
    return .condition(
      try translator.equality(left, right), failure: .anyFailure(left.failure, right.failure))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let left = try translator.term(of: lhs, at: .first)
    let right = try translator.term(of: rhs, at: .second)
    if left.alwaysFails || right.alwaysFails { return .failed }
    if let left = translator.constant(left, as: LHS.Output.self),
      let right = translator.constant(right, as: RHS.Output.self)
    {
      return translator.folded(PredicateExpressions.build_NotEqual(lhs: left, rhs: right))
    }
    return .condition(
      .negation(try translator.equality(left, right)),
      failure: .anyFailure(left.failure, right.failure))
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let left = try translator.term(of: lhs, at: .first)
    let right = try translator.term(of: rhs, at: .second)
    if left.alwaysFails || right.alwaysFails { return .failed }
    if let left = translator.constant(left, as: LHS.Output.self),
      let right = translator.constant(right, as: RHS.Output.self)
    {
      return translator.folded(PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: op))
    }
    return .condition(
      try translator.ordering(QueryComparison(op), left, right, type: LHS.Output.self),
      failure: .anyFailure(left.failure, right.failure))
  }
}

extension QueryComparison {
  init(_ operation: PredicateExpressions.ComparisonOperator) {
    switch operation {
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    }
  }

  /// The comparison that says the same of exchanged operands.
  var mirrored: QueryComparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension PredicateTranslator {
  // MARK: Equality

  /// The test whether two terms are equal, of which at least one depends on the row.
  func equality(
    _ left: PredicateTerm, _ right: PredicateTerm
  ) throws(UntranslatablePredicate) -> QueryExpression {
    if left.constant != nil { return try equality(right, constant: left) }
    if right.constant != nil { return try equality(left, constant: right) }
    switch (left.value, right.value) {
    case (.scalar(let left), .scalar(let right)): return try equality(left, right)
    case (.object(let left), .object(let right)), (.identifier(let left), .identifier(let right)):
      return identity(left, right)
    default: throw UntranslatablePredicate("two collections compared")
    }
  }

  private func equality(
    _ left: PredicateScalar, _ right: PredicateScalar
  ) throws(UntranslatablePredicate) -> QueryExpression {
    guard left.coding.isComparable(with: right.coding) else {
      throw UntranslatablePredicate("two encoded values compared")
    }
    var equality = QueryExpression.comparison(.equal, left.expression, right.expression)
    // What is not a number is not equal to itself.
    for operand in [left, right] {
      switch operand.nullMeaning {
      case .isNil: break
      case .isNotANumber:
        equality = .conjunction(equality, .not(.isNull(operand.expression)))
      case .isEither:
        throw UntranslatablePredicate("NULL may stand for a number that is none, or for nil")
      }
    }
    return equality
  }

  /// Whether two terms are the same model; keys are unique in an inheritance tree only.
  private func identity(_ left: PredicateObject, _ right: PredicateObject) -> QueryExpression {
    guard resolver.rootEntity(of: left.entity) == resolver.rootEntity(of: right.entity) else {
      return .conjunction(.nullTest(left.key), .nullTest(right.key))
    }
    return .comparison(.equal, left.key, right.key)
  }

  /// The test whether a term is equal to a constant.
  func equality(
    _ term: PredicateTerm, constant other: PredicateTerm
  ) throws(UntranslatablePredicate) -> QueryExpression {
    guard let constant = other.constant.flatMap(unwrappedConstant) else { return try nilTest(term) }
    switch term.value {
    case .scalar(let scalar):
      switch scalar.coding.constant(constant) {
      case .stored(let value):
        let parameter =
          scalar.expression.isBoolean
          ? .constant(value) : parameter(value, of: other, encode: scalar.coding.stored)
        return .equality(scalar.expression, value, as: parameter)
      case .unequal, .unordered: return .alwaysFalse
      case .unknown:
        throw UntranslatablePredicate("a constant of type \(type(of: constant))")
      }
    case .object(let object), .identifier(let object):
      switch resolver.primaryKey(of: constant, entity: object.entity) {
      case .primaryKey(let key):
        let encode = { [resolver] in
          resolver.primaryKey(of: $0, entity: object.entity).stored
        }
        return .equality(
          object.key, .integer(key), as: parameter(.integer(key), of: other, encode: encode))
      case .noRow: return .alwaysFalse
      case .unknown:
        throw UntranslatablePredicate("a constant of type \(type(of: constant))")
      }
    case .composite(let composite):
      guard let isCase = composite.isCase(constant) else {
        throw UntranslatablePredicate("a structure compared with a constant")
      }
      return isCase
    case .constant, .destinations, .range:
      throw UntranslatablePredicate("a collection compared with a constant")
    }
  }

  // MARK: Order

  /// The comparison of two terms by order, of which at least one depends on the row.
  func ordering(
    _ comparison: QueryComparison, _ left: PredicateTerm, _ right: PredicateTerm,
    type: any Any.Type
  ) throws(UntranslatablePredicate) -> QueryExpression {
    if let constant = left.constant {
      return try ordering(comparison.mirrored, right, constant, of: left, type: type)
    }
    if let constant = right.constant {
      return try ordering(comparison, left, constant, of: right, type: type)
    }
    guard case .stored = PredicateTypeOrder(type) else {
      throw UntranslatablePredicate("two values of type \(type) compared by order")
    }
    let operands = (try scalar(left).expression, try scalar(right).expression)
    return .comparison(comparison, operands.0, operands.1)
  }

  private func ordering(
    _ comparison: QueryComparison, _ term: PredicateTerm, _ constant: Any,
    of other: PredicateTerm, type: any Any.Type
  ) throws(UntranslatablePredicate) -> QueryExpression {
    let scalar = try scalar(term)
    let order = PredicateTypeOrder(type)
    switch (scalar.coding.constant(constant), order) {
    // Dates that are no numbers are neither less nor greater than others, and yet `<=` and `>=`.
    case (.unordered, _) where constant is Date:
      throw UntranslatablePredicate("a date that is not a number")
    case (.unordered, _): return .alwaysFalse
    case (.stored(let value), .stored):
      return .comparison(
        comparison, scalar.expression,
        parameter(value, of: other, encode: scalar.coding.stored))
    case (.stored(.integer(let value)), .unsigned):
      return Self.unsignedOrdering(comparison, scalar.expression, value)
    default:
      throw UntranslatablePredicate("a value of type \(type) compared by order")
    }
  }

  /// Compares integers of which the upper half is stored as negative.
  private static func unsignedOrdering(
    _ comparison: QueryComparison, _ operand: QueryExpression, _ value: Int64
  ) -> QueryExpression {
    let zero = QueryExpression.constant(.integer(0))
    let comparesLess = comparison == .less || comparison == .lessOrEqual
    let sameHalf = QueryExpression.comparison(comparison, operand, .constant(.integer(value)))
    let otherHalf = QueryExpression.comparison(
      comparesLess ? .greaterOrEqual : .less, operand, zero)
    // Of a small constant, all that is less is small; of a great one, all that is small is less.
    return (value >= 0) == comparesLess ? .and(otherHalf, sameHalf) : .or(otherHalf, sameHalf)
  }
}

extension QueryExpression {
  /// Whether an expression is equal to a stored value, which another expression stands for.
  ///
  /// A Boolean one is taken for itself.
  static func equality(
    _ expression: QueryExpression, _ value: StoredValue, as constant: QueryExpression
  ) -> QueryExpression {
    switch (expression, value) {
    case (_, .integer(1)) where expression.isBoolean: return expression
    case (_, .integer(0)) where expression.isBoolean: return negation(expression)
    case (.conditional(let test, then: .constant(.null), else: let otherwise), _)
    where value != .null:
      // What is nil under a condition is then equal to no value.
      return choice(
        test, then: .alwaysFalse, else: equality(otherwise, value, as: constant))
    default: return .comparison(.equal, expression, constant)
    }
  }
}
