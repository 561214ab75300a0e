import RelationalStore
import SQLiteEngine
import StoreModel
import Synchronization

extension DefaultStore {
  /// The row of a primary key: a page of one row, or of none.
  func row(entity: Int, primaryKey: Int64) throws -> RowPage {
    let text = try rowStatements.withLock { statements in
      if let text = statements[entity] { return text }
      let text = try planner.plan(
        Query(
          entity: entity,
          filter: .comparison(.equal, .primaryKey(QueryPath()), .constant(.integer(0))))
      ).statement.text
      statements[entity] = text
      return text
    }
    return try translatingErrors {
      try database.read(.statement) { connection in
        try connection.query(SQLStatement(text, bindings: [.integer(primaryKey)]))
      }
    }
  }

  /// The rows whose primary key, or whose to-one of an ordinal, is among some keys; by primary key.
  func rows(entity: Int, whereKey ordinal: Int?, isAmong keys: [Int64]) throws -> [RowPage] {
    guard !keys.isEmpty else { return [] }
    let path = QueryPath(steps: ordinal.map { [QueryStep(entity: entity, ordinal: $0)] } ?? [])
    let filter: QueryExpression =
      keys.count == 1
      ? .comparison(.equal, .primaryKey(path), .constant(.integer(keys[0])))
      : .membership(.primaryKey(path), keys.map(StoredValue.integer))
    return try rows(Query(entity: entity, filter: filter))
  }
}
