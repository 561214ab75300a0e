import CoreDataFormat
import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel

/// What a file is looked at for before anything touches it.
extension StoreFile {
  static let metadataTable = "Z_METADATA"

  /// Makes sure that the file is a store of this layout; returns its identifier.
  func verify(on connection: SQLiteConnection) throws -> String {
    guard connection.hasTable(Self.metadataTable) else {
      throw problem("it is an SQLite database and no Core Data or SwiftData store")
    }
    let page = try connection.query(SQLStatement("SELECT Z_UUID, Z_PLIST FROM Z_METADATA"))
    guard page.rowCount > 0, case .text(let uuid) = page.value(row: 0, column: 0),
      case .blob(let plist) = page.value(row: 0, column: 1),
      let metadata = try? StoreMetadata(plistData: plist, uuid: uuid)
    else {
      throw problem("its metadata can't be read")
    }
    guard metadata.matches(layout) else { throw mismatch(metadata) }
    try verifyKeys(on: connection)
    return uuid
  }

  private func mismatch(_ metadata: StoreMetadata) -> SwiftDataError {
    let stored = metadata.modelVersionHashes
    let wanted = VersionHash.entityHashes(of: layout)
    let missing = wanted.keys.filter { stored[$0] == nil }.sorted()
    let foreign = stored.keys.filter { wanted[$0] == nil }.sorted()
    let different = wanted.keys.filter { stored[$0] != nil && stored[$0] != wanted[$0] }.sorted()
    func list(_ label: String, _ names: [String]) -> [String] {
      names.isEmpty ? [] : ["\(label): \(names.joined(separator: ", "))"]
    }
    let difference =
      list("not in the store", missing) + list("only in the store", foreign)
      + list("changed", different)
    return problem(
      "it was made for another schema (\(difference.joined(separator: "; "))); migration is not "
        + "built yet. Open it with the models it was made with, or choose another url")
  }

  func problem(_ text: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      explanation:
        "The store “\(configuration.name)” at \(configuration.url.path) can't be opened: "
        + "\(text). The file is unchanged.")
  }
}

// MARK: - Tables

extension StoreFile {
  /// Where things lie in the file; throws if a table or a column that they need isn't there.
  func mapping(on connection: SQLiteConnection) throws -> StoreMapping {
    var mapping = StoreMapping(layout)
    if !mapping.joinTables.isEmpty {
      mapping = StoreMapping(layout, existing: try joinTables(on: connection))
    }
    for need in Self.needs(of: mapping) {
      guard connection.hasTable(need.table) else {
        throw problem("the table \(need.table), which \(need.owner) needs, is missing")
      }
      guard connection.hasTable(need.table, column: need.column) else {
        throw problem(
          "the table \(need.table) has no column \(need.column), which \(need.owner) needs")
      }
    }
    return mapping
  }

  /// The names of the columns of all tables that may be join tables, by the table's name.
  private func joinTables(on connection: SQLiteConnection) throws -> [String: [String]] {
    let page = try connection.query(
      SQLStatement(
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
          + "WHERE m.type = 'table' AND m.name GLOB 'Z_[0-9]*' ORDER BY m.rowid, c.cid"))
    var columns: [String: [String]] = [:]
    for row in 0..<page.rowCount {
      columns[page.text(row: row, column: 0), default: []].append(page.text(row: row, column: 1))
    }
    return columns
  }

  /// A column that reading and writing needs, and what for.
  private struct Need {
    let owner: String
    let table: String
    let column: String
  }

  private static func needs(of mapping: StoreMapping) -> [Need] {
    var needs: [Need] = []
    for entity in mapping.entities {
      let layout = mapping.layout[number: entity.number]
      for column in ["Z_PK", "Z_ENT", "Z_OPT"] {
        needs.append(Need(owner: layout.name, table: entity.table, column: column))
      }
      for (property, place) in zip(layout.properties, entity.properties) {
        let owner = "\(layout.name).\(property.name)"
        for (table, column) in columns(of: place, table: entity.table, mapping) {
          needs.append(Need(owner: owner, table: table, column: column))
        }
      }
    }
    return needs
  }

  /// The columns of a property with their tables.
  private static func columns(
    of place: PropertyMapping, table: String, _ mapping: StoreMapping
  ) -> [(table: String, column: String)] {
    switch place {
    case .attribute(let columns):
      return columns.map { (table, $0) }
    case .toOne(let column, let entityColumn):
      guard let entityColumn else { return [(table, column)] }
      return [(table, column), (table, entityColumn)]
    case .toManyByKey(let destinationTable, let column, _):
      return [(destinationTable, column)]
    case .toManyByJoin(let index, let source, let destination):
      let join = mapping.joinTables[index].name
      return [(join, source), (join, destination)]
    }
  }

  /// Makes sure that the file numbers entities as the layout does, and that keys can be counted up.
  private func verifyKeys(on connection: SQLiteConnection) throws {
    for column in ["Z_ENT", "Z_NAME", "Z_MAX"] {
      guard connection.hasTable("Z_PRIMARYKEY", column: column) else {
        throw problem("its table Z_PRIMARYKEY is missing or of another form")
      }
    }
    let page = try connection.query(SQLStatement("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY"))
    var numbers: [String: Int] = [:]
    for row in 0..<page.rowCount {
      let name = page.text(row: row, column: 1)
      numbers[name] = Int(page.integer(row: row, column: 0))
      guard page.storageClass(row: row, column: 2) == .integer,
        (0..<Int64.max / 2).contains(page.integer(row: row, column: 2))
      else {
        throw problem("the row of \(name) in its table Z_PRIMARYKEY holds no highest key")
      }
    }
    for entity in layout.entities where numbers[entity.name] != entity.number {
      throw problem(
        "its table Z_PRIMARYKEY doesn't have the entity \(entity.name) as number \(entity.number)")
    }
  }
}
