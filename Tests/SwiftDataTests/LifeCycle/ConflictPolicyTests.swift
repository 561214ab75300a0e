import Foundation
import SwiftData
import Testing

@Suite struct ConflictPolicyTests {
  @Model final class Account {
    var owner: String
    var balance: Int
    var address: Address?
    @Attribute(.externalStorage) var photo: Data?
    @Relationship(inverse: \Entry.account) var entries: [Entry] = []
    init(owner: String, balance: Int) {
      self.owner = owner
      self.balance = balance
    }
  }

  struct Address: Codable, Equatable {
    var street: String
    var city: String
  }

  @Model final class Entry {
    var text: String
    var account: Account?
    init(text: String) { self.text = text }
  }

  private let store: TemporaryStore
  private let container: ModelContainer
  private let first: ModelContext
  private let second: ModelContext
  private let account: Account
  private let same: Account

  /// `isElsewhere`: in another container, as another process would be.
  private init(isElsewhere: Bool) throws {
    store = try TemporaryStore()
    container = try store.container(Account.self)
    first = ModelContext(container)
    second = ModelContext(isElsewhere ? try store.container(Account.self) : container)
    first.conflictPolicy = .fail
    second.conflictPolicy = .fail
    account = Account(owner: "A", balance: 1)
    account.address = Address(street: "s", city: "c")
    first.insert(account)
    try first.save()
    same = try #require(try second.fetch(FetchDescriptor<Account>()).first)
    _ = (same.owner, same.balance, same.entries.count)
  }

  private static func setting(_ isElsewhere: Bool) throws -> ConflictPolicyTests {
    try ConflictPolicyTests(isElsewhere: isElsewhere)
  }

  init() throws { try self.init(isElsewhere: false) }

  private func stored() throws -> Account {
    try #require(try store.fresh(container).fetch(FetchDescriptor<Account>()).first)
  }

  @Test func theLastSaverWinsByDefault() throws {
    #expect(ModelContext(container).conflictPolicy == .lastSaverWins)
    second.conflictPolicy = .lastSaverWins
    account.balance = 2
    same.balance = 3
    try first.save()
    try second.save()
    #expect(try stored().balance == 3)
    #expect(account.balance == 2)
    _ = try first.fetchCount(FetchDescriptor<Account>())
    #expect(account.balance == 3)
  }

  @Test(arguments: [false, true])
  func theSamePropertyIsAConflict(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.balance = 2
    it.same.balance = 3
    try it.first.save()
    for _ in 0..<2 {
      #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
      #expect(it.same.balance == 3)
      #expect(it.second.hasChanges)
    }
    #expect(try it.stored().balance == 2)
    it.second.rollback()
    #expect(it.same.balance == 2)
    it.same.balance += 10
    try it.second.save()
    #expect(try it.stored().balance == 12)
    try it.store.check()
  }

  @Test(arguments: [false, true])
  func theErrorSaysWhatAndNoValues(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.owner = "secret"
    it.same.owner = "other secret"
    try it.first.save()
    let error = #expect(throws: SwiftDataError.self) { try it.second.save() }
    let text = "\(try #require(error))"
    #expect(text.contains("Account p1") && text.contains("owner") && !text.contains("secret"))
  }

  @Test(arguments: [false, true])
  func whoeverInsistsSavesAllTheSame(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.balance = 2
    it.same.balance = 3
    try it.first.save()
    #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
    it.second.conflictPolicy = .lastSaverWins
    try it.second.save()
    it.second.conflictPolicy = .fail
    #expect(try it.stored().balance == 3)
    it.same.balance = 4
    try it.second.save()
    #expect(try it.stored().balance == 4)
  }

  @Test(arguments: [false, true])
  func differentPropertiesAreMerged(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.balance = 2
    it.account.photo = Data([1])
    it.same.owner = "B"
    it.same.entries.append(Entry(text: "theirs"))
    it.account.entries.append(Entry(text: "ours"))
    try it.first.save()
    try it.second.save()
    let stored = try it.stored()
    #expect(stored.balance == 2 && stored.owner == "B" && stored.photo == Data([1]))
    #expect(stored.entries.map(\.text) == ["ours", "theirs"])
    #expect(it.same.balance == 2)
    try it.store.check()
  }

  @Test(arguments: [false, true])
  func theSameValueIsNoConflict(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    // Another one saved and took it back.
    it.same.balance = 5
    it.account.balance = 2
    try it.first.save()
    it.account.balance = 1
    try it.first.save()
    if !isElsewhere {
      // Seen in between, it would be one.
      #expect(it.same.balance == 5)
    }
    try it.second.save()
    #expect(try it.stored().balance == 5)
  }

  @Test(arguments: [false, true])
  func partsOfACompositeAreOneProperty(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.address?.city = "d"
    it.same.address?.street = "t"
    try it.first.save()
    #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
    it.second.rollback()
    #expect(it.same.address == Address(street: "s", city: "d"))
  }

  @Test(arguments: [false, true])
  func aToOneLedElsewhereByBothIsAConflict(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    let entry = Entry(text: "e")
    let other = Account(owner: "O", balance: 0)
    it.first.insert(entry)
    it.first.insert(other)
    try it.first.save()
    let sameEntry = try #require(try it.second.fetch(FetchDescriptor<Entry>()).first)
    entry.account = other
    sameEntry.account = it.same
    try it.first.save()
    #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
    it.second.rollback()
    #expect(sameEntry.account?.owner == "O")
  }

  @Test(arguments: [false, true])
  func nothingOfARefusedSaveIsWritten(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.balance = 2
    try it.first.save()
    it.same.balance = 3
    it.second.insert(Entry(text: "new"))
    it.account.balance = 4
    try it.first.save()
    let count = try it.store.raw.integer("SELECT count(*) FROM ATRANSACTION")
    if isElsewhere {
      // Changed before the other's first save was seen.
      #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
    } else {
      #expect(throws: SwiftDataError.saveConflict) { try it.second.save() }
    }
    #expect(try it.store.raw.integer("SELECT count(*) FROM ATRANSACTION") == count)
    #expect(try it.store.raw.integer("SELECT count(*) FROM ZENTRY") == 0)
    it.second.rollback()
    #expect(try it.second.fetchCount(FetchDescriptor<Entry>()) == 0)
  }

  @Test(arguments: [false, true])
  func deletionsGoByTheirOwnRules(isElsewhere: Bool) throws {
    let it = try Self.setting(isElsewhere)
    it.account.balance = 2
    try it.first.save()
    it.second.delete(it.same)
    try it.second.save()
    #expect(try it.store.raw.integer("SELECT count(*) FROM ZACCOUNT") == 0)
    it.account.balance = 3
    #expect(throws: SwiftDataError.modelValidationFailure) { try it.first.save() }
  }

  /// A lost update would show in the sum.
  @Test func countersCountedUpByManyLoseNothing() async throws {
    let container = container
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          context.conflictPolicy = .fail
          let account = try #require(try context.fetch(FetchDescriptor<Account>()).first)
          for _ in 0..<50 {
            while true {
              account.balance += 1
              do {
                try context.save()
                break
              } catch let error as SwiftDataError where error == .saveConflict {
                context.rollback()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try stored().balance == 201)
  }
}
