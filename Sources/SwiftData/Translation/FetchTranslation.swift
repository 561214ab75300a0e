import Foundation
import StoreModel

/// A fetch descriptor in the store's terms, with what has to be done in memory.
struct FetchTranslation<T: PersistentModel> {
  private let descriptor: FetchDescriptor<T>
  /// What the store is asked; limit and offset only where it can apply them.
  let query: StoreQuery
  /// Whether rows that the store finds have to be tested by the whole predicate.
  let hasRemainder: Bool
  let sortsInStore: Bool
  let limit: Int?
  let offset: Int
  /// What has to be done in memory, and why.
  let inMemorySteps: [InMemoryStep]

  init(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
    self.descriptor = descriptor
    limit = try Self.checked(descriptor.fetchLimit, "fetchLimit", binding)
    offset = try Self.checked(descriptor.fetchOffset, "fetchOffset", binding) ?? 0
    let resolver = ModelResolver(binding)
    var query = StoreQuery(entity: binding.number)
    var needsEvaluation = false
    var steps: [InMemoryStep] = []
    if let predicate = descriptor.predicate {
      let translated = binding.translations.translate(
        predicate, entity: binding.number, resolver: resolver)
      query.filter = translated.filter
      query.parameters = translated.parameters
      needsEvaluation = translated.needsEvaluation
      steps = translated.reasons.map { InMemoryStep(.filter, $0) }
    }
    let sorting = SortTranslator(resolver: resolver).translate(
      descriptor.sortBy, entity: binding.number)
    query.order = sorting.order ?? []
    hasRemainder = needsEvaluation
    sortsInStore = sorting.order != nil
    inMemorySteps = steps + sorting.reasons.map { InMemoryStep(.sort, $0) }
    if !needsEvaluation, sortsInStore {
      query.limit = limit
      query.offset = descriptor.fetchOffset
    }
    self.query = query
  }

  private static func checked(
    _ number: Int?, _ name: String, _ binding: EntityBinding
  ) throws -> Int? {
    guard let number, number < 0 else { return number }
    throw SwiftDataError(
      .invalidFetchDescriptor,
      explanation: "\(binding.layout.name): \(name) is \(number). It must be 0 or more, or nil.")
  }

  /// Throws an error that names a part which the store can't do, if none may be done in memory.
  func check(_ evaluation: InMemoryEvaluation) throws {
    guard evaluation == .refused else { return }
    if let step = inMemorySteps.first {
      throw SwiftDataError(
        step.kind == .sort ? .unsupportedSortDescriptor : .unsupportedPredicate,
        explanation: "\(T.self): \(step.reason), and evaluation in memory is refused.")
    }
  }

  /// Which changes may decide what is found, or in what order.
  func interest(_ binding: EntityBinding) -> ResultsInterest {
    if hasRemainder || !sortsInStore { return .everything }
    var crossing = EntityCrossing(layout: binding.store.layout, entity: binding.number)
    if let filter = query.filter { crossing.visit(filter) }
    for key in query.order { crossing.visit(key.expression) }
    guard crossing.roots.isEmpty else { return .everything }
    return .models(identityIndex: binding.identityIndex, ordinals: crossing.ordinals)
  }

  /// Whether a model satisfies the predicate; one that can't be evaluated for it does not.
  func matches(_ model: T) -> Bool { descriptor.predicate?.matches(model) ?? true }

  /// How many of some matching models offset and limit leave.
  func sliceCount(_ count: Int) -> Int {
    let rest = max(0, count - offset)
    return limit.map { min($0, rest) } ?? rest
  }

  /// The models in the descriptor's order; those equal in it by primary key, new ones last.
  func sorted(_ models: [T]) -> [T] {
    let ordering = RowOrdering(descriptor.sortBy)
    return models.enumerated().sorted { left, right in
      switch ordering.compare(left.element, right.element) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame:
        (left.element._$storage.rank, left.offset) < (right.element._$storage.rank, right.offset)
      }
    }.map(\.element)
  }

  /// The part of a list that offset and limit leave.
  func slice<Element>(_ elements: [Element]) -> [Element] {
    guard offset > 0 || limit != nil else { return elements }
    let rest = elements.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

extension _$ModelStorage {
  /// The place among models that sort descriptors don't tell apart.
  fileprivate var rank: Int64 { state == .inserted ? .max : primaryKey }
}
