import Foundation

/// The folder of this package.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Runs a program found on the PATH and returns what it prints.
///
/// - Throws: `CommandFailure` if its exit status is not 0.
@discardableResult
func runCommand(_ command: [String], in folder: URL) throws -> String {
  // A file and not a pipe: a pipe that nobody empties stops a program that prints much.
  let output = FileManager.default.temporaryDirectory
    .appendingPathComponent("output-\(UUID().uuidString)")
  try Data().write(to: output)
  defer { try? FileManager.default.removeItem(at: output) }
  let handle = try FileHandle(forWritingTo: output)

  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = folder
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = handle
  process.standardError = handle
  try process.run()
  process.waitUntilExit()

  let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
  guard process.terminationStatus == 0 else {
    throw CommandFailure(command: command.joined(separator: " "), output: text)
  }
  return text
}

/// A program that did not end well, and what it said.
struct CommandFailure: Error, CustomStringConvertible {
  var command: String
  var output: String

  var description: String { "\(command):\n\(output)" }
}
