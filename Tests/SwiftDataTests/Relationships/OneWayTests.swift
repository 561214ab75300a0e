import Foundation
import SwiftData
import Testing

@Suite struct OneWayTests {
  @Test func destinationsWithoutWayBackAreSavedAndReadBack() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self)
    let context = ModelContext(container)
    let list = Wishlist(name: "Mine")
    let (cup, hat) = (Souvenir(name: "cup"), Souvenir(name: "hat"))
    list.wishes = [cup, hat]
    list.favourite = hat
    context.insert(list)
    #expect(context.insertedModelsArray.count == 3)
    try context.save()
    #expect(list.favourite === hat)
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Wishlist>()).first)
    #expect(found.wishes.map(\.name) == ["cup", "hat"])
    #expect(found.favourite?.name == "hat")
    found.wishes.removeFirst()
    found.wishes.append(Souvenir(name: "map"))
    found.favourite = nil
    try other.save()
    let last = try #require(try store.fresh(container).fetch(FetchDescriptor<Wishlist>()).first)
    #expect(last.wishes.map(\.name) == ["hat", "map"])
    #expect(last.favourite == nil)
    try store.check()
  }

  @Test func aDeletedDestinationLeavesNoDanglingReference() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self)
    let context = ModelContext(container)
    let list = Wishlist(name: "Mine")
    let (cup, hat) = (Souvenir(name: "cup"), Souvenir(name: "hat"))
    list.wishes = [cup, hat]
    list.favourite = hat
    context.insert(list)
    try context.save()
    #expect(list.wishes.count == 2)
    #expect(list.favourite === hat)
    context.delete(hat)
    try context.save()
    #expect(list.favourite == nil)
    #expect(list.wishes.map(\.name) == ["cup"])
    list.name = "Yours"
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Wishlist>()).first)
    #expect(found.favourite == nil)
    #expect(found.wishes.map(\.name) == ["cup"])
    try store.check()
  }

  @Test func aDestinationDeletedBeforeTheReferenceIsSavedIsNotSaved() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self)
    let context = ModelContext(container)
    let list = Wishlist(name: "Mine")
    let hat = Souvenir(name: "hat")
    context.insert(list)
    context.insert(hat)
    try context.save()
    list.favourite = hat
    list.wishes = [hat]
    context.delete(hat)
    try context.save()
    #expect(list.favourite == nil)
    #expect(list.wishes.isEmpty)
    let fresh = Souvenir(name: "cup")
    list.favourite = fresh
    list.wishes = [fresh]
    context.delete(fresh)
    try context.save()
    #expect(list.favourite == nil)
    #expect(list.wishes.isEmpty)
    try store.check()
  }

  @Test func ambiguousRelationshipsHaveNoInverse() throws {
    let store = try TemporaryStore()
    let container = try store.container(Flight.self, Airport.self)
    let context = ModelContext(container)
    let flight = Flight(number: 1)
    let (rome, oslo) = (Airport(code: "FCO"), Airport(code: "OSL"))
    flight.origin = rome
    flight.goal = oslo
    rome.flights = [Flight(number: 2)]
    context.insert(flight)
    #expect(rome.flights.map(\.number) == [2])
    #expect(oslo.flights.isEmpty)
    #expect(rome.flights[0].origin == nil)
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Flight>())
    #expect(
      Set(found.map { "\($0.origin?.code ?? "-")\($0.goal?.code ?? "-")" }) == ["FCOOSL", "--"])
    #expect(
      try other.fetch(FetchDescriptor<Airport>()).map { $0.flights.count }.sorted() == [0, 1])
    try store.check()
  }

  @Test func twoRelationshipsToOneTypeAreKeptApart() throws {
    let store = try TemporaryStore()
    let container = try store.container(Writer.self)
    let context = ModelContext(container)
    let (anna, ben) = (Writer(name: "Anna"), Writer(name: "Ben"))
    let book = Guidebook(title: "Rome")
    book.author = anna
    ben.edited = [book]
    book.ghostwriter = ben
    context.insert(book)
    #expect(book.editor === ben)
    #expect(anna.written.first === book)
    #expect(anna.edited.isEmpty)
    #expect(ben.written.isEmpty)
    try context.save()
    anna.edited.append(book)
    #expect(ben.edited.isEmpty)
    #expect(book.editor === anna)
    #expect(book.author === anna)
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Guidebook>()).first)
    #expect(
      [found.author, found.editor, found.ghostwriter].map { $0?.name } == ["Anna", "Anna", "Ben"])
    context.delete(anna)
    #expect(book.author == nil)
    #expect(book.editor == nil)
    context.delete(ben)
    try context.save()
    #expect(book.ghostwriter == nil)
    try store.check()
  }

  /// The format has one key for all owners of a relationship to many without inverse.
  @Test func aMemberWithoutWayBackHasOneOwner() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self)
    let context = ModelContext(container)
    let (mine, yours) = (Wishlist(name: "Mine"), Wishlist(name: "Yours"))
    let (cup, hat) = (Souvenir(name: "cup"), Souvenir(name: "hat"))
    mine.wishes = [cup, hat]
    context.insert(mine)
    context.insert(yours)
    try context.save()
    #expect(mine.wishes.count == 2)
    yours.wishes = [hat]
    try context.save()
    #expect(mine.wishes.map(\.name) == ["cup"])
    #expect(yours.wishes.map(\.name) == ["hat"])
    let found = try store.fresh(container).fetch(FetchDescriptor<Wishlist>())
    #expect(found.map { $0.wishes.map(\.name) } == [["cup"], ["hat"]])
    try store.check()
  }
}
