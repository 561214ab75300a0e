import Foundation
import StoreModelTestSupport
import SwiftData
import Testing

/// One random history: the same steps on a context and on a world of plain values, compared after
/// every step.
final class HistoryRun {
  private let store: TemporaryStore
  private var container: ModelContainer
  private var context: ModelContext
  private var generator: SeededGenerator
  private var saved = World()
  private var current = World()
  private var lastNumber = 0
  /// Models that the program holds; all others have to be fetched again.
  private var held: [Int: any PersistentModel] = [:]
  private var log: [String] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    store = try TemporaryStore()
    container = try store.container(Region.self, Route.self)
    context = ModelContext(container)
  }

  var steps: String { log.joined(separator: "\n") }

  /// Takes so many steps; throws a `Discrepancy` at the first that leads astray.
  func run(steps count: Int, checksStore: Bool) throws {
    for _ in 0..<count {
      try step()
      if chance(2) { try compare(context, to: current, "the context") }
    }
    try compare(context, to: current, "the context")
    try save()
    try compare(context, to: current, "the context after the last save")
    try reopen()
    try compare(context, to: current, "the context after the last opening")
    if checksStore { try store.check() }
  }

  private func compare(_ context: ModelContext, to world: World, _ name: String) throws {
    let seen: World
    do {
      seen = try World(context)
    } catch let error as Discrepancy {
      throw Discrepancy(description: "\(name): \(error)")
    }
    guard seen != world else { return }
    throw Discrepancy(description: "\(name): \(seen.difference(from: world))")
  }

  // MARK: Chance

  private func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  private func chance(_ oneIn: Int) -> Bool { number(below: oneIn) == 0 }

  /// A number of the keys, always the same for the same history.
  private func pick<Value>(_ table: [Int: Value]) -> Int? {
    table.keys.sorted().randomElement(using: &generator)
  }

  private func find<Model: PersistentModel>(_ number: Int, _ type: Model.Type) throws -> Model {
    if let model = held[number] as? Model { return model }
    let found = try context.fetch(FetchDescriptor<Model>())
      .first { self.number(of: $0) == number }
    guard let found else { throw Discrepancy(description: "\(type) \(number) isn't there") }
    if chance(2) { held[number] = found }
    return found
  }

  private func number(of model: any PersistentModel) -> Int? {
    switch model {
    case let region as Region: region.number
    case let town as Town: town.number
    case let route as Route: route.number
    case let mayor as Mayor: mayor.number
    default: nil
    }
  }

  // MARK: Steps

  private func step() throws {
    switch number(below: 30) {
    case 0..<6: try insert()
    case 6..<9: try edit()
    case 9..<19: try link()
    case 19..<22: try delete()
    case 22: try deleteAndKeep()
    case 23: rollBack()
    case 24..<27: try save()
    case 27: try reopen()
    case 28: forgetSome()
    default: try changeElsewhere()
    }
  }

  /// Lets go of some models, in an order that is the same for the same history.
  private func forgetSome() {
    let all = chance(2)
    for number in held.keys.sorted() where all || chance(2) { held[number] = nil }
  }

  private func note(_ text: String) { log.append(text) }

  private func insert() throws {
    lastNumber += 1
    let value = number(below: 100)
    let model: any PersistentModel
    switch number(below: 4) {
    case 0:
      model = Region(number: lastNumber, value: value)
      current.regions[lastNumber] = .init(value: value)
    case 1:
      model = Town(number: lastNumber, value: value)
      current.towns[lastNumber] = .init(value: value)
    case 2:
      model = Route(number: lastNumber, value: value)
      current.routes[lastNumber] = .init(value: value)
    default:
      model = Mayor(number: lastNumber, value: value)
      current.mayors[lastNumber] = value
    }
    note("insert \(type(of: model)) \(lastNumber)")
    if let town = model as? Town, chance(2), let region = pick(current.regions) {
      // A relationship to a model of the context inserts the town.
      note("  through region \(region)")
      current.towns[town.number]?.region = region
      let owner = try find(region, Region.self)
      if chance(2) { owner.towns.append(town) } else { town.region = owner }
    } else {
      context.insert(model)
    }
    if chance(2) { held[lastNumber] = model }
  }

  private func edit() throws {
    let value = number(below: 5)
    switch number(below: 4) {
    case 0:
      guard let number = pick(current.regions) else { return }
      note("region \(number): value \(value)")
      try find(number, Region.self).value = value
      current.regions[number]?.value = value
    case 1:
      guard let number = pick(current.towns) else { return }
      note("town \(number): value \(value)")
      try find(number, Town.self).value = value
      current.towns[number]?.value = value
    case 2:
      guard let number = pick(current.routes) else { return }
      note("route \(number): value \(value)")
      try find(number, Route.self).value = value
      current.routes[number]?.value = value
    default:
      guard let number = pick(current.mayors) else { return }
      note("mayor \(number): value \(value)")
      try find(number, Mayor.self).value = value
      current.mayors[number] = value
    }
  }

  private func link() throws {
    switch number(below: 6) {
    case 0, 1: try moveTown()
    case 2: try moveRegion()
    case 3: try changeRoute()
    case 4: try seatMayor()
    default: try pointRoute()
    }
  }

  private func moveTown() throws {
    guard let number = pick(current.towns) else { return }
    let goal = chance(4) ? nil : pick(current.regions)
    note("town \(number) to region \(goal ?? 0)")
    let town = try find(number, Town.self)
    if let goal {
      let region = try find(goal, Region.self)
      switch self.number(below: 3) {
      case 0: town.region = region
      case 1: region.towns.append(town)
      default: region.towns = region.towns.shuffled(using: &generator) + [town]
      }
    } else if chance(2), let region = town.region {
      region.towns.removeAll { $0 === town }
    } else {
      town.region = nil
    }
    current.towns[number]?.region = goal
  }

  private func moveRegion() throws {
    guard let number = pick(current.regions), let goal = pick(current.regions) else { return }
    let region = try find(number, Region.self)
    if chance(3) {
      note("region \(number) has no parts")
      region.parts = []
      for part in current.regions.keys where current.regions[part]?.parent == number {
        current.regions[part]?.parent = nil
      }
      return
    }
    note("region \(number) under \(goal)")
    let parent = try find(goal, Region.self)
    if chance(2) { region.parent = parent } else { parent.parts.append(region) }
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

  /// Marks a model for deletion; returns it.
  @discardableResult
  private func delete() throws -> (any PersistentModel)? {
    let model: any PersistentModel
    switch number(below: 4) {
    case 0:
      guard let number = pick(current.regions) else { return nil }
      note("delete region \(number)")
      model = try find(number, Region.self)
      current.deleteRegion(number)
    case 1:
      guard let number = pick(current.towns) else { return nil }
      note("delete town \(number)")
      model = try find(number, Town.self)
      current.deleteTown(number)
    case 2:
      guard let number = pick(current.routes) else { return nil }
      note("delete route \(number)")
      model = try find(number, Route.self)
      current.routes[number] = nil
    default:
      guard let number = pick(current.mayors) else { return nil }
      note("delete mayor \(number)")
      model = try find(number, Mayor.self)
      current.deleteMayor(number)
    }
    delete(model)
    return model
  }

  private func delete<Model: PersistentModel>(_ model: Model) { context.delete(model) }
  private func insert<Model: PersistentModel>(_ model: Model) { context.insert(model) }

  /// Deletes a model and inserts it again at once: all is as before.
  private func deleteAndKeep() throws {
    let before = current
    guard let model = try delete() else { return }
    note("  and keep it")
    insert(model)
    current = before
    if let number = number(of: model) {
      // A reference without inverse to what was never saved is not found again.
      held[number] = model
    }
  }

  private func rollBack() {
    note("rollback")
    context.rollback()
    for number in held.keys where held[number]?.modelContext == nil { held[number] = nil }
    current = saved
  }

  private func save() throws {
    note("save")
    try context.save()
    for number in held.keys where held[number]?.modelContext == nil { held[number] = nil }
    saved = current
    if chance(3) {
      try compare(store.fresh(container), to: saved, "another context")
    }
  }

  private func reopen() throws {
    note("reopen")
    held = [:]
    current = saved
    if chance(2) { container = try store.container(Region.self, Route.self) }
    context = ModelContext(container)
  }

  /// Another context saves some values; this one reads them.
  private func changeElsewhere() throws {
    guard !saved.towns.isEmpty, !context.hasChanges else { return }
    let other = ModelContext(container)
    for town in try other.fetch(FetchDescriptor<Town>()) where chance(2) {
      town.value = number(below: 1_000)
      saved.towns[town.number]?.value = town.value
    }
    note("values change elsewhere")
    try other.save()
    current = saved
  }
}
