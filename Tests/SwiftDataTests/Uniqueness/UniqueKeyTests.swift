import Foundation
import SwiftData
import Testing

/// When two keys are the same one.
@Suite struct UniqueKeyTests {
  private typealias Setter = @Sendable (Badge) -> Void

  /// Saves a badge, then another one; the second is the row of the first or a new one.
  private func rows(_ first: Setter, _ second: Setter, isPending: Bool) throws -> [String] {
    let setting = try UniqueSetting(Badge.self)
    let one = Badge(label: "first")
    first(one)
    setting.context.insert(one)
    if !isPending { try setting.context.save() }
    let other = Badge(label: "second")
    second(other)
    setting.context.insert(other)
    try setting.context.save()
    return try setting.stored(Badge.self).map(\.label)
  }

  @Test(arguments: [false, true])
  func equalValuesAreOneKey(isPending: Bool) throws {
    let uuid = UUID()
    let pairs: [(Setter, Setter)] = [
      ({ $0.text = "" }, { $0.text = "" }),
      ({ $0.text = "caf\u{E9}" }, { $0.text = "cafe\u{301}" }),
      ({ $0.text = "e\u{323}\u{302}" }, { $0.text = "\u{1EC7}" }),
      ({ $0.text = "a\u{0}b" }, { $0.text = "a\u{0}b" }),
      ({ $0.real = 0.0 }, { $0.real = -0.0 }),
      ({ $0.real = 1e300 }, { $0.real = 1e300 }),
      ({ $0.real = .infinity }, { $0.real = .infinity }),
      (
        { $0.date = Date(timeIntervalSinceReferenceDate: 7) },
        { $0.date = Date(timeIntervalSinceReferenceDate: 7) }
      ),
      (
        { $0.date = Date(timeIntervalSinceReferenceDate: 7.5) },
        { $0.date = Date(timeIntervalSinceReferenceDate: 7.5) }
      ),
      ({ $0.uuid = uuid }, { $0.uuid = uuid }),
      ({ $0.data = Data() }, { $0.data = Data() }),
      ({ $0.data = Data([0, 1, 2]) }, { $0.data = Data([0, 1, 2]) }),
      ({ $0.decimal = 3 }, { $0.decimal = 3.0 }),
      ({ $0.decimal = Decimal(string: "0.1") }, { $0.decimal = Decimal(string: "0.10") }),
      ({ $0.level = .high }, { $0.level = .high }),
      ({ $0.url = URL(string: "https://a.b/c") }, { $0.url = URL(string: "https://a.b/c") }),
    ]
    for (index, pair) in pairs.enumerated() {
      #expect(try rows(pair.0, pair.1, isPending: isPending) == ["second"], "pair \(index)")
    }
  }

