import Foundation
import SwiftData
import Testing

@Suite struct DeleteRuleTests {
  /// When the owner of a graph is deleted.
  enum Moment: CaseIterable { case beforeSave, afterSave, afterSaveHoldingAll, afterReopening }

  private func counts(_ context: ModelContext) throws -> [Int] {
    try [
      context.fetchCount(FetchDescriptor<Trip>()),
      context.fetchCount(FetchDescriptor<PackingItem>()),
      context.fetchCount(FetchDescriptor<Tag>()), context.fetchCount(FetchDescriptor<Guide>()),
    ]
  }

  @Test(arguments: Moment.allCases)
  func cascadeTakesChildrenAndNullifyLeavesTheRest(moment: Moment) throws {
    let store = try TemporaryStore()
    var context = store.fresh(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat"), PackingItem(title: "Map")]
    let tag = Tag(name: "sea")
    trip.tags = [tag]
    trip.guide = Guide(name: "Anna")
    let other = Trip(name: "Oslo")
    other.items = [PackingItem(title: "Skis")]
    tag.trips.append(other)
    context.insert(trip)
    context.insert(tag)
    let guide = trip.guide
    if moment == .beforeSave, let guide { context.insert(guide) }
    if moment != .beforeSave { try context.save() }
    if moment == .afterSaveHoldingAll {
      #expect(trip.items.count == 2)
      #expect(tag.trips.count == 2)
      #expect(guide?.trip === trip)
    }
    if moment == .afterReopening { context = store.fresh(try store.container(Trip.self)) }
    let doomed = try #require(
      try context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Rome" })
    context.delete(doomed)
    #expect(try counts(context) == [1, 1, 1, 1])
    #expect(try context.fetch(FetchDescriptor<Guide>()).first?.trip == nil)
    #expect(try context.fetch(FetchDescriptor<Tag>()).first?.trips.map(\.name) == ["Oslo"])
    try context.save()
    #expect(try counts(context) == [1, 1, 1, 1])
    let fresh = store.fresh(try store.container(Trip.self))
    #expect(try counts(fresh) == [1, 1, 1, 1])
    #expect(try fresh.fetch(FetchDescriptor<Guide>()).first?.trip == nil)
    #expect(try fresh.fetch(FetchDescriptor<Tag>()).first?.trips.map(\.name) == ["Oslo"])
    #expect(try fresh.fetch(FetchDescriptor<PackingItem>()).map(\.title) == ["Skis"])
    try store.check()
  }

  @Test func deletingAChildLeavesTheParent() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat"), PackingItem(title: "Map")]
    context.insert(trip)
    try context.save()
    context.delete(trip.items[0])
    #expect(trip.items.map(\.title) == ["Map"])
    try context.save()
    #expect(trip.items.map(\.title) == ["Map"])
    for item in trip.items { context.delete(item) }
    #expect(trip.items.isEmpty)
    context.delete(trip)
    try context.save()
    #expect(try counts(context) == [0, 0, 0, 0])
    try store.check()
  }

  @Test func aRequiredChildGoesWithItsParent() throws {
    let store = try TemporaryStore()
    let container = try store.container(Account.self)
    let context = ModelContext(container)
    let account = Account(name: "Food")
    let expense = Expense(amount: 3, account: account)
    context.insert(expense)
    try context.save()
    context.delete(account)
    #expect(expense.isDeleted)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Expense>()) == 0)
    #expect(expense.amount == 3)
    _ = expense.account.name
    try store.check()
  }

