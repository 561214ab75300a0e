import Foundation
import StoreModel

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operands = (
      try translator.term(of: lhs, at: .first), try translator.term(of: rhs, at: .second)
    )
    let operation: QueryArithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      }
    return try translator.arithmetic(operation, operands.0, operands.1, LHS.Output.self)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operand = try translator.term(of: wrapped, at: .first)
    if let constant = translator.constant(operand, as: Wrapped.Output.self) {
      return translator.folded(PredicateExpressions.UnaryMinus(constant))
    }
    // The negative of the real zero is not what zero less it is, but it is equal to that, and nothing is
    // divided by it.
    let zero = PredicateTerm(.constant(Wrapped.Output.zero))
    return try translator.arithmetic(.subtract, zero, operand, Wrapped.Output.self)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operands = (
      try translator.term(of: lhs, at: .first), try translator.term(of: rhs, at: .second)
    )
    return try translator.arithmetic(.divideInteger, operands.0, operands.1, LHS.Output.self)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operands = (
      try translator.term(of: lhs, at: .first), try translator.term(of: rhs, at: .second)
    )
    return try translator.arithmetic(.remainder, operands.0, operands.1, LHS.Output.self)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let operands = (
      try translator.term(of: lhs, at: .first), try translator.term(of: rhs, at: .second)
    )
    // SQL has no result for a division by zero, Swift has infinity.
    if operands.0.constant == nil || operands.1.constant == nil {
      guard let divisor = operands.1.constant as? Double, divisor != 0, divisor.isFinite else {
        throw UntranslatablePredicate("a division of reals by what may be zero")
      }
    }
    return try translator.arithmetic(.divideReal, operands.0, operands.1, LHS.Output.self)
  }
}

extension PredicateTranslator {
  /// Arithmetic of two terms whose values are of a type.
  fileprivate func arithmetic(
    _ operation: QueryArithmetic, _ left: PredicateTerm, _ right: PredicateTerm,
    _ type: any Any.Type
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    if left.alwaysFails || right.alwaysFails { return .failed }
    if let left = left.constant, let right = right.constant {
      return try Self.folded(operation, left, right, type)
    }
    let operands = (try scalar(left, beside: right), try scalar(right, beside: left))
    let result = QueryExpression.arithmetic(
      operation, operands.0.expression, operands.1.expression)
    var term = PredicateTerm(
      .scalar(PredicateScalar(expression: result, coding: .standard)),
      failure: .anyFailure(left.failure, right.failure))
    switch type {
    case is Double.Type, is CGFloat.Type:
      guard case .scalar(var scalar) = term.value else { return term }
      scalar.nullMeaning = .isNotANumber
      term.value = .scalar(scalar)
    case is UInt.Type, is UInt64.Type, is Float.Type, is Decimal.Type:
      throw UntranslatablePredicate("arithmetic of \(type)")
    case let integer as any FixedWidthInteger.Type:
      let overflow = Self.overflow(
        operation, operands.0.expression, operands.1.expression, result, integer)
      term.failure = .anyFailure(term.failure, overflow)
    default: throw UntranslatablePredicate("arithmetic of \(type)")
    }
    return term
  }

  /// When integer arithmetic has no result in Swift.
  private static func overflow<Integer: FixedWidthInteger>(
    _ operation: QueryArithmetic, _ left: QueryExpression, _ right: QueryExpression,
    _ result: QueryExpression, _ type: Integer.Type
  ) -> QueryExpression {
    func constant(_ value: Integer) -> QueryExpression {
      .constant(.integer(Int64(truncatingIfNeeded: value)))
    }
    if operation == .divideInteger || operation == .remainder {
      let isZero = QueryExpression.comparison(.equal, right, constant(0))
      guard Integer.isSigned else { return isZero }
      let isLeast = QueryExpression.comparison(.equal, left, constant(.min))
      let isMinusOne = QueryExpression.comparison(.equal, right, constant(-1))
      return .disjunction(isZero, .conjunction(isLeast, isMinusOne))
    }
    if Integer.bitWidth == 64 { return .overflows(result) }
    return .disjunction(
      .comparison(.less, result, constant(.min)), .comparison(.greater, result, constant(.max)))
  }

  private static func folded(
    _ operation: QueryArithmetic, _ left: Any, _ right: Any, _ type: any Any.Type
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    switch type {
    case let integer as any FixedWidthInteger.Type:
      return foldedInteger(operation, left, right, integer)
    case let real as any BinaryFloatingPoint.Type: return foldedReal(operation, left, right, real)
    default:
      if operation != .divideReal, let left = left as? Decimal, let right = right as? Decimal {
        return folded(operation, left, right) { _, _ in .nan }
      }
      throw UntranslatablePredicate("arithmetic of \(type)")
    }
  }

  private static func foldedReal<Real: BinaryFloatingPoint>(
    _ operation: QueryArithmetic, _ left: Any, _ right: Any, _ type: Real.Type
  ) -> PredicateTerm {
    guard let left = left as? Real, let right = right as? Real else { return .failed }
    return folded(operation, left, right, dividing: /)
  }

  private static func folded<Number: Numeric>(
    _ operation: QueryArithmetic, _ left: Number, _ right: Number,
    dividing: (Number, Number) -> Number
  ) -> PredicateTerm {
    switch operation {
    case .add: PredicateTerm(.constant(left + right))
    case .subtract: PredicateTerm(.constant(left - right))
    case .multiply: PredicateTerm(.constant(left * right))
    case .divideReal: PredicateTerm(.constant(dividing(left, right)))
    case .divideInteger, .remainder: .failed
    }
  }

  private static func foldedInteger<Integer: FixedWidthInteger>(
    _ operation: QueryArithmetic, _ left: Any, _ right: Any, _ type: Integer.Type
  ) -> PredicateTerm {
    guard let left = left as? Integer, let right = right as? Integer else { return .failed }
    let result: (partialValue: Integer, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divideInteger: result = left.dividedReportingOverflow(by: right)
    case .remainder: result = left.remainderReportingOverflow(dividingBy: right)
    case .divideReal: return .failed
    }
    return result.overflow ? .failed : PredicateTerm(.constant(result.partialValue))
  }
}
