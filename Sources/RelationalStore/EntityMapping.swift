package import StoreModel

/// Where everything of a store layout lies in tables and columns.
package struct StoreMapping: Sendable, Hashable {
  package var layout: StoreLayout
  /// By entity number minus one.
  package var entities: [EntityMapping]
  package var joinTables: [JoinTableMapping]

  package init(layout: StoreLayout, entities: [EntityMapping], joinTables: [JoinTableMapping]) {
    self.layout = layout
    self.entities = entities
    self.joinTables = joinTables
  }

  package subscript(number number: Int) -> EntityMapping { entities[number - 1] }
}

/// Where one entity's properties lie.
package struct EntityMapping: Sendable, Hashable {
  package var number: Int
  /// The root entity's table.
  package var table: String
  /// By property ordinal.
  package var properties: [PropertyMapping]

  package init(number: Int, table: String, properties: [PropertyMapping]) {
    self.number = number
    self.table = table
    self.properties = properties
  }
}

/// Where one property lies.
package enum PropertyMapping: Sendable, Hashable {
  /// Column names, one per leaf.
  case attribute(columns: [String])
  /// A key column here; `entityColumn` (`Z<n>_NAME`) where the destination has subentities.
  case toOne(column: String, entityColumn: String?)
  /// A to-many whose key column is in the destination's table (`orderColumn`: `Z_FOK_…`).
  case toManyByKey(destinationTable: String, column: String, orderColumn: String?)
  /// A many-to-many: index into `StoreMapping.joinTables` and which column names this side's source.
  case toManyByJoin(table: Int, sourceColumn: String, destinationColumn: String)
}

/// A join table of a many-to-many relationship.
package struct JoinTableMapping: Sendable, Hashable {
  package var name: String
  /// The two key columns in table order.
  package var columns: [String]
  /// Columns that keep an order, after the two.
  package var orderColumns: [String]

  package init(name: String, columns: [String], orderColumns: [String] = []) {
    self.name = name
    self.columns = columns
    self.orderColumns = orderColumns
  }
}
