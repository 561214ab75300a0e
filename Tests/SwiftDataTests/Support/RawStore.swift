import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import SwiftData

/// A store file seen as what it also is: a plain SQLite database.
struct RawStore {
  let url: URL

  /// What a statement returns, row by row.
  func rows(_ sql: String) throws -> [[StoredValue]] {
    let connection = try SQLiteConnection(.file(url.path), access: .readWrite)
    defer { connection.close() }
    let page = try connection.query(SQLStatement(sql))
    return (0..<page.rowCount).map { row in
      (0..<page.columnCount).map { page.value(row: row, column: $0) }
    }
  }

  /// The first value that a statement returns.
  func value(_ sql: String) throws -> StoredValue? { try rows(sql).first?.first }

  /// The first value that a statement returns, if it is an integer.
  func integer(_ sql: String) throws -> Int64? {
    guard case .integer(let value)? = try value(sql) else { return nil }
    return value
  }

  /// The first column that a statement returns, as text.
  func texts(_ sql: String) throws -> [String] {
    try rows(sql).map { row in
      switch row.first {
      case .text(let text): text
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .blob(let data): data.map { String($0, radix: 16) }.joined(separator: " ")
      case .null, nil: "NULL"
      }
    }
  }

  /// Runs statements and leaves no log beside the file.
  func execute(_ sql: String) throws {
    let connection = try SQLiteConnection(.file(url.path), access: .create)
    defer { connection.close() }
    try connection.executeScript(sql)
    try connection.checkpoint(.truncate)
  }
}

/// Every file of a folder with its bytes, the index of a log with its name alone.
struct FolderSnapshot: Equatable {
  let files: [String: Data]

  init(_ folder: URL) throws {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let url = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      if isFolder.boolValue {
        files[name] = Data("a folder".utf8)
      } else if name.hasSuffix("-shm") {
        // It also changes when somebody reads, as contexts do in the background.
        files[name] = Data("the index of a log".utf8)
      } else {
        files[name] = try Data(contentsOf: url)
      }
    }
    self.files = files
  }

  private init(files: [String: Data]) {
    self.files = files
  }

  /// All files but some.
  func without(_ names: Set<String>) -> FolderSnapshot {
    FolderSnapshot(files: files.filter { !names.contains($0.key) })
  }

  var names: [String] { files.keys.sorted() }
}

extension TemporaryStore {
  var raw: RawStore { RawStore(url: url) }

  func snapshot() throws -> FolderSnapshot { try FolderSnapshot(folder) }
}
