package import StoreModel

/// Everything that a new store has in its schema, in the order in which Core Data creates it.
package struct SchemaDefinition: Sendable, Hashable {
  /// Entity and join tables.
  package private(set) var tables: [TableDefinition]
  /// Indexes of entity and join tables.
  package private(set) var indexes: [IndexDefinition]
  /// The first rows of Z_PRIMARYKEY: one for each entity.
  package private(set) var primaryKeyRows: [SQLStatement]
  private let tombstoneCount: Int

  package init(_ layout: StoreLayout) {
    let builder = MappingBuilder(layout: layout)
    let mapping = StoreMapping(builder)
    var tables: [TableDefinition] = []
    var indexes: [IndexDefinition] = []
    var names = NameSpace()
    for entity in layout.entities {
      if let table = builder.tables[entity.number] {
        tables.append(table)
        indexes += builder.indexes(ofRoot: entity, mapping: mapping, names: &names)
      }
      tables += builder.joins.definitions(ownedBy: entity.number)
    }
    self.tables = tables
    self.indexes = indexes
    tombstoneCount = Tombstones.columnCount(of: layout)
    primaryKeyRows = layout.entities.map { entity in
      SystemTables.primaryKeyRow(
        number: entity.number, name: entity.name, superentity: entity.superentityNumber ?? 0)
    }
  }

  /// The definitions as statements, then the rows of Z_PRIMARYKEY.
  ///
  /// Rows of Z_METADATA and Z_MODELCACHE must follow in the same transaction.
  package var statements: [SQLStatement] {
    tables.map(\.statement) + indexes.map(\.statement) + SystemTables.definitions
      + HistoryTables.definitions(tombstones: tombstoneCount) + primaryKeyRows
  }
}

extension StoreMapping {
  /// The statements that create a store with this layout, but for its metadata and model cache.
  package var definitions: [SQLStatement] { SchemaDefinition(layout).statements }

  /// What must be set, in this order, on a new file before its first table is made.
  ///
  /// Page size and auto-vacuum are fixed by the first table; write-ahead logging is kept in the file.
  package static let creationPragmas: [SQLStatement] = [
    SQLStatement("PRAGMA page_size = 4096"),
    SQLStatement("PRAGMA auto_vacuum = INCREMENTAL"),
    SQLStatement("PRAGMA journal_mode = WAL"),
  ]
}

extension JoinTableBuilder {
  func definitions(ownedBy entity: Int) -> [TableDefinition] {
    tables.indices.filter { owners[$0] == entity }.map { index in
      let table = tables[index]
      return TableDefinition(
        name: table.name,
        columns: (table.columns + table.orderColumns).map { ColumnDefinition($0, .integer) },
        compositeKey: table.columns)
    }
  }

  /// The index that leads from the second column to the first.
  func indexes(ownedBy entity: Int) -> [IndexDefinition] {
    tables.indices.filter { owners[$0] == entity }.map { index in
      let table = tables[index]
      let columns = Array(table.columns.reversed())
      return IndexDefinition(
        name: "\(table.name)_\(columns[0])_INDEX", table: table.name, columns: columns)
    }
  }
}
