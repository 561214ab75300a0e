import CoreDataFormat
import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel

/// The file of a store: made if it isn't there, checked before anything touches it if it is.
struct StoreFile {
  let configuration: ModelConfiguration
  let layout: StoreLayout

  /// A file that has been found or made to be a store of the layout.
  struct Opened {
    let database: SQLiteDatabase
    let identifier: String
    /// Where things lie in this very file, which may be another writer's.
    let mapping: StoreMapping
  }

  /// Opens or makes the file.
  func open() throws -> Opened {
    do {
      if configuration.isStoredInMemoryOnly {
        let database = try database(.memory, .create)
        return try opened(database, try create(in: database))
      }
      return try openFile()
    } catch let error as SQLiteError {
      throw SwiftDataError(storeError: error, configuration: configuration)
    }
  }

  private func opened(_ database: SQLiteDatabase, _ identifier: String) throws -> Opened {
    let page = try database.read { connection in
      try connection.query(
        SQLStatement(
          "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' ORDER BY m.rowid, c.cid"))
    }
    var columns: [String: [String]] = [:]
    for row in 0..<page.rowCount {
      columns[page.text(row: row, column: 0), default: []].append(page.text(row: row, column: 1))
    }
    return Opened(
      database: database, identifier: identifier,
      mapping: StoreMapping(layout, existing: columns))
  }

  private func openFile() throws -> Opened {
    let path = configuration.url.path
    let exists = FileManager.default.fileExists(atPath: path)
    if !exists, configuration.allowsSave { try makeFolder() }
    let access: SQLiteAccess = configuration.allowsSave ? .create : .readOnly
    guard exists, try !isEmpty(path) else {
      let database = try database(.file(path), access)
      return try opened(database, try create(in: database))
    }
    // Read what it is before a connection that may write is opened.
    let probe = try database(.file(path), .readOnly)
    defer { probe.close() }
    let identifier = try probe.read { try verify(on: $0) }
    let database = try database(.file(path), access)
    try database.claim()
    return try opened(database, identifier)
  }

  private func database(
    _ location: SQLiteLocation, _ access: SQLiteAccess
  ) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    // Mapped reads save a copy per page: a quarter of the time of fetches by key or by index.
    options.mappedBytes = 1 << 30
    return try SQLiteDatabase(
      location, access: access, options: options,
      prepareConnection: QueryFunctionRegistration.register)
  }

  private func isEmpty(_ path: String) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue == 0
  }

  private func makeFolder() throws {
    let folder = configuration.url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError(
        .loadIssueModelContainer,
        explanation: "The folder \(folder.path) for the store “\(configuration.name)” can't be "
          + "made. Make it, or choose another url.",
        underlying: error)
    }
  }

  /// Makes all tables of a new store.
  private func create(in database: SQLiteDatabase) throws -> String {
    let metadata = StoreMetadata(layout: layout)
    let cache = try ModelCache.encode(layout)
    try database.claim()
    return try database.writeTransaction { connection in
      // Another process may have made the store between the look at the file and now.
      let known = try connection.query(Self.metadataTable)
      if known.rowCount > 0 { return try verify(on: connection) }
      for statement in StoreMapping(layout).definitions { try connection.execute(statement) }
      try connection.execute(
        SystemTables.metadataRow(uuid: metadata.uuid, propertyList: metadata.plistData()))
      try connection.execute(SystemTables.modelCacheRow(content: cache))
      return metadata.uuid
    }
  }

  private static let metadataTable = SQLStatement(
    "SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'")

  /// Makes sure that the file is a store of this layout; returns its identifier.
  private func verify(on connection: SQLiteConnection) throws -> String {
    guard try connection.query(Self.metadataTable).rowCount > 0 else {
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

  private func problem(_ text: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      explanation: "The store “\(configuration.name)” at \(configuration.url.path) can't be opened: "
        + "\(text). The file is unchanged.")
  }
}

extension SwiftDataError {
  /// An engine's error with the file that it concerns.
  init(storeError error: SQLiteError, configuration: ModelConfiguration) {
    let place = configuration.isStoredInMemoryOnly ? "in memory" : "at \(configuration.url.path)"
    let isConstraint = error.code.primary == .constraint
    self.init(
      isConstraint ? .modelValidationFailure : .loadIssueModelContainer,
      explanation: "The store “\(configuration.name)” \(place): \(error.message).",
      underlying: error)
  }
}
