import Foundation
import Testing

@testable import Atlas

@Suite struct ZoneTablesTests {
  @Test(
    "Coordinates that are none are refused",
    arguments: [
      "", "+", "+-", "5230+01322", "+5230", "+5230+1322", "+523+01322", "+52300+01322",
      "+52a0+01322", "+9100+00000", "+0000+18100", "+5230+01322+", "＋5230+01322",
    ])
  func malformedCoordinatesAreRefused(text: String) {
    #expect(Coordinates(iso6709: text) == nil)
  }

  @Test(
    arguments: [
      ("+0000+00000", Coordinates(latitude: 0, longitude: 0)),
      ("-0000-00000", Coordinates(latitude: 0, longitude: 0)),
      ("+5230+01330", Coordinates(latitude: 52.5, longitude: 13.5)),
      ("-3652+17446", Coordinates(latitude: -36 - 52 / 60.0, longitude: 174 + 46 / 60.0)),
      ("-900000+1800000", Coordinates(latitude: -90, longitude: 180)),
      ("+404251-0740023", Coordinates(latitude: 146_571 / 3600.0, longitude: -266_423 / 3600.0)),
    ])
  func coordinatesAreReadInDegrees(text: String, expected: Coordinates) {
    #expect(Coordinates(iso6709: text) == expected)
  }

  @Test func malformedLinesAreReportedByNumber() {
    #expect(throws: AtlasError.malformedLine(table: "iso3166.tab", line: 2)) {
      try ZoneTables.countries(in: "# comment\nNZ New Zealand\n")
    }
    #expect(throws: AtlasError.malformedLine(table: "zone1970.tab", line: 3)) {
      try ZoneTables.zones(in: "#\n\nNZ\t-3652\tPacific/Auckland")
    }
  }

  @Test func commentsAndEmptyLinesAreSkipped() throws {
    let countries = try ZoneTables.countries(in: "#x\n\nCI\tCôte d'Ivoire\n#")
    #expect(countries == [ZoneTables.CountryLine(code: "CI", name: "Côte d'Ivoire")])
  }

  @Test func zonesMayServeSeveralCountriesAndLackComments() throws {
    let zones = try ZoneTables.zones(
      in: "CH,DE,LI\t+4723+00832\tEurope/Zurich\tBüsingen\nNZ\t-3652+17446\tPacific/Auckland")
    #expect(zones.map(\.countryCodes) == [["CH", "DE", "LI"], ["NZ"]])
    #expect(zones.map(\.comments) == ["Büsingen", nil])
  }

  @Test func aMissingTableIsNamed() {
    #expect(throws: AtlasError.missingTable("/nonexistent/iso3166.tab")) {
      try ZoneTables(folder: URL(fileURLWithPath: "/nonexistent"))
    }
  }

  @Test(arguments: [["--tables"], ["--help"], ["a.store", "b.store"]])
  func misunderstoodArgumentsAreRefused(arguments: [String]) {
    #expect(throws: AtlasError.self) { try AtlasCommand(arguments: arguments) }
  }
}
