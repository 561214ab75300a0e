import Foundation
import SwiftData

extension Atlas {
  /// Puts both tables into the store, saving after every hundred zones.
  func importTables(into context: ModelContext) throws {
    var countries: [String: Country] = [:]
    for line in tables.countries {
      let country = Country(code: line.code, name: line.name)
      context.insert(country)
      countries[line.code] = country
    }
    try context.save()
    print("  \(countries.count) countries saved")

    for (index, line) in tables.zones.enumerated() {
      let zone = try makeZone(line)
      context.insert(zone)
      zone.countries = try line.countryCodes.map { code in
        guard let country = countries[code] else { throw AtlasError.unknownCountry(code) }
        return country
      }
      let count = index + 1
      if count.isMultiple(of: 100) || count == tables.zones.count {
        try context.save()
        print("  \(count) of \(tables.zones.count) zones saved")
      }
    }
  }

  private func makeZone(_ line: ZoneTables.ZoneLine) throws -> Zone {
    let name = line.identifier.prefix { $0 != "/" }
    guard let region = Region(rawValue: String(name)) else {
      throw AtlasError.unknownRegion(line.identifier)
    }
    return Zone(
      identifier: line.identifier, region: region, latitude: line.coordinates.latitude,
      longitude: line.coordinates.longitude, comments: line.comments)
  }
}
