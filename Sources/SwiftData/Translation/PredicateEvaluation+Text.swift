import Foundation

extension PredicateExpressions.StringLocalizedStandardContains: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    let value = PredicateExpressions.Value(try root.guarded(bindings))
    let part = PredicateExpressions.Value(try other.guarded(bindings))
    return try PredicateExpressions.build_localizedStandardContains(value, part)
      .evaluate(bindings)
  }
}

extension PredicateExpressions.StringLocalizedCompare: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> ComparisonResult {
    try root.guarded(bindings).localizedCompare(try other.guarded(bindings))
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> ComparisonResult {
    try root.guarded(bindings).caseInsensitiveCompare(try other.guarded(bindings))
  }
}

extension PredicateExpressions.StringContainsRegex: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Bool {
    try subject.guarded(bindings).contains(try regex.guarded(bindings).regex)
  }
}

// MARK: - Dictionaries

extension PredicateExpressions.DictionaryKeySubscript: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Value? {
    try wrapped.guarded(bindings)[key.guarded(bindings)]
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: GuardedExpression {
  func guardedValue(_ bindings: PredicateBindings) throws -> Default.Output {
    try wrapped.guarded(bindings)[key.guarded(bindings)] ?? `default`.guarded(bindings)
  }
}
