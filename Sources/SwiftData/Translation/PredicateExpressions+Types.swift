import Foundation
import StoreModel

extension PredicateExpressions.TypeCheck: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let input = try translator.term(of: input, at: .first)
    if input.alwaysFails { return .failed }
    if let constant = input.constant { return PredicateTerm(.constant(constant is Desired)) }
    let condition: QueryExpression =
      switch try translator.cast(input, to: Desired.self) {
      case .always(let object): .negation(object.isNil)
      case .some(let object, let entities): object.isOfAny(entities)
      case .never: .alwaysFalse
      }
    return .condition(condition, failure: input.failure)
  }
}

extension PredicateExpressions.ConditionalCast: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let input = try translator.term(of: input, at: .first)
    if input.alwaysFails { return .failed }
    if let constant = input.constant {
      return PredicateTerm(.constant((constant as? Desired) as Any))
    }
    let value: PredicateTerm.Value =
      switch try translator.cast(input, to: Desired.self) {
      case .always(let object): .object(object)
      case .some(let object, let entities): .object(object.cast(ofAny: entities))
      case .never: .constant(Desired?.none as Any)
      }
    return PredicateTerm(value, failure: input.failure)
  }
}

extension PredicateExpressions.ForceCast: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let input = try translator.term(of: input, at: .first)
    if input.alwaysFails { return .failed }
    if let constant = input.constant {
      return (constant as? Desired).map { PredicateTerm(.constant($0)) } ?? .failed
    }
    let cast: PredicateObject
    switch try translator.cast(input, to: Desired.self) {
    case .always(let object): cast = object
    case .some(let object, let entities): cast = object.cast(ofAny: entities)
    case .never: return .failed
    }
    return PredicateTerm(
      .object(cast.unwrapped), failure: .anyFailure(input.failure, cast.isNil))
  }
}

/// In which rows an object is of a class.
private enum PredicateCast {
  /// Wherever there is one.
  case always(PredicateObject)
  /// Where it is of one of some entities, that of the class itself first.
  case some(PredicateObject, entities: [Int])
  case never
}

extension PredicateTranslator {
  fileprivate func cast(
    _ term: PredicateTerm, to type: any Any.Type
  ) throws(UntranslatablePredicate) -> PredicateCast {
    guard case .object(let object) = term.value, let entities = resolver.entities(of: type) else {
      throw UntranslatablePredicate("a cast to \(type)")
    }
    let family = resolver.family(of: object.entity)
    if family.allSatisfy(entities.contains) { return .always(object) }
    return entities.contains(where: family.contains)
      ? .some(object, entities: entities) : .never
  }
}
