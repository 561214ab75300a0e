/// The declared types that columns have.
package enum ColumnType: String, Sendable, Hashable {
  case integer = "INTEGER"
  case timestamp = "TIMESTAMP"
  case float = "FLOAT"
  case decimal = "DECIMAL"
  case varchar = "VARCHAR"
  case blob = "BLOB"
}

/// A column's name and declared type.
package struct ColumnDefinition: Sendable, Hashable {
  package var name: String
  package var type: ColumnType

  package init(_ name: String, _ type: ColumnType) {
    self.name = name
    self.type = type
  }

  /// As it stands in a table's definition.
  package var text: String { "\(name) \(type.rawValue)" }
}

/// A table that holds rows of an entity tree or the pairs of a many-to-many relationship.
package struct TableDefinition: Sendable, Hashable {
  package var name: String
  package var columns: [ColumnDefinition]
  /// Columns of a composite primary key; empty if the first column is the key.
  package var compositeKey: [String]

  package init(name: String, columns: [ColumnDefinition], compositeKey: [String] = []) {
    self.name = name
    self.columns = columns
    self.compositeKey = compositeKey
  }

  /// The three columns that every row of an entity or of the history begins with.
  package static let rowColumns = [
    ColumnDefinition("Z_PK", .integer),
    ColumnDefinition("Z_ENT", .integer),
    ColumnDefinition("Z_OPT", .integer),
  ]

  /// The CREATE TABLE statement, to the letter as Core Data writes it.
  package var statement: SQLStatement {
    var parts = columns.map(\.text)
    if compositeKey.isEmpty {
      parts[0] += " PRIMARY KEY"
    } else {
      parts.append("PRIMARY KEY (\(compositeKey.joined(separator: ", ")))")
    }
    return SQLStatement("CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )")
  }

  /// The statement that appends a column to a table that exists.
  package static func appending(_ column: ColumnDefinition, to table: String) -> SQLStatement {
    SQLStatement("ALTER TABLE \(table) ADD COLUMN \(column.text)")
  }
}

/// An index of a table.
package struct IndexDefinition: Sendable, Hashable {
  /// Foreign-key indexes name their columns only; those that a model asks for say more.
  package enum Style: Sendable, Hashable {
    case bare, requested, unique
  }

  package var name: String
  package var table: String
  package var columns: [String]
  package var style: Style

  package init(name: String, table: String, columns: [String], style: Style = .bare) {
    self.name = name
    self.table = table
    self.columns = columns
    self.style = style
  }

  /// The CREATE INDEX statement, to the letter as Core Data writes it.
  package var statement: SQLStatement {
    let unique = style == .unique ? "UNIQUE " : ""
    let suffix = style == .bare ? "" : " COLLATE BINARY ASC"
    let list = columns.map { $0 + suffix }.joined(separator: ", ")
    return SQLStatement("CREATE \(unique)INDEX \(name) ON \(table) (\(list))")
  }
}
