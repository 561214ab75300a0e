/// Ways to combine expressions that keep them small, without a change of meaning.
extension QueryExpression {
  package static let alwaysTrue = QueryExpression.constant(.integer(1))
  package static let alwaysFalse = QueryExpression.constant(.integer(0))
  package static let null = QueryExpression.constant(.null)

  /// The value of a Boolean constant, nil for anything else.
  package var truth: Bool? {
    switch self {
    case .alwaysTrue: true
    case .alwaysFalse: false
    default: nil
    }
  }

  package static func conjunction(
    _ left: QueryExpression, _ right: QueryExpression
  ) -> QueryExpression {
    switch (left.truth, right.truth) {
    case (false, _), (_, false): .alwaysFalse
    case (true, _): right
    case (_, true): left
    default: left == right ? left : .and(left, right)
    }
  }

  package static func disjunction(
    _ left: QueryExpression, _ right: QueryExpression
  ) -> QueryExpression {
    switch (left.truth, right.truth) {
    case (true, _), (_, true): .alwaysTrue
    case (false, _): right
    case (_, false): left
    default: left == right ? left : .or(left, right)
    }
  }

  package static func negation(_ operand: QueryExpression) -> QueryExpression {
    switch operand {
    case .alwaysTrue: .alwaysFalse
    case .alwaysFalse: .alwaysTrue
    case .not(let inner): inner
    case .comparison(.equal, let left, let right): .comparison(.notEqual, left, right)
    case .comparison(.notEqual, let left, let right): .comparison(.equal, left, right)
    default: .not(operand)
    }
  }

  /// Whether an expression is NULL.
  package static func nullTest(_ operand: QueryExpression) -> QueryExpression {
    switch operand {
    case .constant(.null): .alwaysTrue
    case .conditional(let test, then: .constant(.null), else: let otherwise)
    where otherwise.isNeverNull:
      test
    case .attribute, .primaryKey, .entityNumber: .isNull(operand)
    default: operand.isNeverNull ? .alwaysFalse : .isNull(operand)
    }
  }

  /// The first operand, or the second where that is NULL.
  package static func fallback(
    _ first: QueryExpression, _ second: QueryExpression
  ) -> QueryExpression {
    if first.isNeverNull { return first }
    if case .constant(.null) = first { return second }
    if case .constant(.null) = second { return first }
    if case .conditional(let test, then: .constant(.null), else: let otherwise) = first,
      otherwise.isNeverNull
    {
      return choice(test, then: second, else: otherwise)
    }
    return .coalesce(first, second)
  }

  /// One of two operands as a condition says.
  package static func choice(
    _ test: QueryExpression, then: QueryExpression, else otherwise: QueryExpression
  ) -> QueryExpression {
    if let truth = test.truth { return truth ? then : otherwise }
    if then == otherwise { return then }
    switch (then.truth, otherwise.truth) {
    case (true, false): return test
    case (false, true): return negation(test)
    // Only Boolean expressions are never NULL for certain, constants apart.
    case (false, nil) where otherwise.isBoolean:
      if case .isNull(let operand) = test, otherwise.isFalse(whenNull: operand) {
        return otherwise
      }
      return conjunction(negation(test), otherwise)
    case (true, nil) where otherwise.isBoolean: return disjunction(test, otherwise)
    default: return .conditional(test, then: then, else: otherwise)
    }
  }
}

extension QueryExpression {
  /// The parts of a conjunction, in order; the expression itself if it is none.
  package var conjuncts: [QueryExpression] {
    guard case .and(let left, let right) = self else { return [self] }
    return left.conjuncts + right.conjuncts
  }

  /// Whether the expression is true or false and nothing else, by its form alone.
  package var isBoolean: Bool {
    switch self {
    case .comparison, .and, .or, .not, .isNull, .membership, .exists, .overflows, .text: true
    case .conditional(_, then: let then, else: let otherwise):
      (then.isBoolean || then.truth != nil) && (otherwise.isBoolean || otherwise.truth != nil)
    default: false
    }
  }

  /// Whether the expression has a value in every row, by its form alone.
  package var isNeverNull: Bool {
    switch self {
    case .constant(let value): value != .null
    case .primaryKey(let path), .entityNumber(let path): path.steps.isEmpty
    case .coalesce(let first, let second): first.isNeverNull || second.isNeverNull
    case .conditional(_, then: let then, else: let otherwise):
      then.isNeverNull && otherwise.isNeverNull
    case .countWhere, .parameter: true
    case .attribute, .arithmetic, .negate, .textLength: false
    default: isBoolean
    }
  }

  /// Whether the expression is NULL in every row in which another one is.
  package func isNull(whenNull other: QueryExpression) -> Bool {
    if self == other { return true }
    switch self {
    case .attribute(let path, _, _), .primaryKey(let path), .entityNumber(let path):
      if case .primaryKey(let prefix) = other { return path.begins(with: prefix) }
      return false
    case .arithmetic(_, let left, let right):
      return left.isNull(whenNull: other) || right.isNull(whenNull: other)
    case .negate(let operand), .textLength(let operand): return operand.isNull(whenNull: other)
    case .coalesce(let left, let right):
      return left.isNull(whenNull: other) && right.isNull(whenNull: other)
    case .conditional(let test, then: .constant(.null), else: let otherwise):
      if case .isNull(let tested) = test, tested.isNull(whenNull: other) { return true }
      return otherwise.isNull(whenNull: other)
    default: return false
    }
  }

  /// Whether a Boolean expression is false in every row in which another expression is NULL.
  package func isFalse(whenNull other: QueryExpression) -> Bool {
    switch self {
    case .constant: truth == false
    case .comparison(.equal, let left, let right):
      (right.isNeverNull && left.isNull(whenNull: other))
        || (left.isNeverNull && right.isNull(whenNull: other))
    case .comparison(.notEqual, _, _): false
    case .comparison(_, let left, let right), .text(_, let left, let right):
      left.isNull(whenNull: other) || right.isNull(whenNull: other)
    case .membership(let operand, let values):
      operand.isNull(whenNull: other) && !values.contains(.null)
    case .and(let left, let right):
      left.isFalse(whenNull: other) || right.isFalse(whenNull: other)
    case .or(let left, let right):
      left.isFalse(whenNull: other) && right.isFalse(whenNull: other)
    case .not(.isNull(let operand)): operand.isNull(whenNull: other)
    case .exists(let path, _, _, _): QueryExpression.primaryKey(path).isNull(whenNull: other)
    default: false
    }
  }
}

extension QueryPath {
  /// Whether the path goes along all of another one, or is the same.
  package func begins(with other: QueryPath) -> Bool {
    variable == other.variable && steps.starts(with: other.steps)
  }
}
