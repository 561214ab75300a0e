import RelationalStore
import SQLiteEngine
import StoreModel

// What to-many relationships lead to, without the rows.
extension DefaultStore {
  /// The pairs of keys that a to-many relationship joins, of some sources: by source, and then in the
  /// relationship's order.
  func links(
    _ relationship: RelationshipIdentity, of sources: [Int64], trace: QueryTrace? = nil
  ) throws -> [KeyPair] {
    try ask(relationship, trace, .snapshot) { try $0.pairs(of: sources, on: $1) } ?? []
  }

  /// How many rows a to-many relationship of one source leads to, apart from some.
  func linkCount(
    _ relationship: RelationshipIdentity, of source: Int64, excluding excluded: [Int64],
    trace: QueryTrace? = nil
  ) throws -> Int {
    try ask(relationship, trace) { try $0.count(of: source, excluding: excluded, on: $1) } ?? 0
  }

  /// The key of the first row that a to-many relationship of one source leads to, apart from some.
  func firstLink(
    _ relationship: RelationshipIdentity, of source: Int64, excluding excluded: [Int64],
    trace: QueryTrace? = nil
  ) throws -> Int64? {
    try ask(relationship, trace) { try $0.first(of: source, excluding: excluded, on: $1) } ?? nil
  }

  /// Whether a to-many relationship leads from one row to another.
  func hasLink(
    _ relationship: RelationshipIdentity, _ pair: KeyPair, trace: QueryTrace? = nil
  ) throws -> Bool {
    try ask(relationship, trace) { try $0.contains(pair, on: $1) } ?? false
  }

  private func ask<Result>(
    _ relationship: RelationshipIdentity, _ trace: QueryTrace?,
    _ consistency: SQLiteDatabase.Consistency = .statement,
    _ question: (LinkQuery, any SQLConnection) throws -> Result
  ) throws -> Result? {
    guard let query = LinkQuery(relationship, in: mapping) else { return nil }
    return try read(trace, consistency) { try question(query, $0) }
  }
}
