import Foundation
import SwiftData
import Testing

@Suite struct ToManyTests {
  @Test(arguments: LinkOrder.allCases)
  func bothEndsAgreeInWhateverOrderTheyAreMade(order: LinkOrder) throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    let item =
      order == .inInitializer ? PackingItem(title: "Hat", trip: trip) : PackingItem(title: "Hat")
    switch order {
    case .inInitializer: context.insert(item)
    case .childEndBeforeInsert:
      item.trip = trip
      context.insert(trip)
    case .parentEndBeforeInsert:
      trip.items.append(item)
      context.insert(item)
    case .childEndAfterParentsInsert:
      context.insert(trip)
      item.trip = trip
    case .childEndAfterChildsInsert:
      context.insert(item)
      item.trip = trip
    case .parentEndAfterParentsInsert:
      context.insert(trip)
      trip.items.append(item)
    case .parentEndAfterChildsInsert:
      context.insert(item)
      trip.items = [item]
    case .bothEndsAfterBothInserts:
      context.insert(item)
      context.insert(trip)
      trip.items.append(item)
      item.trip = trip
    case .afterSave:
      context.insert(item)
      context.insert(trip)
      try context.save()
      item.trip = trip
    }
    #expect(item.trip === trip)
    #expect(trip.items.count == 1)
    #expect(trip.items.first === item)
    #expect(trip.modelContext === context)
    #expect(item.modelContext === context)
    try context.save()
    #expect(item.trip === trip)
    #expect(trip.items.map(\.title) == ["Hat"])
    let found = try store.fresh(store.container(Trip.self)).fetch(FetchDescriptor<PackingItem>())
    #expect(found.map { $0.trip?.name } == ["Rome"])
    try store.check()
  }

  enum LinkOrder: CaseIterable {
    case inInitializer, childEndBeforeInsert, parentEndBeforeInsert, childEndAfterParentsInsert
    case childEndAfterChildsInsert, parentEndAfterParentsInsert, parentEndAfterChildsInsert
    case bothEndsAfterBothInserts, afterSave
  }

  @Test func modelsWithoutContextKeepBothEndsInStep() {
    let first = Trip(name: "Rome")
    let second = Trip(name: "Oslo")
    let item = PackingItem(title: "Hat")
    first.items.append(item)
    #expect(item.trip === first)
    item.trip = second
    #expect(first.items.isEmpty)
    #expect(second.items.first === item)
    second.items = []
    #expect(item.trip == nil)
    #expect(item.modelContext == nil)
  }

  @Test func anArrayIsEditedInPlace() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    trip.items = ["a", "b", "c", "d"].map { PackingItem(title: $0) }
    try context.save()
    let second = trip.items[1]
    trip.items.remove(at: 1)
    #expect(second.trip == nil)
    trip.items.removeAll { $0.title == "d" }
    trip.items.insert(PackingItem(title: "e"), at: 0)
    trip.items.append(contentsOf: [PackingItem(title: "f"), PackingItem(title: "g")])
    trip.items.swapAt(0, 1)
    trip.items[2].title = "C"
    trip.items[0] = PackingItem(title: "A")
    #expect(trip.items.map(\.title) == ["A", "e", "C", "f", "g"])
    try context.save()
    #expect(Set(trip.items.map(\.title)) == ["A", "e", "C", "f", "g"])
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(Set(found.items.map(\.title)) == ["A", "e", "C", "f", "g"])
    let orphans = try other.fetch(FetchDescriptor<PackingItem>()).filter { $0.trip == nil }
    #expect(Set(orphans.map(\.title)) == ["a", "b", "d"])
    try store.check()
  }

  @Test func aModelNamedTwiceIsAMemberOnce() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    let item = PackingItem(title: "Hat")
    trip.items = [item, item]
    #expect(trip.items.count == 1)
    context.insert(trip)
    trip.items.append(item)
    #expect(trip.items.count == 1)
    let tag = Tag(name: "sea")
    trip.tags = [tag, tag]
    tag.trips.append(trip)
    try context.save()
    #expect(trip.tags.count == 1)
    #expect(tag.trips.count == 1)
    trip.tags.append(tag)
    #expect(!context.hasChanges)
    try store.check()
  }

  @Test func aWholeArrayIsReplaced() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    trip.items = ["a", "b"].map { PackingItem(title: $0) }
    let kept = trip.items[1]
    let dropped = trip.items[0]
    try context.save()
    trip.items = [PackingItem(title: "c"), kept]
    #expect(dropped.trip == nil)
    #expect(kept.trip === trip)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(Set(found.items.map(\.title)) == ["b", "c"])
    trip.items = []
    try context.save()
    #expect(trip.items.isEmpty)
    #expect(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first?.items.isEmpty == true)
    try store.check()
  }

  @Test func aChildMovesBetweenLoadedParents() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (first, second) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    let item = PackingItem(title: "Hat", trip: first)
    context.insert(item)
    context.insert(second)
    try context.save()
    second.items.append(item)
    #expect(first.items.isEmpty)
    #expect(item.trip === second)
    item.trip = first
    #expect(second.items.isEmpty)
    #expect(first.items.first === item)
    item.trip = second
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Trip>())
    #expect(found.first { $0.name == "Oslo" }?.items.count == 1)
    #expect(found.first { $0.name == "Rome" }?.items.isEmpty == true)
    try store.check()
  }

  @Test func aChildMovesBetweenParentsThatAreNotInMemory() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    try fill(container)
    let context = ModelContext(container)
    let item = try #require(try context.fetch(FetchDescriptor<PackingItem>()).first)
    let isOslo: (Trip) -> Bool = { $0.name == "Oslo" }
    let goal = try #require(try context.fetch(FetchDescriptor<Trip>()).first(where: isOslo))
    item.trip = goal
    let former = try #require(
      try context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Rome" })
    #expect(former.items.isEmpty)
    #expect(goal.items.map(\.title) == ["Hat"])
    context.rollback()
    #expect(former.items.map(\.title) == ["Hat"])
    #expect(goal.items.isEmpty)
    #expect(item.trip === former)
    goal.items.append(item)
    #expect(former.items.isEmpty)
    try context.save()
    #expect(former.items.isEmpty)
    #expect(goal.items.map(\.title) == ["Hat"])
    try store.check()
  }

  @Test func aChildIsTakenOutOfAParentThatIsNotInMemory() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    try fill(container)
    let context = ModelContext(container)
    let item = try #require(try context.fetch(FetchDescriptor<PackingItem>()).first)
    item.trip = nil
    #expect(item.hasChanges)
    try context.save()
    let trips = try context.fetch(FetchDescriptor<Trip>())
    #expect(trips.allSatisfy { $0.items.isEmpty })
    item.trip = nil
    #expect(!context.hasChanges)
    try store.check()
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(PackingItem(title: "Hat", trip: Trip(name: "Rome")))
    context.insert(Trip(name: "Oslo"))
    try context.save()
  }

  @Test func anOptionalToManyKeepsNilAndEmptyApartFromMembers() throws {
    let store = try TemporaryStore()
    let container = try store.container(Album.self)
    let context = ModelContext(container)
    let album = Album(name: "Summer")
    context.insert(album)
    #expect(album.photos?.isEmpty ?? true)
    album.photos = [Photo(name: "Sea")]
    album.photos?.append(Photo(name: "Sun"))
    #expect(album.photos?.map(\.name) == ["Sea", "Sun"])
    let sea = try #require(album.photos?.first)
    #expect(sea.album === album)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Album>()).first)
    #expect(found.photos?.map(\.name) == ["Sea", "Sun"])
    album.photos = nil
    #expect(sea.album == nil)
    #expect(album.photos?.isEmpty ?? true)
    try context.save()
    let after = try #require(try store.fresh(container).fetch(FetchDescriptor<Album>()).first)
    #expect(after.photos?.isEmpty ?? true)
    try store.check()
  }

  @Test func aRequiredToOneBringsItsDestinationIn() throws {
    let store = try TemporaryStore()
    let container = try store.container(Account.self)
    let context = ModelContext(container)
    let expense = Expense(amount: 3, account: Account(name: "Food"))
    context.insert(expense)
    #expect(expense.account.expenses.first === expense)
    #expect(context.insertedModelsArray.count == 2)
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Expense>()).first)
    #expect(found.account.name == "Food")
    #expect(found.account.expenses.first === found)
    let rent = Account(name: "Rent")
    found.account = rent
    #expect(rent.modelContext === other)
    try other.save()
    #expect(
      try store.fresh(container).fetch(FetchDescriptor<Expense>()).first?.account.name == "Rent")
    try store.check()
  }

  @Test func aMissingRequiredDestinationIsRefusedAndNeverTraps() throws {
    let store = try TemporaryStore()
    let container = try store.container(Museum.self)
    let context = ModelContext(container)
    let museum = Museum(name: "Louvre")
    let exhibit = Exhibit(name: "Mona Lisa", museum: museum)
    context.insert(exhibit)
    try context.save()
    museum.exhibits = []
    _ = exhibit.museum.name
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    #expect(exhibit.museum === museum)
    #expect(museum.exhibits.first === exhibit)
    context.delete(museum)
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.delete(exhibit)
    try context.save()
    _ = exhibit.museum.name
    #expect(try context.fetchCount(FetchDescriptor<Exhibit>()) == 0)
    try store.check()
  }
}
