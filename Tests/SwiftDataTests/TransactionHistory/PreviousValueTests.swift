import Foundation
import SwiftData
import Testing

@Suite struct PreviousValueTests {
  @Model class Plan {
    @Attribute(.unique) var code: String
    var days: Int?
    var home: Home?
    @Attribute(.externalStorage) var map: Data?
    var guide: Guide?
    init(code: String) { self.code = code }
  }

  struct Home: Codable, Equatable {
    var street: String
    var number: Int?
  }

  @Model class Guide {
    var name: String
    @Relationship(inverse: \Plan.guide) var plans: [Plan] = []
    init(name: String) { self.name = name }
  }

  @available(macOS 26, *)
  @Model final class HeadGuide: Guide {
    override init(name: String) { super.init(name: name) }
  }

  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext
  private let plan: Plan

  init() throws {
    store = try TemporaryStore()
    container = try Self.container(store, keeps: true)
    context = ModelContext(container)
    plan = Plan(code: "a")
    plan.days = 3
    plan.home = Home(street: "s", number: nil)
    plan.map = Data([1])
    context.insert(plan)
    try context.save()
  }

  private static func container(_ store: TemporaryStore, keeps: Bool) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: store.url)
    configuration.keepsPreviousValues = keeps
    return try ModelContainer(
      for: Plan.self, Guide.self, HeadGuide.self, configurations: configuration)
  }

  private func lastChanges() throws -> [HistoryChange] {
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    return try #require(history.last).changes
  }

  private func lastUpdate() throws -> HistoryTombstone<Plan> {
    for case .update(let update) in try lastChanges() {
      if let update = update as? DefaultHistoryUpdate<Plan> { return update.previousValues }
    }
    throw SwiftDataError.unknownSchema
  }

  @Test("H02 An update tells what its properties had before") func updatesTellWhatWasBefore() throws
  {
    plan.code = "b"
    plan.days = nil
    plan.map = Data([2])
    try context.save()
    let before = try lastUpdate()
    #expect(before[\.code] as? String == "a")
    #expect(before[\.days] as? Int == 3)
    // Not changed, and not kept.
    #expect(before[\.home] == nil && before[\.map] == nil)
    plan.days = 4
    plan.home = nil
    try context.save()
    #expect(try lastUpdate()[\.days] == nil)
    #expect(try lastUpdate()[\.home] as? Home == Home(street: "s", number: nil))
    try store.check()
  }

  @Test("H02 A to-one tells where it led") func toOnesTellWhereTheyLed() throws {
    let (first, second) = (HeadGuide(name: "1"), Guide(name: "2"))
    plan.guide = first
    context.insert(second)
    try context.save()
    plan.guide = second
    try context.save()
    #expect(try lastUpdate()[\.guide] as? PersistentIdentifier == first.persistentModelID)
    // By the rule, and not by the program.
    context.delete(second)
    try context.save()
    #expect(try lastUpdate()[\.guide] as? PersistentIdentifier == second.persistentModelID)
    try store.check()
  }

  @Test("H02 A deletion tells all that there was") func deletionsTellAll() throws {
    context.delete(plan)
    try context.save()
    guard case .delete(let delete)? = try lastChanges().first,
      let delete = delete as? DefaultHistoryDelete<Plan>
    else {
      Issue.record("no deletion")
      return
    }
    #expect(delete.previousValues[\.code] as? String == "a")
    #expect(delete.previousValues[\.home] as? Home == Home(street: "s", number: nil))
    #expect(delete.previousValues[\.guide] == nil)
    #expect(Array(delete.tombstone).isEmpty)
  }

  @Test func valuesThatAreSwappedAreTheOldOnes() throws {
    let other = Plan(code: "b")
    context.insert(other)
    try context.save()
    plan.code = "b"
    other.code = "a"
    try context.save()
    var old: [String] = []
    for case .update(let update) in try lastChanges() {
      let update = try #require(update as? DefaultHistoryUpdate<Plan>)
      old.append(update.previousValues[\.code] as? String ?? "none")
    }
    #expect(old.sorted() == ["a", "b"])
  }

  @Test func theyGoWithTheHistory() throws {
    plan.days = 4
    try context.save()
    let count = "SELECT count(*) FROM OSD_PREVIOUSVALUE"
    #expect(try store.raw.integer(count) == 1)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try store.raw.integer(count) == 0)
    plan.days = 5
    try context.save()
    #expect(try store.raw.integer(count) == 1)
    try container.erase()
    #expect(try store.raw.integer(count) == 0)
    try store.check()
  }

  @Test func nothingIsKeptUnlessSomebodyAsks() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try Self.container(store, keeps: false))
    let plan = Plan(code: "a")
    context.insert(plan)
    try context.save()
    plan.code = "b"
    try context.save()
    let tables = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'OSD%'"
    #expect(try store.raw.integer(tables) == 0)
    let update = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .last?.changes.first
    guard case .update(let update)? = update, let update = update as? DefaultHistoryUpdate<Plan>
    else {
      Issue.record("no update")
      return
    }
    #expect(Array(update.previousValues).isEmpty)
    // What was kept stays readable when no more is.
    let again = ModelContext(try Self.container(self.store, keeps: false))
    self.plan.days = 9
    try self.context.save()
    #expect(try store.raw.integer(tables) == 0)
    let history = try again.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    guard case .update(let kept)? = history.last?.changes.first,
      let kept = kept as? DefaultHistoryUpdate<Plan>
    else {
      Issue.record("no update")
      return
    }
    #expect(kept.previousValues[\.days] as? Int == 3)
  }
}
