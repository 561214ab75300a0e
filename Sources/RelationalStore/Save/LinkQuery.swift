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
    // Chunks of one size, so that few statements are prepared; a chunk repeats its last key.
    let chunk = sources.count == 1 ? 1 : 256
    let marks = Array(repeating: "?", count: chunk).joined(separator: ", ")
    let text =
      "SELECT \(source), \(destination) FROM \(table) WHERE \(source) IN (\(marks)) "
      + "ORDER BY \(source), \(destination)"
    for start in stride(from: 0, to: sources.count, by: chunk) {
      let keys = sources[start..<min(start + chunk, sources.count)]
      let padding = Array(repeating: keys[keys.endIndex - 1], count: chunk - keys.count)
      let page = try connection.query(
        SQLStatement(text, bindings: (keys + padding).map(StoredValue.integer)))
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
