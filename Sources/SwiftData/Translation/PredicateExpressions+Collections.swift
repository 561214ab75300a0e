import Foundation
import StoreModel

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let sequence = try translator.term(of: sequence, at: .first)
    let element = try translator.term(of: element, at: .second)
    if sequence.alwaysFails || element.alwaysFails { return .failed }
    let failure = QueryExpression.anyFailure(sequence.failure, element.failure)
    switch (sequence.value, element.value) {
    case (.constant(let values as LHS.Output), .constant(let element as RHS.Output)):
      return PredicateTerm(.constant(values.contains(element)), failure: failure)
    case (.constant(let values as LHS.Output), _):
      let condition = try translator.membership(of: element, in: values)
      return .condition(condition, failure: failure)
    case (.destinations(let destinations), _):
      return .condition(
        try translator.exists(element, in: destinations), failure: failure)
    case (.scalar(let text), .constant(let character as Character))
    where LHS.Output.self == String.self:
      let part = QueryExpression.constant(.text(String(character)))
      return .condition(.text(.contains, text.expression, part), failure: failure)
    default: throw UntranslatablePredicate("contains(_:) of \(LHS.Output.self)")
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let sequence = try translator.term(of: sequence, at: .first)
    if sequence.alwaysFails { return .failed }
    switch sequence.value {
    case .constant(let values as LHS.Output):
      return try translator.anyElement(of: values, of: test, variable, negated: false)
    case .destinations(let destinations):
      let filtered = try translator.filtered(destinations, by: test, variable, negated: false)
      return .condition(filtered.exists(&translator), failure: sequence.failure)
    default: throw UntranslatablePredicate("contains(where:) of \(LHS.Output.self)")
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let sequence = try translator.term(of: sequence, at: .first)
    if sequence.alwaysFails { return .failed }
    switch sequence.value {
    case .constant(let values as LHS.Output):
      let any = try translator.anyElement(of: values, of: test, variable, negated: true)
      return .condition(.negation(try translator.condition(any)), failure: any.failure)
    case .destinations(let destinations):
      let filtered = try translator.filtered(destinations, by: test, variable, negated: true)
      return .condition(.negation(filtered.exists(&translator)), failure: sequence.failure)
    default: throw UntranslatablePredicate("allSatisfy(_:) of \(LHS.Output.self)")
    }
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let sequence = try translator.term(of: sequence, at: .first)
    if sequence.alwaysFails { return .failed }
    guard case .destinations(let destinations) = sequence.value else {
      throw UntranslatablePredicate("filter(_:) of \(LHS.Output.self)")
    }
    let filtered = try translator.filtered(destinations, by: filter, variable, negated: false)
    return PredicateTerm(.destinations(filtered), failure: sequence.failure)
  }
}

extension PredicateTranslator {
  /// The test whether a term is among constants.
  fileprivate func membership(
    of element: PredicateTerm, in values: some Sequence
  ) throws(UntranslatablePredicate) -> QueryExpression {
    var constants: [StoredValue] = []
    var operand: QueryExpression
    switch element.value {
    case .scalar(let scalar):
      operand = scalar.expression
      for value in values {
        switch scalar.coding.constant(value) {
        case .stored(let stored): constants.append(stored)
        case .unequal, .unordered: break
        case .unknown:
          throw UntranslatablePredicate("a constant of type \(type(of: value))")
        }
      }
    case .object(let object), .identifier(let object):
      operand = object.key
      for value in values {
        guard let value = unwrappedConstant(value) else {
          constants.append(.null)
          continue
        }
        switch resolver.primaryKey(of: value, entity: object.entity) {
        case .primaryKey(let key): constants.append(.integer(key))
        case .noRow: break
        case .unknown:
          throw UntranslatablePredicate("a constant of type \(type(of: value))")
        }
      }
    case .composite:
      var test = QueryExpression.alwaysFalse
      for value in values {
        test = .disjunction(test, try equality(element, constant: PredicateTerm(.constant(value))))
      }
      return test
    case .constant, .destinations, .range:
      throw UntranslatablePredicate("a collection in a collection")
    }
    if case .scalar(let scalar) = element.value, scalar.nullMeaning != .isNil,
      constants.contains(.null)
    {
      throw UntranslatablePredicate("NULL may stand for a number that is none, or for nil")
    }
    return constants.isEmpty ? .alwaysFalse : .membership(operand, constants)
  }

  /// The test whether a model is among destinations.
  fileprivate mutating func exists(
    _ element: PredicateTerm, in destinations: PredicateDestinations
  ) throws(UntranslatablePredicate) -> QueryExpression {
    var destinations = destinations
    let variable = destinations.filter?.variable ?? makeVariable()
    let destination = PredicateTerm(
      .object(
        PredicateObject(path: QueryPath(variable: variable), entity: destinations.entity)))
    let isElement = try equality(destination, element)
    if isElement.truth == false { return .alwaysFalse }
    let condition = destinations.filter.map { .conjunction($0.condition, isElement) } ?? isElement
    destinations.filter = (variable, condition)
    return destinations.exists(&self)
  }

  /// Those of a to-many's destinations that satisfy the body of a closure, or that do not.
  fileprivate mutating func filtered<Element>(
    _ destinations: PredicateDestinations, by body: any PredicateExpression,
    _ variable: PredicateExpressions.Variable<Element>, negated: Bool
  ) throws(UntranslatablePredicate) -> PredicateDestinations {
    var destinations = destinations
    let number = destinations.filter?.variable ?? makeVariable()
    let object = PredicateObject(
      path: QueryPath(variable: number), entity: destinations.entity)
    let term = try term(of: body, at: .second, binding: variable, to: .object(object))
    // Swift stops at the first element that decides, so a failure depends on the elements' order.
    guard term.failure == nil else {
      throw UntranslatablePredicate("an element of a collection may fail to be evaluated")
    }
    let condition = negated ? .negation(try self.condition(term)) : try self.condition(term)
    let outer = destinations.filter?.condition ?? .alwaysTrue
    destinations.filter = (number, .conjunction(outer, condition))
    return destinations
  }

  /// Whether the body of a closure is true for any of some constants, or false for any.
  fileprivate mutating func anyElement<Values: Sequence>(
    of values: Values, of body: any PredicateExpression,
    _ variable: PredicateExpressions.Variable<Values.Element>, negated: Bool
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    var result = PredicateTerm.condition(.alwaysFalse)
    var count = 0
    for value in values {
      count += 1
      guard count <= 64 else { throw UntranslatablePredicate("a closure over many constants") }
      let term = try term(of: body, at: .second, binding: variable, to: .constant(value))
      let isTrue = negated ? .negation(try condition(term)) : try condition(term)
      let soFar = try condition(result)
      result = .condition(
        .disjunction(soFar, isTrue),
        failure: .anyFailure(result.failure, .failure(term.failure, if: .negation(soFar))))
    }
    return result
  }
}
