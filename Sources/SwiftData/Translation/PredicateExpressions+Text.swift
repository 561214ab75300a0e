import Foundation
import StoreModel

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.textTest(.contains, base, other, self, Base.Output.self, Other.Output.self)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.textTest(.hasPrefix, base, prefix, self, Base.Output.self, Prefix.Output.self)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    try translator.textTest(
      .localizedStandardContains, root, other, self, Root.Output.self, Other.Output.self)
  }
}

extension PredicateTranslator {
  fileprivate mutating func textTest(
    _ operation: QueryTextOperation, _ text: any PredicateExpression,
    _ part: any PredicateExpression, _ expression: any PredicateExpression<Bool>,
    _ textType: any Any.Type, _ partType: any Any.Type
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let text = try term(of: text)
    let part = try term(of: part)
    if text.alwaysFails || part.alwaysFails { return .failed }
    if text.constant != nil, part.constant != nil { return folded(expression) }
    guard textType == String.self, partType == String.self || partType == Substring.self else {
      throw UntranslatablePredicate("\(operation.rawValue) of \(textType)")
    }
    return .condition(
      .text(operation, try scalar(text).expression, try scalar(part).expression),
      failure: .anyFailure(text.failure, part.failure))
  }
}
