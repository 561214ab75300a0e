import Foundation
import StoreModel

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let text = try translator.term(of: base, at: .first)
    let part = try translator.term(of: other, at: .second)
    if let text = translator.constant(text, as: Base.Output.self),
      let part = translator.constant(part, as: Other.Output.self)
    {
      return translator.folded(
        PredicateExpressions.CollectionContainsCollection(base: text, other: part))
    }
    return try translator.textTest(.contains, text, part, Base.Output.self, Other.Output.self)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let text = try translator.term(of: base, at: .first)
    let part = try translator.term(of: prefix, at: .second)
    if let text = translator.constant(text, as: Base.Output.self),
      let part = translator.constant(part, as: Prefix.Output.self)
    {
      return translator.folded(PredicateExpressions.SequenceStartsWith(base: text, prefix: part))
    }
    return try translator.textTest(.hasPrefix, text, part, Base.Output.self, Prefix.Output.self)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let text = try translator.term(of: root, at: .first)
    let part = try translator.term(of: other, at: .second)
    if let text = translator.constant(text, as: Root.Output.self),
      let part = translator.constant(part, as: Other.Output.self)
    {
      return translator.folded(
        PredicateExpressions.StringLocalizedStandardContains(root: text, other: part))
    }
    return try translator.textTest(
      .localizedStandardContains, text, part, Root.Output.self, Other.Output.self)
  }
}

extension PredicateTranslator {
  fileprivate func textTest(
    _ operation: QueryTextOperation, _ text: PredicateTerm, _ part: PredicateTerm,
    _ textType: any Any.Type, _ partType: any Any.Type
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    if text.alwaysFails || part.alwaysFails { return .failed }
    guard textType == String.self, partType == String.self || partType == Substring.self else {
      throw UntranslatablePredicate("\(operation.rawValue) of \(textType)")
    }
    return .condition(
      .text(operation, try scalar(text).expression, try scalar(part).expression),
      failure: .anyFailure(text.failure, part.failure))
  }
}
