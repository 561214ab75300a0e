import SwiftDiagnostics
import Testing

/// A line of the table of misuse: a source, and the one thing that the macros say of it.
struct Misuse: CustomTestStringConvertible {
  var source: String
  var finding: Finding

  /// Wraps `members` into a model that has an initializer.
  static func member(
    _ members: String, _ message: String, at place: String,
    severity: DiagnosticSeverity = .error, fixIts: [(String, String)] = []
  ) -> Misuse {
    func model(_ members: String) -> String {
      let indented = members.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
      return "@Model final class Trip {\n\(indented)\n  init() {}\n}\n"
    }
    return Misuse(
      source: model(members),
      finding: Finding(
        severity: severity, message: message, place: place,
        fixIts: fixIts.map { Finding.Repair(message: $0.0, source: model($0.1)) }))
  }

  /// Takes `source` as it is.
  static func source(
    _ source: String, _ message: String, at place: String,
    severity: DiagnosticSeverity = .error, fixIts: [(String, String)] = []
  ) -> Misuse {
    Misuse(
      source: source,
      finding: Finding(
        severity: severity, message: message, place: place,
        fixIts: fixIts.map { Finding.Repair(message: $0.0, source: $0.1) }))
  }

  var testDescription: String { source }
}
