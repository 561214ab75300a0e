import Foundation
import SwiftData
import Testing

/// A store file in a folder of its own, which goes when the test ends.
final class TemporaryStore {
  let folder: URL
  var url: URL { folder.appendingPathComponent("test.store") }
  private var contexts: [ModelContext] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swift-data-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func container(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: url)])
  }

  /// A context that has seen nothing yet and lives as long as the store, so that what is fetched with
  /// it can follow its relationships.
  func fresh(_ container: ModelContainer) -> ModelContext {
    let context = ModelContext(container)
    contexts.append(context)
    return context
  }

  /// Runs the independent checker on the file, where there is one.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let environment = ProcessInfo.processInfo.environment
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let tool =
      environment["SWIFTDATA_CHECK_STORE"]
      ?? root.deletingLastPathComponent().appendingPathComponent("shared/tools/check-store").path
    guard FileManager.default.isExecutableFile(atPath: tool) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = [url.path]
    // Not a pipe: reading one is interrupted by the signal that a child sends when it ends.
    let output = folder.appendingPathComponent("check.txt")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    #expect(
      process.terminationStatus == 0, "\(text)",
      sourceLocation: sourceLocation)
  }
}
