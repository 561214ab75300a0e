import Foundation
import StoreModel

extension PredicateExpressions.Value: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    PredicateTerm(.constant(value), place: translator.place)
  }
}

extension PredicateExpressions.Variable: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    guard let term = translator.bound(key) else {
      throw UntranslatablePredicate("a variable that nothing binds")
    }
    return PredicateTerm(term)
  }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func translated(
    by translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateTerm {
    let root = try translator.term(of: root, at: .first)
    if root.alwaysFails { return .failed }
    switch root.value {
    case .constant:
      guard let constant = translator.constant(root, as: Root.Output.self) else { return .failed }
      return translator.folded(
        PredicateExpressions.KeyPath<_, Output>(root: constant, keyPath: keyPath))
    case .object(let object):
      let value = try property(of: object, translator.resolver)
      return PredicateTerm(value, failure: root.failure)
    case .destinations(let destinations):
      let value = try property(of: destinations, &translator)
      return PredicateTerm(.scalar(value), failure: root.failure)
    case .scalar(let scalar):
      let value = try property(of: scalar)
      return PredicateTerm(.scalar(value), failure: root.failure)
    case .composite(let composite):
      return PredicateTerm(try part(of: composite), failure: root.failure)
    case .identifier, .range:
      throw UntranslatablePredicate("\(keyPath): not kept in a column")
    }
  }

  private func property(
    of object: PredicateObject, _ resolver: any PropertyResolver
  ) throws(UntranslatablePredicate) -> PredicateTerm.Value {
    guard let resolved = resolver.resolve(keyPath, entity: object.entity) else {
      throw UntranslatablePredicate("\(keyPath): not kept in a column")
    }
    return PredicateTerm.Value(resolved, of: object)
  }

  private func part(
    of composite: PredicateComposite
  ) throws(UntranslatablePredicate) -> PredicateTerm.Value {
    guard let offset = MemoryLayout<Root.Output>.offset(of: keyPath),
      let field = composite.resolved.field(at: offset, of: Output.self)
    else { throw UntranslatablePredicate("\(keyPath): not kept in columns of its own") }
    let object = PredicateObject(path: composite.path, entity: 0)
    return PredicateTerm.Value(ResolvedKeyPath(entity: 0, property: field), of: object)
  }

  private func property(
    of destinations: PredicateDestinations, _ translator: inout PredicateTranslator
  ) throws(UntranslatablePredicate) -> PredicateScalar {
    switch kind {
    case .collectionCount:
      return PredicateScalar(
        expression: destinations.count(&translator), coding: .standard)
    case .collectionIsEmpty: return .boolean(.negation(destinations.exists(&translator)))
    default: throw UntranslatablePredicate("\(keyPath): not kept in a column")
    }
  }

  private func property(
    of scalar: PredicateScalar
  ) throws(UntranslatablePredicate) -> PredicateScalar {
    switch kind {
    case .collectionCount where Root.Output.self == String.self:
      return PredicateScalar(expression: .textLength(scalar.expression), coding: .standard)
    case .collectionIsEmpty where Root.Output.self == String.self:
      return .boolean(.comparison(.equal, scalar.expression, .constant(.text(""))))
    default:
      if let rawValue = scalar.rawValue(along: keyPath) { return rawValue }
      throw UntranslatablePredicate("\(keyPath): not kept in a column")
    }
  }
}

extension PredicateTerm.Value {
  init(_ resolved: ResolvedKeyPath, of object: PredicateObject) {
    // Whatever the path is declared to lead to, the property is one of the object's entity.
    let path = QueryPath(
      variable: object.path.variable, steps: object.path.steps + resolved.steps,
      subentity: resolved.steps.isEmpty ? object.path.subentity : nil)
    switch resolved.property {
    case .attribute(let attribute):
      let isFloat = attribute.kind == .double || attribute.kind == .float
      self = .scalar(
        PredicateScalar(
          expression: .attribute(path, ordinal: attribute.ordinal, leaf: attribute.leaf),
          coding: .attribute(attribute),
          nullMeaning: isFloat && !attribute.isOptional ? .isNotANumber : .isNil))
    case .composite(let composite):
      self = .composite(PredicateComposite(path: path, resolved: composite))
    case .toOne(let ordinal, let destination):
      let step = QueryStep(entity: resolved.entity, ordinal: ordinal)
      self = .object(PredicateObject(path: path.appending(step), entity: destination))
    case .toMany(let ordinal, let destination):
      self = .destinations(
        PredicateDestinations(path: path, relationship: ordinal, entity: destination))
    case .persistentModelID:
      self = .identifier(PredicateObject(path: path, entity: resolved.entity))
    }
  }
}

extension PredicateDestinations {
  /// How many there are.
  func count(_ translator: inout PredicateTranslator) -> QueryExpression {
    .countWhere(
      path, relationship: relationship,
      variable: filter?.variable ?? translator.makeVariable(), filter?.condition)
  }

  /// Whether there is any.
  func exists(_ translator: inout PredicateTranslator) -> QueryExpression {
    .exists(
      path, relationship: relationship,
      variable: filter?.variable ?? translator.makeVariable(), filter?.condition)
  }
}
