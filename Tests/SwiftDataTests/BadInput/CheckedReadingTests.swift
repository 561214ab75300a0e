import Foundation
import SwiftData
import Testing

/// What accessors can't say, `value(for:)` and `validateStoredValues()` throw.
@Suite struct CheckedReadingTests {
  private func expense(
    _ damage: String
  ) throws -> (store: TemporaryStore, context: ModelContext, expense: Expense) {
    let store = try TemporaryStore()
    let container = try store.container(Account.self)
    let context = ModelContext(container)
    context.insert(Expense(amount: 3, account: Account(name: "cash")))
    try context.save()
    try store.raw.execute(damage)
    let reader = store.fresh(container)
    return (store, reader, try #require(try reader.fetch(FetchDescriptor<Expense>()).first))
  }

  @Test(arguments: ["99", "NULL"]) func aRequiredToOneThatLeadsNowhereIsNamed(key: String) throws {
    let (store, context, expense) = try expense("UPDATE ZEXPENSE SET ZACCOUNT = \(key)")
    // A stand-in, of nobody's context.
    #expect(expense.account.name == "")
    #expect(expense.account.modelContext == nil)
    let later = #expect(throws: SwiftDataError.self) {
      _ = try context.fetch(FetchDescriptor<Account>())
    }
    #expect(later == .loadIssueModelContainer)
    let error = #expect(throws: SwiftDataError.self) { _ = try expense.value(for: \.account) }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("Expense.account of row p1") == true)
    #expect(error?.description.contains(key == "99" ? "Account p99" : "NULL") == true)
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try expense.validateStoredValues() }
    #expect(try expense.value(for: \.amount) == 3)
    // Asking this way leaves nothing for the next fetch, and the model can be mended.
    #expect(try context.fetchCount(FetchDescriptor<Account>()) == 1)
    expense.amount = 4
    expense.account = try #require(try context.fetch(FetchDescriptor<Account>()).first)
    try context.save()
    try expense.validateStoredValues()
    try store.check()
  }

  @Test func anOptionalToOneThatLeadsNowhereIsNil() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(PackingItem(title: "Hat", trip: Trip(name: "Rome")))
    try context.save()
    try store.raw.execute("UPDATE ZPACKINGITEM SET ZTRIP = 42")
    let reader = store.fresh(container)
    let item = try #require(try reader.fetch(FetchDescriptor<PackingItem>()).first)
    #expect(item.trip == nil)
    #expect(try reader.fetchCount(FetchDescriptor<PackingItem>()) == 1)
    let error = #expect(throws: SwiftDataError.self) { _ = try item.value(for: \.trip) }
    #expect(error?.description.contains("PackingItem.trip of row p1 leads to Trip p42") == true)
    item.trip = nil
    #expect(item.hasChanges)
    try reader.save()
    #expect(try item.value(for: \.trip) == nil)
    #expect(try store.raw.texts("SELECT ZTRIP FROM ZPACKINGITEM") == ["NULL"])
    try store.check()
  }

  @Test func aFaultOfADamagedRowSaysSo() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    try store.raw.execute("UPDATE ZTRIP SET ZNAME = x'00'")
    let reader = store.fresh(container)
    let fault = try #require(reader.model(for: trip.persistentModelID) as? Trip)
    #expect(fault.name == "")
    #expect(try reader.fetchCount(FetchDescriptor<Tag>()) == 0)
    _ = try fault.value(for: \.rating)
    let error = #expect(throws: SwiftDataError.self) { _ = try fault.value(for: \.name) }
    #expect(error?.description.contains("Trip.name of row p1") == true)
    #expect(fault.persistenceState == .saved)
  }

  @Test func whatGoneModelsHadLoadedIsStillTheirs() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    trip.guide = Guide(name: "Anna")
    context.insert(trip)
    try context.save()
    let reader = ModelContext(container)
    let fault = try #require(reader.model(for: trip.persistentModelID) as? Trip)
    context.delete(trip)
    try context.save()
    #expect(try trip.value(for: \.name) == "Rome")
    #expect(try trip.value(for: \.items).isEmpty)
    #expect(try trip.value(for: \.guide)?.name == "Anna")
    try trip.validateStoredValues()
    let error = #expect(throws: SwiftDataError.self) { _ = try fault.value(for: \.name) }
    #expect(error == .missingModelContext)
    #expect(error?.description.contains("Trip.name") == true)
    #expect(throws: SwiftDataError.missingModelContext) { _ = try fault.value(for: \.items) }
  }

  private func orphan(in container: ModelContainer) throws -> PackingItem {
    let context = ModelContext(container)
    return try #require(try context.fetch(FetchDescriptor<PackingItem>()).first)
  }

  @Test func anOrphanSaysWhatItCannotLoad() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.insert(PackingItem(title: "Hat", trip: Trip(name: "Rome")))
    try context.save()
    let orphan = try orphan(in: container)
    #expect(orphan.trip == nil)
    #expect(try orphan.value(for: \.title) == "Hat")
    let error = #expect(throws: SwiftDataError.self) { _ = try orphan.value(for: \.trip) }
    #expect(error == .missingModelContext)
    #expect(error?.description.contains("context is gone") == true)
    #expect(throws: SwiftDataError.missingModelContext) { try orphan.validateStoredValues() }
  }

  @Test func newModelsHaveNothingToFind() throws {
    let trip = Trip(name: "Rome")
    try trip.validateStoredValues()
    #expect(try trip.value(for: \.name) == "Rome")
    #expect(try trip.value(for: \.hasChanges) == false)
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    context.insert(trip)
    trip.items = [PackingItem(title: "Hat")]
    try trip.validateStoredValues()
    try context.save()
    try trip.validateStoredValues()
    #expect(try trip.value(for: \.items).count == 1)
  }
}
