import SwiftDiagnostics
import SwiftSyntax

/// Something that the macros say of a source.
struct Finding: Equatable, CustomStringConvertible {
  var severity: DiagnosticSeverity
  var message: String

  /// The text of the node that the message points at.
  var place: String

  /// The fix-its, each with the source that it leads to.
  var fixIts: [Repair] = []

  struct Repair: Equatable {
    var message: String
    var source: String
  }

  var description: String {
    "\(severity): \(message) [at: \(place)]"
      + fixIts.map { "\n\($0.message):\n\($0.source)" }.joined()
  }
}

extension Finding {
  /// Reads a diagnostic of the nodes of `source`.
  init(_ diagnostic: Diagnostic, in source: String) {
    severity = diagnostic.diagMessage.severity
    message = diagnostic.message
    place = diagnostic.node.trimmedDescription
    fixIts = diagnostic.fixIts.map { fixIt in
      Repair(
        message: fixIt.message.message,
        source: SourceEdits(fixIt, keepsTrivia: false).applied(to: source))
    }
  }
}

/// The edits of a fix-it, as ranges of the source's UTF-8 text.
struct SourceEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  /// Reads a fix-it as a tool does that keeps the trivia around an old node, or replaces it too.
  init(_ fixIt: FixIt, keepsTrivia: Bool) {
    for case .replace(let old, let new) in fixIt.changes {
      if keepsTrivia {
        edits.append((old.trimmedRange.utf8, new.trimmedDescription))
      } else {
        edits.append(((old.position..<old.endPosition).utf8, new.description))
      }
    }
  }

  /// Returns `source` with all edits made.
  func applied(to source: String) -> String {
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Range<AbsolutePosition> {
  fileprivate var utf8: Range<Int> { lowerBound.utf8Offset..<upperBound.utf8Offset }
}
