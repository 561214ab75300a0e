import Foundation
import StoreModel

extension PredicateExpressions.TypeCheck: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let input = try translator.term(of: input)
    if input.alwaysFails { return .failed }
    if let constant = input.constant { return PredicateTerm(.constant(constant is Desired)) }
    guard case .object(let object) = input.value,
      let entities = translator.resolver.entities(of: Desired.self)
    else { throw UntranslatablePredicate("a type check against \(Desired.self)") }
    let numbers = entities.map { StoredValue.integer(Int64($0)) }
    let condition: QueryExpression =
      numbers.isEmpty ? .alwaysFalse : .membership(.entityNumber(object.path), numbers)
    return .condition(condition, failure: input.failure)
  }
}
