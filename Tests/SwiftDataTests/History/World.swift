import Foundation

/// What a random history should have led to, as plain values; models are named by their number.
///
/// A number that leads to nothing means nil: a model that comes back finds again who led to it.
struct World: Equatable {
  struct Region: WorldRow {
    var value: Int
    var parent: Int?
  }
  struct Town: WorldRow {
    var value: Int
    var name: String?
    var site: SwiftDataTests.Town.Site
    var annex: SwiftDataTests.Town.Site?
    var mood: SwiftDataTests.Town.Mood?
    var outline = SwiftDataTests.Town.Outline(points: [])
    var region: Int?
    var mayor: Int?
  }
  struct Permit: WorldRow {
    var value: Int
    /// Nil where it was taken away, so that nothing can be saved.
    var town: Int?
  }
  struct Route: WorldRow {
    var value: Int
    var towns: Set<Int> = []
    var legs: [Int] = []
    var start: Int?
    var stops: Set<Int> = []
  }
  struct Mayor: WorldRow {
    var value: Int
    var guild: Int?
  }
  struct Seal: WorldRow {
    var value: Int
    var guild: Int?
  }
  /// Of a leg or a guild, whose relationships the other ends have.
  struct Plain: WorldRow {
    var value: Int
  }
  struct Landmark: WorldRow {
    var value: Int
    /// Of a beacon.
    var light: Int?
    var code: String?
    var photo: Data?
    var town: Int?
  }
  struct Plot: WorldRow {
    var value: Int
    var house: Int
    var town: Int?
  }

  var regions: [Int: Region] = [:]
  var towns: [Int: Town] = [:]
  var permits: [Int: Permit] = [:]
  var routes: [Int: Route] = [:]
  var legs: [Int: Plain] = [:]
  var mayors: [Int: Mayor] = [:]
  var guilds: [Int: Plain] = [:]
  var seals: [Int: Seal] = [:]
  var landmarks: [Int: Landmark] = [:]
  var plots: [Int: Plot] = [:]

  /// All models' numbers.
  var numbers: Set<Int> {
    Set(regions.keys).union(towns.keys).union(permits.keys).union(routes.keys).union(legs.keys)
      .union(mayors.keys).union(guilds.keys).union(seals.keys).union(landmarks.keys)
      .union(plots.keys)
  }

  /// The world as it shows: what leads to nothing is nil.
  var shown: World {
    var world = self
    for number in mayors.keys { world.mayors[number]?.guild.keep(ifIn: guilds) }
    for number in seals.keys { world.seals[number]?.guild.keep(ifIn: guilds) }
    return world
  }
}

protocol WorldRow: Equatable {
  var value: Int { get set }
}

extension Int? {
  fileprivate mutating func keep<Row>(ifIn table: [Int: Row]) {
    if let number = self, table[number] == nil { self = nil }
  }
}

// MARK: - Relating

extension World {
  mutating func seat(mayor: Int?, in town: Int?) {
    for number in towns.keys where mayor != nil && towns[number]?.mayor == mayor {
      towns[number]?.mayor = nil
    }
    if let town { towns[town]?.mayor = mayor }
  }

  /// The route that a leg is part of.
  func route(of leg: Int) -> Int? { routes.first { $0.value.legs.contains(leg) }?.key }

  mutating func takeOffRoute(_ leg: Int) {
    for route in routes.keys { routes[route]?.legs.removeAll { $0 == leg } }
  }

  /// Gives a route its legs, which other routes lose.
  mutating func setLegs(_ legs: [Int], of route: Int) {
    for number in routes.keys { routes[number]?.legs.removeAll { legs.contains($0) } }
    routes[route]?.legs = legs
  }
}

// MARK: - Deleting

extension World {
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
    permits = permits.filter { $0.value.town != number }
    for route in routes.keys { routes[route]?.towns.remove(number) }
    for landmark in landmarks.keys where landmarks[landmark]?.town == number {
      landmarks[landmark]?.town = nil
    }
    for plot in plots.keys where plots[plot]?.town == number { plots[plot]?.town = nil }
  }

  mutating func deleteMayor(_ number: Int) {
    mayors[number] = nil
    for town in towns.keys where towns[town]?.mayor == number { towns[town]?.mayor = nil }
    for route in routes.keys where routes[route]?.start == number { routes[route]?.start = nil }
  }

  mutating func deleteLeg(_ number: Int) {
    legs[number] = nil
    takeOffRoute(number)
  }

  /// Deletes a guild; its seals lead to it still, and so do its members unless it is new.
  mutating func deleteGuild(_ number: Int, isNew: Bool) {
    guilds[number] = nil
    guard isNew else { return }
    for mayor in mayors.keys where mayors[mayor]?.guild == number { mayors[mayor]?.guild = nil }
  }
}
