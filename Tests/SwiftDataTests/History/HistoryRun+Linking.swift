import SwiftData

extension HistoryRun {
  func link() throws {
    switch below(12) {
    case 0, 1:
      try move(Town.self, \.towns, to: \.regions, \.region, \.region, \.towns)
    case 2: try moveRegion()
    case 3, 4: try changeRoute()
    case 5: try seatMayor()
    case 6: try pointRoute()
    case 7: try movePermit()
    case 8: try arrangeLegs()
    case 9: try move(Mayor.self, \.mayors, to: \.guilds, \.guild, \.guild, \.members)
    case 10: try move(Seal.self, \.seals, to: \.guilds, \.guild, \.guild, \.seals)
    default:
      if chance(2) {
        try move(Landmark.self, \.landmarks, to: \.towns, \.town, \.town, \.landmarks)
      } else {
        try move(Plot.self, \.plots, to: \.towns, \.town, \.town, \.plots)
      }
    }
  }

  /// Gives a member another owner, or none, from one end or the other.
  private func move<Member: NumberedModel, Owner: NumberedModel, Row: WorldRow, OwnerRow: WorldRow>(
    _ type: Member.Type, _ table: WritableKeyPath<World, [Int: Row]>,
    to owners: KeyPath<World, [Int: OwnerRow]>, _ column: WritableKeyPath<Row, Int?>,
    _ forth: ReferenceWritableKeyPath<Member, Owner?>,
    _ back: ReferenceWritableKeyPath<Owner, [Member]>
  ) throws {
    guard let number = pick(current[keyPath: table]) else { return }
    let goal = chance(4) ? nil : pick(current[keyPath: owners])
    // Nil is no change where it leads to nothing any more, so that it leads there still.
    guard goal != nil || current == current.shown else { return }
    note("\(type) \(number) to \(goal ?? 0)")
    let member = try find(number, type)
    if let goal {
      let owner = try find(goal, Owner.self)
      switch below(3) {
      case 0: member[keyPath: forth] = owner
      case 1: owner[keyPath: back].append(member)
      default:
        owner[keyPath: back] = owner[keyPath: back].shuffled(using: &generator) + [member]
      }
    } else if chance(2), let former = current[keyPath: table][number]?[keyPath: column],
      current[keyPath: owners][former] != nil
    {
      try find(former, Owner.self)[keyPath: back].removeAll { $0 === member }
    } else {
      member[keyPath: forth] = nil
    }
    touch(number, "owner")
    current[keyPath: table][number]?[keyPath: column] = goal
  }

  private func movePermit() throws {
    guard let number = pick(current.permits), let goal = pick(current.towns) else { return }
    note("permit \(number) to town \(goal)")
    let permit = try find(number, Permit.self)
    let town = try find(goal, Town.self)
    if chance(2) { permit.town = town } else { town.permits.append(permit) }
    touch(number, "owner")
    current.permits[number]?.town = goal
  }

  private func moveRegion() throws {
    guard let number = pick(current.regions), let goal = pick(current.regions) else { return }
    let region = try find(number, Region.self)
    if chance(3) {
      note("region \(number) has no parts")
      region.parts = []
      for part in current.regions.keys where current.regions[part]?.parent == number {
        touch(part, "owner")
        current.regions[part]?.parent = nil
      }
      return
    }
    note("region \(number) under \(goal)")
    let parent = try find(goal, Region.self)
    if chance(2) { region.parent = parent } else { parent.parts.append(region) }
    touch(number, "owner")
    current.regions[number]?.parent = goal
  }

  private func changeRoute() throws {
    guard let number = pick(current.routes) else { return }
    let route = try find(number, Route.self)
    if chance(2), let stop = pick(current.towns) {
      let town = try find(stop, Town.self)
      if current.routes[number]?.towns.contains(stop) == true {
        note("route \(number) without town \(stop)")
        if chance(2) {
          route.towns.removeAll { $0 === town }
        } else {
          town.routes.removeAll { $0 === route }
        }
        current.routes[number]?.towns.remove(stop)
      } else {
        note("route \(number) with town \(stop)")
        if chance(2) { route.towns.append(town) } else { town.routes.append(route) }
        current.routes[number]?.towns.insert(stop)
      }
      return
    }
    let stops = current.towns.keys.sorted().filter { _ in chance(2) }
    note("route \(number) through \(stops)")
    route.towns = try stops.map { try find($0, Town.self) }
    current.routes[number]?.towns = Set(stops)
  }

  private func seatMayor() throws {
    guard let town = pick(current.towns) else { return }
    let mayor = chance(4) ? nil : pick(current.mayors)
    note("mayor \(mayor ?? 0) into town \(town)")
    let model = try find(town, Town.self)
    if let mayor, chance(2) {
      try find(mayor, Mayor.self).town = model
    } else {
      model.mayor = try mayor.map { try find($0, Mayor.self) }
    }
    current.seat(mayor: mayor, in: town)
  }

  private func pointRoute() throws {
    guard let number = pick(current.routes) else { return }
    let route = try find(number, Route.self)
    if chance(2) {
      let start = chance(4) ? nil : pick(current.mayors)
      note("route \(number) starts at mayor \(start ?? 0)")
      route.start = try start.map { try find($0, Mayor.self) }
      current.routes[number]?.start = start
    } else {
      // A model can be a member of one such relationship only, as long as it has no inverse.
      let taken = current.routes.filter { $0.key != number }.map(\.value.stops)
      let stops = current.regions.keys.sorted().filter { region in
        chance(2) && !taken.contains { $0.contains(region) }
      }
      note("route \(number) stops in regions \(stops)")
      route.stops = try stops.map { try find($0, Region.self) }
      current.routes[number]?.stops = Set(stops)
    }
  }

  /// Edits the one relationship that keeps its order.
  private func arrangeLegs() throws {
    guard let number = pick(current.routes), var legs = current.routes[number]?.legs else { return }
    let route = try find(number, Route.self)
    let added = pick(current.legs)
    switch below(5) {
    case 0:
      guard let added, !legs.contains(added) else { return }
      legs.append(added)
      try find(added, Leg.self).route = route
    case 1:
      guard let added, !legs.contains(added) else { return }
      let place = below(legs.count + 1)
      legs.insert(added, at: place)
      route.legs.insert(try find(added, Leg.self), at: place)
    case 2:
      guard !legs.isEmpty else { return }
      let place = below(legs.count)
      let leg = try find(legs.remove(at: place), Leg.self)
      if chance(2) { leg.route = nil } else { route.legs.remove(at: place) }
    case 3:
      guard legs.count > 1 else { return }
      let (first, second) = (below(legs.count), below(legs.count))
      legs.swapAt(first, second)
      route.legs.swapAt(first, second)
    default:
      legs = current.legs.keys.sorted().filter { _ in chance(2) }.shuffled(using: &generator)
      route.legs = try legs.map { try find($0, Leg.self) }
    }
    note("route \(number) has legs \(legs)")
    current.setLegs(legs, of: number)
  }
}
