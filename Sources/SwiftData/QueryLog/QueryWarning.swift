/// Something that makes queries slower than need be, and what to do about it.
public struct QueryWarning: Sendable, Hashable {
  /// What is wrong.
  public enum Kind: String, Sendable {
    /// Many queries that fetch one model, or what one model is related to.
    case singleModelQueries
    /// Many rows were stepped through without an index to find a few.
    case fullScan
  }

  /// What is wrong.
  public let kind: Kind
  /// The relationship that is followed again and again, or the entity that is scanned.
  public let subject: String
  /// How many queries there were, or how many rows were stepped through.
  public let count: Int
  /// What to do about it.
  public let advice: String

  /// Queries that each follow a relationship of one model.
  static func following(_ relationship: String, count: Int) -> QueryWarning {
    QueryWarning(
      kind: .singleModelQueries, subject: relationship, count: count,
      advice:
        "add \\\(relationship) to relationshipKeyPathsForPrefetching of the fetch, or ask for "
        + "it in the predicate")
  }

  /// Queries that each fetch one model by its identifier.
  static func faulting(_ entity: String, count: Int) -> QueryWarning {
    QueryWarning(
      kind: .singleModelQueries, subject: entity, count: count,
      advice: "fetch the models with one predicate over persistentModelID, and all the properties "
        + "that are read")
  }

  /// A statement that steps through many rows.
  static func scanning(_ entity: String, scanned: Int, found: Int, plan: [String]) -> QueryWarning {
    let scans = plan.filter { $0.contains("SCAN ") }.joined(separator: "; ")
    return QueryWarning(
      kind: .fullScan, subject: entity, count: scanned,
      advice: "\(found) rows were found (\(scans)); put an #Index on what the predicate compares "
        + "or the fetch sorts by")
  }
}

extension QueryWarning: CustomStringConvertible {
  /// The warning as a sentence.
  public var description: String {
    switch kind {
    case .singleModelQueries: "\(count) queries for one model each of \(subject): \(advice)."
    case .fullScan: "\(count) rows of \(subject) were scanned: \(advice)."
    }
  }
}
