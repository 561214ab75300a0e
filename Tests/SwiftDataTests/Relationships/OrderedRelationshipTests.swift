import Foundation
import StoreModel
import SwiftData
import Testing

@Model final class House {
  var name: String
  @Relationship(.ordered, inverse: \Floor.house) var floors: [Floor] = []
  @Relationship(.ordered, inverse: \Lodger.houses) var lodgers: [Lodger] = []
  @Relationship(.ordered) var pictures: [Picture] = []

  init(name: String) { self.name = name }
}

@Model final class Floor {
  var number: Int
  var house: House?

  init(number: Int) { self.number = number }
}

@Model final class Lodger {
  var name: String
  @Relationship(.ordered) var houses: [House] = []

  init(name: String) { self.name = name }
}

@Model final class Picture {
  var name: String

  init(name: String) { self.name = name }
}

/// Relationships with the option `ordered`.
@Suite struct OrderedRelationshipTests {
  private func house(_ context: ModelContext) throws -> House {
    try #require(try context.fetch(FetchDescriptor<House>()).first)
  }

  @Test("R01 Moves in an ordered relationship persist") func movesPersist() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let context = ModelContext(container)
    let house = House(name: "Red")
    context.insert(house)
    house.floors = [3, 1, 2].map { Floor(number: $0) }
    try context.save()
    #expect(house.floors.map(\.number) == [3, 1, 2])
    #expect(
      try store.raw.texts("SELECT Z_FOK_HOUSE FROM ZFLOOR ORDER BY Z_FOK_HOUSE")
        == ["2048", "3072", "4096"])
    house.floors.sort { $0.number < $1.number }
    try context.save()
    #expect(house.floors.map(\.number) == [1, 2, 3])
    house.floors.insert(Floor(number: 0), at: 0)
    house.floors.swapAt(2, 3)
    try context.save()
    for view in [context, store.fresh(container), store.fresh(try store.container(House.self))] {
      #expect(try self.house(view).floors.map(\.number) == [0, 1, 3, 2])
    }
    try store.check()
  }

  @Test func oneThatMovesIsTheOnlyRowRenumbered() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let context = ModelContext(container)
    let house = House(name: "Red")
    context.insert(house)
    house.floors = (1...5).map { Floor(number: $0) }
    try context.save()
    house.floors.insert(house.floors.removeLast(), at: 1)
    try context.save()
    #expect(
      try store.raw.texts("SELECT Z_FOK_HOUSE FROM ZFLOOR ORDER BY ZNUMBER")
        == ["2048", "3072", "4096", "5120", "2560"])
    #expect(try self.house(store.fresh(container)).floors.map(\.number) == [1, 5, 2, 3, 4])
    // The floor that was taken out and put in again has been written; no other has.
    #expect(
      try store.raw.texts("SELECT Z_OPT FROM ZFLOOR ORDER BY ZNUMBER") == ["1", "1", "1", "1", "2"])
    try store.check()
  }

  @Test func membersComeToTheEndFromEitherEndWithoutBeingLoaded() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let writer = ModelContext(container)
    let house = House(name: "Red")
    writer.insert(house)
    house.floors = [2, 1].map { Floor(number: $0) }
    try writer.save()
    let context = store.fresh(container)
    let found = try self.house(context)
    let low = Floor(number: 0)
    low.house = found
    let lower = Floor(number: -1)
    try found.relationship(\.floors).append(lower)
    #expect(try found.relationship(\.floors).first?.number == 2)
    try context.save()
    #expect(found.floors.map(\.number) == [2, 1, 0, -1])
    // One that leaves and comes back comes back at the end.
    let first = found.floors[0]
    first.house = nil
    first.house = found
    #expect(found.floors.map(\.number) == [1, 0, -1, 2])
    try context.save()
    #expect(try self.house(store.fresh(container)).floors.map(\.number) == [1, 0, -1, 2])
    let other = store.fresh(container)
    let again = try self.house(other)
    let one = try #require(try again.relationship(\.floors).first)
    try again.relationship(\.floors).remove(one)
    try again.relationship(\.floors).append(one)
    try other.save()
    #expect(again.floors.map(\.number) == [0, -1, 2, 1])
    try store.check()
  }

  @Test func bothEndsOfAManyToManyHaveAnOrder() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let context = ModelContext(container)
    let (red, blue) = (House(name: "Red"), House(name: "Blue"))
    let (anna, ben) = (Lodger(name: "Anna"), Lodger(name: "Ben"))
    context.insert(red)
    context.insert(blue)
    context.insert(anna)
    red.lodgers = [ben, anna]
    anna.houses.insert(blue, at: 0)
    ben.houses = [blue, red]
    try context.save()
    ben.houses.reverse()
    blue.lodgers.swapAt(0, 1)
    try context.save()
    let fresh = store.fresh(container)
    let houses = try fresh.fetch(FetchDescriptor<House>(sortBy: [SortDescriptor(\.name)]))
    let lodgers = try fresh.fetch(FetchDescriptor<Lodger>(sortBy: [SortDescriptor(\.name)]))
    #expect(houses.map { $0.lodgers.map(\.name) } == [["Ben", "Anna"], ["Ben", "Anna"]])
    #expect(lodgers.map { $0.houses.map(\.name) } == [["Blue", "Red"], ["Red", "Blue"]])
    try store.check()
  }

  @Test func aRelationshipWithoutInverseHasAnOrder() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let context = ModelContext(container)
    let house = House(name: "Red")
    context.insert(house)
    house.pictures = ["sea", "sun"].map { Picture(name: $0) }
    try context.save()
    house.pictures.insert(Picture(name: "moon"), at: 1)
    house.pictures.swapAt(0, 2)
    try context.save()
    #expect(
      try self.house(store.fresh(container)).pictures.map(\.name) == ["sun", "moon", "sea"])
    house.pictures.remove(at: 1)
    try context.save()
    #expect(
      try store.raw.texts("SELECT Z_FOK_2PICTURES FROM ZPICTURE ORDER BY ZNAME")
        == ["NULL", "2048", "682"])
    #expect(try self.house(store.fresh(container)).pictures.map(\.name) == ["sun", "sea"])
    try store.check()
  }

  @Test func anOrderThatIsRolledBackIsTheStoredOne() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(House.self))
    let house = House(name: "Red")
    context.insert(house)
    house.floors = [3, 1, 2].map { Floor(number: $0) }
    try context.save()
    house.floors.sort { $0.number < $1.number }
    house.floors.append(Floor(number: 4))
    context.rollback()
    #expect(house.floors.map(\.number) == [3, 1, 2])
    #expect(!context.hasChanges)
    context.delete(house.floors[1])
    #expect(house.floors.map(\.number) == [3, 2])
    try context.save()
    #expect(house.floors.map(\.number) == [3, 2])
  }

  @Test func aMemberThatAnotherContextAddedKeepsItsPlace() throws {
    let store = try TemporaryStore()
    let container = try store.container(House.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let house = House(name: "Red")
    first.insert(house)
    house.floors = [1, 2].map { Floor(number: $0) }
    try first.save()
    #expect(house.floors.count == 2)
    let other = try self.house(second)
    other.floors.append(Floor(number: 3))
    try second.save()
    house.floors.swapAt(0, 1)
    try first.save()
    let numbers = try self.house(store.fresh(container)).floors.map(\.number)
    #expect(numbers.filter { $0 != 3 } == [2, 1])
    #expect(numbers.count == 3)
    try store.check()
  }

  @Test func rowsWithoutAPlaceComeLast() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(House.self))
      let house = House(name: "Red")
      context.insert(house)
      house.floors = [1, 2, 3].map { Floor(number: $0) }
      try context.save()
    }
    try store.raw.execute("UPDATE ZFLOOR SET Z_FOK_HOUSE = NULL WHERE ZNUMBER = 1")
    let context = store.fresh(try store.container(House.self))
    let house = try self.house(context)
    #expect(house.floors.map(\.number) == [2, 3, 1])
    #expect(try house.relationship(\.floors).first?.number == 2)
    house.floors.swapAt(0, 2)
    try context.save()
    #expect(house.floors.map(\.number) == [1, 3, 2])
    try store.check()
  }

  @Test func aLeavingMemberLosesItsPlace() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(House.self))
    let (red, blue) = (House(name: "Red"), House(name: "Blue"))
    context.insert(red)
    context.insert(blue)
    red.floors = [1, 2].map { Floor(number: $0) }
    blue.floors = [7, 8, 9].map { Floor(number: $0) }
    try context.save()
    red.floors[0].house = nil
    blue.floors.append(red.floors[0])
    try context.save()
    #expect(
      try store.raw.texts("SELECT Z_FOK_HOUSE FROM ZFLOOR ORDER BY ZNUMBER")
        == ["NULL", "5120", "2048", "3072", "4096"])
    context.delete(blue)
    try context.save()
    #expect(try store.raw.integer("SELECT count(Z_FOK_HOUSE) FROM ZFLOOR") == 0)
    try store.check()
  }

  @Test func anOrderIsPartOfTheSchema() throws {
    let schema = Schema([House.self])
    let house = try #require(schema.entities.first { $0.name == "House" })
    #expect(house.relationshipsByName["floors"]?.options == [.ordered])
    let decoded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
    #expect(
      decoded.entities.first { $0.name == "House" }?.relationshipsByName["floors"]?.options
        == [.ordered])
    #expect(Schema.Relationship.Option.ordered.debugDescription == "ordered")
    let store = try TemporaryStore()
    let floor = try #require(schema.entities.first { $0.name == "Floor" })
    floor.relationshipsByName["house"]?.options = [.ordered]
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: schema, configurations: ModelConfiguration(url: store.url))
    }
    #expect(error?.description.contains("Floor.house: only a to-many") ?? false)
  }
}
