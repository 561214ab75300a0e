import Foundation
import Synchronization

extension Predicate {
  /// Whether an input satisfies the predicate; false where Swift can't evaluate it, as when nil is
  /// unwrapped by force.
  ///
  /// Unlike Foundation's evaluation it does not end the program where an integer overflows or is
  /// divided by zero, or where an index or a range is out of bounds.
  func matches(_ input: repeat each Input) -> Bool {
    guard TrappingExpressions.contain(type(of: expression)) else {
      return (try? evaluate(repeat each input)) ?? false
    }
    let bindings = PredicateBindings(repeat (each variable, each input))
    return (try? expression.guarded(bindings)) ?? false
  }
}

/// Which types of expressions Foundation's evaluation may trap on.
private enum TrappingExpressions {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  private static let parts = [
    "Arithmetic", "UnaryMinus", "Int", "ClosedRange", "Range", "CollectionIndex", "CollectionRange",
    "PredicateCombination",
  ]

  static func contain(_ type: any PredicateExpression.Type) -> Bool {
    let key = ObjectIdentifier(type)
    if let answer = known.withLock({ $0[key] }) { return answer }
    // The names of all its parts are in the name of an expression's type.
    let name = String(reflecting: type)
    let answer = parts.contains { name.contains("PredicateExpressions.\($0)") }
    known.withLock { $0[key] = answer }
    return answer
  }
}

/// An evaluation that has no result.
struct UndefinedEvaluation: Error {}

/// An expression that evaluates its parts by `guarded(_:)`, so that none of them can trap.
protocol GuardedExpression: PredicateExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output
}

extension PredicateExpression {
  /// The value of the expression; throws where `evaluate(_:)` would trap.
  func guarded(_ bindings: PredicateBindings) throws -> Output {
    guard let expression = self as? any GuardedExpression else { return try evaluate(bindings) }
    return try value(of: expression, bindings)
  }

  private func value<Expression: GuardedExpression>(
    of expression: Expression, _ bindings: PredicateBindings
  ) throws -> Output {
    let value = try expression.guardedValue(bindings)
    guard let output = identityCast(value, to: Output.self) else { throw UndefinedEvaluation() }
    return output
  }
}

extension Sequence {
  /// Binds each element in turn to the variable of a closure and evaluates the closure's body.
  fileprivate func firstIndex(
    where body: any PredicateExpression<Bool>, is truth: Bool,
    _ variable: PredicateExpressions.Variable<Element>, _ bindings: PredicateBindings
  ) throws -> Int? {
    var bindings = bindings
    for (index, element) in enumerated() {
      bindings[variable] = element
      if try body.guarded(bindings) == truth { return index }
    }
    return nil
  }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.guarded(bindings) && rhs.guarded(bindings)
  }
}

extension PredicateExpressions.Disjunction: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.guarded(bindings) || rhs.guarded(bindings)
  }
}

extension PredicateExpressions.Negation: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try !wrapped.guarded(bindings)
  }
}

extension PredicateExpressions.PredicateCombination: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try isSatisfied(bindings) { try $0.guarded($1) }
  }
}

extension PredicateExpressions.Conditional: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> If.Output {
    try test.guarded(bindings) ? trueBranch.guarded(bindings) : falseBranch.guarded(bindings)
  }
}

// MARK: - Comparison

extension PredicateExpressions.Equal: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.guarded(bindings) == rhs.guarded(bindings)
  }
}

extension PredicateExpressions.NotEqual: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try lhs.guarded(bindings) != rhs.guarded(bindings)
  }
}

extension PredicateExpressions.Comparison: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    let operands = (try lhs.guarded(bindings), try rhs.guarded(bindings))
    return switch op {
    case .lessThan: operands.0 < operands.1
    case .lessThanOrEqual: operands.0 <= operands.1
    case .greaterThan: operands.0 > operands.1
    case .greaterThanOrEqual: operands.0 >= operands.1
    }
  }
}

// MARK: - Optionals and values

