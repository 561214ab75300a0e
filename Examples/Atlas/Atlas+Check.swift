import Foundation
import SwiftData

extension Atlas {
  /// Compares everything in the store with the tables, and shows what earlier runs noted.
  func check(_ context: ModelContext) throws {
    try checkCountries(context)
    let links = try checkZones(context)
    print(
      "  read back: \(tables.countries.count) countries, \(tables.zones.count) zones and "
        + "\(links) links between them, each as in the tables")
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.written)]))
    for note in notes {
      print(
        "  note of \(note.written.formatted(.iso8601)) about "
          + "\(note.country?.name ?? "no country"): \(note.text)")
    }
  }

  private func checkCountries(_ context: ModelContext) throws {
    let stored = try context.fetch(FetchDescriptor<Country>(sortBy: [SortDescriptor(\.code)]))
    let expected = tables.countries.map(\.code).sorted()
    guard stored.map(\.code) == expected else {
      throw AtlasError.unexpected("\(stored.count) countries instead of \(expected.count)")
    }
  }

  /// Returns how many links between zones and countries there are.
  private func checkZones(_ context: ModelContext) throws -> Int {
    let zones = try context.fetch(FetchDescriptor<Zone>())
    let zonesByIdentifier = Dictionary(uniqueKeysWithValues: zones.map { ($0.identifier, $0) })
    guard zones.count == tables.zones.count else {
      throw AtlasError.unexpected("\(zones.count) zones instead of \(tables.zones.count)")
    }
    var links = 0
    for line in tables.zones {
      guard let zone = zonesByIdentifier[line.identifier],
        zone.latitude == line.coordinates.latitude, zone.longitude == line.coordinates.longitude,
        zone.comments == line.comments, line.identifier.hasPrefix(zone.region.rawValue),
        zone.countries.map(\.code).sorted() == line.countryCodes.sorted()
      else { throw AtlasError.unexpected("\(line.identifier) differs from the table") }
      links += zone.countries.count
    }
    return links
  }
}
