import Foundation
import SwiftData
import Testing

/// What goes wrong with relationships and deletions elsewhere, by the numbers of the list of such
/// troubles.
@Suite struct RelationshipPainPointTests {
  @Test("R01 An array that is saved at once is read back in its order")
  func arraysKeepTheirOrder() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    for title in ["c", "a", "b"] { trip.items.append(PackingItem(title: title)) }
    try context.save()
    #expect(trip.items.map(\.title) == ["c", "a", "b"])
    for title in ["z", "y"] { trip.items.append(PackingItem(title: title)) }
    try context.save()
    for _ in 0..<2 {
      let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
      #expect(found.items.map(\.title) == ["c", "a", "b", "z", "y"])
    }
    let reopened = store.fresh(try store.container(Trip.self))
    let found = try #require(try reopened.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.items.map(\.title) == ["c", "a", "b", "z", "y"])
  }

  @Test(
    "R02 A parent and a child that requires it are inserted in any order, and twice",
    arguments: [[0], [1], [0, 1], [1, 0], [0, 1, 0, 1, 1]])
  func anyOrderOfInsertion(order: [Int]) throws {
    let store = try TemporaryStore()
    let container = try store.container(Account.self)
    let context = ModelContext(container)
    let account = Account(name: "Food")
    let expense = Expense(amount: 3, account: account)
    for which in order {
      if which == 0 { context.insert(account) } else { context.insert(expense) }
    }
    // The account knows of the expense once the expense has been touched.
    #expect(expense.account === account)
    #expect(account.expenses.map(\.amount) == [3])
    try context.save()
    context.insert(account)
    context.insert(expense)
    #expect(!context.hasChanges)
    let found = try store.fresh(container).fetch(FetchDescriptor<Expense>())
    #expect(found.map(\.account.name) == ["Food"])
    #expect(found.first?.account.expenses.count == 1)
  }

  @Test("R06 An optional to-many that nobody set is empty, and stays so")
  func optionalToManyIsEmpty() throws {
    let store = try TemporaryStore()
    let container = try store.container(Album.self)
    let context = ModelContext(container)
    let album = Album(name: "Summer")
    #expect(album.photos == [])
    context.insert(album)
    #expect(album.photos == [])
    try context.save()
    #expect(album.photos == [])
    album.photos = nil
    #expect(album.photos == [])
    #expect(!context.hasChanges)
    album.photos = [Photo(name: "Sea")]
    try context.save()
    album.photos = nil
    #expect(album.photos == [])
    try context.save()
    let reopened = store.fresh(try store.container(Album.self))
    #expect(try reopened.fetch(FetchDescriptor<Album>()).first?.photos == [])
    #expect(try reopened.fetch(FetchDescriptor<Photo>()).map { $0.album == nil } == [true])
  }

  @Test("R07 A to-many may be touched before anything is inserted")
  func toManyBeforeInsertion() throws {
    let (trip, tag) = (Trip(name: "Rome"), Tag(name: "sea"))
    #expect(trip.tags.isEmpty)
    trip.tags.append(tag)
    #expect(tag.trips == [trip])
    tag.trips.removeAll()
    #expect(trip.tags.isEmpty)
    tag.trips = [trip]
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(tag)
    try context.save()
    #expect(try store.fresh(container).fetch(FetchDescriptor<Tag>()).map(\.trips.count) == [1])
  }

  @Test("R08 One side that names the inverse is enough, whichever it is")
  func oneSideNamesTheInverse() throws {
    // Trip names PackingItem.trip; Exhibit names Museum.exhibits; nobody names anything here.
    let schema = Schema([Trip.self, Museum.self, Shapes.Owner.self])
    func inverse(_ entity: String, _ property: String) -> String? {
      schema.entities.first { $0.name == entity }?.relationshipsByName[property]?.inverseName
    }
    #expect(inverse("Trip", "items") == "trip")
    #expect(inverse("PackingItem", "trip") == "items")
    #expect(inverse("Exhibit", "museum") == "exhibits")
    #expect(inverse("Museum", "exhibits") == "museum")
    let museum = Museum(name: "Louvre")
    let exhibit = Exhibit(name: "Mona Lisa", museum: museum)
    #expect(exhibit.museum === museum)
    #expect(museum.exhibits == [exhibit])
  }

  @Test("R09 A related object is read from the store again for as long as its row exists")
  func relatedObjectsAreReadAgain() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(PackingItem(title: "Hat", trip: Trip(name: "Rome")))
    try context.save()
    let reader = ModelContext(container)
    let item = try #require(try reader.fetch(FetchDescriptor<PackingItem>()).first)
    for _ in 0..<3 {
      // Nobody holds the trip between two rounds.
      #expect(item.trip?.name == "Rome")
      #expect(item.trip?.items.map(\.title) == ["Hat"])
    }
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    for item in trip.items { item.trip = nil }
    context.delete(trip)
    try context.save()
    #expect(item.trip == nil)
    #expect(item.title == "Hat")
    _ = try reader.fetch(FetchDescriptor<PackingItem>())
    #expect(item.trip == nil)
  }

  @Test("R10 A relationship may be set from both ends in an initializer")
  func bothEndsInAnInitializer() throws {
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: WineCrate.self, WineBottle.self, configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    let crate = WineCrate(bottles: 3)
    #expect(crate.bottles.allSatisfy { $0.crate === crate })
    let late = WineBottle(crate: crate)
    context.insert(crate)
    context.insert(late)
    #expect(crate.bottles.count == 4)
    #expect(crate.bottles.last === late)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<WineCrate>()).first)
    #expect(found.bottles.count == 4)
    #expect(found.bottles.allSatisfy { $0.crate === found })
    try store.check()
  }

  @Test("D01 Deleting what a one-way reference leads to leaves no dangling key")
  func noDanglingKeys() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self)
    let context = ModelContext(container)
    let list = Wishlist(name: "Mine")
    let (hat, cup) = (Souvenir(name: "hat"), Souvenir(name: "cup"))
    list.favourite = hat
    list.wishes = [hat, cup]
    context.insert(list)
    try context.save()
    // The list is not in this context's memory when the souvenir goes.
    let other = ModelContext(container)
    let doomed = try #require(
      try other.fetch(FetchDescriptor<Souvenir>()).first { $0.name == "hat" })
    other.delete(doomed)
    try other.save()
    #expect(try store.raw.texts("SELECT ZFAVOURITE FROM ZWISHLIST") == ["NULL"])
    // The list's row has changed, and its history says so.
    #expect(try store.raw.integer("SELECT Z_OPT FROM ZWISHLIST") == 2)
    let updates = "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1 AND ZCOLUMNS IS NOT NULL"
    #expect(try store.raw.integer(updates) == 1)
    _ = try context.fetch(FetchDescriptor<Wishlist>())
    #expect(list.favourite == nil)
    let reopened = store.fresh(try store.container(Wishlist.self))
    let found = try #require(try reopened.fetch(FetchDescriptor<Wishlist>()).first)
    #expect(found.favourite?.name == nil)
    #expect(found.wishes.map(\.name) == ["cup"])
    found.favourite = nil
    found.name = "Yours"
    try reopened.save()
    try store.check()
  }

  @Test("D01 A dangling key of an old store reads as nil and is mended by an assignment")
  func danglingKeysAreMended() throws {
    let store = try TemporaryStore()
    do {
      let container = try store.container(Wishlist.self)
      let context = ModelContext(container)
      let list = Wishlist(name: "Mine")
      list.favourite = Souvenir(name: "hat")
      context.insert(list)
      try context.save()
    }
    try store.raw.execute("UPDATE ZWISHLIST SET ZFAVOURITE = 4711")
    let context = store.fresh(try store.container(Wishlist.self))
    let list = try #require(try context.fetch(FetchDescriptor<Wishlist>()).first)
    #expect(list.favourite == nil)
    list.name = "Yours"
    try context.save()
    list.favourite = nil
    #expect(context.hasChanges)
    try context.save()
    #expect(try store.raw.texts("SELECT ZFAVOURITE FROM ZWISHLIST") == ["NULL"])
    try store.check()
  }

  @Test(
    "D02 A deletion that 'deny' forbids is an error of save(), and both objects stay",
    arguments: RelationshipShape.allCases)
  func denyThrows(shape: RelationshipShape) throws {
    let schema = Schema(Shapes.all)
    schema.entities.first { $0.name == shape.forth.entity }?
      .relationshipsByName[shape.forth.property]?.deleteRule = .deny
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    let (source, target) = shape.makePair(1)
    context.insert(source)
    context.insert(target)
    try context.save()
    context.delete(source)
    var message = ""
    do {
      try context.save()
    } catch SwiftDataError.modelValidationFailure {
      message = "refused"
    } catch let error as SwiftDataError {
      message = error.description
    }
    #expect(message == "refused")
    context.rollback()
    #expect(source.modelContext === context && target.modelContext === context)
    #expect(shape.forth.read(source).first === target)
    #expect(shape.back == nil || shape.back?.read(target).first === source)
    // Once nothing is left to protect, it goes.
    if !shape.forth.isRequired, !(shape.back?.isRequired ?? false) {
      shape.forth.write(source, [])
    } else {
      context.delete(target)
    }
    context.delete(source)
    try context.save()
    #expect(try store.fresh(container).find(shape.forth.entity, 1) == nil)
  }

  @Test("D08 A cascade takes children that require their parent")
  func cascadesTakeRequiringChildren() throws {
    let store = try TemporaryStore()
    let container = try store.container(Account.self)
    let context = ModelContext(container)
    let (food, rent) = (Account(name: "Food"), Account(name: "Rent"))
    for amount in 1...3 { context.insert(Expense(amount: amount, account: food)) }
    context.insert(Expense(amount: 4, account: rent))
    try context.save()
    let other = ModelContext(container)
    let doomed = try #require(
      try other.fetch(FetchDescriptor<Account>()).first { $0.name == "Food" })
    other.delete(doomed)
    try other.save()
    for view in [other, store.fresh(container)] {
      #expect(try view.fetch(FetchDescriptor<Expense>()).map(\.amount) == [4])
      #expect(try view.fetch(FetchDescriptor<Account>()).map(\.name) == ["Rent"])
    }
    try store.check()
  }
}

@Model final class WineCrate {
  @Relationship(deleteRule: .cascade) var bottles: [WineBottle] = []

  init(bottles count: Int) {
    for _ in 0..<count { bottles.append(WineBottle(crate: self)) }
  }
}

@Model final class WineBottle {
  var crate: WineCrate?

  init(crate: WineCrate) {
    self.crate = crate
    crate.bottles.append(self)
  }
}
