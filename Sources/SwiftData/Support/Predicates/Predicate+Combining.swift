public import Foundation

// Foundation has these on Apple's platforms only, from iOS 27 on.

extension Predicate {
  /// Makes a predicate that is satisfied where all of some predicates are; by anything, if there are
  /// none.
  ///
  /// Can't be encoded, unlike Apple's. A fetch asks the store for up to 500 predicates, and evaluates
  /// more in memory.
  public init(all subpredicates: some BidirectionalCollection<Predicate<repeat each Input>>) {
    self.init(combining: Array(subpredicates), isConjunction: true)
  }

  /// Makes a predicate that is satisfied where any of some predicates is; by nothing, if there are none.
  ///
  /// Can't be encoded, unlike Apple's. A fetch asks the store for up to 500 predicates, and evaluates
  /// more in memory.
  public init(any subpredicates: some BidirectionalCollection<Predicate<repeat each Input>>) {
    self.init(combining: Array(subpredicates), isConjunction: false)
  }

  private init(combining predicates: [Predicate<repeat each Input>], isConjunction: Bool) {
    self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
      PredicateExpressions.PredicateCombination(
        of: predicates, isConjunction: isConjunction, variable: repeat each variable)
    }
  }
}

extension PredicateExpressions {
  /// The test whether all of some predicates are satisfied, or any of them.
  public struct PredicateCombination<each Input>: StandardPredicateExpression {
    /// What the expression evaluates to.
    public typealias Output = Bool

    let predicates: [Predicate<repeat each Input>]
    let isConjunction: Bool
    let variable: (repeat PredicateExpressions.Variable<each Input>)

    init(
      of predicates: [Predicate<repeat each Input>], isConjunction: Bool,
      variable: repeat PredicateExpressions.Variable<each Input>
    ) {
      self.predicates = predicates
      self.isConjunction = isConjunction
      self.variable = (repeat each variable)
    }

    /// Evaluates one predicate after the other until the answer is certain.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try isSatisfied(bindings) { try $0.evaluate($1) }
    }

    func isSatisfied(
      _ bindings: PredicateBindings,
      evaluating evaluate: (any StandardPredicateExpression<Bool>, PredicateBindings) throws -> Bool
    ) throws -> Bool {
      for predicate in predicates {
        var inner = bindings
        for (own, variable) in repeat (each variable, each predicate.variable) {
          Self.bind(variable, to: own, in: &inner)
        }
        if try evaluate(predicate.expression, inner) != isConjunction { return !isConjunction }
      }
      return isConjunction
    }

    private static func bind<Value>(
      _ variable: PredicateExpressions.Variable<Value>,
      to own: PredicateExpressions.Variable<Value>, in bindings: inout PredicateBindings
    ) {
      bindings[variable] = bindings[own]
    }
  }
}

extension PredicateExpressions.PredicateCombination: Codable {
  /// Throws always: what predicates are made of can't be told from outside of Foundation.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "A combination of predicates has no code."
      ))
  }

  /// Throws always: what predicates are made of can't be told from outside of Foundation.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "A combination of predicates has no code."
      ))
  }
}

/// An expression that predicates are combined in.
protocol CombiningExpression: PredicateExpression<Bool> {
  /// Whether all predicates have to be satisfied, or any.
  var isConjunction: Bool { get }
  /// The predicates' expressions, each with its variables and those of the combination in their place.
  var parts: [CombinedPart] { get }
}

/// A predicate in a combination.
struct CombinedPart {
  let expression: any StandardPredicateExpression<Bool>
  /// Variables of the predicate, and which ones of the combination they stand for.
  let variables: [(inner: PredicateExpressions.VariableID, outer: PredicateExpressions.VariableID)]
}

extension PredicateExpressions.PredicateCombination: CombiningExpression {
  var parts: [CombinedPart] {
    predicates.map { predicate in
      var variables:
        [(inner: PredicateExpressions.VariableID, outer: PredicateExpressions.VariableID)] = []
      for (outer, inner) in repeat (each variable, each predicate.variable) {
        variables.append((inner.key, outer.key))
      }
      return CombinedPart(expression: predicate.expression, variables: variables)
    }
  }
}
