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
///
/// Rows of an entity's subentities have their further columns after these. Since inherited
/// properties come first, a row of the entity itself begins like those of all others.
package struct RowShape: Sendable, Hashable {
  package static let primaryKeyColumn = 0
  package static let entityColumn = 1
  package static let versionColumn = 2

  /// By property ordinal: the first column of the property, -1 if it has none.
  package var firstColumn: [Int]
  /// How many columns a row of the entity itself has: the first so many.
  package var columnCount: Int
  /// By subentity number: which columns, in this order, make up a row of it.
  package var subentityColumns: [Int: [Int]] = [:]

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
  /// The shape of the rows of an entity, and of all below it, and the names of all columns.
  func wideRows(of number: Int) -> (shape: RowShape, columns: [String]) {
    let entity = self[number: number]
    var shape = RowShape(of: entity)
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"] + entity.properties.flatMap(\.columns)
    shape.subentityColumns[number] = Array(columns.indices)
    // Parents are numbered before their children.
    for subentity in layout.family(of: number).dropFirst() {
      let layout = layout[number: subentity]
      let own = self[number: subentity].properties[layout.inheritedPropertyCount...]
      let names = own.flatMap(\.columns)
      let inherited = layout.superentityNumber.flatMap { shape.subentityColumns[$0] } ?? []
      let end = columns.endIndex + names.count
      shape.subentityColumns[subentity] = inherited + Array(columns.endIndex..<end)
      columns += names
    }
    shape.subentityColumns[number] = nil
    return (shape, columns)
  }
}

extension StoreMapping {
  /// The shape of the rows that a query for an entity's rows gives.
  package func rowShape(entity: Int) -> RowShape { wideRows(of: entity).shape }
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
