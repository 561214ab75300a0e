import Foundation
import SwiftData
import Testing

@Suite struct DeleteHistoryTests {
  @Model final class Mark {
    var number: Int
    init(number: Int) { self.number = number }
  }

  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Mark.self)
    context = ModelContext(container)
    for number in 0..<5 {
      context.insert(Mark(number: number))
      try context.save()
    }
  }

  private func history(
    _ predicate: Predicate<DefaultHistoryTransaction>? = nil
  ) throws -> [DefaultHistoryTransaction] {
    try context.fetchHistory(HistoryDescriptor(predicate: predicate))
  }

  private func delete(_ predicate: Predicate<DefaultHistoryTransaction>? = nil) throws {
    try context.deleteHistory(HistoryDescriptor(predicate: predicate))
  }

  @Test func whatIsDeletedIsGoneAndTheRowsStay() throws {
    let token = try history()[2].token
    try delete(#Predicate { $0.token < token })
    #expect(try history().map(\.id) == [3, 4, 5])
    #expect(try context.fetchCount(FetchDescriptor<Mark>()) == 5)
    try store.check()
  }

  @Test func aTokenBeforeWhatWasDeletedHasExpired() throws {
    let tokens = try history().map(\.token)
    let last = tokens[2]
    try delete(#Predicate { $0.token <= last })
    for token in tokens[0...1] {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try history(#Predicate { $0.token > token })
      }
    }
    // Nothing after the third is missing.
    #expect(try history(#Predicate { $0.token > last }).map(\.id) == [4, 5])
    #expect(try history(#Predicate { $0.author == nil }).map(\.id) == [4, 5])
  }

  @Test func afterAllIsDeletedNumbersGoOn() throws {
    let tokens = try history().map(\.token)
    try delete()
    #expect(try history().isEmpty)
    let (fourth, fifth) = (tokens[3], tokens[4])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try history(#Predicate { $0.token > fourth })
    }
    #expect(try history(#Predicate { $0.token > fifth }).isEmpty)
    context.insert(Mark(number: 6))
    try context.save()
    #expect(try history(#Predicate { $0.token > fifth }).map(\.id) == [6])
    try store.check()
  }

  @Test func aDeletionTakesNeitherLimitNorOrder() throws {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    descriptor.fetchLimit = 1
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(descriptor)
    }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(sortBy: [SortDescriptor(\.timestamp)]))
    }
    #expect(try history().count == 5)
  }

  @Test func anotherStoresTokenIsNotThisStores() throws {
    let elsewhere = try TemporaryStore()
    let other = ModelContext(try elsewhere.container(Mark.self))
    other.insert(Mark(number: 1))
    try other.save()
    let token = try #require(
      try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first?.token)
    #expect(try history(#Predicate { $0.token == token }).isEmpty)
    let own = try #require(try history().first?.token)
    #expect((own < token) != (token < own))
  }

  @Test func aSaveTellsItsPlaceInTheHistory() async throws {
    let tokens = try await confirmation { confirmed in
      nonisolated(unsafe) var tokens: [String: any HistoryToken] = [:]
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { notification in
        let key = ModelContext.NotificationKey.historyTokens.rawValue
        tokens = notification.userInfo?[key] as? [String: any HistoryToken] ?? [:]
        confirmed()
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      context.insert(Mark(number: 7))
      try context.save()
      return tokens
    }
    let last = try #require(try history().last)
    #expect(tokens.count == 1)
    #expect(tokens[last.storeIdentifier] as? DefaultHistoryToken == last.token)
  }

  /// What another transaction type's store would keep.
  private struct OtherTransaction: HistoryTransaction {
    var id: Int
    var timestamp: Date
    var changes: [HistoryChange]
    var token: DefaultHistoryToken
    var transactionIdentifier: Int
    var storeIdentifier: String
    var author: String?
    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test func transactionsThatNoStoreKeepsAreRefused() throws {
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
    }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(HistoryDescriptor<OtherTransaction>())
    }
  }
}
