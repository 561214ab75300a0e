import StoreModel

/// Hands out primary keys inside a write transaction; keys are never reused.
package struct KeyAllocator {
  private let connection: any SQLConnection
  private var maxima: [Int: Int64] = [:]

  package init(connection: any SQLConnection) {
    self.connection = connection
  }

  /// The next key of an inheritance tree, by its root's number.
  package mutating func nextKey(root: Int) throws -> Int64 {
    if let maximum = maxima[root] {
      maxima[root] = maximum + 1
      return maximum + 1
    }
    let found = try connection.query(
      SQLStatement(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", bindings: [.integer(Int64(root))]))
    let first = (found.rowCount > 0 ? found.integer(row: 0, column: 0) : 0) + 1
    maxima[root] = first
    return first
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
