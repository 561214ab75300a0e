import StoreModel

/// Hands out primary keys inside a write transaction; keys are never reused.
package struct KeyAllocator {
  private let mapping: StoreMapping
  private let connection: any SQLConnection
  private var maxima: [Int: Int64] = [:]

  package init(mapping: StoreMapping, connection: any SQLConnection) {
    self.mapping = mapping
    self.connection = connection
  }

  /// The next key of an inheritance tree, by its root's number.
  package mutating func nextKey(root: Int) throws -> Int64 {
    let maximum = try maxima[root] ?? storedMaximum(root: root)
    guard maximum < Int64.max else { throw KeysExhausted(entity: root) }
    maxima[root] = maximum + 1
    return maximum + 1
  }

  /// The highest key ever given.
  ///
  /// Other tools may have added rows without counting the key up, so the rows are looked at as well.
  private func storedMaximum(root: Int) throws -> Int64 {
    let found = try connection.query(
      SQLStatement(
        "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), "
          + "ifnull((SELECT max(Z_PK) FROM \(mapping[number: root].table)), 0))",
        bindings: [.integer(Int64(root))]))
    return found.integer(row: 0, column: 0)
  }

  /// Records the highest keys, so that nobody hands them out again.
  package func finish() throws {
    for (root, maximum) in maxima {
      try connection.execute(
        SQLStatement(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX < ?",
          bindings: [.integer(maximum), .integer(Int64(root)), .integer(maximum)]))
    }
  }
}

/// A table whose highest possible key is taken.
package struct KeysExhausted: Error, Sendable {
  package let entity: Int
}
