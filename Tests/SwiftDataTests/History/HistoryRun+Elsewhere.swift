import Foundation
import SwiftData

// What other contexts of the container do meanwhile.
extension HistoryRun {
  func changeElsewhere() throws {
    endAction()
    switch below(8) {
    case 0, 1: try changeValuesElsewhere()
    case 2: try insertElsewhere()
    case 3: try deleteElsewhere()
    case 4: try moveElsewhere()
    case 5: try linkElsewhere()
    case 6: try collide()
    default: try updateElsewhere()
    }
    // Looked at by the next use, which neither a rollback nor a read of what is held is.
    _ = try context.fetchCount(FetchDescriptor<Town>())
    forgetParted()
    // What another context does is not undone, so that worlds of before are none to come back to.
    undo?.forgetAll()
  }

  /// Whether the context has nothing that another could get in the way of.
  private var isSettled: Bool { !context.hasChanges && current == saved }

  private var changedNumbers: Set<Int> {
    Set(context.changedModelsArray.compactMap { ($0 as? any NumberedModel)?.number })
  }

  private func changeValuesElsewhere() throws {
    let other = ModelContext(container)
    try changeValues(Region.self, \.regions, in: other)
    try changeValues(Town.self, \.towns, in: other)
    try changeValues(Route.self, \.routes, in: other)
    try changeValues(Mayor.self, \.mayors, in: other)
    try changeValues(Leg.self, \.legs, in: other)
    try changeValues(Landmark.self, \.landmarks, in: other)
    try other.save()
  }

  private func changeValues<Model: NumberedModel, Row: WorldRow>(
    _ type: Model.Type, _ table: WritableKeyPath<World, [Int: Row]>, in other: ModelContext
  ) throws {
    for model in try other.fetch(FetchDescriptor<Model>()) where chance(3) {
      let number = model.number
      let isTouched = touched.contains(Touch(number: number, property: "value"))
      let (now, before) = (current[keyPath: table][number], saved[keyPath: table][number])
      // Whether an assignment that changes nothing in the end wins isn't said.
      if isTouched, now?.value == before?.value { continue }
      let value = 100 + below(900)
      note("\(type) \(number) elsewhere: value \(value)")
      model.value = value
      saved[keyPath: table][number]?.value = value
      if !isTouched { current[keyPath: table][number]?.value = value }
    }
  }

  private func insertElsewhere() throws {
    guard let region = pick(saved.regions.filter { current.regions[$0.key] != nil }) else { return }
    let other = ModelContext(container)
    lastNumber += 1
    let (number, site) = (lastNumber, anySite())
    note("town \(number) is inserted elsewhere, into region \(region)")
    let town = Town(number: number, value: 7, site: site)
    town.region = try find(region, Region.self, in: other)
    other.insert(town)
    try other.save()
    saved.towns[number] = .init(value: 7, site: site.kept, region: region)
    current.towns[number] = saved.towns[number]
  }

  private func deleteElsewhere() throws {
    switch below(7) {
    case 0: try delete(Permit.self, \.permits) { $0.permits[$1] = nil }
    case 1: try delete(Leg.self, \.legs) { $0.deleteLeg($1) }
    case 2: try delete(Seal.self, \.seals) { $0.seals[$1] = nil }
    case 3: try delete(Landmark.self, \.landmarks) { $0.landmarks[$1] = nil }
    case 4: try delete(Route.self, \.routes) { $0.routes[$1] = nil }
    case 5 where isSettled: try delete(Region.self, \.regions) { $0.deleteRegion($1) }
    case 6 where isSettled: try delete(Town.self, \.towns) { $0.deleteTown($1) }
    default: break
    }
  }

  private func delete<Model: NumberedModel, Row: WorldRow>(
    _ type: Model.Type, _ table: KeyPath<World, [Int: Row]>, _ apply: (inout World, Int) -> Void
  ) throws {
    let changed = changedNumbers
    let candidates = saved[keyPath: table].filter {
      current[keyPath: table][$0.key] != nil && !changed.contains($0.key)
    }
    guard let number = pick(candidates) else { return }
    note("\(type) \(number) is deleted elsewhere")
    let other = ModelContext(container)
    other.delete(try find(number, type, in: other))
    try other.save()
    apply(&saved, number)
    apply(&current, number)
  }

