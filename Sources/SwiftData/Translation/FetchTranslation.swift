import Foundation
import StoreModel

/// A fetch descriptor in the store's terms, with what has to be done in memory.
struct FetchTranslation<T: PersistentModel> {
  private let descriptor: FetchDescriptor<T>
  /// What the store is asked; limit and offset only where it can apply them.
  let query: Query
  /// Whether rows that the store finds have to be tested by the whole predicate.
  let hasRemainder: Bool
  let sortsInStore: Bool

  init(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
    self.descriptor = descriptor
    let resolver = ModelResolver(binding)
    var query = Query(entity: binding.number)
    var needsEvaluation = false
    if let predicate = descriptor.predicate {
      let translated = PredicateTranslator.translate(
        predicate, entity: binding.number, resolver: resolver)
      query.filter = translated.filter
      needsEvaluation = translated.needsEvaluation
    }
    let order = SortTranslator(resolver: resolver).order(
      descriptor.sortBy, entity: binding.number)
    query.order = order ?? []
    hasRemainder = needsEvaluation
    sortsInStore = order != nil
    if !needsEvaluation, order != nil {
      query.limit = descriptor.fetchLimit.map { max(0, $0) }
      query.offset = descriptor.fetchOffset.map { max(0, $0) }
    }
    self.query = query
  }

  /// Whether the store's answer is the whole answer.
  var isExact: Bool { !hasRemainder && sortsInStore }

  /// Whether the values of other models decide which models are found.
  var mayCrossRelationships: Bool {
    descriptor.predicate != nil && (hasRemainder || query.filter?.crossesRelationships ?? false)
  }

  /// Whether a model satisfies the predicate; one that can't be evaluated for it does not.
  func matches(_ model: T) -> Bool { descriptor.predicate?.matches(model) ?? true }

  /// The models in the descriptor's order; those equal in it stay as they are.
  func sorted(_ models: [T]) -> [T] {
    guard !descriptor.sortBy.isEmpty else { return models }
    let ordering = RowOrdering(descriptor.sortBy)
    return models.sorted { ordering.compare($0, $1) == .orderedAscending }
  }

  /// The part of the models that offset and limit leave.
  func slice(_ models: [T]) -> [T] {
    let rest = models.dropFirst(max(0, descriptor.fetchOffset ?? 0))
    return Array(descriptor.fetchLimit.map { rest.prefix(max(0, $0)) } ?? rest)
  }
}

extension QueryExpression {
  /// Whether the expression looks at other rows than the one asked for.
  var crossesRelationships: Bool {
    switch self {
    case .constant: false
    // The key of a to-one is the row's own column.
    case .primaryKey(let path): path.steps.count > 1 || path.variable != 0
    case .attribute(let path, _, _), .entityNumber(let path):
      !path.steps.isEmpty || path.variable != 0
    case .exists, .countWhere: true
    case .not(let operand), .isNull(let operand), .negate(let operand), .overflows(let operand),
      .textLength(let operand), .membership(let operand, _):
      operand.crossesRelationships
    case .and(let left, let right), .or(let left, let right), .coalesce(let left, let right),
      .comparison(_, let left, let right), .arithmetic(_, let left, let right),
      .text(_, let left, let right):
      left.crossesRelationships || right.crossesRelationships
    case .conditional(let condition, let first, let second):
      condition.crossesRelationships || first.crossesRelationships
        || second.crossesRelationships
    }
  }
}
