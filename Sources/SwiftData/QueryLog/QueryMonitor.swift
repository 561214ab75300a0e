import StoreModel

/// What a context with a query log keeps in mind from one query to the next.
final class QueryMonitor {
  let log: QueryLog
  /// By relationship or entity: the queries for one model that came in a row.
  private var bursts: [String: Burst] = [:]

  private struct Burst {
    var count = 0
    var last: ContinuousClock.Instant
  }

  init(_ log: QueryLog) {
    self.log = log
  }

  /// Counts a query for one model; returns how many there were in a row when it is time to say so.
  func countSingle(_ subject: String) -> Int? {
    guard log.singleModelThreshold > 0 else { return nil }
    let now = ContinuousClock.now
    var burst = bursts[subject] ?? Burst(last: now)
    if burst.last.duration(to: now) > log.burstGap { burst.count = 0 }
    burst.count += 1
    burst.last = now
    bursts[subject] = burst
    return burst.count == log.singleModelThreshold ? burst.count : nil
  }
}

extension ModelContext {
  /// Where the context reports its queries; nil for nowhere.
  ///
  /// A new context takes over its container's. Not in Apple's framework.
  public var queryLog: QueryLog? {
    get { queryMonitor?.log }
    set { queryMonitor = newValue.map(QueryMonitor.init) }
  }

  /// What reports a query for rows of an entity; nil where there is no log.
  func trace(
    _ purpose: QueryReport.Purpose, _ binding: EntityBinding,
    inMemory: @autoclosure () -> [InMemoryStep] = []
  ) -> QueryTrace? {
    guard let queryMonitor else { return nil }
    return QueryTrace(
      log: queryMonitor.log, purpose: purpose, entityName: binding.layout.name,
      inMemorySteps: inMemory())
  }

  /// What reports a query for one model by its key.
  func traceFault(_ binding: EntityBinding) -> QueryTrace? {
    guard let queryMonitor else { return nil }
    let entity = binding.layout.name
    return QueryTrace(
      log: queryMonitor.log, purpose: .fault, entityName: entity,
      warning: queryMonitor.countSingle(entity).map { .faulting(entity, count: $0) })
  }

  /// What reports queries for the destinations of a relationship of some models.
  func trace(
    _ purpose: QueryReport.Purpose, following relationship: EntityBinding.Relationship,
    of owner: EntityBinding
  ) -> QueryTrace? {
    guard let queryMonitor else { return nil }
    let name = "\(owner.layout.name).\(relationship.layout.name)"
    let count = purpose == .relationship ? queryMonitor.countSingle(name) : nil
    return QueryTrace(
      log: queryMonitor.log, purpose: purpose, entityName: relationship.destination.layout.name,
      relationshipName: name, warning: count.map { .following(name, count: $0) })
  }
}
