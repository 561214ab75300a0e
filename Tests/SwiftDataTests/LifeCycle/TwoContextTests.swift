import Foundation
import SwiftData
import Testing

@Suite struct TwoContextTests {
  @Model final class Owner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.owner) var items: [Item] = []
    @Relationship(deleteRule: .deny, inverse: \Pet.owner) var pets: [Pet] = []
    @Relationship(deleteRule: .nullify, inverse: \Fan.owner) var fans: [Fan] = []
    @Relationship(inverse: \Key.owner) var key: Key?
    init(name: String) { self.name = name }
  }

  @Model final class Item {
    var owner: Owner
    init(owner: Owner) { self.owner = owner }
  }

  @Model final class Pet {
    var owner: Owner?
    init(owner: Owner?) { self.owner = owner }
  }

  @Model final class Fan {
    var owner: Owner?
    init(owner: Owner?) { self.owner = owner }
  }

  @Model final class Key {
    var owner: Owner?
    init() {}
  }

  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let first: ModelContext
    let second: ModelContext
    let owner: Owner
    let sameOwner: Owner

    init() throws {
      store = try TemporaryStore()
      container = try store.container(Owner.self)
      first = ModelContext(container)
      second = ModelContext(container)
      owner = Owner(name: "Anna")
      first.insert(owner)
      try first.save()
      sameOwner = try #require(try second.fetch(FetchDescriptor<Owner>()).first)
      _ = (sameOwner.items.count, sameOwner.pets.count, sameOwner.fans.count)
    }
  }

  @Test func cascadeTakesWhatAnotherContextHasAdded() throws {
    let setting = try Setting()
    setting.first.insert(Item(owner: setting.owner))
    try setting.first.save()
    setting.second.delete(setting.sameOwner)
    try setting.second.save()
    #expect(try ModelContext(setting.container).fetchCount(FetchDescriptor<Item>()) == 0)
    try setting.store.check()
  }

  @Test func denyHoldsForWhatAnotherContextHasAdded() throws {
    let setting = try Setting()
    setting.first.insert(Pet(owner: setting.owner))
    try setting.first.save()
    setting.second.delete(setting.sameOwner)
    #expect(throws: SwiftDataError.modelValidationFailure) { try setting.second.save() }
    try setting.store.check()
  }

  @Test func nullifyClearsWhatAnotherContextHasAdded() throws {
    let setting = try Setting()
    setting.first.insert(Fan(owner: setting.owner))
    try setting.first.save()
    setting.second.delete(setting.sameOwner)
    try setting.second.save()
    let orphans = FetchDescriptor<Fan>(predicate: #Predicate { $0.owner == nil })
    #expect(try ModelContext(setting.container).fetchCount(orphans) == 1)
    try setting.store.check()
  }

  @Test func whatIsAddedBetweenDeletionAndSaveKeepsNoKeyToNowhere() throws {
    let setting = try Setting()
    setting.second.delete(setting.sameOwner)
    setting.first.insert(Fan(owner: setting.owner))
    try setting.first.save()
    try setting.second.save()
    let orphans = FetchDescriptor<Fan>(predicate: #Predicate { $0.owner == nil })
    #expect(try ModelContext(setting.container).fetchCount(orphans) == 1)
    try setting.store.check()
  }

  @Test func relatingToARowThatIsGoneIsRefused() throws {
    let setting = try Setting()
    setting.first.delete(setting.owner)
    try setting.first.save()
    setting.second.insert(Fan(owner: setting.sameOwner))
    #expect(throws: SwiftDataError.modelValidationFailure) { try setting.second.save() }
    setting.second.rollback()
    #expect(try ModelContext(setting.container).fetchCount(FetchDescriptor<Fan>()) == 0)
    try setting.store.check()
  }

  @Test func aOneToOneTakenInTwoContextsHasOneOwner() throws {
    let setting = try Setting()
    let other = Owner(name: "Bert")
    let key = Key()
    setting.first.insert(other)
    setting.first.insert(key)
    try setting.first.save()
    let sameKey = try #require(try setting.second.fetch(FetchDescriptor<Key>()).first)
    let owners = try setting.second.fetch(FetchDescriptor<Owner>())
    let sameOther = try #require(owners.first { $0.name == "Bert" })
    setting.owner.key = key
    try setting.first.save()
    sameOther.key = sameKey
    try setting.second.save()
    let third = ModelContext(setting.container)
    let holders = try third.fetch(FetchDescriptor<Owner>()).filter { $0.key != nil }
    #expect(holders.map(\.name) == ["Bert"])
    try setting.store.check()
  }
}
