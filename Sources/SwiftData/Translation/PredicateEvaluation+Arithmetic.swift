import Foundation

extension PredicateExpression {
  /// The result of integer arithmetic, which has none where it overflows.
  fileprivate func checkedOutput<Integer>(
    _ result: (partialValue: Integer, overflow: Bool)
  ) throws -> Output {
    guard !result.overflow, let output = identityCast(result.partialValue, to: Output.self)
    else { throw UndefinedEvaluation() }
    return output
  }
}

extension PredicateExpressions.Arithmetic: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> LHS.Output {
    let operands = (try lhs.guarded(bindings), try rhs.guarded(bindings))
    if let integer = operands.0 as? any FixedWidthInteger {
      return try checked(integer, op, operands.1)
    }
    return switch op {
    case .add: operands.0 + operands.1
    case .subtract: operands.0 - operands.1
    case .multiply: operands.0 * operands.1
    }
  }

  private func checked<Integer: FixedWidthInteger>(
    _ left: Integer, _ operation: PredicateExpressions.ArithmeticOperator, _ right: Any
  ) throws -> LHS.Output {
    guard let right = right as? Integer else { throw UndefinedEvaluation() }
    let result =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      }
    return try checkedOutput(result)
  }
}

extension PredicateExpressions.UnaryMinus: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Wrapped.Output {
    let operand = try wrapped.guarded(bindings)
    guard let integer = operand as? any FixedWidthInteger else { return -operand }
    return try negated(integer)
  }

  private func negated<Integer: FixedWidthInteger>(_ operand: Integer) throws -> Wrapped.Output {
    let result = Integer.zero.subtractingReportingOverflow(operand)
    return try checkedOutput(result)
  }
}

extension PredicateExpressions.IntDivision: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> LHS.Output {
    let operands = (try lhs.guarded(bindings), try rhs.guarded(bindings))
    guard operands.1 != 0 else { throw UndefinedEvaluation() }
    guard let integer = operands.0 as? any FixedWidthInteger else {
      return operands.0 / operands.1
    }
    return try checked(integer, operands.1)
  }

  private func checked<Integer: FixedWidthInteger>(
    _ left: Integer, _ right: Any
  ) throws -> LHS.Output {
    guard let right = right as? Integer else { throw UndefinedEvaluation() }
    let result = left.dividedReportingOverflow(by: right)
    return try checkedOutput(result)
  }
}

extension PredicateExpressions.IntRemainder: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> LHS.Output {
    let operands = (try lhs.guarded(bindings), try rhs.guarded(bindings))
    guard operands.1 != 0 else { throw UndefinedEvaluation() }
    guard let integer = operands.0 as? any FixedWidthInteger else {
      return operands.0 % operands.1
    }
    return try checked(integer, operands.1)
  }

  private func checked<Integer: FixedWidthInteger>(
    _ left: Integer, _ right: Any
  ) throws -> LHS.Output {
    guard let right = right as? Integer else { throw UndefinedEvaluation() }
    let result = left.remainderReportingOverflow(dividingBy: right)
    return try checkedOutput(result)
  }
}

extension PredicateExpressions.FloatDivision: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> LHS.Output {
    try lhs.guarded(bindings) / rhs.guarded(bindings)
  }
}
