import CoreDataFormat
import Foundation
import StoreModel

/// The files beside a store that hold large values of attributes marked `.externalStorage`.
///
/// They lie in `.<name>_SUPPORT/_EXTERNAL_DATA`, each under a name of its own, and never change:
/// another value is another file.
struct ExternalFiles: Sendable {
  let folder: URL

  /// Nil for a store in memory, which has no files.
  init?(_ configuration: ModelConfiguration) {
    guard !configuration.isStoredInMemoryOnly else { return nil }
    let name = configuration.url.deletingPathExtension().lastPathComponent
    folder = configuration.url.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT", isDirectory: true)
      .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  private func url(_ name: String) -> URL {
    folder.appendingPathComponent(name, isDirectory: false)
  }

  /// The value in a file.
  func read(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  /// Puts a value into a new file, which is on disk when this returns; returns its name.
  func write(_ value: Data) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = UUID().uuidString
    let unfinished = url(".\(name)")
    do {
      try value.write(to: unfinished)
      let handle = try FileHandle(forUpdating: unfinished)
      defer { try? handle.close() }
      try handle.synchronize()
      try FileManager.default.moveItem(at: unfinished, to: url(name))
    } catch {
      try? FileManager.default.removeItem(at: unfinished)
      throw error
    }
    return name
  }

  /// Makes sure that the names of new files are on disk too.
  func synchronize() {
    // Not every system lets a folder be opened, and there the names need no help.
    guard let handle = FileHandle(forReadingAtPath: folder.path) else { return }
    try? handle.synchronize()
    try? handle.close()
  }

  /// Removes a file, if it is there.
  func remove(_ name: String) {
    // One that stays takes up room and is never read again.
    try? FileManager.default.removeItem(at: url(name))
  }
}

extension DefaultStore {
  /// The value of an attribute that may lie in a file, from what its column holds.
  func externalValue(_ stored: StoredValue) throws -> StoredValue {
    guard case .blob(let column) = stored else { return stored }
    switch ExternalValue(column: column) {
    case .inline(let value): return .blob(value)
    case .file(let name):
      guard let externalFiles else { throw ExternalValueError.storeHasNoFiles }
      return .blob(try externalFiles.read(name))
    case nil: throw ExternalValueError.isNotMarked
    }
  }
}

/// Why what a column holds can't be made a value.
enum ExternalValueError: Error {
  case storeHasNoFiles, isNotMarked
}
