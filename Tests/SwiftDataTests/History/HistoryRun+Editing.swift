import Foundation
import SwiftData

extension HistoryRun {
  // MARK: Inserting

  func insert() throws {
    lastNumber += 1
    let (number, value) = (lastNumber, below(100))
    note("insert \(number)")
    switch below(12) {
    case 0:
      current.regions[number] = .init(value: value)
      try enter(Region(number: number, value: value))
    case 1, 2: try insertTown(number, value)
    case 3:
      current.routes[number] = .init(value: value)
      try enter(Route(number: number, value: value))
    case 4:
      current.legs[number] = .init(value: value)
      let route = chance(2) ? nil : pick(current.routes)
      if let route { current.routes[route]?.legs.append(number) }
      try enter(Leg(number: number, value: value), at: route, \.route, \.legs)
    case 5:
      let guild = chance(2) ? nil : pick(current.guilds)
      current.mayors[number] = .init(value: value, guild: guild)
      try enter(Mayor(number: number, value: value), at: guild, \.guild, \.members)
    case 6:
      current.guilds[number] = .init(value: value)
      try enter(Guild(number: number, value: value))
    case 7:
      let guild = chance(2) ? nil : pick(current.guilds)
      current.seals[number] = .init(value: value, guild: guild)
      try enter(Seal(number: number, value: value), at: guild, \.guild, \.seals)
    case 8: try insertPermit(number, value)
    case 9, 10: try insertLandmark(number, value)
    default:
      let town = chance(4) ? nil : pick(current.towns)
      let house = below(3)
      current.plots[number] = .init(value: value, house: house, town: town)
      try enter(Plot(number: number, value: value, house: house), at: town, \.town, \.plots)
    }
  }

  private func insertTown(_ number: Int, _ value: Int) throws {
    let region = chance(2) ? nil : pick(current.regions)
    let site = anySite()
    current.towns[number] = .init(value: value, site: site.kept, region: region)
    try enter(Town(number: number, value: value, site: site), at: region, \.region, \.towns)
  }

  private func insertPermit(_ number: Int, _ value: Int) throws {
    guard let town = pick(current.towns) else { return }
    note("  a permit of town \(town)")
    let owner = try find(town, Town.self)
    let permit = Permit(number: number, value: value, town: owner)
    if chance(2) { context.insert(permit) } else { owner.permits.append(permit) }
    current.permits[number] = .init(value: value, town: town)
    if chance(2) { held[number] = permit }
  }

  private func insertLandmark(_ number: Int, _ value: Int) throws {
    let town = chance(2) ? nil : pick(current.towns)
    let (code, photo, light) = (anyCode(), anyPhoto(), chance(3) ? below(3) : nil)
    note("  code \(code ?? "nil"), \(photo.map { "\($0)" } ?? "no photo")")
    current.landmarks[number] = .init(
      value: value, light: light, code: code, photo: photo, town: town)
    if let light {
      let beacon = Beacon(number: number, value: value, code: code, photo: photo, light: light)
      try enter(beacon as Landmark, at: town, \.town, \.landmarks)
    } else {
      try enter(
        Landmark(number: number, value: value, code: code, photo: photo), at: town, \.town,
        \.landmarks)
    }
  }

  private func enter(_ model: some NumberedModel) throws {
    note("  a \(type(of: model))")
    context.insert(model)
    if chance(2) { held[lastNumber] = model }
  }

  /// Inserts a model, or lets a relationship to a model of the context do it.
  private func enter<Member: NumberedModel, Owner: NumberedModel>(
    _ model: Member, at number: Int?, _ forth: ReferenceWritableKeyPath<Member, Owner?>,
    _ back: ReferenceWritableKeyPath<Owner, [Member]>
  ) throws {
    guard let number else { return try enter(model) }
    note("  a \(type(of: model)) at \(number)")
    let owner = try find(number, Owner.self)
    switch below(3) {
    case 0: owner[keyPath: back].append(model)
    case 1: model[keyPath: forth] = owner
    default:
      context.insert(model)
      model[keyPath: forth] = owner
    }
    if chance(2) { held[lastNumber] = model }
  }

  // MARK: Editing

  func edit() throws {
    switch below(14) {
    case 0: try editValue(Region.self, \.regions)
    case 1: try editValue(Town.self, \.towns)
    case 2: try editValue(Route.self, \.routes)
    case 3: try editValue(Mayor.self, \.mayors)
    case 4: try editValue(Permit.self, \.permits)
    case 5: try editValue(Leg.self, \.legs)
    case 6: try editValue(Guild.self, \.guilds)
    case 7: try editValue(Seal.self, \.seals)
    case 8, 9: try editTown()
    case 10, 11: try editLandmark()
    case 12: try editValue(Landmark.self, \.landmarks)
    default:
      guard let number = pick(current.plots) else { return }
      let house = below(3)
      note("plot \(number): house \(house)")
      try find(number, Plot.self).house = house
      touch(number, "house")
      current.plots[number]?.house = house
    }
  }

  private func editValue<Model: NumberedModel, Row: WorldRow>(
    _ type: Model.Type, _ table: WritableKeyPath<World, [Int: Row]>
  ) throws {
    guard let number = pick(current[keyPath: table]) else { return }
    let value = below(5)
    note("\(type) \(number): value \(value)")
    try find(number, type).value = value
    touch(number, "value")
    current[keyPath: table][number]?.value = value
  }

  private func editTown() throws {
    guard let number = pick(current.towns), var row = current.towns[number] else { return }
    let town = try find(number, Town.self)
    switch below(8) {
    case 0:
      row.name = chance(3) ? nil : anyText()
      town.name = row.name
    case 1:
      let site = anySite()
      row.site = site.kept
      town.site = site
    case 2:
      let house = below(4)
      row.site.house = house
      town.site.house = house
    case 3:
      let spot = anySpot()
      row.site.spot = spot
      row.site = row.site.kept
      town.site.spot = spot
    case 4:
      let annex = chance(3) ? nil : anySite()
      row.annex = annex?.kept
      town.annex = annex
    case 5:
      let name = anyText()
      row.annex?.names.append(name)
      town.annex?.names.append(name)
    case 6:
      let mood = anyMood()
      row.mood = mood.kept
      town.mood = mood
    default:
      let point = below(9)
      row.outline.points.append(point)
      town.outline.points.append(point)
    }
    note("town \(number): \(row)")
    for property in ["name", "site", "annex", "mood", "outline"] { touch(number, property) }
    current.towns[number] = row
  }

  private func editLandmark() throws {
    guard let number = pick(current.landmarks) else { return }
    let landmark = try find(number, Landmark.self)
    if let beacon = landmark as? Beacon, chance(4) {
      let light = below(3)
      note("beacon \(number): light \(light)")
      beacon.light = light
      touch(number, "light")
      current.landmarks[number]?.light = light
    } else if chance(2) {
      let photo = anyPhoto()
      note("landmark \(number): \(photo.map { "\($0)" } ?? "no photo")")
      landmark.photo = photo
      touch(number, "photo")
      current.landmarks[number]?.photo = photo
    } else {
      let code = anyCode()
      note("landmark \(number): code \(code ?? "nil")")
      landmark.code = code
      touch(number, "code")
      current.landmarks[number]?.code = code
    }
  }
}
