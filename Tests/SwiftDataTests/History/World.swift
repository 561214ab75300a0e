import SwiftData

/// What a random history should have led to, as plain values; models are named by their number.
struct World: Equatable {
  struct Region: Equatable {
    var value: Int
    var parent: Int?
  }
  struct Town: Equatable {
    var value: Int
    var region: Int?
    var mayor: Int?
  }
  struct Route: Equatable {
    var value: Int
    var towns: Set<Int> = []
    var start: Int?
    var stops: Set<Int> = []
  }

  var regions: [Int: Region] = [:]
  var towns: [Int: Town] = [:]
  var routes: [Int: Route] = [:]
  var mayors: [Int: Int] = [:]

  mutating func seat(mayor: Int?, in town: Int?) {
    for number in towns.keys where mayor != nil && towns[number]?.mayor == mayor {
      towns[number]?.mayor = nil
    }
    if let town { towns[town]?.mayor = mayor }
  }

  mutating func deleteRegion(_ number: Int) {
    regions[number] = nil
    for other in regions.keys where regions[other]?.parent == number {
      regions[other]?.parent = nil
    }
    for town in towns.keys where towns[town]?.region == number { deleteTown(town) }
    for route in routes.keys { routes[route]?.stops.remove(number) }
  }

  mutating func deleteTown(_ number: Int) {
    towns[number] = nil
    for route in routes.keys { routes[route]?.towns.remove(number) }
  }

  mutating func deleteMayor(_ number: Int) {
    mayors[number] = nil
    for town in towns.keys where towns[town]?.mayor == number { towns[town]?.mayor = nil }
    for route in routes.keys where routes[route]?.start == number { routes[route]?.start = nil }
  }
}

/// A disagreement between the two ends of a relationship, or between a context and the world.
struct Discrepancy: Error, CustomStringConvertible {
  let description: String
}

extension World {
  /// Reads all that a context shows, from both ends of each relationship.
  init(_ context: ModelContext) throws {
    let allRegions = try context.fetch(FetchDescriptor<SwiftDataTests.Region>())
    let allTowns = try context.fetch(FetchDescriptor<SwiftDataTests.Town>())
    for region in allRegions {
      regions[region.number] = Region(value: region.value, parent: region.parent?.number)
    }
    for town in allTowns {
      towns[town.number] = Town(
        value: town.value, region: town.region?.number, mayor: town.mayor?.number)
    }
    for route in try context.fetch(FetchDescriptor<SwiftDataTests.Route>()) {
      // Until it is saved, a deletion shows through references without inverse.
      let start = route.start.flatMap { $0.isDeleted || $0.modelContext == nil ? nil : $0.number }
      let stops = route.stops.filter { !$0.isDeleted && $0.modelContext != nil }
      routes[route.number] = Route(
        value: route.value, towns: Set(route.towns.map(\.number)), start: start,
        stops: Set(stops.map(\.number)))
    }
    for mayor in try context.fetch(FetchDescriptor<SwiftDataTests.Mayor>()) {
      mayors[mayor.number] = mayor.value
      try Self.require(
        mayor.town?.number == towns.first { $0.value.mayor == mayor.number }?.key,
        "mayor \(mayor.number) sits in \(String(describing: mayor.town?.number))")
    }
    try checkOtherEnds(allRegions, allTowns)
  }

  private func checkOtherEnds(
    _ allRegions: [SwiftDataTests.Region], _ allTowns: [SwiftDataTests.Town]
  ) throws {
    for region in allRegions {
      let numbers = region.towns.map(\.number)
      let expected = towns.filter { $0.value.region == region.number }.keys.sorted()
      try Self.require(numbers.sorted() == expected, "region \(region.number): towns \(numbers)")
      let parts = region.parts.map(\.number)
      let wanted = regions.filter { $0.value.parent == region.number }.keys.sorted()
      try Self.require(parts.sorted() == wanted, "region \(region.number): parts \(parts)")
    }
    for town in allTowns {
      let numbers = town.routes.map(\.number)
      let expected = routes.filter { $0.value.towns.contains(town.number) }.keys.sorted()
      try Self.require(numbers.sorted() == expected, "town \(town.number): routes \(numbers)")
    }
  }

  private static func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw Discrepancy(description: message) }
  }

  /// What differs from another world, in words.
  func difference(from other: World) -> String {
    var lines: [String] = []
    func compare<Value: Equatable>(_ name: String, _ ours: [Int: Value], _ theirs: [Int: Value]) {
      for number in Set(ours.keys).union(theirs.keys).sorted()
      where ours[number] != theirs[number] {
        lines.append(
          "\(name) \(number): \(ours[number].map { "\($0)" } ?? "none") instead of "
            + "\(theirs[number].map { "\($0)" } ?? "none")")
      }
    }
    compare("region", regions, other.regions)
    compare("town", towns, other.towns)
    compare("route", routes, other.routes)
    compare("mayor", mayors, other.mayors)
    return lines.joined(separator: "\n")
  }
}
