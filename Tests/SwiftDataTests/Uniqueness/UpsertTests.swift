import Foundation
import Observation
import StoreModel
import SwiftData
import Testing

/// New models with the unique value of a row or of another new model.
@Suite struct UpsertTests {
  @Test("U01 two pending models with one key become one row")
  func twoPendingModelsBecomeOneRow() throws {
    let setting = try UniqueSetting(Passport.self)
    let first = Passport("A", name: "Anna", note: "first")
    let second = Passport("A", name: "Bea")
    setting.context.insert(first)
    setting.context.insert(second)
    try setting.context.save()
    #expect(try setting.all(Passport.self).map(\.name) == ["Bea"])
    #expect(first.name == "Bea" && second.name == "Bea")
    // A new model's nil is a value like any other.
    #expect(first.note == nil)
    #expect(first.persistentModelID == second.persistentModelID)
    #expect(!setting.context.hasChanges)
    #expect(try setting.stored(Passport.self).map(\.name) == ["Bea"])
    try setting.store.check()
  }

  @Test("U01 many pending models with one key become one row")
  func manyPendingModelsBecomeOneRow() throws {
    let setting = try UniqueSetting(Passport.self)
    let models = (0..<100).map { Passport($0 % 3 == 0 ? "A" : "B", name: "\($0)") }
    for model in models { setting.context.insert(model) }
    try setting.context.save()
    #expect(try setting.all(Passport.self).map(\.name) == ["99", "98"])
    #expect(Set(models.map(\.persistentModelID)).count == 2)
    #expect(try setting.store.raw.integer("SELECT count(*) FROM ZPASSPORT") == 2)
    #expect(
      try setting.store.raw.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Passport'") == 2
    )
  }

  @Test("U01 a pending model updates the saved row of its key")
  func pendingModelUpdatesTheSavedRow() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna", note: "old"), Passport("B", name: "Bea")])
    let model = Passport("A", name: "Carl")
    setting.context.insert(model)
    try setting.context.save()
    let all = try setting.all(Passport.self)
    #expect(all.map(\.name) == ["Carl", "Bea"])
    #expect(all[0] === model)
    #expect(model.note == nil)
    #expect(try setting.stored(Passport.self).map(\.name) == ["Carl", "Bea"])
    // The model goes on as any other.
    model.name = "Dora"
    #expect(setting.context.hasChanges)
    try setting.context.save()
    #expect(try setting.stored(Passport.self).map(\.name) == ["Dora", "Bea"])
    #expect(try setting.store.raw.texts("SELECT Z_OPT FROM ZPASSPORT ORDER BY Z_PK") == ["3", "1"])
    try setting.store.check()
  }

  @Test("U01 the model of the row and the new model both go on")
  func bothModelsGoOn() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let known = try #require(try setting.all(Passport.self).first)
    let new = Passport("A", name: "Bea", note: "new")
    setting.context.insert(new)
    try setting.context.save()
    #expect(known.name == "Bea" && known.note == "new")
    #expect(new.persistentModelID == known.persistentModelID)
    #expect(new.modelContext === setting.context)
    #expect(!new.hasChanges && !new.isDeleted)
    new.name = "Carl"
    new.issued = Date(timeIntervalSinceReferenceDate: 1)
    #expect(known.name == "Carl" && new.name == "Carl")
    #expect(new.hasChanges && known.hasChanges)
    known.note = nil
    #expect(new.note == nil)
    #expect(new.issued == known.issued)
    try setting.context.save()
    #expect(try setting.stored(Passport.self).map(\.name) == ["Carl"])
    #expect(try setting.all(Passport.self).count == 1)
    setting.context.insert(new)
    #expect(!setting.context.hasChanges)
    setting.context.delete(new)
    #expect(known.isDeleted && new.isDeleted)
    try setting.context.save()
    #expect(try setting.stored(Passport.self).isEmpty)
    #expect(new.name == "Carl" && new.modelContext == nil)
  }

  @Test func aChangedModelOfTheRowTakesTheNewValues() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let known = try #require(try setting.all(Passport.self).first)
    let stay = Stay("Rome")
    known.note = "changed"
    known.stays = [stay]
    setting.context.insert(Passport("A", name: "Bea"))
    try setting.context.save()
    #expect(known.name == "Bea" && known.note == nil)
    #expect(known.stays.map(\.city) == ["Rome"])
    let stored = try #require(try setting.stored(Passport.self).first)
    #expect(stored.name == "Bea" && stored.note == nil && stored.stays.map(\.city) == ["Rome"])
    try setting.store.check()
  }

  @Test func observersOfBothModelsHearOfIt() throws {
    final class Ears: @unchecked Sendable { var heard: [String] = [] }
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna", note: "same")])
    let known = try #require(try setting.all(Passport.self).first)
    let new = Passport("A", name: "Bea", note: "same")
    setting.context.insert(new)
    let ears = Ears()
    withObservationTracking({ _ = known.name }) { ears.heard.append("known") }
    withObservationTracking({ _ = new.name }) { ears.heard.append("new") }
    try setting.context.save()
    #expect(ears.heard.sorted() == ["known", "new"])
    ears.heard = []
    withObservationTracking({ _ = new.name }) { ears.heard.append("new") }
    withObservationTracking({ _ = known.name }) { ears.heard.append("known") }
    known.name = "Carl"
    #expect(ears.heard.sorted() == ["known", "new"])
  }

  @Test func nilIsNoKey() throws {
    let setting = try UniqueSetting(Passport.self)
    for _ in 0..<3 { setting.context.insert(Passport(nil, name: "nobody")) }
    try setting.context.save()
    setting.context.insert(Passport(nil, name: "nobody"))
    try setting.context.save()
    #expect(try setting.all(Passport.self).count == 4)
    try setting.store.check()
  }

  @Test func theKeyOfADeletedRowIsFree() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna", note: "old")])
    let old = try #require(try setting.all(Passport.self).first)
    setting.context.delete(old)
    let new = Passport("A", name: "Bea")
    setting.context.insert(new)
    try setting.context.save()
    #expect(try setting.all(Passport.self).map(\.name) == ["Bea"])
    #expect(new.persistentModelID != old.persistentModelID)
    #expect(old.name == "Anna" && old.modelContext == nil)
    try setting.store.check()
  }

  @Test func theKeyThatARowGivesUpIsFree() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let old = try #require(try setting.all(Passport.self).first)
    old.number = "B"
    setting.context.insert(Passport("A", name: "Bea"))
    try setting.context.save()
    #expect(try setting.stored(Passport.self).map(\.number) == ["B", "A"])
    #expect(old.name == "Anna")
  }

  @Test func theKeyThatARowIsGivenIsTaken() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let old = try #require(try setting.all(Passport.self).first)
    old.number = "B"
    setting.context.insert(Passport("B", name: "Bea"))
    try setting.context.save()
    #expect(try setting.stored(Passport.self).map(\.name) == ["Bea"])
    #expect(old.name == "Bea" && old.number == "B")
  }

  @Test func identifiersTakenBeforeLeadToTheRow() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let new = Passport("A", name: "Bea")
    setting.context.insert(new)
    let before = new.persistentModelID
    let hash = before.hashValue
    try setting.context.save()
    #expect(before.hashValue == hash)
    #expect(setting.context.model(for: before) === new)
    let found: Passport? = setting.context.registeredModel(for: before)
    #expect(found === new)
    let fresh = setting.fresh().model(for: before) as? Passport
    #expect(fresh?.name == "Bea")
    // They are no equal of the row's, whose hash was known before.
    #expect(before != new.persistentModelID)
  }

  @Test func aFailedSaveMergesNothing() throws {
    let setting = try UniqueSetting(Passport.self, Invoice.self)
    try setting.save([Passport("A", name: "Anna")])
    let known = try #require(try setting.all(Passport.self).first)
    try setting.save([Invoice(1, amount: 1)])
    let new = Passport("A", name: "Bea")
    let twin = Passport("A", name: "Carl")
    let invoice = Invoice(1, amount: 2)
    setting.context.insert(new)
    setting.context.insert(twin)
    setting.context.insert(invoice)
    _ = setting.saveFails()
    #expect(known.name == "Anna" && new.name == "Bea" && twin.name == "Carl")
    #expect(new.persistentModelID != known.persistentModelID)
    #expect(setting.context.insertedModelsArray.count == 3)
    #expect(try setting.stored(Passport.self).map(\.name) == ["Anna"])
    invoice.number = 2
    try setting.context.save()
    #expect(known.name == "Carl" && new.name == "Carl" && twin.name == "Carl")
    #expect(try setting.stored(Passport.self).map(\.name) == ["Carl"])
    #expect(try setting.stored(Invoice.self).map(\.amount) == [1, 2])
  }

  @Test func rollbackForgetsTheNewModel() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    let known = try #require(try setting.all(Passport.self).first)
    setting.context.insert(Passport("A", name: "Bea"))
    setting.context.rollback()
    try setting.context.save()
    #expect(known.name == "Anna")
  }

  @Test func anEqualModelWritesNothing() throws {
    let setting = try UniqueSetting(Passport.self)
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let old = Passport("A", name: "Anna", note: "n")
    old.issued = date
    try setting.save([old])
    let new = Passport("A", name: "Anna", note: "n")
    new.issued = date
    setting.context.insert(new)
    try setting.context.save()
    #expect(try setting.store.raw.texts("SELECT Z_OPT FROM ZPASSPORT") == ["1"])
    #expect(try setting.store.raw.integer("SELECT count(*) FROM ACHANGE") == 1)
    new.note = nil
    try setting.context.save()
    #expect(try setting.stored(Passport.self).map(\.note) == [nil])
  }

  @Test func historyTellsOfAnUpdateOfTheChangedColumns() throws {
    let setting = try UniqueSetting(Passport.self)
    try setting.save([Passport("A", name: "Anna")])
    setting.context.insert(Passport("A", name: "Bea"))
    setting.context.insert(Passport("C", name: "Carl"))
    setting.context.insert(Passport("C", name: "Dora"))
    try setting.context.save()
    // An update of `name` alone, and one insertion.
    let rows = try setting.store.raw.rows(
      """
      SELECT ZCHANGETYPE, ZENTITYPK, ZCOLUMNS FROM ACHANGE
      WHERE ZTRANSACTIONID = 2 ORDER BY ZCHANGETYPE
      """)
    #expect(rows.count == 2)
    #expect(rows.first?.prefix(2) == [.integer(0), .integer(2)])
    // chip, issuer; issued, name, note, number; copies, stays, visas.
    #expect(rows.last == [.integer(1), .integer(1), .blob(Data([0b0001_0000, 0]))])
    try setting.store.check()
  }

  @Test func anotherContextsRowIsUpdatedToo() throws {
    let setting = try UniqueSetting(Passport.self)
    let other = setting.fresh()
    setting.context.insert(Passport("A", name: "Anna"))
    let theirs = Passport("A", name: "Bea")
    other.insert(theirs)
    try setting.context.save()
    try other.save()
    #expect(try setting.stored(Passport.self).map(\.name) == ["Bea"])
    let ours = try #require(try setting.all(Passport.self).first)
    #expect(ours.name == "Bea")
    // What the other context has changed meanwhile is the row that counts.
    ours.number = "B"
    try setting.context.save()
    other.insert(Passport("A", name: "Carl"))
    try other.save()
    #expect(try setting.stored(Passport.self).map(\.number) == ["B", "A"])
  }

  @Test func aStoreInMemoryDoesTheSame() throws {
    let container = try ModelContainer(
      for: Passport.self, Shelf.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Passport("A", name: "Anna"))
    context.insert(Shelf(room: Room("R"), position: 1, label: "one"))
    try context.save()
    let known = try context.fetch(FetchDescriptor<Passport>())
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    shelf.position = 2
    context.insert(Passport("A", name: "Bea"))
    context.insert(Shelf(room: Room("R"), position: 1, label: "other"))
    try context.save()
    #expect(known.map(\.name) == ["Bea"])
    #expect(try context.fetch(FetchDescriptor<Shelf>()).count == 2)
    #expect(try context.fetch(FetchDescriptor<Room>()).count == 1)
  }
}
