import SwiftData

/// A disagreement between the two ends of a relationship, or between a context and the world.
struct Discrepancy: Error, CustomStringConvertible {
  let description: String
}

extension World {
  /// Reads all that a context shows, from both ends of each relationship.
  init(_ context: ModelContext) throws {
    try readPlaces(context)
    try readRoutes(context)
    for mayor in try context.fetch(FetchDescriptor<SwiftDataTests.Mayor>()) {
      mayors[mayor.number] = Mayor(value: mayor.value, guild: Self.there(mayor.guild)?.number)
      try Self.require(
        mayor.town?.number == towns.first { $0.value.mayor == mayor.number }?.key,
        "mayor \(mayor.number) sits in \(String(describing: mayor.town?.number))")
    }
    for seal in try context.fetch(FetchDescriptor<SwiftDataTests.Seal>()) {
      seals[seal.number] = Seal(value: seal.value, guild: Self.there(seal.guild)?.number)
    }
    for guild in try context.fetch(FetchDescriptor<SwiftDataTests.Guild>()) {
      guilds[guild.number] = Plain(value: guild.value)
      try Self.compare(guild.members, with: mayors, \.guild, of: guild)
      try Self.compare(guild.seals, with: seals, \.guild, of: guild)
    }
  }

  private mutating func readPlaces(_ context: ModelContext) throws {
    let allRegions = try context.fetch(FetchDescriptor<SwiftDataTests.Region>())
    let allTowns = try context.fetch(FetchDescriptor<SwiftDataTests.Town>())
    for region in allRegions {
      regions[region.number] = Region(value: region.value, parent: region.parent?.number)
    }
    for town in allTowns {
      towns[town.number] = Town(
        value: town.value, name: town.name, site: town.site, annex: town.annex, mood: town.mood,
        outline: town.outline, region: town.region?.number, mayor: town.mayor?.number)
    }
    for permit in try context.fetch(FetchDescriptor<SwiftDataTests.Permit>()) {
      // Where it has none, a stand-in shows that is in no context.
      permits[permit.number] = Permit(
        value: permit.value, town: Self.there(permit.town)?.number)
    }
    for landmark in try context.fetch(FetchDescriptor<SwiftDataTests.Landmark>()) {
      landmarks[landmark.number] = Landmark(
        value: landmark.value, light: (landmark as? Beacon)?.light, code: landmark.code,
        photo: landmark.photo, town: landmark.town?.number)
    }
    for plot in try context.fetch(FetchDescriptor<SwiftDataTests.Plot>()) {
      plots[plot.number] = Plot(value: plot.value, house: plot.house, town: plot.town?.number)
    }
    for region in allRegions {
      try Self.compare(region.towns, with: towns, \.region, of: region)
      try Self.compare(region.parts, with: regions, \.parent, of: region)
    }
    for town in allTowns {
      try Self.compare(town.permits, with: permits, \.town, of: town)
      try Self.compare(town.landmarks, with: landmarks, \.town, of: town)
      try Self.compare(town.plots, with: plots, \.town, of: town)
    }
  }

  private mutating func readRoutes(_ context: ModelContext) throws {
    for route in try context.fetch(FetchDescriptor<SwiftDataTests.Route>()) {
      // Until it is saved, a deletion shows through references without inverse.
      routes[route.number] = Route(
        value: route.value, towns: Set(route.towns.map(\.number)), legs: route.legs.map(\.number),
        start: Self.there(route.start)?.number,
        stops: Set(route.stops.compactMap { Self.there($0)?.number }))
      try Self.require(
        route.towns.count == routes[route.number]?.towns.count,
        "route \(route.number) leads twice to a town")
    }
    for leg in try context.fetch(FetchDescriptor<SwiftDataTests.Leg>()) {
      legs[leg.number] = Plain(value: leg.value)
      let number = leg.route?.number
      try Self.require(
        number == route(of: leg.number),
        "leg \(leg.number) is on route \(number ?? 0)")
    }
    for town in try context.fetch(FetchDescriptor<SwiftDataTests.Town>()) {
      let numbers = town.routes.map(\.number)
      let expected = routes.filter { $0.value.towns.contains(town.number) }.keys.sorted()
      try Self.require(numbers.sorted() == expected, "town \(town.number): routes \(numbers)")
    }
  }

  /// A model, unless it is to be deleted or in no context.
  private static func there<Model: PersistentModel>(_ model: Model?) -> Model? {
    guard let model, !model.isDeleted, model.modelContext != nil else { return nil }
    return model
  }

  private static func compare<Row>(
    _ members: [some NumberedModel], with rows: [Int: Row], _ owner: KeyPath<Row, Int?>,
    of model: some NumberedModel
  ) throws {
    let found = members.map(\.number).sorted()
    let wanted = rows.filter { $0.value[keyPath: owner] == model.number }.keys.sorted()
    try require(
      found == wanted, "\(type(of: model)) \(model.number) has \(found), which \(wanted) lead to")
  }

  private static func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw Discrepancy(description: message) }
  }

  /// What differs from another world, in words.
  func difference(from other: World) -> String {
    var lines: [String] = []
    func compare<Value: Equatable>(_ name: String, _ table: KeyPath<World, [Int: Value]>) {
      let (ours, theirs) = (self[keyPath: table], other[keyPath: table])
      for number in Set(ours.keys).union(theirs.keys).sorted()
      where ours[number] != theirs[number] {
        lines.append(
          "\(name) \(number): \(ours[number].map { "\($0)" } ?? "none") instead of "
            + "\(theirs[number].map { "\($0)" } ?? "none")")
      }
    }
    compare("region", \.regions)
    compare("town", \.towns)
    compare("permit", \.permits)
    compare("route", \.routes)
    compare("leg", \.legs)
    compare("mayor", \.mayors)
    compare("guild", \.guilds)
    compare("seal", \.seals)
    compare("landmark", \.landmarks)
    compare("plot", \.plots)
    return lines.joined(separator: "\n")
  }
}