extension PredicateExpressions.KeyPath: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output {
    try root.guarded(bindings)[keyPath: keyPath]
  }
}

extension PredicateExpressions.ForcedUnwrap: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Wrapped {
    guard let value = try inner.guarded(bindings) else {
      throw PredicateError.forceUnwrapFailure
    }
    return value
  }
}

extension PredicateExpressions.NilCoalesce: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> RHS.Output {
    try lhs.guarded(bindings) ?? rhs.guarded(bindings)
  }
}

extension PredicateExpressions.OptionalFlatMap: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Result? {
    guard let value = try wrapped.guarded(bindings) else { return nil }
    var bindings = bindings
    bindings[variable] = value
    let result = try transform.guarded(bindings)
    // The closure's result is an optional already, or becomes one here.
    if let result = identityCast(result, to: Result?.self) { return result }
    return identityCast(result, to: Result.self)
  }
}

// MARK: - Types

extension PredicateExpressions.TypeCheck: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try input.guarded(bindings) is Desired
  }
}

extension PredicateExpressions.ConditionalCast: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Desired? {
    try input.guarded(bindings) as? Desired
  }
}

extension PredicateExpressions.ForceCast: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Desired {
    guard let value = try input.guarded(bindings) as? Desired else { throw UndefinedEvaluation() }
    return value
  }
}

// MARK: - Ranges

extension PredicateExpressions.ClosedRange: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> ClosedRange<LHS.Output> {
    let bounds = (try lower.guarded(bindings), try upper.guarded(bindings))
    guard bounds.0 <= bounds.1 else { throw UndefinedEvaluation() }
    return bounds.0...bounds.1
  }
}

extension PredicateExpressions.Range: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Range<LHS.Output> {
    let bounds = (try lower.guarded(bindings), try upper.guarded(bindings))
    guard bounds.0 <= bounds.1 else { throw UndefinedEvaluation() }
    return bounds.0..<bounds.1
  }
}

extension PredicateExpressions.RangeExpressionContains: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try range.guarded(bindings).contains(element.guarded(bindings))
  }
}

// MARK: - Collections

extension PredicateExpressions.SequenceContains: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.guarded(bindings).contains(element.guarded(bindings))
  }
}

extension PredicateExpressions.SequenceContainsWhere: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.guarded(bindings).firstIndex(where: test, is: true, variable, bindings) != nil
  }
}

extension PredicateExpressions.SequenceAllSatisfy: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try sequence.guarded(bindings).firstIndex(where: test, is: false, variable, bindings) == nil
  }
}

extension PredicateExpressions.Filter: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> [Element] {
    var bindings = bindings
    return try sequence.guarded(bindings).filter { element in
      bindings[variable] = element
      return try filter.guarded(bindings)
    }
  }
}

extension PredicateExpressions.SequenceMaximum: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output {
    try elements.guarded(bindings).max()
  }
}

extension PredicateExpressions.SequenceMinimum: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output {
    try elements.guarded(bindings).min()
  }
}

extension PredicateExpressions.SequenceStartsWith: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try base.guarded(bindings).starts(with: prefix.guarded(bindings))
  }
}

extension PredicateExpressions.CollectionContainsCollection: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    let value = PredicateExpressions.Value(try base.guarded(bindings))
    let part = PredicateExpressions.Value(try other.guarded(bindings))
    return try PredicateExpressions.build_contains(value, part).evaluate(bindings)
  }
}

extension PredicateExpressions.CollectionIndexSubscript: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output {
    let collection = try wrapped.guarded(bindings)
    let index = try index.guarded(bindings)
    guard index >= collection.startIndex, index < collection.endIndex else {
      throw UndefinedEvaluation()
    }
    return collection[index]
  }
}

extension PredicateExpressions.CollectionRangeSubscript: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Output {
    let collection = try wrapped.guarded(bindings)
    let range = try range.guarded(bindings)
    guard range.lowerBound >= collection.startIndex, range.upperBound <= collection.endIndex else {
      throw UndefinedEvaluation()
    }
    return collection[range]
  }
}
