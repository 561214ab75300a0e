/// How a fetch would be answered: `ModelContext.explain(_:)` returns it.
///
/// Its description is meant for people, and holds the values bound to the statement.
public struct QueryExplanation: Sendable, Hashable {
  /// The entity whose rows are asked for.
  public let entityName: String
  /// The statement, without values.
  public let sql: String
  /// The values bound to the statement, in order.
  public let bindings: [QueryValue]
  /// How SQLite finds the rows: the lines of its EXPLAIN QUERY PLAN, indented by their depth.
  public let plan: [String]
  /// What is done in memory with the rows that the store returns.
  public let inMemorySteps: [InMemoryStep]

  /// The indexes that SQLite uses to find or to order rows, in the order of the plan.
  ///
  /// The key of a table itself is not among them.
  public var indexes: [String] {
    plan.compactMap { line in
      for marker in ["COVERING INDEX ", "USING INDEX "] {
        guard let range = line.firstRange(of: marker) else { continue }
        return String(line[range.upperBound...].prefix { $0 != " " })
      }
      return nil
    }
  }
}

extension QueryExplanation: CustomStringConvertible {
  /// The explanation as lines of text.
  public var description: String {
    var lines = [sql]
    if !bindings.isEmpty {
      lines.append("bindings: " + bindings.map(\.description).joined(separator: ", "))
    }
    lines += plan.map { "plan: \($0)" }
    lines += inMemorySteps.map { "in memory: \($0)" }
    return lines.joined(separator: "\n")
  }
}
