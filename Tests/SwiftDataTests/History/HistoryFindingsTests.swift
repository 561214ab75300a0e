import Foundation
import SwiftData
import Testing

/// Short histories that once led astray, as random ones found them.
@Suite struct HistoryFindingsTests {
  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext
    let manager = UndoManager()

    /// A context that has nothing in memory of what was saved.
    init(_ prepare: (ModelContext) -> Void) throws {
      store = try TemporaryStore()
      container = try HistoryRun.container(store)
      let writer = ModelContext(container)
      prepare(writer)
      try writer.save()
      context = ModelContext(container)
      context.undoManager = manager
    }

    func first<Model: PersistentModel>(_ type: Model.Type) throws -> Model {
      try #require(try context.fetch(FetchDescriptor<Model>()).first)
    }
  }

  @Test func aMemberThatComesBackIsInWhatWasReadMeanwhile() throws {
    let setting = try Setting { writer in
      let route = Route(number: 1, value: 0)
      route.legs = [Leg(number: 2, value: 0), Leg(number: 3, value: 0)]
      writer.insert(route)
    }
    let leg = try setting.first(Leg.self)
    setting.context.delete(leg)
    let route = try setting.first(Route.self)
    #expect(route.legs.map(\.number) == [3])
    setting.manager.undo()
    #expect(route.legs.map(\.number) == [2, 3] && leg.route === route)
    #expect(!setting.context.hasChanges)
  }

  @Test func aModelThatBecameAnothersRowKeepsItFromDeletion() throws {
    let setting = try Setting { $0.insert(Landmark(number: 1, value: 0, code: "A", photo: nil)) }
    let known = try setting.first(Landmark.self)
    let new = Landmark(number: 2, value: 0, code: "A", photo: nil)
    setting.context.insert(new)
    try setting.context.save()
    #expect(known.number == 2)
    setting.context.delete(new)
    #expect(known.isDeleted && new.isDeleted)
    setting.context.insert(new)
    #expect(!known.isDeleted && !new.isDeleted)
    setting.context.delete(known)
    try setting.context.save()
    // It comes back as a new row.
    setting.context.insert(new)
    #expect(setting.context.insertedModelsArray.first === known)
    try setting.context.save()
    #expect(try setting.store.fresh(setting.container).fetchCount(FetchDescriptor<Landmark>()) == 1)
  }

  /// A region that is a part of itself, whose deletion asks for its parts once more.
  @Test func aModelInItselfComesBack() throws {
    let setting = try Setting { writer in
      let region = Region(number: 1, value: 0)
      region.parent = region
      writer.insert(region)
    }
    let region = try setting.first(Region.self)
    setting.context.delete(region)
    setting.manager.undo()
    #expect(region.parts == [region] && region.parent === region)
  }

  @Test func aModelWhoseRowIsGoneLeavesThoughItHasLostMembers() throws {
    let setting = try Setting { writer in
      let region = Region(number: 1, value: 0)
      let site = Town.Site(street: "")
      region.parts = [Region(number: 2, value: 0)]
      region.towns = [Town(number: 3, value: 0, site: site), Town(number: 4, value: 0, site: site)]
      writer.insert(region)
    }
    let regions = try setting.context.fetch(
      FetchDescriptor<Region>(sortBy: [SortDescriptor(\.number)]))
    let (region, part) = (try #require(regions.first), try #require(regions.last))
    let towns = region.towns
    let other = ModelContext(setting.container)
    try other.delete(model: Region.self, where: #Predicate { $0.number == 1 })
    try other.save()
    // Takes a town out of the region, and changes nothing of the region itself.
    setting.context.delete(towns[0])
    #expect(region.hasChanges)
    try setting.context.save()
    #expect(region.modelContext == nil && region.persistenceState == .gone)
    #expect(towns.allSatisfy { $0.modelContext == nil })
    #expect(part.parent == nil && !setting.context.hasChanges)
    try setting.store.check()
  }

  @Test func aModelWhoseRowIsGoneLeavesWithTheRollbackOfItsChanges() throws {
    let setting = try Setting { $0.insert(Route(number: 1, value: 0)) }
    let route = try setting.first(Route.self)
    route.value = 1
    let other = ModelContext(setting.container)
    try other.delete(model: Route.self)
    try other.save()
    #expect(throws: SwiftDataError.self) { try setting.context.save() }
    #expect(route.hasChanges && route.modelContext != nil)
    setting.context.rollback()
    #expect(route.modelContext == nil && route.value == 0)
    #expect(!setting.context.hasChanges)
  }

  @Test func whatIsRedoneIsDeniedAsBefore() throws {
    let setting = try Setting { $0.insert(Guild(number: 1, value: 0)) }
    let guild = try setting.first(Guild.self)
    let mayor = Mayor(number: 2, value: 0)
    mayor.guild = guild
    setting.context.delete(guild)
    #expect(throws: SwiftDataError.self) { try setting.context.save() }
    setting.manager.undo()
    #expect(mayor.modelContext == nil && !guild.isDeleted)
    setting.manager.redo()
    #expect(mayor.guild === guild && guild.isDeleted)
    #expect(throws: SwiftDataError.self) { try setting.context.save() }
    setting.context.insert(guild)
    #expect(guild.members == [mayor])
    try setting.context.save()
  }

  /// The model of a row that a new model turns out to be may be held by nobody but changes that the
  /// save settles.
  @Test func theModelOfARowLastsAsLongAsItIsMerged() throws {
    let setting = try Setting { writer in
      let landmark = Landmark(number: 1, value: 0, code: "A", photo: nil)
      landmark.town = Town(number: 2, value: 0, site: Town.Site(street: ""))
      writer.insert(landmark)
    }
    let town = try setting.first(Town.self)
    town.landmarks[0].town = nil
    town.landmarks.append(try setting.first(Landmark.self))
    let new = Landmark(number: 3, value: 0, code: "A", photo: nil)
    setting.context.insert(new)
    setting.context.undoManager = nil
    try setting.context.save()
    #expect(new.modelContext === setting.context && new.number == 3)
    #expect(town.landmarks.map(\.number) == [3])
  }

  @Test func aNewModelComesBackWithoutWhatCameWithItsDeletion() throws {
    let setting = try Setting { _ in }
    let guild = Guild(number: 1, value: 0)
    setting.context.insert(guild)
    setting.context.processPendingChanges()
    let mayor = Mayor(number: 2, value: 0)
    guild.members.append(mayor)
    setting.context.delete(guild)
    try setting.context.save()
    setting.manager.undo()
    #expect(guild.modelContext != nil && mayor.isDeleted)
    #expect(guild.members.isEmpty)
    setting.manager.redo()
    #expect(guild.modelContext == nil && !mayor.isDeleted && mayor.guild == nil)
  }

  @Test(arguments: [true, false]) func whatNoRuleCutsIsFoundAgain(isSaved: Bool) throws {
    let setting = try Setting { _ in }
    let guild = Guild(number: 1, value: 0)
    let seal = Seal(number: 2, value: 0)
    guild.seals = [seal]
    setting.context.insert(guild)
    setting.context.processPendingChanges()
    setting.context.delete(guild)
    if isSaved { try setting.context.save() }
    setting.manager.undo()
    #expect(guild.seals == [seal] && seal.guild === guild)
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Seal>()).first
    #expect(found?.guild?.number == 1)
    setting.manager.redo()
    #expect(guild.modelContext == nil || guild.isDeleted)
  }

  @Test(arguments: [true, false]) func aLinkToWhatAnotherContextHasDeletedIsRefused(
    isOwnerGone: Bool
  ) throws {
    let setting = try Setting { writer in
      writer.insert(Town(number: 1, value: 0, site: Town.Site(street: "")))
      writer.insert(Route(number: 2, value: 0))
    }
    let (town, route) = (try setting.first(Town.self), try setting.first(Route.self))
    route.towns = [town]
    let other = ModelContext(setting.container)
    if isOwnerGone {
      try other.delete(model: Route.self)
    } else {
      try other.delete(model: Town.self)
    }
    try other.save()
    #expect(throws: SwiftDataError.self) { try setting.context.save() }
    #expect(route.towns == [town] && town.routes == [route])
    setting.context.rollback()
    #expect(route.towns.isEmpty && town.routes.isEmpty && !setting.context.hasChanges)
    #expect((route.modelContext == nil) == isOwnerGone)
    try setting.context.save()
    try setting.store.check()
  }

  @Test func whatANewModelNeverHadIsUndoneAfterASave() throws {
    let setting = try Setting { _ in }
    let town = Town(number: 1, value: 0, site: Town.Site(street: ""))
    setting.context.insert(town)
    setting.context.processPendingChanges()
    town.annex = Town.Site(street: "a")
    town.name = "b"
    try setting.context.save()
    setting.manager.undo()
    #expect(town.annex == nil && town.name == nil)
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Town>()).first
    #expect(found?.name == nil && found?.annex == nil)
    setting.manager.redo()
    #expect(town.annex?.street == "a" && town.name == "b")
  }

  @Test func whatIsDeletedElsewhereIsNoMemberAfterARollback() throws {
    let setting = try Setting { writer in
      let guild = Guild(number: 1, value: 0)
      guild.seals = [2, 3, 4].map { Seal(number: $0, value: 0) }
      writer.insert(guild)
    }
    let guild = try setting.first(Guild.self)
    #expect(guild.seals.count == 3)
    guild.seals[0].guild = nil
    setting.context.delete(guild)
    let other = ModelContext(setting.container)
    try other.delete(model: Seal.self, where: #Predicate { $0.number == 3 })
    try other.save()
    _ = try setting.context.fetchCount(FetchDescriptor<Seal>())
    setting.context.rollback()
    #expect(guild.seals.map(\.number) == [2, 4] && !setting.context.hasChanges)
  }

  @Test func aDenialIsLiftedByMembersThatGoElsewhere() throws {
    let setting = try Setting { writer in
      let guild = Guild(number: 1, value: 0)
      guild.members = [Mayor(number: 2, value: 0)]
      writer.insert(guild)
    }
    let guild = try setting.first(Guild.self)
    let mayor = try setting.first(Mayor.self)
    #expect(guild.members == [mayor])
    setting.context.delete(guild)
    setting.context.delete(mayor)
    setting.context.insert(mayor)
    #expect(throws: SwiftDataError.self) { try setting.context.save() }
    mayor.guild = nil
    let other = ModelContext(setting.container)
    try other.fetch(FetchDescriptor<Mayor>()).first?.value = 7
    try other.save()
    try setting.context.save()
    #expect(mayor.value == 7 && mayor.guild == nil && guild.modelContext == nil)
    try setting.store.check()
  }

  @Test(arguments: [false, true])
  func aRedoneLinkIsThereForWhoeverReadsItFirstAfterwards(isRead: Bool) throws {
    let setting = try Setting { writer in
      writer.insert(Town(number: 1, value: 0, site: Town.Site(street: "a")))
      writer.insert(Route(number: 2, value: 0))
    }
    let town = try setting.first(Town.self)
    let route = try setting.first(Route.self)
    if isRead { _ = route.towns } else { try route.relationship(\.towns).append(town) }
    if isRead { route.towns = [town] }
    setting.manager.undo()
    setting.manager.redo()
    let other = ModelContext(setting.container)
    try other.fetch(FetchDescriptor<Town>()).first?.value = 7
    try other.save()
    #expect(try setting.context.fetchCount(FetchDescriptor<Town>()) == 1)
    #expect(town.routes == [route])
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Town>()).first
    #expect(found?.routes.map(\.number) == [2])
    try setting.store.check()
  }

  @Test(arguments: [false, true])
  func aLinkMadeBeforeItsEndWasDeletedIsUndoneWithIt(isRead: Bool) throws {
    let setting = try Setting { writer in
      writer.insert(Region(number: 1, value: 0))
      writer.insert(Region(number: 2, value: 0))
      writer.insert(Mayor(number: 3, value: 0))
      let route = Route(number: 4, value: 0)
      writer.insert(route)
    }
    let regions = try setting.context.fetch(
      FetchDescriptor<Region>(sortBy: [SortDescriptor(\.number)]))
    let mayor = try setting.first(Mayor.self)
    let route = try setting.first(Route.self)
    route.stops = [regions[0]]
    try setting.context.save()
    setting.context.processPendingChanges()
    if isRead { _ = route.stops }
    try route.relationship(\.stops).append(regions[1])
    route.start = mayor
    for model in [mayor, regions[0], regions[1]] as [any PersistentModel] {
      setting.context.delete(model)
    }
    try setting.context.save()
    setting.manager.undo()
    #expect(route.stops == [regions[0]] && route.start == nil)
    setting.manager.redo()
    #expect(route.stops.isEmpty && route.start == nil && regions[0].modelContext == nil)
    setting.manager.undo()
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Route>()).first
    #expect(found?.stops.map(\.number) == [1] && found?.start == nil)
    try setting.store.check()
  }

  @Test(arguments: [false, true])
  func aModelThatComesBackIsTheSameAfterItWasDeletedAndInserted(isUndone: Bool) throws {
    let setting = try Setting { writer in
      let guild = Guild(number: 1, value: 0)
      guild.seals = [Seal(number: 2, value: 0)]
      writer.insert(guild)
    }
    let guild = try setting.first(Guild.self)
    let seal = try setting.first(Seal.self)
    let identifiers = [guild.persistentModelID, seal.persistentModelID]
    setting.context.delete(guild)
    try setting.context.save()
    setting.manager.undo()
    setting.context.processPendingChanges()
    setting.context.delete(guild)
    setting.context.insert(guild)
    #expect([guild.persistentModelID, seal.persistentModelID] == identifiers)
    #expect(guild.seals == [seal])
    #expect(setting.context.model(for: identifiers[0]) as? Guild === guild)
    if isUndone {
      setting.manager.undo()
      setting.manager.redo()
    }
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Guild>()).first
    #expect(found?.persistentModelID == identifiers[0])
    #expect(found?.seals.map(\.persistentModelID) == [identifiers[1]])
    try setting.store.check()
  }
}
