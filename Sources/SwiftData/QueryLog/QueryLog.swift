/// Where contexts report the queries that they put to their stores.
///
/// ```swift
/// container.queryLog = QueryLog { print($0) }
/// ```
///
/// Contexts made on the container from then on report every statement that reads, as does a context
/// whose own `queryLog` is set. A context without a log loses no time over it.
///
/// Not in Apple's framework.
public struct QueryLog: Sendable {
  /// Whether reports hold the values bound to the SQL, which may be data of users.
  public var includesBindings: Bool
  /// After how many queries in a row that each follow the same relationship of one model, or fetch
  /// one model of an entity, a report warns of them; 0 for never.
  public var singleModelThreshold: Int
  /// How many rows a statement has to step through without an index, and at least ten times as many
  /// as it finds, for its report to warn of it; 0 for never.
  public var fullScanThreshold: Int

  /// How long after one query the next still counts as being in a row with it.
  var burstGap: Duration = .seconds(1)
  let receive: @Sendable (QueryReport) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - includesBindings: Whether reports hold the values bound to the SQL.
  ///   - singleModelThreshold: After how many queries for one model each to warn of them.
  ///   - fullScanThreshold: From how many rows on to warn of a statement that uses no index.
  ///   - receive: Called with a report after each statement, on the thread that ran it. It may use the
  ///     context, whose queries it then is told of as well.
  public init(
    includesBindings: Bool = false, singleModelThreshold: Int = 10, fullScanThreshold: Int = 1000,
    receive: @escaping @Sendable (QueryReport) -> Void
  ) {
    self.includesBindings = includesBindings
    self.singleModelThreshold = singleModelThreshold
    self.fullScanThreshold = fullScanThreshold
    self.receive = receive
  }
}
