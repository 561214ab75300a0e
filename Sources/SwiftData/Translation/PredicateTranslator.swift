import Foundation
import StoreModel

/// A predicate as far as a store can answer it.
struct TranslatedPredicate: Equatable {
  /// What the store tests; nil: nothing, every row passes.
  ///
  /// A row that does not pass can't match.
  var filter: QueryExpression?
  /// The values of the filter's parameters, by their indices.
  var parameters: [StoredValue] = []
  /// Whether rows that pass must be tested in memory by the whole predicate.
  var needsEvaluation: Bool
  /// What could not be put in the store's terms, and why.
  var reasons: [String]
}

/// Translates one predicate.
///
/// Parts that don't mention the model are evaluated first, whatever they are made of. What remains
/// is translated with exactly Swift's meaning or, conjunct by conjunct, not at all. An evaluation
/// that would throw or trap for a row makes that row not match, as does `matches(_:)` in memory.
struct PredicateTranslator {
  let resolver: any PropertyResolver
  /// Values of variables that are constants, for evaluating in memory.
  var bindings = PredicateBindings()
  private var terms: [PredicateExpressions.VariableID: PredicateTerm.Value] = [:]
  private var lastVariable = 0
  /// How many combinations of predicates the part that is being translated is in.
  var combinationDepth = 0
  /// Where the part stands that is being translated; nil where it can't be told.
  private(set) var place: PredicatePlace? = .root
  private let parameters = PredicateParameters()

  private init(resolver: any PropertyResolver) {
    self.resolver = resolver
  }

  static func translate<Model>(
    _ predicate: Predicate<Model>, entity: Int, resolver: any PropertyResolver
  ) -> TranslatedPredicate {
    let (template, values) = template(of: predicate, entity: entity, resolver: resolver)
    return template.translation(with: values).withoutParameters
  }

  /// Translates a predicate for all that differ from it in some constants, and tells its own.
  static func template<Model>(
    of predicate: Predicate<Model>, entity: Int, resolver: any PropertyResolver
  ) -> (template: PredicateTemplate, values: [StoredValue]) {
    var translator = PredicateTranslator(resolver: resolver)
    translator.terms[predicate.variable.key] = .object(
      PredicateObject(path: QueryPath(), entity: entity))
    let translation = translator.translation(of: predicate.expression)
    let parameters = translator.parameters
    return (
      PredicateTemplate(translation: translation, parameters: parameters.parameters),
      parameters.values
    )
  }

  private mutating func translation(
    of expression: any PredicateExpression
  ) -> TranslatedPredicate {
    var result = TranslatedPredicate(filter: nil, needsEvaluation: false, reasons: [])
    for conjunct in conjuncts(of: expression, at: .root) {
      do {
        place = conjunct.place
        let term = try term(of: conjunct.expression)
        guard let filter = try match(term) else { continue }
        if filter.truth == false {
          return TranslatedPredicate(filter: filter, needsEvaluation: false, reasons: [])
        }
        result.filter = result.filter.map { .conjunction($0, filter) } ?? filter
      } catch {
        result.needsEvaluation = true
        result.reasons.append(error.reason)
      }
    }
    return result
  }

  private mutating func conjuncts(
    of expression: any PredicateExpression, at place: PredicatePlace?
  ) -> [(expression: any PredicateExpression, place: PredicatePlace?)] {
    if let combination = expression as? any CombiningExpression, combination.isConjunction,
      (try? beginCombination(combination)) != nil
    {
      defer { endCombination() }
      return combination.parts.flatMap { part in
        bind(part)
        return conjuncts(of: part.expression, at: nil)
      }
    }
    guard let conjunction = expression as? any ConjunctionExpression else {
      return [(expression, place)]
    }
    return conjuncts(of: conjunction.first, at: place?.part(.first))
      + conjuncts(of: conjunction.second, at: place?.part(.second))
  }

  /// The rows in which a Boolean term is true and does not fail; nil: all.
  private func match(
    _ term: PredicateTerm
  ) throws(UntranslatablePredicate) -> QueryExpression? {
    let condition = try condition(term)
    guard let failure = term.failure else { return condition.truth == true ? nil : condition }
    return .conjunction(condition, condition.success(of: failure))
  }
}

// MARK: What expressions need to translate themselves

/// A part of a predicate that can put itself in a store's terms.
protocol TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm
}

/// An expression whose parts the store may test one without the other.
protocol ConjunctionExpression {
  var first: any PredicateExpression { get }
  var second: any PredicateExpression { get }
}

extension PredicateTranslator {
  func bound(_ variable: PredicateExpressions.VariableID) -> PredicateTerm.Value? {
    terms[variable]
  }

  /// Translates a part of the expression that is being translated.
  mutating func term(
    of expression: any PredicateExpression, at part: PredicatePlace.Part
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let outer = place
    place = outer?.part(part)
    defer { place = outer }
    return try term(of: expression)
  }

  /// Lets the variables of a predicate in a combination stand for what the combination's stand for.
  mutating func bind(_ part: CombinedPart) {
    for (inner, outer) in part.variables { terms[inner] = terms[outer] }
  }

  /// Translates an expression whose place can't be told.
  mutating func placelessTerm(
    of expression: any PredicateExpression
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let outer = place
    place = nil
    defer { place = outer }
    return try term(of: expression)
  }

