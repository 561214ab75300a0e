package import StoreModel

/// Reads the pairs of a relationship that no column of the source's own row stands for.
package struct LinkQuery {
  private let table: String
  private let source: String
  private let destination: String

  /// Nil where the relationship is a to-one or has an inverse to-one, whose column says it all.
  package init?(_ relationship: RelationshipIdentity, in mapping: StoreMapping) {
    switch mapping[number: relationship.entity].properties[relationship.ordinal] {
    case .toManyByJoin(let table, let source, let destination):
      self.table = mapping.joinTables[table].name
      self.source = source
      self.destination = destination
    case .toManyByKey(let table, let column, _):
      self.table = table
      source = column
      destination = "Z_PK"
    case .attribute, .toOne: return nil
    }
  }

  /// The pairs of some sources, by source and destination.
  package func pairs(
    of sources: [Int64], on connection: any SQLConnection
  ) throws -> [KeyPair] {
    var pairs: [KeyPair] = []
    try connection.queryChunks(of: sources, size: 256) { marks in
      "SELECT \(source), \(destination) FROM \(table) WHERE \(source) IN (\(marks)) "
        + "ORDER BY \(source), \(destination)"
    } body: { _, page in
      for row in 0..<page.rowCount {
        pairs.append(
          KeyPair(
            source: page.integer(row: row, column: 0),
            destination: page.integer(row: row, column: 1)))
      }
    }
    return pairs
  }
}
