import Foundation
import Testing

/// A part of a document of the package that a test writes: what stands between two marks.
struct DocumentPart {
  private let url: URL
  private let start: String
  private let end: String

  /// `name` is that of a file in `Documentation`.
  init(of name: String, from start: String, to end: String) {
    url =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/\(name)").standardizedFileURL
    self.start = start
    self.end = end
  }

  /// What the document has; with `SWIFTDATA_WRITE_TABLES=1` it has `text` from now on.
  func documented(orWriting text: String) throws -> String {
    let document = try String(contentsOf: url, encoding: .utf8)
    let parts = document.components(separatedBy: start)
    try #require(parts.count == 2)
    let rest = parts[1].components(separatedBy: end)
    try #require(rest.count == 2)
    guard ProcessInfo.processInfo.environment["SWIFTDATA_WRITE_TABLES"] != nil else {
      return rest[0]
    }
    try Data((parts[0] + start + text + end + rest[1]).utf8).write(to: url)
    return text
  }
}
