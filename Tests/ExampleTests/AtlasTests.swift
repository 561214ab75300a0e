import Foundation
import SwiftData
import TestSupport
import Testing

@testable import Atlas

@Suite struct AtlasTests {
  @Test func aZoneOfAnUnknownCountryIsRefused() throws {
    let tables = try ZoneTables(
      countries: "NZ\tNew Zealand", zones: "XX\t+0000+00000\tPacific/Nowhere")
    try withAtlas(tables) { atlas in
      #expect(throws: AtlasError.unknownCountry("XX")) { try atlas.run() }
    }
  }

  @Test func aStoreThatDiffersFromTheTablesIsNoticed() throws {
    try withAtlas(.small) { atlas in
      try atlas.run()
      let context = ModelContext(atlas.container)
      try #require(try context.fetch(FetchDescriptor<Zone>()).first).latitude += 1
      try context.save()
      #expect(throws: AtlasError.self) { try atlas.run() }
    }
  }

  @Test func aSecondRunFindsWhatTheFirstLeft() throws {
    let folder = try TemporaryFolder()
    for visit in 1...3 {
      var lines: [String] = []
      let atlas = try Atlas(
        store: folder.url.appendingPathComponent("deep/er/Atlas.store"), tables: .small,
        print: { lines.append($0) })
      try atlas.run()
      let notes = lines.filter { $0.contains("about Iceland: visit") }
      #expect(notes.count == visit - 1)
      #expect(lines.contains { $0.contains("read back: 4 countries, 3 zones and 5 links") })
    }
  }

  @Test func nothingButTheNoteIsLeftBehind() throws {
    try withAtlas(.small) { atlas in
      try atlas.run()
      let context = ModelContext(atlas.container)
      let countries = try context.fetch(FetchDescriptor<Country>(sortBy: [SortDescriptor(\.code)]))
      #expect(countries.map(\.name) == ["Ivory Coast", "Iceland", "New Zealand", "Portugal"])
      #expect(try context.fetch(FetchDescriptor<Note>()).map(\.text) == ["visit 1"])
    }
  }

  private func withAtlas(_ tables: ZoneTables, _ body: (Atlas) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(
      Atlas(
        store: folder.url.appendingPathComponent("Atlas.store"), tables: tables, print: { _ in }))
  }
}

extension ZoneTables {
  init(countries: String, zones: String) throws {
    self.init(
      countries: try Self.countries(in: countries), zones: try Self.zones(in: zones))
  }

  /// Four countries and three zones of the real tables.
  fileprivate static var small: ZoneTables {
    get throws {
      try ZoneTables(
        countries: "CI\tIvory Coast\nIS\tIceland\nNZ\tNew Zealand\nPT\tPortugal\n",
        zones: """
          CI,IS\t+0519-00402\tAfrica/Abidjan
          PT\t+3744-02540\tAtlantic/Azores\tAzores
          NZ,IS\t-3652+17446\tPacific/Auckland\tNew Zealand time
          """)
    }
  }
}
