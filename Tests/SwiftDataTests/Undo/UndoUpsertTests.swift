import Foundation
import SwiftData
import Testing

/// A new model that turned out to be a row is undone by giving the row its values back.
@Suite struct UndoUpsertTests {
  @Model final class Passport {
    @Attribute(.unique) var number: Int
    var holder: String
    var country: Country?
    init(number: Int, holder: String, country: Country? = nil) {
      self.number = number
      self.holder = holder
      self.country = country
    }
  }

  @Model final class Country {
    var name: String
    @Relationship(inverse: \Passport.country) var passports: [Passport] = []
    init(name: String) { self.name = name }
  }

  @Test(arguments: [true, false]) func theRowGetsItsValuesBack(isInMemory: Bool) throws {
    let store = try TemporaryStore()
    let container = try store.container(Passport.self)
    let writer = ModelContext(container)
    let anna = Passport(number: 1, holder: "Anna", country: Country(name: "Norway"))
    writer.insert(anna)
    try writer.save()
    let context = isInMemory ? writer : ModelContext(container)
    let manager = UndoManager()
    context.undoManager = manager
    let bert = Passport(number: 1, holder: "Bert", country: Country(name: "Italy"))
    context.insert(bert)
    try context.save()
    func saved() throws -> [String] {
      try store.fresh(container).fetch(FetchDescriptor<Passport>())
        .map { "\($0.number) \($0.holder) \($0.country?.name ?? "")" }
    }
    #expect(try saved() == ["1 Bert Italy"])
    for _ in 0..<2 {
      manager.undo()
      #expect(bert.holder == "Anna" && bert.country?.name == "Norway")
      try context.save()
      #expect(try saved() == ["1 Anna Norway"])
      #expect(try context.fetchCount(FetchDescriptor<Country>()) == 1)
      manager.redo()
      try context.save()
      #expect(try saved() == ["1 Bert Italy"])
    }
    try store.check()
  }

  @Test func aModelThatComesBackMayFindItsValueTaken() throws {
    let store = try TemporaryStore()
    let container = try store.container(Passport.self)
    let context = ModelContext(container)
    let manager = UndoManager()
    context.undoManager = manager
    let anna = Passport(number: 1, holder: "Anna")
    context.insert(anna)
    try context.save()
    context.delete(anna)
    try context.save()
    let other = ModelContext(container)
    other.insert(Passport(number: 1, holder: "Bert"))
    try other.save()
    manager.undo()
    try context.save()
    #expect(anna.holder == "Anna" && anna.persistenceState == .saved)
    let found = try store.fresh(container).fetch(FetchDescriptor<Passport>())
    #expect(found.map(\.holder) == ["Anna"])
    #expect(try context.fetch(FetchDescriptor<Passport>()) == [anna])
    anna.holder = "Carl"
    try context.save()
    try store.check()
  }

  @Model final class Label {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Leaf.labels) var leaves: [Leaf] = []
    init(name: String) { self.name = name }
  }

  @Model final class Leaf {
    var name: String
    var labels: [Label] = []
    init(name: String) { self.name = name }
  }

  @Test(
    "Links that the row had before stay when an upsert is undone",
    arguments: [[0, 1], [0], [1], []], [true, false])
  func linksOfBeforeStay(members: [Int], isInMemory: Bool) throws {
    let store = try TemporaryStore()
    let container = try store.container(Label.self)
    let writer = ModelContext(container)
    for name in ["a", "b"] { writer.insert(Leaf(name: name)) }
    let label = Label(name: "l")
    writer.insert(label)
    label.leaves = try writer.fetch(FetchDescriptor<Leaf>(predicate: #Predicate { $0.name == "a" }))
    try writer.save()
    let context = isInMemory ? writer : ModelContext(container)
    let manager = UndoManager()
    context.undoManager = manager
    let leaves = try context.fetch(FetchDescriptor<Leaf>(sortBy: [SortDescriptor(\.name)]))
    let again = Label(name: "l")
    context.insert(again)
    again.leaves = members.map { leaves[$0] }
    try context.save()
    func saved() throws -> [String] {
      let label = try store.fresh(container).fetch(FetchDescriptor<Label>()).first
      return (label?.leaves.map(\.name) ?? []).sorted()
    }
    let union = members.contains(1) ? ["a", "b"] : ["a"]
    #expect(try saved() == union)
    for _ in 0..<2 {
      manager.undo()
      #expect(leaves.map(\.labels.count) == [1, 0])
      try context.save()
      #expect(try saved() == ["a"])
      manager.redo()
      try context.save()
      #expect(try saved() == union)
    }
    try store.check()
  }
}
