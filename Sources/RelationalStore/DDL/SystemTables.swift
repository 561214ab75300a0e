package import Foundation
import StoreModel

/// The tables by which Core Data knows a store.
package enum SystemTables {
  package static let definitions: [SQLStatement] = [
    SQLStatement(
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
        + "Z_MAX INTEGER)"),
    SQLStatement(
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"),
    SQLStatement("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"),
  ]

  /// Registers an entity; its highest key is kept by the root entity's row.
  package static func primaryKeyRow(number: Int, name: String, superentity: Int) -> SQLStatement {
    SQLStatement(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
      bindings: [.integer(Int64(number)), .text(name), .integer(Int64(superentity))])
  }

  /// Writes the one row of Z_METADATA.
  package static func metadataRow(uuid: String, propertyList: Data) -> SQLStatement {
    SQLStatement(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      bindings: [.text(uuid), .blob(propertyList)])
  }

  /// Writes the one row of Z_MODELCACHE; delete the old one first.
  package static func modelCacheRow(content: Data) -> SQLStatement {
    SQLStatement("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", bindings: [.blob(content)])
  }
}

/// The tables of the persistent history.
package enum HistoryTables {
  /// The entity numbers that the history's rows carry.
  package static let changeNumber = 16001
  package static let transactionNumber = 16002
  package static let transactionStringNumber = 16003

  package static let names = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

  /// The tables; that of changes has so many columns for the values of deleted rows.
  package static func tables(tombstones: Int) -> [TableDefinition] {
    [changes(tombstones: tombstones)] + others
  }

  private static func changes(tombstones: Int) -> TableDefinition {
    table(
      "ACHANGE",
      integers: ["ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"],
      others: [ColumnDefinition("ZCOLUMNS", .blob)]
        + (0..<tombstones).map { ColumnDefinition(Tombstones.column($0), .blob) })
  }

  private static let others: [TableDefinition] = [
    table(
      "ATRANSACTION",
      integers: ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"],
      others: [
        ColumnDefinition("ZTIMESTAMP", .float),
        ColumnDefinition("ZAUTHOR", .varchar),
        ColumnDefinition("ZBUNDLEID", .varchar),
        ColumnDefinition("ZCONTEXTNAME", .varchar),
        ColumnDefinition("ZPROCESSID", .varchar),
        ColumnDefinition("ZQUERYGEN", .blob),
      ]),
    table("ATRANSACTIONSTRING", integers: [], others: [ColumnDefinition("ZNAME", .varchar)]),
  ]

  package static let indexes: [IndexDefinition] =
    [keyIndex("ACHANGE", "ZTRANSACTIONID")]
    + ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map {
      keyIndex("ATRANSACTION", $0)
    } + [
      IndexDefinition(
        name: "Z_TRANSACTION_TransactionAuthorIndex", table: "ATRANSACTION", columns: ["ZAUTHOR"],
        style: .requested),
      IndexDefinition(
        name: "Z_TRANSACTION_TransactionTimestampIndex", table: "ATRANSACTION",
        columns: ["ZTIMESTAMP"], style: .requested),
      IndexDefinition(
        name: "Z_TRANSACTIONSTRING_UNIQUE_NAME", table: "ATRANSACTIONSTRING", columns: ["ZNAME"],
        style: .unique),
    ]

  package static func definitions(tombstones: Int) -> [SQLStatement] {
    tables(tombstones: tombstones).map(\.statement) + indexes.map(\.statement)
  }

  /// The history's rows of Z_PRIMARYKEY, which appear with the first save and not before.
  package static let primaryKeyRows: [SQLStatement] = [
    SystemTables.primaryKeyRow(number: changeNumber, name: "CHANGE", superentity: 0),
    SystemTables.primaryKeyRow(number: transactionNumber, name: "TRANSACTION", superentity: 0),
    SystemTables.primaryKeyRow(
      number: transactionStringNumber, name: "TRANSACTIONSTRING", superentity: 0),
  ]

  private static func table(
    _ name: String, integers: [String], others: [ColumnDefinition]
  ) -> TableDefinition {
    TableDefinition(
      name: name,
      columns: TableDefinition.rowColumns + integers.map { ColumnDefinition($0, .integer) } + others
    )
  }

  private static func keyIndex(_ table: String, _ column: String) -> IndexDefinition {
    IndexDefinition(name: "\(table)_\(column)_INDEX", table: table, columns: [column])
  }
}