  /// Another context moves a town that this one has not changed.
  private func moveElsewhere() throws {
    let changed = changedNumbers
    let towns = saved.towns.filter { current.towns[$0.key] != nil && !changed.contains($0.key) }
    let regions = saved.regions.filter { current.regions[$0.key] != nil }
    guard let number = pick(towns) else { return }
    let goal = chance(3) ? nil : pick(regions)
    note("town \(number) moves elsewhere to region \(goal ?? 0)")
    let other = ModelContext(container)
    try find(number, Town.self, in: other).region = goal.map {
      try find($0, Region.self, in: other)
    }
    try other.save()
    saved.towns[number]?.region = goal
    current.towns[number]?.region = goal
  }

  /// Another context changes a many-to-many and an order.
  private func linkElsewhere() throws {
    guard isSettled, let number = pick(saved.routes) else { return }
    let other = ModelContext(container)
    let route = try find(number, Route.self, in: other)
    let towns = saved.towns.keys.sorted().filter { _ in chance(2) }
    let legs = saved.legs.keys.sorted().filter { _ in chance(2) }.shuffled(using: &generator)
    note("route \(number) elsewhere: towns \(towns), legs \(legs)")
    route.towns = try towns.map { try find($0, Town.self, in: other) }
    route.legs = try legs.map { try find($0, Leg.self, in: other) }
    try other.save()
    saved.routes[number]?.towns = Set(towns)
    saved.setLegs(legs, of: number)
    current = saved
  }

  /// Another context deletes what this one has changed: the save is refused.
  private func collide() throws {
    guard isSettled, let number = pick(saved.routes) else { return }
    let route = try find(number, Route.self)
    let (town, leg) = (pick(saved.towns), pick(saved.legs))
    var movedLeg: Int?
    if let town, saved.routes[number]?.towns.contains(town) == false, chance(2) {
      note("route \(number) leads to town \(town) and is deleted elsewhere")
      route.towns.append(try find(town, Town.self))
    } else if let leg, saved.route(of: leg) != number, chance(2) {
      note("route \(number) gets leg \(leg) and is deleted elsewhere")
      try find(leg, Leg.self).route = route
      movedLeg = leg
    } else {
      note("route \(number) is changed here and deleted elsewhere")
      route.value += 1
    }
    let other = ModelContext(container)
    other.delete(try find(number, Route.self, in: other))
    try other.save()
    saved.routes[number] = nil
    do {
      try context.save()
    } catch is SwiftDataError {
      if chance(2) {
        rollBack()
        guard route.modelContext == nil else {
          throw Discrepancy(description: "A model without row stays.")
        }
      } else {
        note("  and here")
        context.delete(route)
        // The leg had left its former route for this one.
        if let movedLeg { saved.takeOffRoute(movedLeg) }
        try context.save()
        forgetParted()
        current = saved
      }
      return
    }
    throw Discrepancy(description: "A deleted row was saved.")
  }

  /// Another context inserts what has the unique value of a saved row, which so becomes that one.
  private func updateElsewhere() throws {
    guard isSettled, let former = pick(saved.landmarks.filter { $0.value.code != nil }),
      var row = saved.landmarks[former], row.light == nil
    else { return }
    lastNumber += 1
    let number = lastNumber
    note("landmark \(former) becomes \(number) elsewhere")
    let other = ModelContext(container)
    row.value = 11
    row.photo = anyPhoto()
    other.insert(Landmark(number: number, value: 11, code: row.code, photo: row.photo))
    try other.save()
    saved.landmarks[former] = nil
    saved.landmarks[number] = row
    current = saved
    let model = held.removeValue(forKey: former)
    held[number] = model
    let identifier = identifiers?.removeValue(forKey: former)
    identifiers?[number] = identifier
  }

  private func find<Model: NumberedModel>(
    _ number: Int, _ type: Model.Type, in other: ModelContext
  ) throws -> Model {
    let found = try other.fetch(FetchDescriptor<Model>()).first { $0.number == number }
    guard let found else {
      throw Discrepancy(description: "\(type) \(number) isn't there elsewhere")
    }
    return found
  }
}
