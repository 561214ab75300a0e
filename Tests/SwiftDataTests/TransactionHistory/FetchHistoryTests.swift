import Foundation
import SwiftData
import Testing

@Suite struct FetchHistoryTests {
  @Model final class Shelf {
    var label: String
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
    init(label: String) { self.label = label }
  }

  @Model final class Volume {
    var title: String
    var year: Int
    var note: String?
    var shelf: Shelf?
    @Relationship(inverse: \Reader.volumes) var readers: [Reader] = []
    init(title: String, year: Int) {
      self.title = title
      self.year = year
    }
  }

  @Model final class Reader {
    var name: String
    var volumes: [Volume] = []
    init(name: String) { self.name = name }
  }

  typealias Transaction = DefaultHistoryTransaction
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  /// A store with `count` saves: each inserts the volume of that number.
  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext
    let shelf = Shelf(label: "A")
    var volumes: [Volume] = []

    init(saves count: Int = 0) throws {
      store = try TemporaryStore()
      container = try store.container(Shelf.self)
      context = ModelContext(container)
      for number in 0..<count {
        let volume = Volume(title: "\(number)", year: number)
        context.insert(volume)
        context.author = number.isMultiple(of: 2) ? "even" : nil
        try context.save()
        volumes.append(volume)
      }
    }

