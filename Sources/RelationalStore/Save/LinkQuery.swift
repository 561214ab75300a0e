package import StoreModel

/// Asks for the links of a to-many relationship without reading the rows that they lead to.
package struct LinkQuery {
  private let table: LinkTable
  /// The members' order: as the relationship keeps it, else that of their creation.
  private let order: String

  /// Nil where the relationship is a to-one.
  package init?(_ relationship: RelationshipIdentity, in mapping: StoreMapping) {
    guard let table = LinkTable(relationship, in: mapping) else { return nil }
    self.table = table
    // What other tools have linked without giving it a place comes last.
    let places = table.order.map { "\($0) IS NULL, \($0), " } ?? ""
    order = places + table.destination
  }

  /// The pairs of some sources, by source and then in the members' order.
  package func pairs(
    of sources: [Int64], on connection: any SQLConnection
  ) throws -> [KeyPair] {
    var pairs: [KeyPair] = []
    try connection.query(sources) { test in
      "SELECT \(table.source), \(table.destination) FROM \(table.name) "
        + "WHERE \(table.source) \(test) ORDER BY \(table.source), \(order)"
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

  /// How many links a source has, those to some destinations not counted.
  package func count(
    of source: Int64, excluding excluded: [Int64], on connection: any SQLConnection
  ) throws -> Int {
    let page = try connection.query(statement("COUNT(*)", source, excluded, suffix: ""))
    return page.rowCount > 0 ? Int(page.integer(row: 0, column: 0)) : 0
  }

  /// The first destination of a source in the members' order that is none of some.
  package func first(
    of source: Int64, excluding excluded: [Int64], on connection: any SQLConnection
  ) throws -> Int64? {
    let page = try connection.query(
      statement(table.destination, source, excluded, suffix: " ORDER BY \(order) LIMIT 1"))
    return page.rowCount > 0 ? page.integer(row: 0, column: 0) : nil
  }

  /// Whether a source is linked with a destination.
  package func contains(_ pair: KeyPair, on connection: any SQLConnection) throws -> Bool {
    let text =
      "SELECT 1 FROM \(table.name) WHERE \(table.source) = ? AND \(table.destination) = ?"
    let page = try connection.query(
      SQLStatement(text, bindings: [.integer(pair.source), .integer(pair.destination)]))
    return page.rowCount > 0
  }

  private func statement(
    _ result: String, _ source: Int64, _ excluded: [Int64], suffix: String
  ) -> SQLStatement {
    var text = "SELECT \(result) FROM \(table.name) WHERE \(table.source) = ?"
    var bindings: [StoredValue] = [.integer(source)]
    if !excluded.isEmpty {
      // In one binding, so that there is one statement whatever their number.
      text += " AND \(table.destination) NOT IN (SELECT value FROM json_each(?))"
      bindings.append(KeyList(excluded[...]).array)
    }
    return SQLStatement(text + suffix, bindings: bindings)
  }
}
