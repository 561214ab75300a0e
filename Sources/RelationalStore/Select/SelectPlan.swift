import StoreModel

/// A query ready to run: the statement, and where the properties are in its rows.
package struct SelectPlan: Sendable, Hashable {
  package var statement: SQLStatement
  /// The shape of the rows; nil unless the query asks for rows.
  package var shape: RowShape?

  package init(statement: SQLStatement, shape: RowShape?) {
    self.statement = statement
    self.shape = shape
  }
}

/// Which columns of a result row hold which property of an entity.
///
/// The first three are primary key, entity number and version. The properties follow by ordinal:
/// an attribute's leaves; a to-one's key and, where its destination has subentities, the number of
/// the destination's entity. A to-many has none.
package struct RowShape: Sendable, Hashable {
  package static let primaryKeyColumn = 0
  package static let entityColumn = 1
  package static let versionColumn = 2

  /// By property ordinal: the first column of the property, -1 if it has none.
  package var firstColumn: [Int]
  package var columnCount: Int

  init(of entity: EntityMapping) {
    var next = RowShape.versionColumn + 1
    firstColumn = entity.properties.map { property in
      let count = property.columns.count
      defer { next += count }
      return count == 0 ? -1 : next
    }
    columnCount = next
  }
}

extension StoreMapping {
  /// The shape of the rows that a query for an entity's rows gives.
  package func rowShape(entity: Int) -> RowShape { RowShape(of: self[number: entity]) }
}

extension PropertyMapping {
  /// The columns of the property in its own entity's table.
  package var columns: [String] {
    switch self {
    case .attribute(let columns): columns
    case .toOne(let column, let entityColumn): [column] + [entityColumn].compactMap(\.self)
    case .toManyByKey, .toManyByJoin: []
    }
  }
}
