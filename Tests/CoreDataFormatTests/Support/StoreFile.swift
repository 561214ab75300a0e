import CSQLite
import CoreDataFormat
import Foundation
import RelationalStore
import StoreModel

/// A store file in a folder of its own, made with the C API alone; goes away with this object.
final class StoreFile {
  struct Failure: Error {
    var message: String
  }

  let url: URL
  private var database: OpaquePointer?

  /// Makes a new store for a layout.
  init(creating layout: StoreLayout) throws {
    url = try Self.temporaryFolder().appendingPathComponent("default.store")
    try open()
    for pragma in StoreMapping.creationPragmas {
      try run(pragma)
    }
    let metadata = StoreMetadata(layout: layout)
    try run(SQLStatement("BEGIN IMMEDIATE"))
    for statement in StoreMapping(layout).definitions {
      try run(statement)
    }
    try run(
      SystemTables.metadataRow(uuid: metadata.uuid, propertyList: metadata.plistData()))
    try run(SystemTables.modelCacheRow(content: ModelCache.encode(layout)))
    try run(SQLStatement("COMMIT"))
  }

  /// Opens a copy of a store, its log included.
  init(copying source: URL) throws {
    url = try Self.temporaryFolder().appendingPathComponent(source.lastPathComponent)
    try FileManager.default.copyItem(at: source, to: url)
    let log = source.path + "-wal"
    if FileManager.default.fileExists(atPath: log) {
      try FileManager.default.copyItem(atPath: log, toPath: url.path + "-wal")
    }
    for name in try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: url.deletingLastPathComponent().appendingPathComponent(name).path)
    }
    try open()
  }

  deinit {
    sqlite3_close_v2(database)
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  private static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreFile-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func open() throws {
    guard sqlite3_open(url.path, &database) == SQLITE_OK else { throw failure() }
  }

  private func failure() -> Failure {
    Failure(message: String(cString: sqlite3_errmsg(database)))
  }

  /// Runs a statement and returns its rows.
  @discardableResult
  func run(_ statement: SQLStatement) throws -> [[StoredValue]] {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, statement.text, -1, &prepared, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(prepared) }
    for (index, value) in statement.bindings.enumerated() {
      bind(value, at: Int32(index + 1), of: prepared)
    }
    var rows: [[StoredValue]] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(prepared)).map { column($0, of: prepared) })
      case SQLITE_DONE:
        return rows
      default:
        throw failure()
      }
    }
  }

  private func bind(_ value: StoredValue, at index: Int32, of statement: OpaquePointer?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .real(let value): sqlite3_bind_double(statement, index, value)
    case .text(let value): sqlite3_bind_text(statement, index, value, -1, transient)
    case .blob(let value):
      _ = value.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }

  private func column(_ index: Int32, of statement: OpaquePointer?) -> StoredValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      return .text(sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, index))
      return .blob(
        sqlite3_column_blob(statement, index).map { Data(bytes: $0, count: count) } ?? Data())
    default: return .null
    }
  }

  func texts(_ query: String) throws -> [String] {
    try run(SQLStatement(query)).compactMap { row in
      if case .text(let text)? = row.first { text } else { nil }
    }
  }

  func blob(_ query: String) throws -> Data? {
    if case .blob(let data)? = try run(SQLStatement(query)).first?.first { data } else { nil }
  }
}

/// The independent checker of store files, where the machine has it.
enum StoreChecker {
  static let tool = root.appendingPathComponent("../shared/tools/check-store").standardizedFileURL
  static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: tool.path) }

  /// The root of this package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The rules that a store breaks.
  static func failures(of store: StoreFile) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = tool
    process.arguments = [store.url.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").map(String.init)
    guard let summary = lines.last, summary.contains(" ok, ") else { return [text] }
    return lines.filter { $0.hasPrefix("FAIL") || $0.hasPrefix("note") }
  }
}
