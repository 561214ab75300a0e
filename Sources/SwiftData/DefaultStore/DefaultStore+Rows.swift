import RelationalStore
import SQLiteEngine
import StoreModel
import Synchronization

/// A key column of an entity: that of a to-one, or its primary key where `ordinal` is nil.
struct KeyColumn: Hashable {
  let entity: Int
  let ordinal: Int?

  fileprivate var expression: QueryExpression {
    let steps = ordinal.map { [QueryStep(entity: entity, ordinal: $0)] }
    return .primaryKey(QueryPath(steps: steps ?? []))
  }

  /// What holds of rows whose key is among some, and of few others.
  fileprivate func condition(_ keys: [Int64]) -> QueryExpression {
    let (first, last) = (keys[0], keys[keys.count - 1])
    let (distance, isTooFar) = last.subtractingReportingOverflow(first)
    // A range is read several times faster than a list.
    guard !isTooFar, distance < 2 * keys.count else {
      return .membership(expression, keys.map(StoredValue.integer))
    }
    return .and(
      .comparison(.greaterOrEqual, expression, .constant(.integer(first))),
      .comparison(.lessOrEqual, expression, .constant(.integer(last))))
  }
}

extension DefaultStore {
  /// The row of a primary key: a page of one row, or of none.
  func row(entity: Int, primaryKey: Int64, trace: QueryTrace? = nil) throws -> RowPage {
    try rows(of: KeyColumn(entity: entity, ordinal: nil), key: primaryKey, trace)
  }

  /// The rows whose primary key, or whose to-one of an ordinal, is among some keys in ascending
  /// order; by that key, then by primary key.
  ///
  /// There may be others among them whose key lies between two of those asked for.
  func rows(
    entity: Int, whereKey ordinal: Int?, isAmong keys: [Int64], having properties: [Int]? = nil,
    trace: QueryTrace? = nil
  ) throws -> [RowPage] {
    let column = KeyColumn(entity: entity, ordinal: ordinal)
    if keys.count <= 1, properties == nil {
      return try keys.map { try rows(of: column, key: $0, trace) }
    }
    return try rows(
      StoreQuery(
        entity: entity, filter: column.condition(keys), order: [QueryOrder(column.expression)],
        result: properties.map(QueryResult.partialRows) ?? .rows),
      trace: trace)
  }

  /// The rows with one key, by a statement that is rendered once per column.
  private func rows(of column: KeyColumn, key: Int64, _ trace: QueryTrace?) throws -> RowPage {
    var statement = try keyStatements.withLock { statements in
      if let statement = statements[column] { return statement }
      let filter = QueryExpression.comparison(.equal, column.expression, .constant(.integer(0)))
      let statement = try planner.plan(StoreQuery(entity: column.entity, filter: filter)).statement
      statements[column] = statement
      return statement
    }
    // After the entity numbers of a subentity's rows.
    statement.bindings[statement.bindings.endIndex - 1] = .integer(key)
    return try read(trace) { [statement] in try $0.query(statement) }
  }
}
