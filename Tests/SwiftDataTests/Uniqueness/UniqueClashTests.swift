import Foundation
import SwiftData
import Testing

/// Saved models that come to have one key, several keys, and keys that tell rows apart.
@Suite struct UniqueClashTests {
  private func vaults() throws -> UniqueSetting {
    let setting = try UniqueSetting(Vault.self)
    try setting.save([
      Vault("a", key: 1, content: "A"), Vault("b", key: 2, content: "B"),
      Vault("c", key: 3, content: "C"),
    ])
    return setting
  }

  private func stored(_ setting: UniqueSetting) throws -> [String] {
    try setting.stored(Vault.self).map { "\($0.name ?? "-")\($0.key ?? 0)\($0.content)" }
  }

  @Test func twoSavedModelsCannotHaveOneKey() throws {
    let setting = try vaults()
    let all = try setting.all(Vault.self)
    all[0].name = "b"
    let text = setting.saveFails()
    #expect(text.contains("Vault.name") && text.contains("p1") && text.contains("p2"))
    #expect(all[0].name == "b" && setting.context.hasChanges)
    #expect(try stored(setting) == ["a1A", "b2B", "c3C"])
    all[0].name = "d"
    try setting.context.save()
    #expect(try stored(setting) == ["d1A", "b2B", "c3C"])
  }

  @Test func twoChangedModelsCannotHaveOneKey() throws {
    let setting = try vaults()
    let all = try setting.all(Vault.self)
    all[0].key = 9
    all[1].key = 9
    _ = setting.saveFails()
    setting.context.rollback()
    #expect(all.map(\.key) == [1, 2, 3])
    #expect(try stored(setting) == ["a1A", "b2B", "c3C"])
  }

  @Test func valuesCanBeSwapped() throws {
    let setting = try vaults()
    let all = try setting.all(Vault.self)
    (all[0].name, all[1].name) = (all[1].name, all[0].name)
    try setting.context.save()
    #expect(try stored(setting) == ["b1A", "a2B", "c3C"])
    (all[0].name, all[1].name, all[2].name) = (all[1].name, all[2].name, all[0].name)
    (all[0].key, all[2].key) = (all[2].key, all[0].key)
    try setting.context.save()
    #expect(try stored(setting) == ["a3A", "c2B", "b1C"])
    #expect(all.map(\.name) == ["a", "c", "b"])
    // One update each, and nothing of what was in between.
    #expect(try setting.store.raw.texts("SELECT Z_OPT FROM ZVAULT") == ["3", "3", "2"])
    #expect(
      try setting.store.raw.integer("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1") == 5)
    try setting.store.check()
  }

  @Test func aWholeOrderCanBeShifted() throws {
    let setting = try UniqueSetting(Shelf.self)
    let room = Room("R")
    setting.context.insert(room)
    let shelves = (0..<200).map { Shelf(room: room, position: $0, label: "\($0)") }
    for shelf in shelves { setting.context.insert(shelf) }
    try setting.context.save()
    for shelf in shelves { shelf.position += 1 }
    try setting.context.save()
    for shelf in shelves { shelf.position = 200 - shelf.position }
    setting.context.insert(Shelf(room: room, position: 200, label: "new"))
    try setting.context.save()
    let stored = try setting.fresh().fetch(
      FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.position)]))
    #expect(stored.map(\.position) == Array(0...200))
    #expect(stored.first?.label == "199" && stored.last?.label == "new")
    try setting.store.check()
  }

  @Test func aRowThatAnotherKeyTellsApartIsNotOverwritten() throws {
    let setting = try vaults()
    let new = Vault("a", key: 7, content: "X")
    setting.context.insert(new)
    let text = setting.saveFails()
    #expect(text.contains("Vault.name") && text.contains("apart"))
    #expect(!text.contains("X") && !text.contains("7"))
    #expect(try stored(setting) == ["a1A", "b2B", "c3C"])
    new.name = "d"
    try setting.context.save()
    #expect(try stored(setting) == ["a1A", "b2B", "c3C", "d7X"])
  }

  @Test func aModelThatHasKeysOfTwoRowsIsRefused() throws {
    let setting = try vaults()
    setting.context.insert(Vault("a", key: 2, content: "X"))
    _ = setting.saveFails()
    #expect(try stored(setting) == ["a1A", "b2B", "c3C"])
  }

  @Test func pendingModelsThatAnotherKeyTellsApartAreRefused() throws {
    let setting = try UniqueSetting(Vault.self)
    setting.context.insert(Vault("a", key: 1, content: "A"))
    let second = Vault("a", key: 2, content: "B")
    setting.context.insert(second)
    _ = setting.saveFails()
    #expect(try stored(setting) == [])
    second.key = 1
    try setting.context.save()
    #expect(try stored(setting) == ["a1B"])
  }

  @Test func nilTellsNothingApart() throws {
    let setting = try vaults()
    setting.context.insert(Vault("a", key: nil, content: "X"))
    setting.context.insert(Vault(nil, key: 2, content: "Y"))
    try setting.context.save()
    #expect(try stored(setting) == ["a0X", "-2Y", "c3C"])
  }

  @Test func allKeysTogetherNameOneRow() throws {
    let setting = try vaults()
    setting.context.insert(Vault("a", key: 1, content: "X"))
    try setting.context.save()
    #expect(try stored(setting) == ["a1X", "b2B", "c3C"])
  }

  @Test func whatCountsIsTheStateAfterTheSave() throws {
    let setting = try vaults()
    let all = try setting.all(Vault.self)
    // The first row gives its name to a new model; a new model with both new values is that row.
    all[0].name = "z"
    setting.context.insert(Vault("a", key: 8, content: "new"))
    setting.context.insert(Vault("z", key: 1, content: "X"))
    try setting.context.save()
    #expect(try stored(setting) == ["z1X", "b2B", "c3C", "a8new"])
  }

  @Test func twoContextsCannotGiveTwoRowsOneKey() throws {
    let setting = try vaults()
    let other = setting.fresh()
    let ours = try #require(try setting.all(Vault.self).first)
    let theirs = try #require(try other.fetch(FetchDescriptor<Vault>()).last)
    ours.name = "same"
    theirs.name = "same"
    try setting.context.save()
    _ = setting.saveFails(other)
    #expect(try stored(setting) == ["same1A", "b2B", "c3C"])
    other.rollback()
    theirs.key = 10
    try other.save()
    #expect(try stored(setting) == ["same1A", "b2B", "c10C"])
  }

  @Test func aRowThatAnotherContextDeletedIsNoClash() throws {
    let setting = try vaults()
    let other = setting.fresh()
    let ours = try setting.all(Vault.self)
    for vault in try other.fetch(FetchDescriptor<Vault>()).prefix(1) { other.delete(vault) }
    try other.save()
    ours[1].name = "a"
    try setting.context.save()
    #expect(try stored(setting) == ["a2B", "c3C"])
    setting.context.insert(Vault("x", key: 1, content: "X"))
    try setting.context.save()
    #expect(try stored(setting) == ["a2B", "c3C", "x1X"])
  }
}
