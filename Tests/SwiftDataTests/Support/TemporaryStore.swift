import Foundation
import SwiftData
import Testing

/// A store file in a folder of its own, which goes when the test ends.
final class TemporaryStore {
  let folder: URL
  var url: URL { folder.appendingPathComponent("test.store") }

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
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(
      process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }
}
