import StoreModel

extension SelectRenderer {
  /// What joins the conditions of a group.
  enum Connective: String {
    case and = " AND "
    case or = " OR "
  }

  /// Writes a Boolean expression, or its negation, for a place where NULL counts as false.
  mutating func condition(
    _ expression: QueryExpression, negated: Bool = false, in group: Connective? = .and
  ) throws(QueryPlanError) {
    switch expression {
    case .constant: try constantCondition(expression, negated: negated)
    case .not(let operand): try condition(operand, negated: !negated, in: group)
    case .and(let left, let right):
      try connected(left, right, by: negated ? .or : .and, negated: negated, in: group)
    case .or(let left, let right):
      try connected(left, right, by: negated ? .and : .or, negated: negated, in: group)
    case .comparison(let comparison, let left, let right):
      try self.comparison(comparison, left, right, negated: negated, in: group)
    case .isNull(let operand):
      try value(operand)
      write(negated ? " IS NOT NULL" : " IS NULL")
    case .membership(let operand, let values):
      try membership(operand, values, negated: negated, in: group)
    case .text(let operation, let text, let part):
      try textTest(operation, text, part, negated: negated, in: group)
    case .exists(let path, let relationship, let variable, let test):
      if negated { write("NOT ") }
      try exists(path, relationship: relationship, variable: variable, test)
    case .overflows:
      if negated { write("NOT ") }
      try value(expression)
    case .conditional(let test, let then, let otherwise):
      write("CASE WHEN ")
      try condition(test, in: nil)
      write(" THEN ")
      try condition(then, negated: negated)
      write(" ELSE ")
      try condition(otherwise, negated: negated)
      write(" END")
    default:
      // A Boolean column, or what yields one: 1 is true, 0 and NULL are not.
      try value(expression)
      write(negated ? " IS NOT 1" : " = 1")
    }
  }

  private mutating func constantCondition(
    _ expression: QueryExpression, negated: Bool
  ) throws(QueryPlanError) {
    write((expression.truth ?? false) != negated ? "TRUE" : "FALSE")
  }

  private mutating func connected(
    _ left: QueryExpression, _ right: QueryExpression, by connective: Connective, negated: Bool,
    in group: Connective?
  ) throws(QueryPlanError) {
    try grouped(connective, in: group) { renderer throws(QueryPlanError) in
      try renderer.condition(left, negated: negated, in: connective)
      renderer.write(connective.rawValue)
      try renderer.condition(right, negated: negated, in: connective)
    }
  }

  /// Puts what a closure writes in parentheses unless the group around it joins by the same word.
  mutating func grouped(
    _ connective: Connective, in group: Connective?,
    _ body: (inout SelectRenderer) throws(QueryPlanError) -> Void
  ) throws(QueryPlanError) {
    let needsParentheses = group != nil && group != connective
    if needsParentheses { write("(") }
    try body(&self)
    if needsParentheses { write(")") }
  }

  // MARK: Comparisons

  private mutating func comparison(
    _ comparison: QueryComparison, _ left: QueryExpression, _ right: QueryExpression,
    negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    switch comparison {
    case .equal: try equality(left, right, negated: negated, in: group)
    case .notEqual: try equality(left, right, negated: !negated, in: group)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard negated else { return try ordering(comparison.sign, left, right) }
      // Not to be less is to be greater or equal, or not to be comparable at all.
      let nullable = [left, right].filter { !$0.isNeverNull }
      try grouped(.or, in: nullable.isEmpty ? nil : group) { renderer throws(QueryPlanError) in
        try renderer.ordering(comparison.opposite.sign, left, right)
        for operand in nullable {
          renderer.write(" OR ")
          try renderer.value(operand)
          renderer.write(" IS NULL")
        }
      }
    }
  }

  private mutating func ordering(
    _ sign: String, _ left: QueryExpression, _ right: QueryExpression
  ) throws(QueryPlanError) {
    try value(left)
    write(sign)
    try value(right)
    if comparesCanonically(left, right) {
      write(" COLLATE \(QueryFunctions.canonicalCollation)")
    }
  }

  private mutating func equality(
    _ left: QueryExpression, _ right: QueryExpression, negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    if left.isConstant, !right.isConstant {
      return try equality(right, left, negated: negated, in: group)
    }
    if case .constant(.null) = right {
      try value(left)
      return write(negated ? " IS NOT NULL" : " IS NULL")
    }
    if case .constant(.text(let text)) = right, comparesCanonically(left, right) {
      return try canonicalEquality(left, text, negated: negated, in: group)
    }
    let isCanonical = comparesCanonically(left, right)
    try isCanonical ? collatedValue(left) : value(left)
    // IS takes NULL for a value like others; where one side never is NULL, = does as well.
    let canBeSame = !left.isNeverNull && !right.isNeverNull
    write(negated ? " IS NOT " : canBeSame ? " IS " : " = ")
    try value(right)
    if isCanonical {
      write(" COLLATE \(QueryFunctions.canonicalCollation)")
    }
  }
}

extension QueryExpression {
  fileprivate var isConstant: Bool {
    switch self {
    case .constant, .parameter: true
    default: false
    }
  }
}

extension QueryComparison {
  fileprivate var sign: String {
    switch self {
    case .equal: " = "
    case .notEqual: " <> "
    case .less: " < "
    case .lessOrEqual: " <= "
    case .greater: " > "
    case .greaterOrEqual: " >= "
    }
  }

  fileprivate var opposite: QueryComparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}
