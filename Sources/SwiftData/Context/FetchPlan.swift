import Foundation
import StoreModel

/// How a context answers one fetch: what its store is asked, and what is done in memory.
///
/// Where nothing is unsaved, the store answers alone, as far as it can. Else rows that have unsaved
/// changes of their own are taken out of its answer, and judged in memory. A test of the store that
/// looks at other rows with unsaved changes is left out, and made in memory.
struct FetchPlan<T: PersistentModel> {
  let binding: EntityBinding
  let overlay: PendingOverlay<T>
  /// What the store is asked; with a limit where rows beyond it can't matter.
  private(set) var query: StoreQuery
  /// Whether what the store finds has to be tested by the whole predicate.
  private(set) var filtersInMemory: Bool
  /// Whether what the store finds has to be put in order.
  private(set) var sortsInMemory: Bool
  private let translation: FetchTranslation<T>
  /// Entities whose unsaved changes keep the store from testing or sorting by them.
  private var obstacles: [String] = []

  init(_ descriptor: FetchDescriptor<T>, in context: ModelContext) throws {
    binding = try context.stack.binding(for: T.self)
    translation = try FetchTranslation(descriptor, binding)
    try translation.check(descriptor.inMemoryEvaluation ?? context.inMemoryEvaluation)
    overlay = PendingOverlay(context, descriptor, binding)
    query = translation.query
    filtersInMemory = translation.hasRemainder
    sortsInMemory = !translation.sortsInStore
    if !overlay.isEmpty { leaveOutUnsaved() }
    let properties = try context.fetchedProperties(of: descriptor, binding)
    // What is done in memory may read any property, so that each model would fetch its row.
    if let properties, !filtersInMemory, !sortsInMemory { query.result = .partialRows(properties) }
  }

  /// The properties to fetch, by ordinal; nil for all.
  var properties: [Int]? {
    if case .partialRows(let ordinals) = query.result { ordinals } else { nil }
  }

  /// Whether the store's answer is the whole answer.
  var isExact: Bool { overlay.isEmpty && !filtersInMemory && !sortsInMemory }

  private mutating func leaveOutUnsaved() {
    var crossing = EntityCrossing(layout: binding.store.layout, entity: binding.number)
    if let filter = query.filter {
      let kept = filter.conjuncts.filter { conjunct in
        crossing.roots = []
        crossing.visit(conjunct)
        guard let obstacle = overlay.name(of: crossing.roots) else { return true }
        obstacles.append(obstacle)
        return false
      }
      if kept.count < filter.conjuncts.count {
        filtersInMemory = true
        query.filter = kept.reduce(QueryExpression.alwaysTrue, QueryExpression.conjunction)
      }
    }
    crossing.roots = []
    for key in query.order { crossing.visit(key.expression) }
    if let obstacle = overlay.name(of: crossing.roots) {
      obstacles.append(obstacle)
      sortsInMemory = true
      query.order = []
    }
    query.limit = filtersInMemory || sortsInMemory ? nil : sufficientLimit
    query.offset = nil
  }

  /// How many of the first rows in the store hold all that can be in the answer; nil for all.
  private var sufficientLimit: Int? {
    guard let limit = translation.limit else { return nil }
    let (end, isTooFar) = limit.addingReportingOverflow(translation.offset)
    let (sum, isTooMuch) = end.addingReportingOverflow(overlay.staleKeys.count)
    return isTooFar || isTooMuch ? nil : sum
  }

  /// What is done in memory, and why.
  var inMemorySteps: [InMemoryStep] {
    var steps = translation.inMemorySteps
    for entity in Set(obstacles).sorted() {
      steps.append(InMemoryStep(.filter, "changes of \(entity) that aren't saved decide"))
    }
    if !overlay.isEmpty {
      steps.append(InMemoryStep(.merge, "\(overlay.count) models with unsaved changes"))
    }
    return steps
  }
}

// MARK: - Answering

extension FetchPlan {
  /// The whole answer, made of what the store found.
  func answer(with found: [T]) -> [T] {
    var models =
      overlay.staleKeys.isEmpty
      ? found : found.filter { !overlay.staleKeys.contains($0._$storage.primaryKey) }
    if filtersInMemory { models = models.filter(translation.matches) }
    let unsaved = overlay.matching(translation.matches)
    models += unsaved
    if sortsInMemory || !unsaved.isEmpty { models = translation.sorted(models) }
    return translation.slice(models)
  }

  /// What to ask the store to count: rows whose models have no unsaved changes, without limit where
  /// others are to be counted with them or the order is made in memory.
  var countQuery: StoreQuery {
    var query = query
    query.order = []
    if !overlay.isEmpty { query.limit = nil }
    guard !overlay.staleKeys.isEmpty else { return query }
    let isStale = QueryExpression.membership(
      .primaryKey(QueryPath()), overlay.staleKeys.sorted().map(StoredValue.integer))
    let filter = query.filter?.replacingParameters(by: query.parameters)
    query.filter = .conjunction(filter ?? .alwaysTrue, .negation(isStale))
    query.parameters = []
    return query
  }

  /// How many models are in the whole answer, if the store has counted so many.
  func count(with found: Int) -> Int {
    if isExact { return found }
    return translation.sliceCount(found + overlay.matching(translation.matches).count)
  }

  /// Whether models that aren't saved as they are match, so that they take part in the order.
  var hasUnsavedMatches: Bool { !overlay.matching(translation.matches).isEmpty }

  /// Whether a model satisfies the whole predicate.
  func matches(_ model: T) -> Bool { translation.matches(model) }

  /// The keys of the rows that the store finds, without those that have unsaved changes.
  func keys(trace: QueryTrace?) throws -> ContiguousArray<Int64> {
    let page = try binding.store.identifiers(query, trace: trace)
    var keys: ContiguousArray<Int64> = []
    keys.reserveCapacity(page.rowCount)
    for row in 0..<page.rowCount {
      let key = page.integer(row: row, column: 0)
      if !overlay.staleKeys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// What offset and limit leave of the rows that the store finds and that match.
  var window: FetchWindow {
    isExact
      ? FetchWindow(offset: 0, limit: nil)
      : FetchWindow(offset: translation.offset, limit: translation.limit)
  }

  /// The part of a list in the right order that offset and limit leave.
  func slice<Element>(_ elements: [Element]) -> [Element] { translation.slice(elements) }
}
