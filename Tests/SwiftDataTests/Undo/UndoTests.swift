import Foundation
import SwiftData
import Testing

/// Changes of a context undone and redone before they are saved.
@Suite struct UndoTests {
  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext
    let manager = UndoManager()

    init(_ types: any PersistentModel.Type...) throws {
      store = try TemporaryStore()
      container = try ModelContainer(
        for: Schema(types), configurations: [ModelConfiguration(url: store.url)])
      context = ModelContext(container)
      context.undoManager = manager
    }
  }

  @Test func aContextHasNoManagerByDefault() throws {
    let setting = try Setting(Trip.self)
    #expect(ModelContext(setting.container).undoManager == nil)
    #expect(setting.context.undoManager === setting.manager)
    setting.context.insert(Trip(name: "Rome"))
    #expect(setting.manager.canUndo)
    setting.context.undoManager = nil
    #expect(setting.context.undoManager == nil)
    #expect(!setting.manager.canUndo)
    setting.manager.undo()
    #expect(setting.context.insertedModelsArray.count == 1)
  }

  @MainActor @Test func theMainContextHasNoneUntilItIsGivenOne() throws {
    let setting = try Setting(Trip.self)
    let context = setting.container.mainContext
    #expect(context.undoManager == nil)
    context.undoManager = setting.manager
    let trip = Trip(name: "Rome")
    context.insert(trip)
    setting.manager.undo()
    #expect(trip.modelContext == nil)
    #expect(!context.hasChanges)
  }

  @Test func insertionsAreUndoneAndRedone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat"), PackingItem(title: "Map")]
    let identifier = trip.persistentModelID
    setting.context.insert(trip)
    setting.manager.undo()
    #expect(trip.modelContext == nil && trip.persistenceState == .unmanaged)
    #expect(!setting.context.hasChanges)
    #expect(try setting.context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
    setting.manager.redo()
    #expect(trip.modelContext === setting.context)
    #expect(setting.context.insertedModelsArray.count == 3)
    #expect(trip.items.map(\.title) == ["Hat", "Map"])
    #expect(trip.persistentModelID == identifier)
    try setting.context.save()
    #expect(trip.persistentModelID == identifier)
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Trip>())
    #expect(found.map { $0.items.map(\.title) } == [["Hat", "Map"]])
    try setting.store.check()
  }

  @Test func editsOfEveryKindAreUndoneAndRedone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    for isSaved in [false, true] {
      if isSaved { try setting.context.save() }
      setting.manager.removeAllActions()
      trip.name = "Oslo"
      trip.name = "Bergen"
      trip.destination = "North"
      trip.rating = 5
      trip.price = .nan
      trip.tagNames.append("c")
      trip.kind = .work
      trip.website = URL(string: "https://example.org")
      trip.cover = Data([1])
      setting.manager.undo()
      #expect(trip.name == "Rome" && trip.destination == nil && trip.rating == 3)
      #expect(trip.price == 1.5 && trip.tagNames == ["a", "b"] && trip.kind == .leisure)
      #expect(trip.website == nil && trip.cover == nil)
      // All is as it was saved, so that there is nothing to save.
      #expect(trip.hasChanges == !isSaved)
      #expect(setting.context.changedModelsArray.isEmpty)
      setting.manager.redo()
      #expect(trip.name == "Bergen" && trip.destination == "North" && trip.rating == 5)
      #expect(trip.price.isNaN && trip.tagNames == ["a", "b", "c"] && trip.kind == .work)
      #expect(trip.website?.host() == "example.org" && trip.cover == Data([1]))
      #expect(setting.context.changedModelsArray.count == (isSaved ? 1 : 0))
      setting.manager.undo()
      #expect(trip.name == "Rome")
    }
  }

  @Test func relationshipsAreUndoneAtBothEndsWithTheirOrder() throws {
    let setting = try Setting(Trip.self)
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    rome.items = ["a", "b", "c", "d"].map { PackingItem(title: $0) }
    rome.tags = [Tag(name: "sea"), Tag(name: "sun")]
    rome.guide = Guide(name: "Anna")
    oslo.guide = Guide(name: "Bert")
    let (items, tags) = (rome.items, rome.tags)
    let (anna, bert) = (rome.guide, oslo.guide)
    setting.context.insert(rome)
    setting.context.insert(oslo)
    func expectBefore(sourceLocation: SourceLocation = #_sourceLocation) {
      let isRight =
        rome.items == items && oslo.items.isEmpty && items.allSatisfy { $0.trip === rome }
        && rome.tags == tags && tags.allSatisfy { $0.trips == [rome] } && rome.guide === anna
        && oslo.guide === bert && anna?.trip === rome && bert?.trip === oslo
      #expect(isRight, sourceLocation: sourceLocation)
    }
    func expectAfter(sourceLocation: SourceLocation = #_sourceLocation) {
      let isRight =
        rome.items == [items[3], items[0]] && oslo.items == [items[2], items[1]]
        && items[1].trip === oslo && rome.tags == [tags[1]] && tags[0].trips == [oslo]
        && rome.guide == nil && oslo.guide === anna && anna?.trip === oslo && bert?.trip == nil
      #expect(isRight, sourceLocation: sourceLocation)
    }
    for isSaved in [false, true] {
      if isSaved { try setting.context.save() }
      setting.manager.removeAllActions()
      expectBefore()
      items[2].trip = oslo
      oslo.items.append(items[1])
      rome.items = [items[3], items[0]]
      rome.tags.removeFirst()
      oslo.tags = [tags[0]]
      anna?.trip = oslo
      expectAfter()
      for _ in 0..<2 {
        setting.manager.undo()
        expectBefore()
        #expect(setting.context.changedModelsArray.isEmpty)
        setting.manager.redo()
        expectAfter()
      }
      setting.manager.undo()
      expectBefore()
    }
    try setting.context.save()
    try setting.store.check()
  }

  @Test func membersThatAreNotLoadedAreNotLoadedForIt() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = ["a", "b", "c"].map { PackingItem(title: $0) }
    setting.context.insert(trip)
    try setting.context.save()
    let context = ModelContext(setting.container)
    context.undoManager = setting.manager
    setting.manager.removeAllActions()
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    let middle = try #require(
      try context.fetch(FetchDescriptor<PackingItem>(predicate: #Predicate { $0.title == "b" }))
        .first)
    middle.trip = nil
    #expect(found.items.map(\.title) == ["a", "c"])
    setting.manager.undo()
    #expect(found.items.map(\.title) == ["a", "b", "c"])
    #expect(!context.hasChanges)
    setting.manager.redo()
    #expect(found.items.map(\.title) == ["a", "c"])
    try context.save()
    #expect(found.items.map(\.title) == ["a", "c"])
    setting.manager.undo()
    #expect(found.items.map(\.title) == ["a", "b", "c"])
    try context.save()
    #expect(found.items.map(\.title) == ["a", "b", "c"])
  }

  @Test func deletionsAreUndoneWithAllTheyTookAlong() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = ["b", "a"].map { PackingItem(title: $0) }
    trip.tags = [Tag(name: "sea")]
    trip.guide = Guide(name: "Anna")
    let (items, tag, guide) = (trip.items, trip.tags[0], try #require(trip.guide))
    setting.context.insert(trip)
    for isSaved in [false, true] {
      if isSaved { try setting.context.save() }
      setting.manager.removeAllActions()
      trip.items.reverse()
      setting.manager.removeAllActions()
      let deletions = isSaved ? 3 : 0
      setting.context.delete(trip)
      #expect(setting.context.deletedModelsArray.count == deletions)
      for _ in 0..<2 {
        setting.manager.undo()
        #expect(setting.context.deletedModelsArray.isEmpty)
        #expect(trip.modelContext === setting.context && !trip.isDeleted)
        #expect(trip.items == [items[1], items[0]])
        #expect(items.allSatisfy { $0.trip === trip && $0.modelContext === setting.context })
        #expect(tag.trips == [trip] && trip.tags == [tag])
        #expect(guide.trip === trip && trip.guide === guide)
        setting.manager.redo()
        #expect(setting.context.deletedModelsArray.count == deletions)
        #expect(tag.trips.isEmpty && guide.trip == nil)
        #expect(try setting.context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
      }
      setting.manager.undo()
      trip.items = items
    }
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Trip>())
    #expect(found.map { $0.items.map(\.title) } == [["b", "a"]])
    try setting.store.check()
  }

  @Test func whatIsInsertedAndDeletedInOneGroupLeavesNothing() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    setting.context.delete(trip)
    setting.manager.undo()
    setting.manager.redo()
    setting.manager.undo()
    #expect(trip.modelContext == nil)
    #expect(!setting.context.hasChanges)
  }

  @Test func keepingADeletedModelIsUndone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    setting.context.delete(trip)
    setting.context.processPendingChanges()
    setting.context.insert(trip)
    trip.name = "Oslo"
    setting.manager.undo()
    #expect(trip.isDeleted)
    setting.manager.undo()
    #expect(!trip.isDeleted && trip.name == "Rome")
    setting.manager.redo()
    setting.manager.redo()
    #expect(!trip.isDeleted && trip.name == "Oslo")
    #expect(setting.context.changedModelsArray.count == 1)
    try setting.context.save()
    try setting.store.check()
  }

  @Test func processingPendingChangesAndGroupsPartWhatIsUndone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "0")
    setting.context.insert(trip)
    setting.context.processPendingChanges()
    trip.name = "1"
    setting.context.processPendingChanges()
    setting.manager.beginUndoGrouping()
    trip.name = "2"
    setting.context.processPendingChanges()
    trip.name = "3"
    setting.manager.endUndoGrouping()
    trip.name = "4"
    for name in ["3", "1", "0"] {
      setting.manager.undo()
      #expect(trip.name == name)
    }
    setting.manager.undo()
    #expect(trip.modelContext == nil)
    for name in ["0", "1", "3", "4"] {
      setting.manager.redo()
      #expect(trip.name == name)
    }
  }

  @Test func changesWithoutRecordingStay() throws {
    let setting = try Setting(Trip.self)
    let (rome, oslo, bonn) = (Trip(name: "Rome"), Trip(name: "Oslo"), Trip(name: "Bonn"))
    let item = PackingItem(title: "Hat", trip: rome)
    for trip in [rome, oslo, bonn] { setting.context.insert(trip) }
    setting.manager.removeAllActions()
    item.trip = oslo
    setting.manager.disableUndoRegistration()
    item.trip = bonn
    rome.name = "Roma"
    setting.manager.enableUndoRegistration()
    setting.manager.undo()
    #expect(item.trip === rome)
    #expect(rome.items == [item] && oslo.items.isEmpty && bonn.items.isEmpty)
    #expect(rome.name == "Roma")
  }

  @Test func oneManagerServesSeveralContexts() throws {
    let setting = try Setting(Trip.self)
    let other = ModelContext(setting.container)
    other.undoManager = setting.manager
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    setting.context.insert(rome)
    other.insert(oslo)
    rome.name = "Roma"
    setting.manager.undo()
    #expect(rome.modelContext == nil && oslo.modelContext == nil)
    setting.manager.redo()
    #expect(rome.modelContext === setting.context && oslo.modelContext === other)
    setting.context.rollback()
    #expect(setting.manager.canUndo)
    setting.manager.undo()
    #expect(oslo.modelContext == nil)
    other.rollback()
    #expect(!setting.manager.canUndo && !setting.manager.canRedo)
  }

  @Test func aContextMayGoBeforeItsManager() throws {
    let setting = try Setting(Trip.self)
    weak var watched: Trip?
    do {
      let context = ModelContext(setting.container)
      context.undoManager = setting.manager
      let trip = Trip(name: "Rome")
      trip.items = [PackingItem(title: "Hat")]
      watched = trip
      context.insert(trip)
      try context.save()
      context.delete(trip)
    }
    #expect(watched == nil)
    #expect(!setting.manager.canUndo)
    setting.manager.undo()
  }

  @Test func observersSeeWhatIsUndone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    setting.context.processPendingChanges()
    trip.name = "Oslo"
    let log = Log()
    withObservationTracking {
      _ = trip.name
    } onChange: {
      log.append("name")
    }
    setting.manager.undo()
    #expect(log.texts == ["name"])
  }
}
