import Foundation

// MARK: Leaves

extension PredicateExpressions.Value: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    ExpressionScanner { $1.note(constant: $0.value) }
  }
}

extension PredicateExpressions.NilLiteral: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { ExpressionScanner { _, _ in } }
}

extension PredicateExpressions.Variable: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    ExpressionScanner { $1.note($0.key) }
  }
}

extension PredicateExpressions.KeyPath: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.root }, note: { $1.note($0.keyPath) })
  }
}

// MARK: Comparisons

extension PredicateExpressions.Equal: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.lhs }, { $0.rhs }) }
}

extension PredicateExpressions.NotEqual: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.lhs }, { $0.rhs }) }
}

extension PredicateExpressions.Comparison: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.lhs }, { $0.rhs }, note: { $1.note(.comparison($0.op)) })
  }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.lhs }, { $0.rhs }) }
}

extension PredicateExpressions.Disjunction: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.lhs }, { $0.rhs }) }
}

extension PredicateExpressions.Negation: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.wrapped }) }
}

// MARK: Optionals

extension PredicateExpressions.ForcedUnwrap: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.inner }) }
}

extension PredicateExpressions.NilCoalesce: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.lhs }, { $0.rhs }) }
}

extension PredicateExpressions.OptionalFlatMap: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.wrapped }, { $0.transform }, note: { $1.note($0.variable.key) })
  }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.sequence }, { $0.element }) }
}

extension PredicateExpressions.SequenceContainsWhere: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.sequence }, { $0.test }, note: { $1.note($0.variable.key) })
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.sequence }, { $0.test }, note: { $1.note($0.variable.key) })
  }
}

extension PredicateExpressions.Filter: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.sequence }, { $0.filter }, note: { $1.note($0.variable.key) })
  }
}

// MARK: Text

extension PredicateExpressions.CollectionContainsCollection: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.base }, { $0.other }) }
}

extension PredicateExpressions.SequenceStartsWith: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.base }, { $0.prefix }) }
}

extension PredicateExpressions.StringLocalizedStandardContains: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.root }, { $0.other }) }
}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? {
    .of({ $0.lhs }, { $0.rhs }, note: { $1.note(.arithmetic($0.op)) })
  }
}

// MARK: Types

extension PredicateExpressions.TypeCheck: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.input }) }
}

extension PredicateExpressions.ConditionalCast: ScannableExpression {
  static func makeScanner() -> ExpressionScanner<Self>? { .of({ $0.input }) }
}
