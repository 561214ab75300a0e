import StoreModel

extension SelectRenderer {
  /// Writes an expression as a value: a Boolean one is 1 or 0, never NULL.
  mutating func value(_ expression: QueryExpression) throws(QueryPlanError) {
    switch expression {
    case .constant(let constant): bind(constant)
    case .parameter(let index): bindParameter(index)
    case .attribute(let path, let ordinal, let leaf):
      try attribute(path, ordinal: ordinal, leaf: leaf)
    case .primaryKey(let path): write(try key(of: path))
    case .entityNumber(let path): try entityNumber(path)
    case .coalesce(let first, let second):
      try call("COALESCE", [first, second])
    case .conditional(let test, let then, let otherwise):
      write("CASE WHEN ")
      try condition(test, in: nil)
      write(" THEN ")
      try value(then)
      write(" ELSE ")
      try value(otherwise)
      write(" END")
    case .arithmetic(let operation, let left, let right):
      write("(")
      try value(left)
      write(operation.sign)
      try value(right)
      write(")")
    case .negate(let operand):
      write("(- ")
      try value(operand)
      write(")")
    case .overflows(let operand):
      // SQLite turns to reals where integers overflow, and stays with them.
      write("(typeof(")
      try value(operand)
      write(") = 'real')")
    case .textLength(let text): try call(QueryFunctions.length, [text])
    case .countWhere(let path, let relationship, let variable, let test):
      try count(path, relationship: relationship, variable: variable, test)
    case .exists(let path, let relationship, let variable, let test):
      try exists(path, relationship: relationship, variable: variable, test)
    case .comparison, .and, .or, .not, .isNull, .membership, .text:
      write("((")
      try condition(expression, in: nil)
      write(") IS TRUE)")
    }
  }

  mutating func call(
    _ function: String, _ arguments: [QueryExpression]
  ) throws(QueryPlanError) {
    write("\(function)(")
    for (index, argument) in arguments.enumerated() {
      if index > 0 { write(", ") }
      try value(argument)
    }
    write(")")
  }

  private mutating func attribute(
    _ path: QueryPath, ordinal: Int, leaf: Int
  ) throws(QueryPlanError) {
    guard case .attribute(let columns) = try property(ordinal, of: path),
      columns.indices.contains(leaf)
    else { throw QueryPlanError(description: "Property \(ordinal) has no column \(leaf).") }
    write("\(try alias(of: path)).\(Self.quoted(columns[leaf]))")
  }

  /// The concrete entity of what a path leads to: beside the key, if it is kept there.
  private mutating func entityNumber(_ path: QueryPath) throws(QueryPlanError) {
    if let step = path.steps.last,
      case .toOne(_, let entityColumn?) = mapping[number: step.entity].properties[step.ordinal]
    {
      let base = QueryPath(variable: path.variable, steps: Array(path.steps.dropLast()))
      return write("\(try alias(of: base)).\(Self.quoted(entityColumn))")
    }
    write("\(try alias(of: path)).Z_ENT")
  }
}

extension QueryArithmetic {
  fileprivate var sign: String {
    switch self {
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    case .divideReal, .divideInteger: " / "
    case .remainder: " % "
    }
  }
}