  @Test(arguments: [false, true])
  func differentValuesAreTwoKeys(isPending: Bool) throws {
    let pairs: [(Setter, Setter)] = [
      ({ $0.text = "a" }, { $0.text = "A" }),
      ({ $0.text = "a" }, { $0.text = "a " }),
      ({ $0.text = "a" }, { $0.text = "a\u{0}" }),
      ({ $0.text = "caf\u{E9}" }, { $0.text = "cafe" }),
      ({ $0.real = .nan }, { $0.real = .nan }),
      ({ $0.real = 1 }, { $0.real = 1.0.nextUp }),
      ({ $0.uuid = UUID() }, { $0.uuid = UUID() }),
      ({ $0.data = Data() }, { $0.data = Data([0]) }),
      ({ $0.level = .high }, { $0.level = .low }),
      ({ $0.text = nil }, { $0.text = nil }),
    ]
    for (index, pair) in pairs.enumerated() {
      #expect(
        try rows(pair.0, pair.1, isPending: isPending) == ["first", "second"], "pair \(index)")
    }
  }

  @Test func keysOfEveryKindAreStoredAsTheFormatHasThem() throws {
    let setting = try UniqueSetting(Badge.self)
    for number in 0..<2 {
      let badge = Badge(label: "\(number)")
      badge.text = "\(number)"
      badge.real = Double(number)
      badge.date = Date(timeIntervalSinceReferenceDate: Double(number))
      badge.uuid = UUID()
      badge.data = Data([UInt8(number)])
      badge.decimal = Decimal(number)
      badge.level = number == 0 ? .low : .high
      badge.url = URL(string: "https://a.b/\(number)")
      setting.context.insert(badge)
    }
    try setting.context.save()
    try setting.store.check()
  }

  @Test func aSpellingThatIsEqualIsStoredAnew() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("e\u{301}", name: "old")])
    setting.context.insert(Passport("\u{E9}", name: "new"))
    try setting.context.save()
    #expect(try setting.store.raw.texts("SELECT hex(ZNUMBER) FROM ZPASSPORT") == ["C3A9"])
  }

  @Test func compoundKeysNeedAllTheirParts() throws {
    let setting = try UniqueSetting(Shelf.self)
    let room = Room("R")
    for (room, position) in [(room, 1), (room, 2), (Room("S"), 1), (nil, 1), (nil, 1)] {
      setting.context.insert(Shelf(room: room, position: position, label: "old"))
    }
    try setting.context.save()
    #expect(try setting.all(Shelf.self).count == 5)
    setting.context.insert(Shelf(room: room, position: 1, label: "new"))
    setting.context.insert(Shelf(room: nil, position: 1, label: "new"))
    try setting.context.save()
    let labels = try setting.stored(Shelf.self).map(\.label)
    #expect(labels == ["new", "old", "old", "old", "old", "new"])
    try setting.store.check()
  }

  @Test func aNewDestinationThatIsASavedRowCompletesTheKey() throws {
    let setting = try UniqueSetting(Shelf.self)
    try setting.save([Shelf(room: Room("R"), position: 1, label: "old")])
    // Both the room and, with it, the shelf turn out to be rows.
    setting.context.insert(Shelf(room: Room("R"), position: 1, label: "new"))
    setting.context.insert(Shelf(room: Room("R"), position: 2, label: "two"))
    setting.context.insert(Shelf(room: Room("R"), position: 2, label: "last"))
    try setting.context.save()
    #expect(try setting.stored(Shelf.self).map(\.label) == ["new", "last"])
    #expect(try setting.stored(Room.self).map(\.shelves.count) == [2])
    try setting.store.check()
  }

  @Test func pendingDestinationsOfOneKeyCompleteTheKey() throws {
    let setting = try UniqueSetting(Shelf.self)
    setting.context.insert(Shelf(room: Room("R"), position: 1, label: "one"))
    setting.context.insert(Shelf(room: Room("R"), position: 1, label: "two"))
    setting.context.insert(Shelf(room: Room("S"), position: 1, label: "three"))
    try setting.context.save()
    #expect(try setting.stored(Shelf.self).map(\.label) == ["two", "three"])
    #expect(try setting.stored(Room.self).map(\.name) == ["R", "S"])
    try setting.store.check()
  }

  @Test func movingARowIntoATakenPlaceIsRefused() throws {
    let setting = try UniqueSetting(Shelf.self)
    let room = Room("R")
    let first = Shelf(room: room, position: 1, label: "one")
    let second = Shelf(room: Room("S"), position: 1, label: "two")
    setting.context.insert(first)
    setting.context.insert(second)
    try setting.context.save()
    second.room = room
    let text = setting.saveFails()
    #expect(text.contains("Shelf.room, position"))
    (first.room, second.room) = (second.room, nil)
    first.room = nil
    second.room = room
    try setting.context.save()
    #expect(try setting.stored(Shelf.self).map { $0.room?.name } == [nil, "R"])
  }

  @Test func manyKeysAreFoundAtOnce() throws {
    let setting = try UniqueSetting(Passport.self, Shelf.self)
    let count = 3_000
    try setting.save((0..<count).map { Passport("\($0)", name: "old") })
    let room = Room("R")
    try setting.save((0..<count).map { Shelf(room: room, position: $0, label: "old") })
    for number in stride(from: 0, to: count * 2, by: 2) {
      setting.context.insert(Passport("\(number)", name: "new"))
    }
    let own = try #require(try setting.all(Room.self).first)
    for position in stride(from: 0, to: count * 2, by: 2) {
      setting.context.insert(Shelf(room: own, position: position, label: "new"))
    }
    try setting.context.save()
    let names = try setting.stored(Passport.self).map(\.name)
    #expect(names.count == count * 3 / 2 && names.filter { $0 == "new" }.count == count)
    let labels = try setting.stored(Shelf.self).map(\.label)
    #expect(labels.count == count * 3 / 2 && labels.filter { $0 == "new" }.count == count)
  }
}
