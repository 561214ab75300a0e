import Foundation
import SwiftData
import Testing

@Suite struct UniquePolicyTests {
  @Test("U03 the policy fail throws for a saved row", arguments: [false, true])
  func failThrows(isInMemory: Bool) throws {
    let setting = try UniqueSetting(Invoice.self)
    try setting.save([Invoice(1, amount: 10)])
    let known = isInMemory ? try setting.all(Invoice.self) : []
    let new = Invoice(1, amount: 20)
    setting.context.insert(new)
    let text = setting.saveFails()
    #expect(text.contains("Invoice.number") && text.contains("p1"))
    #expect(!text.contains("20"))
    #expect(try setting.stored(Invoice.self).map(\.amount) == [10])
    #expect(setting.context.insertedModelsArray.count == 1)
    #expect(known.allSatisfy { $0.amount == 10 })
    new.number = 2
    try setting.context.save()
    #expect(try setting.stored(Invoice.self).map(\.amount) == [10, 20])
    try setting.store.check()
  }

  @Test("U03 the policy fail throws for a pending model")
  func failThrowsForAPendingModel() throws {
    let setting = try UniqueSetting(Invoice.self)
    setting.context.insert(Invoice(1, amount: 10))
    setting.context.insert(Invoice(1, amount: 20))
    _ = setting.saveFails()
    #expect(try setting.stored(Invoice.self).isEmpty)
    setting.context.rollback()
    #expect(!setting.context.hasChanges)
  }

  @Test("U03 the policy ignore keeps the saved row", arguments: [false, true])
  func ignoreKeepsTheRow(isInMemory: Bool) throws {
    let setting = try UniqueSetting(Subscriber.self)
    let old = Subscriber("a@b", joined: 1, name: "Anna")
    old.letters = [Letter("one", subscriber: nil)]
    try setting.save([old])
    let known = isInMemory ? try setting.all(Subscriber.self) : []
    let new = Subscriber("a@b", joined: 2, name: "Bea")
    setting.context.insert(new)
    setting.context.insert(Letter("two", subscriber: new))
    setting.context.insert(Subscriber("c@d", joined: 3, name: "Carl"))
    try setting.context.save()
    #expect(new.name == "Anna" && new.joined == 1 && new.email == "a@b")
    #expect(known.allSatisfy { $0.name == "Anna" && $0.joined == 1 })
    let stored = try setting.stored(Subscriber.self)
    #expect(stored.map(\.name) == ["Anna", "Carl"] && stored.map(\.joined) == [1, 3])
    // Letters to the new model are letters to the row.
    #expect(stored.first?.letters.map(\.title) == ["one", "two"])
    #expect(new.letters.map(\.title) == ["one", "two"])
    new.name = "Dora"
    try setting.context.save()
    #expect(try setting.stored(Subscriber.self).map(\.name) == ["Dora", "Carl"])
    try setting.store.check()
  }

  @Test("U03 the policy ignore keeps the first pending model")
  func ignoreKeepsTheFirstPendingModel() throws {
    let setting = try UniqueSetting(Subscriber.self)
    let first = Subscriber("a@b", joined: 1, name: "Anna")
    let second = Subscriber("a@b", joined: 2, name: "Bea")
    setting.context.insert(first)
    setting.context.insert(second)
    try setting.context.save()
    #expect(try setting.all(Subscriber.self).map(\.name) == ["Anna"])
    #expect(second.name == "Anna" && second.joined == 1)
    #expect(second.persistentModelID == first.persistentModelID)
  }

  @Test func savedModelsThatClashAreNeverIgnored() throws {
    let setting = try UniqueSetting(Member.self)
    try setting.save([
      Member(1, club: "x", seat: 1, name: "Anna"), Member(2, club: "x", seat: 2, name: "Bea"),
    ])
    let all = try setting.all(Member.self)
    all[1].seat = 1
    _ = setting.saveFails()
    #expect(try setting.stored(Member.self).map(\.seat) == [1, 2])
    (all[0].seat, all[1].seat) = (2, 1)
    try setting.context.save()
    #expect(try setting.stored(Member.self).map(\.seat) == [2, 1])
  }

  @Test func eachConstraintHasItsOwnPolicy() throws {
    let setting = try UniqueSetting(Member.self)
    try setting.save([
      Member(1, email: "a", club: "x", seat: 1, name: "Anna"),
      Member(2, email: "b", club: "x", seat: 2, name: "Bea"),
    ])
    // A key that fails doesn't tell rows apart: the email of the row is updated.
    setting.context.insert(Member(1, email: "c", club: "x", seat: 1, name: "Carl"))
    // Its former email is free.
    setting.context.insert(Member(3, email: "a", club: "x", name: "Dora"))
    // The seat is taken: whoever comes later is the one who sits there.
    let ignored = Member(4, email: "e", club: "x", seat: 2, name: "Emil")
    setting.context.insert(ignored)
    try setting.context.save()
    let stored = try setting.stored(Member.self)
    #expect(stored.map(\.name) == ["Carl", "Bea", "Dora"])
    #expect(stored.map(\.email) == ["c", "b", "a"])
    #expect(ignored.name == "Bea" && ignored.id == 2)
    setting.context.insert(Member(1, email: "b", club: "x", seat: 1, name: "Fred"))
    let text = setting.saveFails()
    #expect(text.contains("Member.email"))
    setting.context.rollback()
    // Of two clashes the one that is ignored leaves the row of the other as it was.
    let half = Member(1, email: "z", club: "x", seat: 2, name: "Gina")
    setting.context.insert(half)
    try setting.context.save()
    #expect(try setting.stored(Member.self).map(\.name) == ["Carl", "Bea", "Dora"])
    #expect(half.name == "Carl" && half.seat == 1)
    try setting.store.check()
  }

  @Test func policiesAreOptionsOfTheirOwn() throws {
    let all: [Schema.Attribute.Option] = [
      .unique, .unique(.upsert), .unique(.fail), .unique(.ignore),
    ]
    #expect(Set(all).count == 3 && all[0] == all[1])
    #expect(all.map(\.debugDescription) == ["unique", "unique", "unique:fail", "unique:ignore"])
    let coded = try JSONDecoder().decode(
      [Schema.Attribute.Option].self, from: JSONEncoder().encode(all))
    #expect(coded == all)
    let attribute = Schema.Attribute(.unique(.ignore))
    #expect(attribute.isUnique)
    let unique = Schema.Unique<Member>(.fail([\.email]), .upsert([\.club, \.seat]))
    #expect(unique.constraints == [[\.email], [\.club, \.seat]])
    #expect(unique.policies == [.fail, .upsert])
    let decoded = try JSONDecoder().decode(
      Schema.Unique<Member>.self, from: JSONEncoder().encode(unique))
    #expect(decoded == unique)
    let plain = Schema.Unique<Member>([\.email])
    #expect(plain.policies == [.upsert])
    #expect(
      String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
        == #"{"constraints":[["email"]]}"#)
  }

  @Test func policiesDoNotChangeTheFile() throws {
    let setting = try UniqueSetting(Invoice.self)
    #expect(
      try setting.store.raw.texts("SELECT name FROM sqlite_master WHERE name GLOB 'Z_Invoice*'")
        == ["Z_Invoice_UNIQUE_number"])
    try setting.store.check()
  }
}
