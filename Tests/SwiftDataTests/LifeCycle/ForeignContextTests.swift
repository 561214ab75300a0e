import Foundation
import SwiftData
import Testing

@Suite struct ForeignContextTests {
  @Model final class Owner {
    var name: String
    var thing: Thing?
    init(name: String) { self.name = name }
  }

  @Model final class Thing {
    var name: String
    @Relationship(inverse: \Owner.thing) var owner: Owner?
    @Attribute(.ephemeral) var visits: Int = 3
    @Attribute(.ephemeral) var label: String = "new"
    init(name: String) { self.name = name }
  }

  @Test func deletingAModelOfAnotherContextDeletesItsRow() throws {
    let store = try TemporaryStore()
    let container = try store.container(Owner.self)
    let first = ModelContext(container)
    let owner = Owner(name: "Anna")
    first.insert(owner)
    try first.save()
    let second = ModelContext(container)
    second.delete(owner)
    try second.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Owner>()) == 0)
  }

  @Test func relatingAnUnsavedModelOfAnotherContextIsRefusedBySave() throws {
    let store = try TemporaryStore()
    let container = try store.container(Owner.self)
    let first = ModelContext(container)
    let second = ModelContext(container)
    let owner = Owner(name: "Anna")
    let thing = Thing(name: "Hat")
    first.insert(owner)
    second.insert(thing)
    owner.thing = thing
    #expect(throws: SwiftDataError.modelValidationFailure) { try first.save() }
    #expect(throws: SwiftDataError.modelValidationFailure) { try second.save() }
    first.rollback()
    second.rollback()
    try store.check()
  }

  private func ownerOfAnotherContext(in container: ModelContainer) throws -> Owner {
    let context = ModelContext(container)
    return try #require(try context.fetch(FetchDescriptor<Owner>()).first)
  }

  @Test func aModelWhoseContextIsGoneCanBeInsertedWithItsChanges() throws {
    let store = try TemporaryStore()
    let container = try store.container(Owner.self)
    let first = ModelContext(container)
    first.insert(Owner(name: "Anna"))
    try first.save()
    let orphan = try ownerOfAnotherContext(in: container)
    orphan.name = "Bert"
    let second = ModelContext(container)
    second.insert(orphan)
    orphan.thing = Thing(name: "Hat")
    try second.save()
    let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Owner>()).first)
    #expect(found.name == "Bert")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Thing>()) == 1)
    try store.check()
  }

  @Test func aModelWhoseContextIsGoneIsRefusedWhereItsRowHasAModel() throws {
    let store = try TemporaryStore()
    let container = try store.container(Owner.self)
    let first = ModelContext(container)
    let owner = Owner(name: "Anna")
    first.insert(owner)
    try first.save()
    let orphan = try ownerOfAnotherContext(in: container)
    orphan.name = "Bert"
    first.insert(orphan)
    #expect(throws: SwiftDataError.missingModelContext) { try first.save() }
    first.rollback()
    owner.name = "Carl"
    try first.save()
    try store.check()
  }

  @Test func anEphemeralAttributeOfAFetchedModelBeginsWithItsDefault() throws {
    let store = try TemporaryStore()
    let container = try store.container(Owner.self)
    let first = ModelContext(container)
    let thing = Thing(name: "Hat")
    thing.visits = 8
    first.insert(thing)
    try first.save()
    #expect(thing.visits == 8)
    let second = ModelContext(container)
    let found = try #require(try second.fetch(FetchDescriptor<Thing>()).first)
    #expect(found.visits == 3)
    #expect(found.label == "new")
    try store.check()
  }
}
