package import StoreModel

/// SQL text with its bindings, never mixed.
package struct SQLStatement: Sendable, Hashable {
  package var text: String
  package var bindings: [StoredValue]

  package init(_ text: String, bindings: [StoredValue] = []) {
    self.text = text
    self.bindings = bindings
  }
}

/// What the relational layer needs of a database connection.
package protocol SQLConnection: AnyObject {
  /// Runs a statement to its end and returns how many rows it changed.
  @discardableResult func execute(_ statement: SQLStatement) throws -> Int
  /// Runs a statement once per row of `bindings`, prepared once; returns changed rows of each run.
  @discardableResult
  func executeBatch(_ text: String, rows: Int, bindings: [StoredValue]) throws -> [Int]
  /// Runs a query and returns all its rows.
  func query(_ statement: SQLStatement) throws -> RowPage
  /// Runs a query and calls `body` with its rows, at most `pageRows` at a time.
  func query(
    _ statement: SQLStatement, pageRows: Int, _ body: (RowPage) throws -> Void
  ) throws
}
