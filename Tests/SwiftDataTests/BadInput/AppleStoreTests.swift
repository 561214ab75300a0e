import Foundation
import SwiftData
import Testing

/// Stores that Apple's frameworks made, opened with models that aren't theirs.
@Suite struct AppleStoreTests {
  /// The sample stores; none where the folder isn't at hand, for they are no part of the package.
  static let samples: [URL] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["SWIFTDATA_SAMPLE_STORES"].map {
        URL(fileURLWithPath: $0)
      } ?? root.deletingLastPathComponent().appendingPathComponent("shared/stores")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "sqlite" }
  }()

  /// The one with rows of a class tree.
  static let treeSample = samples.first { $0.path.contains("moneywell") }

  @Test(.enabled(if: !samples.isEmpty), arguments: samples, [true, false])
  func aStoreOfApplesForOtherModelsStaysAsItIs(sample: URL, allowsSave: Bool) throws {
    let store = try TemporaryStore()
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: sample.path + suffix) {
      try FileManager.default.copyItem(
        atPath: sample.path + suffix, toPath: store.url.path + suffix)
    }
    let before = try store.snapshot()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Luggage.self,
        configurations: ModelConfiguration(url: store.url, allowsSave: allowsSave))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("not in the store: Luggage; only in the store:") == true)
    #expect(try store.snapshot() == before)
  }
}
