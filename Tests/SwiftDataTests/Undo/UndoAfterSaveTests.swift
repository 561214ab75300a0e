import Foundation
import SwiftData
import Testing

/// Changes of a context undone and redone after they are saved.
@Suite struct UndoAfterSaveTests {
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

    /// Saves, and looks at what was saved with another context.
    func saved<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
      try context.save()
      #expect(!context.hasChanges)
      return try store.fresh(container).fetch(FetchDescriptor<Model>())
    }
  }

  @Test func aSavedInsertionIsUndoneByADeletion() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    setting.context.insert(trip)
    try setting.context.save()
    let identifier = trip.persistentModelID
    for _ in 0..<2 {
      setting.manager.undo()
      #expect(trip.isDeleted && setting.context.deletedModelsArray.count == 2)
      #expect(try setting.saved(Trip.self).isEmpty)
      #expect(trip.persistenceState == .gone && trip.name == "Rome")
      #expect(try setting.context.fetchCount(FetchDescriptor<PackingItem>()) == 0)
      setting.manager.redo()
      #expect(trip.persistenceState == .inserted)
      #expect(trip.persistentModelID == identifier)
      #expect(trip.items.map(\.title) == ["Hat"])
      let found = try setting.saved(Trip.self)
      #expect(found.map(\.persistentModelID) == [identifier])
      #expect(found.map { $0.items.map(\.title) } == [["Hat"]])
    }
    try setting.store.check()
  }

  @Test func savedEditsAreUndone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    trip.name = "Oslo"
    trip.tagNames = []
    try setting.context.save()
    trip.name = "Bonn"
    try setting.context.save()
    setting.manager.undo()
    #expect(try setting.saved(Trip.self).map(\.name) == ["Oslo"])
    setting.manager.undo()
    #expect(trip.name == "Rome" && trip.tagNames == ["a", "b"])
    #expect(try setting.saved(Trip.self).map(\.name) == ["Rome"])
    setting.manager.redo()
    setting.manager.redo()
    #expect(try setting.saved(Trip.self).map(\.name) == ["Bonn"])
    try setting.store.check()
  }

  @Test("C09 A deletion with its cascade comes back whole, before and after a save")
  func aDeletionWithItsCascadeComesBackWhole() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = ["c", "a", "b"].map { PackingItem(title: $0) }
    trip.tags = [Tag(name: "sea"), Tag(name: "sun")]
    trip.guide = Guide(name: "Anna")
    let (items, tags, guide) = (trip.items, trip.tags, try #require(trip.guide))
    setting.context.insert(trip)
    try setting.context.save()
    let identifiers = [trip.persistentModelID] + items.map(\.persistentModelID)
    let hashes = identifiers.map(\.hashValue)
    for saves in [false, true, true] {
      setting.context.delete(trip)
      if saves { #expect(try setting.saved(Trip.self).isEmpty) }
      setting.manager.undo()
      setting.manager.redo()
      if saves { #expect(try setting.saved(PackingItem.self).isEmpty) }
      setting.manager.undo()
      #expect(trip.modelContext === setting.context)
      #expect(trip.items == items && items.allSatisfy { $0.trip === trip })
      #expect(trip.tags == tags && tags.allSatisfy { $0.trips == [trip] })
      #expect(trip.guide === guide && guide.trip === trip)
      #expect([trip.persistentModelID] + items.map(\.persistentModelID) == identifiers)
      #expect(identifiers.map(\.hashValue) == hashes)
      let found = try #require(try setting.saved(Trip.self).first)
      #expect([found.persistentModelID] + found.items.map(\.persistentModelID) == identifiers)
      #expect(found.items.map(\.title) == ["c", "a", "b"])
      #expect(Set(found.tags.map(\.name)) == ["sea", "sun"])
      #expect(found.tags.allSatisfy { $0.trips == [found] })
      #expect(found.guide?.name == "Anna" && found.guide?.trip === found)
      #expect(found.name == "Rome" && found.tagNames == ["a", "b"] && found.kind == .leisure)
      #expect(found.identifier == trip.identifier && found.budget == 12.5)
    }
    try setting.store.check()
  }

  @Test func aRowThatComesBackIsFoundByItsIdentifier() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    let identifier = trip.persistentModelID
    setting.context.delete(trip)
    try setting.context.save()
    setting.manager.undo()
    #expect(setting.context.model(for: identifier) === trip)
    #expect(trip.persistentModelID.isTemporary)
    #expect(Set([identifier]).contains(trip.persistentModelID))
    let other = Trip(name: "Oslo")
    setting.context.insert(other)
    try setting.context.save()
    #expect(!trip.persistentModelID.isTemporary)
    #expect(other.persistentModelID != identifier)
    #expect(try setting.saved(Trip.self).map(\.name) == ["Rome", "Oslo"])
  }

  @Test func referencesWithoutInverseComeBackToo() throws {
    let setting = try Setting(Wishlist.self)
    let list = Wishlist(name: "mine")
    let (hat, map) = (Souvenir(name: "Hat"), Souvenir(name: "Map"))
    list.wishes = [map, hat]
    list.favourite = hat
    setting.context.insert(list)
    try setting.context.save()
    for isFresh in [false, true] {
      let context = isFresh ? ModelContext(setting.container) : setting.context
      context.undoManager = setting.manager
      setting.manager.removeAllActions()
      let found = try #require(
        try context.fetch(
          FetchDescriptor<Souvenir>(predicate: #Predicate { $0.name == "Hat" })
        ).first)
      context.delete(found)
      try context.save()
      let owner = try #require(try context.fetch(FetchDescriptor<Wishlist>()).first)
      #expect(owner.favourite == nil && owner.wishes.map(\.name) == ["Map"])
      setting.manager.undo()
      #expect(owner.favourite === found)
      #expect(Set(owner.wishes.map(\.name)) == ["Hat", "Map"])
      try context.save()
      let seen = try #require(
        try setting.store.fresh(setting.container).fetch(FetchDescriptor<Wishlist>()).first)
      #expect(seen.favourite?.name == "Hat")
      #expect(Set(seen.wishes.map(\.name)) == ["Hat", "Map"])
      setting.manager.redo()
      try context.save()
      #expect(owner.favourite == nil && owner.wishes.map(\.name) == ["Map"])
      setting.manager.undo()
      try context.save()
    }
    try setting.store.check()
  }

  @Test func everyDeleteRuleIsUndone() throws {
    let setting = try Setting(Crew.self, Drawer.self, Account.self)
    let crew = Crew(name: "night")
    crew.ship = Ship(name: "Argo")
    let drawer = Drawer(name: "top")
    drawer.stamps = [Stamp(name: "blue")]
    let account = Account(name: "cash")
    setting.context.insert(crew)
    setting.context.insert(drawer)
    setting.context.insert(account)
    let expense = Expense(amount: 3, account: account)
    setting.context.insert(expense)
    try setting.context.save()
    let sailor = Sailor(name: "Jason", crew: crew)
    setting.context.insert(sailor)
    setting.context.processPendingChanges()
    setting.context.delete(crew)
    #expect(throws: SwiftDataError.modelValidationFailure) { try setting.context.save() }
    setting.manager.undo()
    #expect(crew.sailors == [sailor] && crew.ship?.name == "Argo")
    try setting.context.save()
    setting.context.delete(drawer)
    setting.context.delete(account)
    try setting.context.save()
    setting.manager.undo()
    #expect(drawer.stamps.map(\.name) == ["blue"] && drawer.stamps.first?.drawer === drawer)
    #expect(account.expenses == [expense] && expense.account === account)
    try setting.context.save()
    let other = setting.store.fresh(setting.container)
    #expect(try other.fetch(FetchDescriptor<Stamp>()).first?.drawer?.name == "top")
    #expect(try other.fetch(FetchDescriptor<Expense>()).first?.account.name == "cash")
    try setting.store.check()
  }

  @Test func ringsOfCascadesComeBack() throws {
    let setting = try Setting(Link.self, Place.self)
    let links = (0..<4).map { Link(number: $0) }
    for (index, link) in links.enumerated() { link.next = links[(index + 1) % 4] }
    let root = Place(name: "root")
    let leaf = Place(name: "leaf", parent: Place(name: "branch", parent: root))
    root.next = leaf
    leaf.next = leaf
    setting.context.insert(links[0])
    setting.context.insert(root)
    try setting.context.save()
    setting.context.delete(links[2])
    setting.context.delete(root)
    try setting.context.save()
    #expect(try setting.context.fetchCount(FetchDescriptor<Link>()) == 0)
    #expect(try setting.context.fetchCount(FetchDescriptor<Place>()) == 0)
    setting.manager.undo()
    #expect(links.allSatisfy { $0.next?.previous === $0 })
    let found = try setting.saved(Link.self)
    #expect(found.map(\.number) == [0, 1, 2, 3])
    #expect(found.map { $0.next?.number } == [1, 2, 3, 0])
    let places = try setting.saved(Place.self)
    #expect(places.first { $0.name == "leaf" }?.parent?.parent?.name == "root")
    #expect(places.first { $0.name == "root" }?.next?.next?.name == "leaf")
    try setting.store.check()
  }

  @Test func aFailedSaveLeavesWhatCanBeUndone() throws {
    let setting = try Setting(Museum.self)
    let museum = Museum(name: "Louvre")
    let exhibit = Exhibit(name: "Nike", museum: museum)
    setting.context.insert(exhibit)
    try setting.context.save()
    museum.name = "Prado"
    museum.exhibits = []
    #expect(throws: SwiftDataError.modelValidationFailure) { try setting.context.save() }
    setting.manager.undo()
    #expect(museum.name == "Louvre" && exhibit.museum === museum)
    #expect(museum.exhibits == [exhibit])
    #expect(!setting.context.hasChanges)
    setting.manager.redo()
    #expect(throws: SwiftDataError.modelValidationFailure) { try setting.context.save() }
    exhibit.museum = museum
    #expect(try setting.saved(Museum.self).map(\.name) == ["Prado"])
    setting.manager.undo()
    setting.manager.undo()
    #expect(try setting.saved(Museum.self).map(\.name) == ["Louvre"])
    try setting.store.check()
  }

  @Test func aRollbackForgetsWhatCouldBeUndone() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    let identifier = trip.persistentModelID
    setting.context.delete(trip)
    try setting.context.save()
    setting.manager.undo()
    #expect(setting.context.hasChanges && setting.manager.canRedo)
    setting.context.rollback()
    #expect(!setting.context.hasChanges && !setting.manager.canUndo && !setting.manager.canRedo)
    #expect(trip.persistenceState == .gone && trip.persistentModelID == identifier)
    #expect(trip.name == "Rome")
    // A model whose deletion is saved is inserted as a new one.
    setting.context.insert(trip)
    #expect(trip.persistentModelID != identifier)
    #expect(try setting.saved(Trip.self).count == 1)
    try setting.store.check()
  }

  @Test func aReturningModelMayBeDeletedAndInsertedAgain() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    let identifier = trip.persistentModelID
    setting.context.delete(trip)
    try setting.context.save()
    setting.manager.undo()
    setting.context.delete(trip)
    #expect(trip.persistenceState == .gone && !setting.context.hasChanges)
    setting.manager.undo()
    #expect(trip.persistenceState == .inserted && trip.persistentModelID == identifier)
    setting.context.delete(trip)
    setting.context.processPendingChanges()
    setting.context.insert(trip)
    #expect(trip.persistenceState == .inserted && trip.persistentModelID == identifier)
    setting.manager.undo()
    #expect(trip.persistenceState == .gone && trip.persistentModelID == identifier)
    setting.manager.undo()
    #expect(try setting.saved(Trip.self).map(\.persistentModelID) == [identifier])
    try setting.store.check()
  }

  @Test func whatAnotherContextHasChangedMeanwhileStays() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    setting.context.insert(trip)
    try setting.context.save()
    trip.name = "Oslo"
    trip.items.append(PackingItem(title: "Map"))
    try setting.context.save()
    let other = setting.store.fresh(setting.container)
    let same = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    same.rating = 9
    same.items.append(PackingItem(title: "Pen"))
    try other.save()
    #expect(try setting.context.fetch(FetchDescriptor<Trip>()).first?.rating == 9)
    setting.manager.undo()
    let found = try #require(try setting.saved(Trip.self).first)
    #expect(found.name == "Rome" && found.rating == 9)
    #expect(found.items.map(\.title) == ["Hat", "Pen"])
    try setting.store.check()
  }

  @Test func whatAnotherContextHasDeletedIsNotBroughtBack() throws {
    let setting = try Setting(Trip.self)
    let trip = Trip(name: "Rome")
    setting.context.insert(trip)
    try setting.context.save()
    trip.name = "Oslo"
    try setting.context.save()
    let other = ModelContext(setting.container)
    try other.delete(model: Trip.self)
    try other.save()
    for _ in 0..<2 {
      setting.manager.undo()
      setting.manager.redo()
      setting.manager.undo()
      #expect(trip.persistenceState == .gone && trip.name == "Oslo")
      #expect(try setting.saved(Trip.self).isEmpty)
    }
    try setting.store.check()
  }
}