    func history(_ predicate: Predicate<Transaction>? = nil) throws -> [Transaction] {
      try ModelContext(container).fetchHistory(HistoryDescriptor(predicate: predicate))
    }
  }

  @Test func aNewStoreHasNoHistory() throws {
    #expect(try Setting().history().isEmpty)
  }

  @Test func aSaveWithoutChangesLeavesNone() throws {
    let setting = try Setting(saves: 1)
    try setting.context.save()
    setting.volumes[0].title = "0"
    try setting.context.save()
    #expect(try setting.history().count == 1)
  }

  @Test func insertsUpdatesAndDeletesAreToldInOrder() throws {
    let setting = try Setting(saves: 1)
    let volume = setting.volumes[0]
    let id = volume.persistentModelID
    volume.year = 1900
    volume.note = "é"
    try setting.context.save()
    setting.context.delete(volume)
    try setting.context.save()

    let history = try setting.history()
    #expect(history.count == 3)
    #expect(history.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(history.allSatisfy { $0.changes.map(\.changedPersistentIdentifier) == [id] })
    guard case .insert(let insert as DefaultHistoryInsert<Volume>) = history[0].changes[0],
      case .update(let update as DefaultHistoryUpdate<Volume>) = history[1].changes[0],
      case .delete(let delete as DefaultHistoryDelete<Volume>) = history[2].changes[0]
    else {
      Issue.record("\(history)")
      return
    }
    #expect(insert.transactionIdentifier == 1)
    #expect(insert.changeIdentifier < update.changeIdentifier)
    #expect(update.updatedAttributes.count == 2)
    #expect(update.containsAttribute(\.year))
    #expect(update.updatedAttributes.contains(\.note))
    #expect(!update.containsAttribute(\.title))
    #expect(Array(delete.tombstone).isEmpty)
    #expect(delete.tombstone[\.title] == nil)
  }

  @Test func aTransactionSaysWhenWhereAndByWhom() throws {
    let before = Date()
    let setting = try Setting(saves: 2)
    let history = try setting.history()
    let store = try #require(setting.container.storeIdentifier(forConfigurationNamed: "default"))
    for transaction in history {
      #expect(transaction.timestamp >= before.addingTimeInterval(-1))
      #expect(transaction.timestamp <= Date().addingTimeInterval(1))
      #expect(transaction.storeIdentifier == store)
      #expect(transaction.token.storeIdentifier == store)
      #expect(transaction.processIdentifier == ProcessInfo.processInfo.processName)
      #expect(!transaction.bundleIdentifier.isEmpty)
      #expect(transaction.id == transaction.transactionIdentifier)
    }
    #expect(history.map(\.author) == ["even", nil])
    #expect(history[0].token < history[1].token)
    #expect(history[0] != history[1])
  }

  @Test func relationshipsAreAmongTheUpdatedProperties() throws {
    let setting = try Setting(saves: 1)
    setting.context.insert(setting.shelf)
    let reader = Reader(name: "R")
    setting.context.insert(reader)
    try setting.context.save()
    setting.volumes[0].shelf = setting.shelf
    setting.volumes[0].readers.append(reader)
    try setting.context.save()
    let changes = try #require(try setting.history().last?.changes)
    let updates = changes.compactMap { change -> DefaultHistoryUpdate<Volume>? in
      guard case .update(let update) = change else { return nil }
      return update as? DefaultHistoryUpdate<Volume>
    }
    #expect(updates.contains { $0.containsAttribute(\.shelf) })
  }

  @Test func cascadesAreTold() throws {
    let setting = try Setting(saves: 3)
    setting.context.insert(setting.shelf)
    setting.shelf.volumes = setting.volumes
    try setting.context.save()
    let ids = Set(setting.volumes.map(\.persistentModelID) + [setting.shelf.persistentModelID])
    setting.context.delete(setting.shelf)
    try setting.context.save()
    let last = try #require(try setting.history().last)
    let deleted = last.changes.compactMap { change -> PersistentIdentifier? in
      if case .delete(let delete) = change { delete.changedPersistentIdentifier } else { nil }
    }
    #expect(deleted.count == 4)
    #expect(Set(deleted) == ids)
  }

  @Test func aTokenTellsWhereToGoOn() throws {
    let setting = try Setting(saves: 5)
    let token = try setting.history()[2].token
    #expect(try setting.history(#Predicate { $0.token > token }).map(\.id) == [4, 5])
    #expect(try setting.history(#Predicate { $0.token >= token }).map(\.id) == [3, 4, 5])
    #expect(try setting.history(#Predicate { token < $0.token }).map(\.id) == [4, 5])
    #expect(try setting.history(#Predicate { $0.token < token }).map(\.id) == [1, 2])
    #expect(try setting.history(#Predicate { $0.token == token }).map(\.id) == [3])
    #expect(try setting.history(#Predicate { !($0.token > token) }).map(\.id) == [1, 2, 3])
    #expect(
      try setting.history(#Predicate { $0.token > token || $0.author == "even" }).map(\.id)
        == [1, 3, 4, 5])
    let decoded = try JSONDecoder().decode(
      DefaultHistoryToken.self, from: JSONEncoder().encode(token))
    #expect(decoded == token)
    #expect(decoded.hashValue == token.hashValue)
  }

  @Test func otherMembersMayBeAskedFor() throws {
    let setting = try Setting(saves: 4)
    #expect(try setting.history(#Predicate { $0.author == "even" }).map(\.id) == [1, 3])
    #expect(try setting.history(#Predicate { $0.author == nil }).map(\.id) == [2, 4])
    #expect(try setting.history(#Predicate { $0.transactionIdentifier > 2 }).map(\.id) == [3, 4])
    #expect(try setting.history(#Predicate { $0.id > 1 && $0.id <= 3 }).map(\.id) == [2, 3])
    #expect(try setting.history(#Predicate { $0.id > 3 && $0.id < 2 }).isEmpty)
    let start = Date.distantPast
    #expect(try setting.history(#Predicate { $0.timestamp > start }).count == 4)
    let id = setting.volumes[1].persistentModelID
    let transactions = try setting.history(
      #Predicate { transaction in
        transaction.changes.contains { $0.changedPersistentIdentifier == id }
      })
    #expect(transactions.map(\.id) == [2])
  }

  @Test func limitsAndOrdersHold() throws {
    let setting = try Setting(saves: 6)
    var descriptor = Descriptor(sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    descriptor.fetchLimit = 2
    #expect(try setting.context.fetchHistory(descriptor).map(\.id) == [6, 5])
    descriptor.sortBy = []
    descriptor.predicate = #Predicate { $0.author == "even" }
    #expect(try setting.context.fetchHistory(descriptor).map(\.id) == [1, 3])
    descriptor.fetchLimit = .max
    #expect(try setting.context.fetchHistory(descriptor).map(\.id) == [1, 3, 5])
  }

  @Test func longHistoriesAreReadToTheEnd() throws {
    let setting = try Setting(saves: 600)
    #expect(try setting.history().map(\.id) == Array(1...600))
    #expect(try setting.history(#Predicate { $0.author == "even" }).count == 300)
    var descriptor = Descriptor()
    descriptor.fetchLimit = 300
    #expect(try setting.context.fetchHistory(descriptor).map(\.id) == Array(1...300))
  }
}
