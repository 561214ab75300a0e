import Foundation

/// The two tables of the tz database that the atlas is made from, as plain values.
struct ZoneTables: Equatable {
  /// A line of `iso3166.tab`.
  struct CountryLine: Equatable {
    var code: String
    var name: String
  }

  /// A line of `zone1970.tab`.
  struct ZoneLine: Equatable {
    var countryCodes: [String]
    var coordinates: Coordinates
    var identifier: String
    var comments: String?
  }

  var countries: [CountryLine]
  var zones: [ZoneLine]
}

extension ZoneTables {
  /// Reads the tables from the folder where the system keeps them.
  init(folder: URL) throws {
    self.init(
      countries: try Self.countries(in: Self.text(of: "iso3166.tab", in: folder)),
      zones: try Self.zones(in: Self.text(of: "zone1970.tab", in: folder)))
  }

  /// The countries in the text of `iso3166.tab`.
  static func countries(in text: String) throws -> [CountryLine] {
    try fields(of: text).map { number, fields in
      guard fields.count >= 2, fields[0].count == 2 else {
        throw AtlasError.malformedLine(table: "iso3166.tab", line: number)
      }
      return CountryLine(code: fields[0], name: fields[1])
    }
  }

  /// The zones in the text of `zone1970.tab`.
  static func zones(in text: String) throws -> [ZoneLine] {
    try fields(of: text).map { number, fields in
      guard fields.count >= 3, let coordinates = Coordinates(iso6709: fields[1]) else {
        throw AtlasError.malformedLine(table: "zone1970.tab", line: number)
      }
      return ZoneLine(
        countryCodes: fields[0].split(separator: ",").map(String.init), coordinates: coordinates,
        identifier: fields[2], comments: fields.count > 3 ? fields[3] : nil)
    }
  }

  /// The tab-separated fields of each line that is not a comment, with the line's number.
  private static func fields(of text: String) -> [(number: Int, fields: [String])] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }
      .map { index, line in
        (index + 1, line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
      }
  }

  private static func text(of name: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent(name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw AtlasError.missingTable(file.path)
    }
    return text
  }
}