  private mutating func term(
    of expression: any PredicateExpression
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    guard let translatable = expression as? any TranslatableExpression else {
      throw UntranslatablePredicate("\(Self.name(of: expression)) is evaluated in memory")
    }
    return try translatable.translated(by: &self)
  }

  /// A term as an expression that has its value, or nil if the term depends on the row.
  ///
  /// What a term was translated from may mention the row all the same, where that cannot matter.
  func constant<Value>(
    _ term: PredicateTerm, as type: Value.Type
  ) -> PredicateExpressions.Value<Value>? {
    guard let constant = term.constant, let value = constant as? Value else { return nil }
    return PredicateExpressions.Value(value)
  }

  /// The value of an expression of constants.
  func folded(_ expression: some PredicateExpression) -> PredicateTerm {
    do {
      return PredicateTerm(.constant(try expression.guarded(bindings)))
    } catch {
      return .failed
    }
  }

  /// Translates the body of a closure whose argument stands for a term.
  mutating func term<Value>(
    of body: any PredicateExpression, at part: PredicatePlace.Part,
    binding variable: PredicateExpressions.Variable<Value>,
    to term: PredicateTerm.Value
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let outer = (terms[variable.key], bindings)
    defer { (terms[variable.key], bindings) = outer }
    terms[variable.key] = term
    if case .constant(let constant) = term, let value = constant as? Value {
      bindings[variable] = value
    }
    return try self.term(of: body, at: part)
  }

  /// A number for a variable that a query binds.
  mutating func makeVariable() -> Int {
    lastVariable += 1
    return lastVariable
  }

  /// A constant as an expression that stands for what later predicates have in its place.
  func parameter(
    _ value: StoredValue, of constant: PredicateTerm, encode: @escaping (Any) -> StoredValue?
  ) -> QueryExpression {
    parameters.expression(for: value, at: constant.place, encode: encode)
  }

  /// A Boolean term as an expression.
  func condition(_ term: PredicateTerm) throws(UntranslatablePredicate) -> QueryExpression {
    switch term.value {
    case .scalar(let scalar): return scalar.expression
    case .constant(let value):
      if let truth = value as? Bool { return truth ? .alwaysTrue : .alwaysFalse }
    case .object, .identifier, .destinations, .range, .composite: break
    }
    throw UntranslatablePredicate("a condition that is no Boolean")
  }

  /// A term as a scalar, a constant as the other operand's coding has it.
  func scalar(
    _ term: PredicateTerm, beside other: PredicateTerm? = nil
  ) throws(UntranslatablePredicate) -> PredicateScalar {
    switch term.value {
    case .scalar(let scalar): return scalar
    case .constant(let value):
      var coding = PredicateConstantCoding.standard
      if case .scalar(let scalar)? = other?.value { coding = scalar.coding }
      guard case .stored(let stored) = coding.constant(value) else {
        throw UntranslatablePredicate("a constant of type \(type(of: value))")
      }
      // Whether it is true decides how what it stands in is put.
      if case .integer = stored {
        return PredicateScalar(expression: .constant(stored), coding: coding)
      }
      let expression = parameter(stored, of: term, encode: coding.stored)
      return PredicateScalar(expression: expression, coding: coding)
    case .object, .identifier, .destinations, .range:
      throw UntranslatablePredicate("a model where a value was expected")
    case .composite:
      throw UntranslatablePredicate("a value of several columns where one was expected")
    }
  }

  /// The test whether a term is nil.
  func nilTest(_ term: PredicateTerm) throws(UntranslatablePredicate) -> QueryExpression {
    switch term.value {
    case .constant(let value): return unwrappedConstant(value) == nil ? .alwaysTrue : .alwaysFalse
    case .scalar(let scalar):
      switch scalar.nullMeaning {
      case .isNil: return .nullTest(scalar.expression)
      case .isEither(let condition?): return condition
      case .isNotANumber, .isEither(nil):
        throw UntranslatablePredicate("NULL may stand for a number that is none, not for nil")
      }
    case .object(let object), .identifier(let object): return object.isNil
    case .composite(let composite): return composite.absence ?? .alwaysFalse
    // A row has destinations or none, but cannot say that it has no list of them.
    case .destinations, .range: return .alwaysFalse
    }
  }

  private static func name(of expression: any PredicateExpression) -> String {
    let name = String(describing: type(of: expression))
    return String(name.prefix { $0 != "<" })
  }
}

extension QueryExpression {
  /// What says that a term did not fail, beside the condition that it is true.
  func success(of failure: QueryExpression) -> QueryExpression {
    switch failure {
    case .or(let left, let right): .conjunction(success(of: left), success(of: right))
    // A comparison with NULL is false already, and an index can answer it alone.
    case .isNull(let operand) where isFalse(whenNull: operand): .alwaysTrue
    case .and(let left, let right)
    where success(of: left) == .alwaysTrue || success(of: right) == .alwaysTrue:
      .alwaysTrue
    default: .negation(failure)
    }
  }

  /// Two failures as one.
  static func anyFailure(
    _ left: QueryExpression?, _ right: QueryExpression?
  ) -> QueryExpression? {
    guard let left else { return right }
    guard let right else { return left }
    return .disjunction(left, right)
  }

  /// A failure that happens only under a condition.
  static func failure(
    _ failure: QueryExpression?, if condition: QueryExpression
  ) -> QueryExpression? {
    guard let failure else { return nil }
    let both = conjunction(condition, failure)
    return both.truth == false ? nil : both
  }
}
