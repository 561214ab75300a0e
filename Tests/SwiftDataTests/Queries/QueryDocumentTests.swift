import Foundation
import Testing

@testable import SwiftData

/// The SQL of the documented predicates, word for word, and what they find.
@Suite struct QueryDocumentTests {
  private let context: ModelContext
  private let samples: QuerySamples

  init() throws {
    context = ModelContext(try Itinerary.container())
    let places = try context.fetch(FetchDescriptor<Itinerary.Accommodation>())
    let tags = try context.fetch(FetchDescriptor<Itinerary.Tag>())
    samples = QuerySamples(
      accommodation: places[0].persistentModelID, tag: tags[0].persistentModelID)
  }

  private static let part = DocumentPart(
    of: "Queries.md", from: "<!-- The list is written by QueryDocumentTests. -->\n",
    to: "<!-- End of the list. -->")

  /// `SWIFTDATA_WRITE_TABLES=1` writes the list into the document instead of comparing the two.
  @Test func theDocumentedSQLIsWhatStoresAreAsked() throws {
    let list = try text()
    let known = try Self.part.documented(orWriting: list)
    let documented = known.split(separator: "\n")
    for (line, expected) in zip(list.split(separator: "\n"), documented) where line != expected {
      Issue.record("\(line)\nis documented as\n\(expected)")
    }
    #expect(known == list)
  }

  @Test func theyFindWhatSwiftFinds() throws {
    let trips = try context.fetch(FetchDescriptor<Itinerary.Trip>())
    #expect(trips.count == 6)
    for topic in samples.topics {
      for sample in topic.samples {
        let found = try context.fetch(FetchDescriptor(predicate: sample.predicate))
        let expected = trips.filter { sample.predicate.matches($0) }
        #expect(found.map(\.name) == expected.map(\.name), "line \(sample.line)")
      }
    }
  }

  private func text() throws -> String {
    let source = try SampleSource(of: "QuerySamples.swift")
    var lines: [String] = []
    for topic in samples.topics {
      lines += ["", "### \(topic.title)", "", "```text"]
      for sample in topic.samples {
        lines.append(try #require(source.text(at: sample.line)))
        lines += try answers(sample.predicate).map { "    \($0)" }
      }
      lines.append("```")
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// What follows the list of columns, and what is left to memory.
  private func answers(_ predicate: Predicate<Itinerary.Trip>) throws -> [String] {
    let explanation = try context.explain(FetchDescriptor(predicate: predicate))
    let table = "FROM ZTRIP t0"
    let range = try #require(explanation.sql.firstRange(of: table))
    let rest = explanation.sql[range.upperBound...].replacing(" ORDER BY t0.Z_PK", with: "")
      .trimmingPrefix(" ")
    let steps = explanation.inMemorySteps.map { "in memory: \($0.reason)" }
    // The addresses of getters differ from build to build.
    return (rest.isEmpty ? (steps.isEmpty ? ["(all rows)"] : []) : [String(rest)])
      + steps.map { $0.replacing(/<computed 0x[0-9a-f]+ \((.*?)\)>/) { "(computed \($0.1))" } }
  }
}

/// The text of predicates in a source file beside this one.
private struct SampleSource {
  private let lines: [Substring]

  init(of name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(name)
    lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The body of the predicate that begins at a line, or the combination, on one line.
  func text(at line: Int) -> String? {
    let text = lines[(line - 1)...].prefix(20).joined(separator: "\n")
    let starts = ["add(#Predicate {", "add("].compactMap { text.firstRange(of: $0) }
    // The same call is found by both.
    guard let first = starts.map(\.lowerBound).min(),
      let start = starts.first(where: { $0.lowerBound == first })
    else { return nil }
    var depth = 1
    for index in text.indices[start.upperBound...] {
      switch text[index] {
      case "{", "(": depth += 1
      case "}", ")": depth -= 1
      default: continue
      }
      guard depth == 0 else { continue }
      return text[start.upperBound..<index].split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    return nil
  }
}
