/// What a query log is told of one statement.
///
/// Its description has several lines and is meant for people; it holds values of models only if the
/// log asked for bindings.
public struct QueryReport: Sendable {
  /// What a statement was run for.
  public enum Purpose: String, Sendable {
    /// To fetch models.
    case fetch
    /// To count models.
    case count
    /// To fetch identifiers.
    case identifiers
    /// To fetch values without models, or to aggregate them.
    case values
    /// To fetch one model that was known by its identifier alone.
    case fault
    /// To follow a relationship when it was read.
    case relationship
    /// To follow a relationship of many models ahead of time.
    case prefetch
    /// To show in models what others have saved.
    case refresh
  }

  /// What the statement was run for.
  public let purpose: Purpose
  /// The entity whose rows were asked for.
  public let entityName: String
  /// The relationship that was followed, such as `Trip.tags`; nil if none was.
  public let relationshipName: String?
  /// The statement, without values.
  public let sql: String
  /// The values bound to the statement, in order; nil unless the log asks for them.
  public let bindings: [QueryValue]?
  /// How long the statement ran, its rows read.
  public let duration: Duration
  /// How many rows the store returned or, of a count, counted.
  public let rowCount: Int
  /// What is done in memory with the rows that the store returned, since the store can't.
  public let inMemorySteps: [InMemoryStep]
  /// What makes the query slower than need be.
  public let warnings: [QueryWarning]
}

extension QueryReport: CustomStringConvertible {
  /// The report as lines of text.
  public var description: String {
    let subject = relationshipName.map { "\($0) (\(entityName))" } ?? entityName
    var lines = ["\(purpose) \(subject): \(rowCount) rows in \(duration.milliseconds) ms", sql]
    if let bindings, !bindings.isEmpty {
      lines.append("bindings: " + bindings.map(\.description).joined(separator: ", "))
    }
    lines += inMemorySteps.map { "in memory: \($0)" }
    lines += warnings.map { "warning: \($0)" }
    return lines.joined(separator: "\n  ")
  }
}

extension Duration {
  /// The duration in thousandths of a second, rounded to a microsecond.
  fileprivate var milliseconds: Double {
    let seconds = Double(components.seconds) + Double(components.attoseconds) * 1e-18
    return (seconds * 1e6).rounded() / 1e3
  }
}
