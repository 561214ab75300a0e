import Foundation
import Observation
import StoreModel
import SwiftData
import Synchronization
import Testing

/// A composite is one property: it changes as a whole.
@Suite struct CompositeChangeTests {
  private func saved(_ store: TemporaryStore) throws -> (Guest, ModelContext) {
    let context = store.fresh(try store.container(Guest.self))
    let guest = Guest(name: "a")
    context.insert(guest)
    try context.save()
    return (guest, context)
  }

  @Test func aFieldThatChangesIsAnUpdateOfItsProperty() throws {
    let store = try TemporaryStore()
    let (guest, context) = try saved(store)
    guest.home.number += 1
    #expect(guest.hasChanges && context.changedModelsArray.count == 1)
    try context.save()
    #expect(
      try store.raw.rows("SELECT ZNUMBER, Z_OPT FROM ZGUEST") == [[.integer(8), .integer(2)]])
    // The property's bit and no other: twelve attributes, sorted by name, `home` being the third.
    #expect(
      try store.raw.rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1")
        == [[.text("2000")]])
    try store.check()
  }

  @Test func aValueThatIsStoredAlikeIsNoChange() throws {
    let store = try TemporaryStore()
    let (guest, context) = try saved(store)
    guest.home = guest.home
    guest.home = .sample
    guest.plate = Plate(left: "l", right: nil)
    guest.meal = .skipped
    guest.work = nil
    guest.weather = .sunny
    #expect(!guest.hasChanges && !context.hasChanges)
    // Canonically equivalent text is another to the store.
    guest.home.street = "Rue e\u{301}"
    #expect(guest.hasChanges)
  }

  /// What a type's own `==` passes over has to be stored all the same.
  @Test func equalityIsNotTheTypes() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Bookcase.self))
    let bookcase = Bookcase()
    context.insert(bookcase)
    try context.save()
    bookcase.book.title = "new"
    bookcase.whole.title = "new"
    bookcase.list[0].title = "new"
    #expect(bookcase.hasChanges)
    try context.save()
    let again = try #require(
      try store.fresh(context.container).fetch(FetchDescriptor<Bookcase>()).first)
    #expect(again.book.title == "new" && again.whole.title == "new")
    #expect(again.list[0].title == "new")
  }

  @Test func setsThatAreEqualAreNoChange() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Bookcase.self))
    let bookcase = Bookcase()
    bookcase.tags = Set((0..<50).map(String.init))
    bookcase.ratings = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, "\($0)") })
    context.insert(bookcase)
    try context.save()
    var tags = Set<String>(minimumCapacity: 500)
    for tag in (0..<50).reversed() { tags.insert("\(tag)") }
    bookcase.tags = tags
    bookcase.ratings = Dictionary(uniqueKeysWithValues: (0..<50).reversed().map { ($0, "\($0)") })
    #expect(!bookcase.hasChanges)
    bookcase.tags.insert("new")
    #expect(bookcase.hasChanges)
  }

  @Test func rollbackBringsTheValueBack() throws {
    let store = try TemporaryStore()
    let (guest, context) = try saved(store)
    guest.home.spot?.latitude = 9
    guest.work = .sample
    guest.meal = .late
    context.rollback()
    #expect(guest.home == .sample && guest.work == nil && guest.meal == .skipped)
    #expect(!context.hasChanges)
    let other = store.fresh(context.container)
    let same = try #require(try other.fetch(FetchDescriptor<Guest>()).first)
    same.home.city = "c"
    other.rollback()
    #expect(same.home == .sample)
  }

  @Test func contextsMergePropertyByProperty() throws {
    let store = try TemporaryStore()
    let (guest, context) = try saved(store)
    let other = store.fresh(context.container)
    let same = try #require(try other.fetch(FetchDescriptor<Guest>()).first)
    same.home.number = 1
    guest.meal = .late
    try other.save()
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Guest>()).first?.home.number == 1)
    // Of one property the last save wins, in all of its columns.
    same.home = Home(street: "other", city: nil, number: 2, spot: nil)
    guest.home.city = "here"
    try other.save()
    try context.save()
    let third = store.fresh(context.container)
    let home = try third.fetch(FetchDescriptor<Guest>()).first?.home
    #expect(home?.street == "Rue \u{e9}" && home?.city == "here")
  }

  @Test func aNewerRowTellsObserversOfTheCompositesThatDiffer() throws {
    let store = try TemporaryStore()
    let (guest, context) = try saved(store)
    let other = store.fresh(context.container)
    let same = try #require(try other.fetch(FetchDescriptor<Guest>()).first)
    let calls = Mutex<[String]>([])
    withObservationTracking {
      _ = guest.home
    } onChange: {
      calls.withLock { $0.append("home") }
    }
    withObservationTracking {
      _ = guest.plate
    } onChange: {
      calls.withLock { $0.append("plate") }
    }
    same.home.number = 100
    try other.save()
    _ = try context.fetch(FetchDescriptor<Guest>())
    #expect(calls.withLock { $0 } == ["home"])
    #expect(guest.home.number == 100)
  }
}

/// Equal to others by its number alone.
struct Book: Codable, Equatable {
  var number: Int
  var title: String

  static func == (left: Book, right: Book) -> Bool { left.number == right.number }
}

@Model final class Bookcase {
  var book: Book = Book(number: 1, title: "old")
  @Attribute(.codable) var whole: Book = Book(number: 1, title: "old")
  var list: [Book] = [Book(number: 1, title: "old")]
  var tags: Set<String> = []
  var ratings: [Int: String] = [:]

  init() {}
}