  @Test func cascadesReachEveryDepth() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let writer = ModelContext(container)
    let root = Place(name: "0")
    var last = root
    for depth in 1...1_500 {
      let next = Place(name: "\(depth)", parent: last)
      if depth.isMultiple(of: 100) { _ = Place(name: "side \(depth)", parent: next) }
      last = next
    }
    writer.insert(last)
    writer.insert(root)
    try writer.save()
    #expect(try writer.fetchCount(FetchDescriptor<Place>()) >= 1_501)
    let context = ModelContext(container)
    let top = try #require(try context.fetch(FetchDescriptor<Place>()).first { $0.name == "0" })
    context.delete(top)
    #expect(context.deletedModelsArray.count >= 1_501)
    context.rollback()
    #expect(!context.hasChanges)
    context.delete(top)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Place>()) == 0)
    try store.check()
  }

  @Test(arguments: [false, true])
  func aRingOfCascadesEnds(isSaved: Bool) throws {
    let store = try TemporaryStore()
    let container = try store.container(Link.self)
    let context = ModelContext(container)
    let links = (0..<6).map { Link(number: $0) }
    for (index, link) in links.enumerated() { link.next = links[(index + 1) % links.count] }
    #expect(links[0].previous === links[5])
    context.insert(links[2])
    #expect(context.insertedModelsArray.count == 6)
    if isSaved { try context.save() }
    context.delete(links[4])
    #expect(links.allSatisfy { isSaved ? $0.isDeleted : $0.modelContext == nil })
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Link>()) == 0)
    try store.check()
  }

  @Test func denyRefusesTheSaveAndARollbackHeals() throws {
    let store = try TemporaryStore()
    let container = try store.container(Crew.self)
    let context = ModelContext(container)
    let crew = Crew(name: "Red")
    let sailor = Sailor(name: "Anna", crew: crew)
    crew.ship = Ship(name: "Argo")
    context.insert(sailor)
    try context.save()
    context.delete(crew)
    for _ in 0..<2 {
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(crew.isDeleted)
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Crew>()) == 1)
    context.rollback()
    #expect(!crew.isDeleted)
    #expect(sailor.crew === crew)
    #expect(crew.sailors.first === sailor)
    #expect(crew.ship?.name == "Argo")
    try context.save()
    try store.check()
  }

  @Test func denyGivesWayOnceNothingIsLeftToProtect() throws {
    let store = try TemporaryStore()
    let container = try store.container(Crew.self)
    let context = ModelContext(container)
    let (red, blue) = (Crew(name: "Red"), Crew(name: "Blue"))
    let (anna, ben) = (Sailor(name: "Anna", crew: red), Sailor(name: "Ben", crew: red))
    context.insert(anna)
    context.insert(ben)
    context.insert(blue)
    try context.save()
    context.delete(red)
    #expect(throws: SwiftDataError.self) { try context.save() }
    anna.crew = blue
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.delete(ben)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Crew>()).map(\.name) == ["Blue"])
    #expect(blue.sailors.first === anna)
    let unsaved = Crew(name: "Green")
    context.insert(unsaved)
    anna.crew = unsaved
    context.delete(unsaved)
    #expect(anna.crew == nil)
    try context.save()
    try store.check()
  }

  @Test func noActionLeavesAReferenceThatLeadsNowhere() throws {
    let store = try TemporaryStore()
    let container = try store.container(Drawer.self)
    let context = ModelContext(container)
    let drawer = Drawer(name: "top")
    let stamp = Stamp(name: "penny")
    drawer.stamps = [stamp]
    context.insert(drawer)
    try context.save()
    context.delete(drawer)
    try context.save()
    #expect(stamp.drawer == nil)
    let fresh = store.fresh(container)
    let found = try #require(try fresh.fetch(FetchDescriptor<Stamp>()).first)
    #expect(found.drawer == nil)
    found.drawer = nil
    found.name = "shilling"
    try fresh.save()
    #expect(try fresh.fetch(FetchDescriptor<Stamp>()).first?.drawer == nil)
  }

  @Test func allModelsOfAClassAreDeletedWithTheirGraph() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    for name in ["Rome", "Oslo"] {
      let trip = Trip(name: name)
      trip.items = [PackingItem(title: name)]
      context.insert(trip)
    }
    try context.save()
    context.insert(Trip(name: "pending"))
    try context.delete(model: Trip.self)
    #expect(context.insertedModelsArray.isEmpty)
    try context.save()
    #expect(try counts(context) == [0, 0, 0, 0])
    try store.check()
  }
}
