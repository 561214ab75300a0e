import Foundation
import StoreModel
import SwiftData

extension HistoryRun {
  /// Compares all that the context shows with what it should show.
  func compare() throws {
    try compare(context, to: current, "the context")
    try compareChanges()
    if chance(2) { try compareQueries() }
  }

  func compare(_ context: ModelContext, to world: World, _ name: String) throws {
    let seen: World
    do {
      seen = try World(context)
    } catch let error as Discrepancy {
      throw Discrepancy(description: "\(name): \(error)")
    }
    guard seen == world.shown else {
      throw Discrepancy(description: "\(name): \(seen.difference(from: world.shown))")
    }
    try compareIdentifiers(context, name)
  }

  private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw Discrepancy(description: message()) }
  }

  // MARK: Changes

  /// What the context says to be inserted, changed and deleted.
  private func compareChanges() throws {
    let inserted = numbers(of: context.insertedModelsArray)
    let deleted = numbers(of: context.deletedModelsArray)
    let changed = numbers(of: context.changedModelsArray)
    let (now, before) = (current.numbers, saved.numbers)
    try require(
      inserted == now.subtracting(before).sorted(),
      "inserted are \(inserted) instead of \(now.subtracting(before).sorted())")
    try require(
      deleted == before.subtracting(now).sorted(),
      "deleted are \(deleted) instead of \(before.subtracting(now).sorted())")
    try require(now.intersection(before).isSuperset(of: changed), "changed are \(changed)")
    let missing = current.numbersChanged(since: saved).subtracting(changed)
    try require(missing.isEmpty, "changed are \(changed) without \(missing.sorted())")
    try require(
      context.hasChanges == !(inserted.isEmpty && deleted.isEmpty && changed.isEmpty),
      "hasChanges is \(context.hasChanges)")
  }

  private func numbers(of models: [any PersistentModel]) -> [Int] {
    models.compactMap { ($0 as? any NumberedModel)?.number }.sorted()
  }

  // MARK: Identifiers

  /// A model has one identifier, for life and in all contexts.
  private func compareIdentifiers(_ context: ModelContext, _ name: String) throws {
    try compareIdentifiers(Region.self, context, name)
    try compareIdentifiers(Town.self, context, name)
    try compareIdentifiers(Route.self, context, name)
    try compareIdentifiers(Permit.self, context, name)
    try compareIdentifiers(Guild.self, context, name)
    try compareIdentifiers(Landmark.self, context, name)
  }

  private func compareIdentifiers<Model: NumberedModel>(
    _ type: Model.Type, _ context: ModelContext, _ name: String
  ) throws {
    guard identifiers != nil else { return }
    for model in try context.fetch(FetchDescriptor<Model>()) {
      let identifier = model.persistentModelID
      let former = identifiers?.updateValue(identifier, forKey: model.number) ?? identifier
      try require(
        former == identifier && former.hashValue == identifier.hashValue,
        "\(name): \(type) \(model.number) has another identifier")
      let found = context.model(for: identifier)
      try require(found === model, "\(name): \(type) \(model.number) isn't found again")
    }
  }

  // MARK: Queries

  /// Asks some questions, and compares the answers with those of the world.
  private func compareQueries() throws {
    // What a deletion that is not saved yet shows to a query isn't said.
    guard current == current.shown else { return }
    let bound = below(60)
    try compare(
      FetchDescriptor<Town>(
        predicate: #Predicate { $0.value < bound },
        sortBy: [SortDescriptor(\.value), SortDescriptor(\.number)]),
      current.towns.filter { $0.value.value < bound }
        .sorted { ($0.value.value, $0.key) < ($1.value.value, $1.key) }.map(\.key))
    try compareTownQueries()
    try compareLandmarkQueries()
    try compare(
      FetchDescriptor<Region>(
        predicate: #Predicate { $0.towns.contains { $0.value < bound } },
        sortBy: [SortDescriptor(\.number)]),
      current.regions.keys.filter { region in
        current.towns.values.contains { $0.region == region && $0.value < bound }
      }.sorted())
    try compare(
      FetchDescriptor<Mayor>(
        predicate: #Predicate { $0.guild == nil }, sortBy: [SortDescriptor(\.number)]),
      current.mayors.filter { $0.value.guild == nil }.keys.sorted())
    try compare(
      FetchDescriptor<Route>(
        predicate: #Predicate { $0.legs.isEmpty }, sortBy: [SortDescriptor(\.number)]),
      current.routes.filter { $0.value.legs.isEmpty }.keys.sorted())
  }

  private func compareTownQueries() throws {
    let region = pick(current.regions) ?? 0
    let street = anyText()
    let calm: Town.Mood? = .calm
    try compareTowns(#Predicate { $0.region?.number == region }) { $0.region == region }
    try compareTowns(#Predicate { $0.site.street == street }) { $0.site.street == street }
    try compareTowns(#Predicate { $0.annex == nil }) { $0.annex == nil }
    try compareTowns(#Predicate { $0.mood == calm }) { $0.mood == .calm }
    try compareTowns(#Predicate { $0.site.spot?.x == 1 }) { $0.site.spot?.x == 1 }
    try compareTowns(#Predicate { $0.name != street }) { $0.name != street }
  }

  private func compareTowns(
    _ predicate: Predicate<Town>, _ matches: (World.Town) -> Bool
  ) throws {
    try compare(
      FetchDescriptor<Town>(predicate: predicate, sortBy: [SortDescriptor(\.number)]),
      current.towns.filter { matches($0.value) }.keys.sorted())
  }

  private func compareLandmarkQueries() throws {
    let code = anyCode()
    try compare(
      FetchDescriptor<Landmark>(
        predicate: #Predicate { $0.code == code }, sortBy: [SortDescriptor(\.number)]),
      current.landmarks.filter { $0.value.code == code }.keys.sorted())
    let light = below(3)
    try compare(
      FetchDescriptor<Beacon>(
        predicate: #Predicate { $0.light == light }, sortBy: [SortDescriptor(\.number)]),
      current.landmarks.filter { $0.value.light == light }.keys.sorted())
  }

  private func compare<Model: NumberedModel>(
    _ descriptor: FetchDescriptor<Model>, _ numbers: [Int]
  ) throws {
    let found = try context.fetch(descriptor)
    let predicate = descriptor.predicate.map { "\($0)" } ?? ""
    try require(
      found.map(\.number) == numbers,
      "\(predicate) finds \(found.map(\.number)) instead of \(numbers)")
    try require(
      try context.fetchCount(descriptor) == numbers.count,
      "\(predicate) counts wrongly instead of \(numbers.count)")
    guard identifiers != nil else { return }
    try require(
      try context.fetchIdentifiers(descriptor) == found.map(\.persistentModelID),
      "\(predicate) finds other identifiers")
  }

  // MARK: Files

  /// The files beside the store are just those that its rows name.
  func compareFiles() throws {
    let folder = store.folder.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var named: [String] = []
    for case .blob(let photo)? in try store.raw.rows("SELECT ZPHOTO FROM ZLANDMARK").map(\.first)
    where photo.first == 2 {
      named.append(String(decoding: photo.dropFirst().dropLast(), as: UTF8.self))
    }
    try require(
      found.sorted() == named.sorted(), "files are \(found.sorted()) instead of \(named.sorted())")
    let large = saved.landmarks.values.filter { ($0.photo?.count ?? 0) > 102_400 }.count
    try require(named.count == large, "\(named.count) values are in files instead of \(large)")
  }
}

extension World {
  /// Models of both worlds whose own rows differ.
  func numbersChanged(since saved: World) -> Set<Int> {
    var numbers: Set<Int> = []
    let (now, former) = (onlyRows(among: mayors), saved.onlyRows(among: mayors))
    func compare<Row: WorldRow>(_ table: KeyPath<World, [Int: Row]>) {
      let before = former[keyPath: table]
      for (number, row) in now[keyPath: table] {
        if let former = before[number], former != row { numbers.insert(number) }
      }
    }
    compare(\.regions)
    compare(\.towns)
    compare(\.permits)
    compare(\.routes)
    compare(\.legs)
    compare(\.mayors)
    compare(\.guilds)
    compare(\.seals)
    compare(\.landmarks)
    compare(\.plots)
    return numbers
  }

  /// The world without what changes though its owner is not in memory: what other rows or tables hold,
  /// and references without inverse to what is gone.
  private func onlyRows(among mayors: [Int: Mayor]) -> World {
    var world = self
    for number in routes.keys {
      world.routes[number]?.towns = []
      world.routes[number]?.legs = []
      world.routes[number]?.stops = []
      if let start = routes[number]?.start, mayors[start] == nil {
        world.routes[number]?.start = nil
      }
    }
    return world
  }
}
