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
    /// To be closed after `database`, if there is one.
    var keeper: SQLiteDatabase?
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

  /// Looks up where things lie in the file.
  private func opened(_ database: SQLiteDatabase, _ identifier: String) throws -> Opened {
    let mapping = try database.read { try self.mapping(on: $0) }
    return Opened(database: database, identifier: identifier, mapping: mapping)
  }

  private func openFile() throws -> Opened {
    let path = configuration.url.path
    var exists = FileManager.default.fileExists(atPath: path)
    if !exists, configuration.allowsSave {
      try makeFolder()
      // A log without its file would be taken for the new one's: SQLite clears it away.
      if !["-wal", "-journal"].contains(where: { FileSize.of(path + $0) > 0 }) {
        try createFile(path)
        exists = true
      }
    }
    let access: SQLiteAccess = configuration.allowsSave ? .create : .readOnly
    guard exists, FileSize.of(path) > 0 || isFolder(path) else {
      let database = try database(.file(path), access)
      return try opened(database, try create(in: database))
    }
    let probed = try probe(path)
    // The connection that has looked at the file may go on with it, unless it may do less than it
    // should, or keeps others out.
    let isUsable = probed.database.access == .readWrite && !probed.database.options.locksAlone
    if configuration.allowsSave, isUsable {
      try probed.database.claim()
      return probed
    }
    if !isUsable { probed.database.close() }
    let database = try database(.file(path), access)
    try database.claim()
    // A connection that may only read leaves behind what SQLite puts beside a file in WAL mode.
    return Opened(
      database: database, identifier: probed.identifier, mapping: probed.mapping,
      keeper: isUsable ? probed.database : nil)
  }

  /// Reads what a file is, and leaves it and its folder as they are.
  private func probe(_ path: String) throws -> Opened {
    // A log without index: nobody has the file open, and none must be made for a file that may not
    // be ours.
    let isAlone =
      FileSize.of(path + "-wal") > 0 && !FileManager.default.fileExists(atPath: path + "-shm")
    let database = try database(
      .file(path), mayWrite(path) ? .readWrite : .readOnly, isAlone: isAlone)
    return try database.read { connection in
      try connection.transaction(.deferred) {
        let identifier = try verify(on: connection)
        let mapping = try self.mapping(on: connection)
        return Opened(database: database, identifier: identifier, mapping: mapping)
      }
    }
  }

  /// Whether the file may be opened for writing without being changed by that.
  private func mayWrite(_ path: String) -> Bool {
    let folder = configuration.url.deletingLastPathComponent().path
    return FileManager.default.isWritableFile(atPath: path)
      && FileManager.default.isWritableFile(atPath: folder)
      // A rollback journal of a killed process would be played back.
      && FileSize.of(path + "-journal") == 0
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func database(
    _ location: SQLiteLocation, _ access: SQLiteAccess, isAlone: Bool = false
  ) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.locksAlone = isAlone
    if configuration.durability == .powerFailure { options.synchronous = .full }
    // Mapped reads save a copy per page: a quarter of the time of fetches by key or by index.
    options.mappedBytes = 1 << 30
    return try SQLiteDatabase(
      location, access: access, options: options,
      prepareConnection: QueryFunctionRegistration.register)
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

  /// Makes the file of a new store, unless somebody else does so first.
  ///
  /// It is made beside its place and put there when it is complete, so that nobody ever sees a part of
  /// it: neither another process that opens the same store, nor who comes after one that was killed.
  private func createFile(_ path: String) throws {
    let draft = path + "-\(UUID().uuidString)"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
    let database = try database(.file(draft), .create)
    do {
      _ = try create(in: database)
      database.close()
    } catch {
      database.close()
      throw error
    }
    // What could not be copied out of the log is in no file of the store.
    guard FileSize.of(draft + "-wal") == 0 else {
      throw SQLiteError(.incompleteFile, "The new file could not be written whole", path: path)
    }
    // Unlike a renaming, this leaves a file alone that has come there meanwhile.
    guard link(draft, path) != 0, errno != EEXIST else { return }
    // A file system without links.
    if !FileManager.default.fileExists(atPath: path) { rename(draft, path) }
  }

  /// Makes all tables of a new store.
  private func create(in database: SQLiteDatabase) throws -> String {
    let metadata = StoreMetadata(layout: layout)
    let cache = try ModelCache.encode(layout)
    try database.claim()
    return try database.writeTransaction { connection in
      // Another process may have made the store between the look at the file and now.
      if connection.hasTable(Self.metadataTable) { return try verify(on: connection) }
      for statement in StoreMapping(layout).definitions { try connection.execute(statement) }
      try connection.execute(
        SystemTables.metadataRow(uuid: metadata.uuid, propertyList: metadata.plistData()))
      try connection.execute(SystemTables.modelCacheRow(content: cache))
      return metadata.uuid
    }
  }
}

extension SwiftDataError {
  /// An engine's error with the file that it concerns.
  init(storeError error: SQLiteError, configuration: ModelConfiguration) {
    let place = configuration.isStoredInMemoryOnly ? "in memory" : "at \(configuration.url.path)"
    let code: Code =
      switch error.code {
      case .suspended: .containerSuspended
      case let code where code.primary == .constraint: .modelValidationFailure
      default: .loadIssueModelContainer
      }
    self.init(
      code,
      explanation: "The store “\(configuration.name)” \(place): \(error.message)."
        + (error.advice.map { " \($0)" } ?? ""),
      underlying: error)
  }
}

extension SQLiteError {
  /// What can be done about an error.
  fileprivate var advice: String? {
    if code == .movedFile { return "Put it back, or make a container anew; nothing was saved." }
    if code == .suspended { return "The changes wait until the container's resume()." }
    return switch code.primary {
    case .busy, .locked:
      "Another process or container has been writing to it for too long; try again."
    case .full: "Free some space and try again."
    case .corrupt: "The file is damaged; put a copy of it in its place, or choose another url."
    case .notADatabase: "Choose another url; the file is unchanged."
    case .readOnly: "Make the file and its folder writable, or open it with allowsSave: false."
    case .cannotOpen: "Choose another url, or see to it that this user may write there."
    default: nil
    }
  }
}
