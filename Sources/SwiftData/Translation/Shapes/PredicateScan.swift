import Foundation

/// What one predicate is made of: its shape, and the constants that stand in it.
///
/// Predicates of the same type are of one shape if they have the same key paths and operations, and
/// their variables stand in the same places.
struct PredicateScan {
  /// What an expression has beside the expressions that it is made of.
  enum Part {
    case keyPath(AnyKeyPath)
    case operation(Operation)
    /// A variable, by its number among those of the predicate.
    case variable(Int)
    case constant(Any, PredicatePlace?)
  }

  /// What is done with an expression's operands, where its type does not say.
  enum Operation: Equatable {
    case comparison(PredicateExpressions.ComparisonOperator)
    case arithmetic(PredicateExpressions.ArithmeticOperator)
  }

  private(set) var parts: [Part] = []
  private var variables: [PredicateExpressions.VariableID] = []
  /// The place of the expression that is being scanned.
  private var place: PredicatePlace? = .root

  init() { parts.reserveCapacity(8) }

  mutating func note(_ keyPath: AnyKeyPath) { parts.append(.keyPath(keyPath)) }

  mutating func note(_ operation: Operation) { parts.append(.operation(operation)) }

  mutating func note(_ variable: PredicateExpressions.VariableID) {
    if let number = variables.firstIndex(of: variable) {
      parts.append(.variable(number))
    } else {
      variables.append(variable)
      parts.append(.variable(variables.count - 1))
    }
  }

  mutating func note(constant: Any) { parts.append(.constant(constant, place)) }

  /// Scans a part of the expression that is being scanned.
  mutating func descend<Expression>(
    to part: PredicatePlace.Part, _ expression: Expression, _ scanner: ExpressionScanner<Expression>
  ) {
    let outer = place
    place = outer?.part(part)
    scanner.scan(expression, &self)
    place = outer
  }
}

/// Reads what expressions of one type are made of.
struct ExpressionScanner<Expression: PredicateExpression> {
  let scan: (Expression, inout PredicateScan) -> Void

  init(_ scan: @escaping (Expression, inout PredicateScan) -> Void) { self.scan = scan }
}

/// An expression that can tell what it is made of.
///
/// A scan finds parts in the places in which a translation has them.
protocol ScannableExpression: PredicateExpression {
  /// Makes a reader of such expressions; nil if one of their parts can't be read.
  static func makeScanner() -> ExpressionScanner<Self>?
}

extension ExpressionScanner {
  /// The reader of a type of expressions; nil if there is none.
  static func make() -> ExpressionScanner? {
    func make<Scannable: ScannableExpression>(_ type: Scannable.Type) -> Any? {
      Scannable.makeScanner()
    }
    guard let type = Expression.self as? any ScannableExpression.Type else { return nil }
    return make(type) as? ExpressionScanner
  }

  /// A reader of expressions with one part.
  static func of<Part: PredicateExpression>(
    _ part: @escaping (Expression) -> Part,
    note: @escaping (Expression, inout PredicateScan) -> Void = { _, _ in }
  ) -> ExpressionScanner? {
    guard let scanner = ExpressionScanner<Part>.make() else { return nil }
    return ExpressionScanner { expression, scan in
      note(expression, &scan)
      scan.descend(to: .first, part(expression), scanner)
    }
  }

  /// A reader of expressions with two parts.
  static func of<First: PredicateExpression, Second: PredicateExpression>(
    _ first: @escaping (Expression) -> First, _ second: @escaping (Expression) -> Second,
    note: @escaping (Expression, inout PredicateScan) -> Void = { _, _ in }
  ) -> ExpressionScanner? {
    guard let firstScanner = ExpressionScanner<First>.make(),
      let secondScanner = ExpressionScanner<Second>.make()
    else { return nil }
    return ExpressionScanner { expression, scan in
      note(expression, &scan)
      scan.descend(to: .first, first(expression), firstScanner)
      scan.descend(to: .second, second(expression), secondScanner)
    }
  }
}
