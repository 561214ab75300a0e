extension QueryExpression {
  /// The expression with constants in the place of its parameters, by their indices.
  package func replacingParameters(by values: [StoredValue]) -> QueryExpression {
    func replaced(_ operand: QueryExpression) -> QueryExpression {
      operand.replacingParameters(by: values)
    }
    switch self {
    case .parameter(let index):
      return values.indices.contains(index) ? .constant(values[index]) : self
    case .constant, .attribute, .primaryKey, .entityNumber: return self
    case .comparison(let comparison, let left, let right):
      return .comparison(comparison, replaced(left), replaced(right))
    case .and(let left, let right): return .and(replaced(left), replaced(right))
    case .or(let left, let right): return .or(replaced(left), replaced(right))
    case .not(let operand): return .not(replaced(operand))
    case .isNull(let operand): return .isNull(replaced(operand))
    case .coalesce(let left, let right): return .coalesce(replaced(left), replaced(right))
    case .conditional(let test, let then, let otherwise):
      return .conditional(replaced(test), then: replaced(then), else: replaced(otherwise))
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, replaced(left), replaced(right))
    case .negate(let operand): return .negate(replaced(operand))
    case .overflows(let operand): return .overflows(replaced(operand))
    case .membership(let operand, let values): return .membership(replaced(operand), values)
    case .text(let operation, let text, let part):
      return .text(operation, replaced(text), replaced(part))
    case .textLength(let text): return .textLength(replaced(text))
    case .exists(let path, let relationship, let variable, let test):
      return .exists(path, relationship: relationship, variable: variable, test.map(replaced))
    case .countWhere(let path, let relationship, let variable, let test):
      return .countWhere(path, relationship: relationship, variable: variable, test.map(replaced))
    }
  }
}
