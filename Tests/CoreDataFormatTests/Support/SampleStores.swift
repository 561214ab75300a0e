import Foundation

/// Stores that Apple's frameworks made, where the machine has them.
enum SampleStores {
  static let folder = StoreChecker.root.appendingPathComponent("../shared/stores")
    .standardizedFileURL

  /// Paths of all of them below `folder`.
  static let all: [String] = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return folders.sorted().flatMap { name in
      let files =
        (try? FileManager.default.contentsOfDirectory(
          atPath: folder.appendingPathComponent(name).path)) ?? []
      return files.filter { $0.hasSuffix(".sqlite") }.sorted().map { "\(name)/\($0)" }
    }
  }()

  static func copy(_ path: String) throws -> StoreFile {
    try StoreFile(copying: folder.appendingPathComponent(path))
  }
}
