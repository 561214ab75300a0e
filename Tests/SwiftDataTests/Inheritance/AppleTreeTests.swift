import CoreDataFormat
import Foundation
import StoreModel
import Testing

@testable import SwiftData

/// A class tree in a store that Apple's framework made.
@Suite(.enabled(if: AppleStoreTests.treeSample != nil)) struct AppleTreeTests {
  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    try FileManager.default.copyItem(at: try #require(AppleStoreTests.treeSample), to: store.url)
    // The store's root entity is abstract, as no class can be, and has more properties than are
    // declared here; so its hashes are others. Only they are changed.
    guard case .blob(let plist)? = try store.raw.value("SELECT Z_PLIST FROM Z_METADATA") else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var metadata = try StoreMetadata(plistData: plist)
    metadata.adopt(try Money.schema.storeLayout())
    let hex = metadata.plistData().map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    try store.raw.execute("UPDATE Z_METADATA SET Z_PLIST = x'\(hex.joined())'")
    container = try ModelContainer(
      for: Money.schema, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    context = store.fresh(container)
  }

  @Test func everyRowIsAModelOfItsClass() throws {
    let activities = try context.fetch(FetchDescriptor<Money.Activity>())
    #expect(activities.count == 43)
    let counts = Dictionary(grouping: activities) { "\(type(of: $0))" }.mapValues(\.count)
    let expected = try store.raw.rows(
      "SELECT Z_NAME, count(*) FROM ZACTIVITY JOIN Z_PRIMARYKEY USING (Z_ENT) GROUP BY Z_NAME")
    #expect(counts.count == expected.count)
    for row in expected {
      guard case .text(let name) = row[0], case .integer(let count) = row[1] else { continue }
      #expect(counts[name] == Int(count))
    }
    #expect(try context.fetchCount(FetchDescriptor<Money.ScheduledTransaction>()) == 23)
  }

  @Test func columnsOfOneNameBelongToTheirClasses() throws {
    let events = try context.fetch(FetchDescriptor<Money.Event>()).map(\.localizedAmount)
    let transactions = try context.fetch(FetchDescriptor<Money.Transaction>()).map(
      \.localizedAmount)
    func stored(_ column: String, _ entity: String) throws -> [Double?] {
      try store.raw.rows(
        "SELECT CAST(\(column) AS REAL) FROM ZACTIVITY WHERE Z_ENT = (SELECT Z_ENT FROM "
          + "Z_PRIMARYKEY WHERE Z_NAME = '\(entity)') ORDER BY Z_PK"
      ).map { if case .real(let value)? = $0.first { value } else { nil } }
    }
    func numbers(_ decimals: [Decimal?]) -> [Double?] {
      decimals.map { $0.map { NSDecimalNumber(decimal: $0).doubleValue } }
    }
    #expect(numbers(events).allSatisfy { $0 == 0 })
    #expect(numbers(transactions).contains { $0 != nil && $0 != 0 })
    #expect(try numbers(events) == stored("ZLOCALIZEDAMOUNT", "Event"))
    #expect(try numbers(transactions) == stored("ZLOCALIZEDAMOUNT1", "Transaction"))
  }

  @Test func relationshipsLeadThroughTheTree() throws {
    let transactions = try context.fetch(FetchDescriptor<Money.Transaction>())
    #expect(transactions.allSatisfy { $0.account != nil })
    for transaction in transactions {
      #expect(transaction.account?.transactions?.contains { $0 === transaction } == true)
    }
    let events = try context.fetch(FetchDescriptor<Money.Event>())
    let rules = events.compactMap(\.recurrenceRule)
    #expect(rules.count == 22)
    #expect(rules.allSatisfy { $0.activity is Money.Event })
    let splits = try context.fetch(FetchDescriptor<Money.Activity>())
      .filter { $0.splitParent != nil }
    #expect(splits.count == 2)
    for split in splits {
      #expect(split.splitParent?.splits?.contains { $0 === split } == true)
    }
  }

  @Test func predicatesReadTheColumnsThatAreMeant() throws {
    func count(_ predicate: Predicate<Money.Activity>) throws -> Int {
      let found = try context.fetchCount(FetchDescriptor(predicate: predicate))
      let all = try context.fetch(FetchDescriptor<Money.Activity>())
      #expect(all.filter(predicate.matches).count == found)
      return found
    }
    #expect(try count(#Predicate { $0 is Money.Event }) == 23)
    #expect(try count(#Predicate { $0 is Money.FavoriteTransaction }) == 5)
    #expect(try count(#Predicate { ($0 as? Money.Transaction)?.account?.name != nil }) == 15)
    #expect(try count(#Predicate { $0.splitParent is Money.Transaction }) <= 2)
    #expect(
      try count(#Predicate { ($0 as? Money.ScheduledTransaction)?.recurrenceRule != nil }) == 22)
  }
}
