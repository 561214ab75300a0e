import Foundation
import StoreModel
import SwiftData
import Testing

/// Values that stay in the history when their model is deleted.
@Suite struct PreservedValueTests {
  @Model final class Patient {
    @Attribute(.preserveValueOnDeletion) var number: Int
    @Attribute(.preserveValueOnDeletion) var name: String?
    @Attribute(.preserveValueOnDeletion) var born: Date
    @Attribute(.unique, .preserveValueOnDeletion) var code: UUID
    @Attribute(.preserveValueOnDeletion) var tags: [String] = []
    @Attribute(.preserveValueOnDeletion) var level: Level?
    @Attribute(.preserveValueOnDeletion, .externalStorage) var photo: Data?
    var secret = "secret"

    enum Level: String, Codable { case low, high }

    init(_ number: Int, name: String?, born: Date, code: UUID) {
      self.number = number
      self.name = name
      self.born = born
      self.code = code
    }
  }

  @Model final class Visit {
    @Attribute(.preserveValueOnDeletion) var place: String
    init(_ place: String) { self.place = place }
  }

  private let code = UUID()
  private let born = Date(timeIntervalSinceReferenceDate: 86_400)

  private func patient(_ number: Int, _ name: String?) -> Patient {
    Patient(number, name: name, born: born, code: number == 1 ? code : UUID())
  }

  private func deletions(
    _ container: ModelContainer
  ) throws -> [HistoryTombstone<Patient>] {
    let history = try ModelContext(container).fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>())
    return history.flatMap(\.changes).compactMap { change in
      guard case .delete(let deletion) = change else { return nil }
      return (deletion as? any HistoryDelete<Patient>)?.tombstone
    }
  }

  @Test func theHistoryKeepsTheValuesOfADeletedModel() throws {
    let store = try TemporaryStore()
    let container = try store.container(Patient.self, Visit.self)
    let context = ModelContext(container)
    let first = patient(1, "Anna")
    first.tags = ["a", "b"]
    first.level = .high
    let second = patient(2, nil)
    context.insert(first)
    context.insert(second)
    context.insert(Visit("Rome"))
    try context.save()
    first.name = "Bea"
    try context.save()
    // What is not saved is not what was deleted.
    first.name = "Carl"
    context.delete(first)
    context.delete(second)
    try context.save()
    let tombstones = try deletions(container)
    #expect(tombstones.count == 2)
    let tombstone = try #require(tombstones.first)
    #expect(tombstone[\.number] as? Int == 1)
    #expect(tombstone[\.name] as? String == "Bea")
    #expect(tombstone[\.born] as? Date == born)
    #expect(tombstone[\.code] as? UUID == code)
    #expect(tombstone[\.tags] as? [String] == ["a", "b"])
    #expect(tombstone[\.level] as? Patient.Level == .high)
    #expect(tombstone[\.secret] == nil && tombstone[\.photo] == nil)
    #expect(Array(tombstone).count == 6)
    #expect(tombstones.last?[\.name] == nil && tombstones.last?[\.number] as? Int == 2)
    try store.check()
  }

  @Test func theColumnsAreCountedByName() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Patient.self, Visit.self))
    let model = patient(7, "Anna")
    let visit = Visit("Rome")
    context.insert(model)
    context.insert(visit)
    try context.save()
    context.delete(model)
    context.delete(visit)
    try context.save()
    let columns = try store.raw.texts("SELECT name FROM pragma_table_info('ACHANGE')")
    #expect(columns.suffix(7) == ["ZCOLUMNS"] + (0..<6).map { "ZTOMBSTONE\($0)" })
    // born, code, level, name, number, tags; of the other entity: place.
    let rows = try store.raw.rows(
      """
      SELECT ZTOMBSTONE0, ZTOMBSTONE1, ZTOMBSTONE2, ZTOMBSTONE3, ZTOMBSTONE4 FROM ACHANGE
      WHERE ZCHANGETYPE = 2 ORDER BY ZENTITY
      """)
    #expect(
      rows.first == [
        .integer(86_400), .blob(Data(withUnsafeBytes(of: model.code.uuid) { Data($0) })), .null,
        .text("Anna"), .integer(7),
      ])
    #expect(rows.last == [.text("Rome"), .null, .null, .null, .null])
    let others = try store.raw.integer(
      "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE <> 2 AND ZTOMBSTONE0 IS NOT NULL")
    #expect(others == 0)
    try store.check()
  }

  @Test func aStoreWithoutTheOptionHasNoColumns() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    context.insert(Trip(name: "Rome"))
    try context.save()
    #expect(
      try store.raw.integer(
        "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMB*'") == 0)
  }

  @Test func missingColumnsAreMade() throws {
    let store = try TemporaryStore()
    let container = try store.container(Patient.self, Visit.self)
    let context = ModelContext(container)
    let model = patient(1, "Anna")
    context.insert(model)
    try context.save()
    for number in 2..<6 {
      try store.raw.execute("ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE\(number)")
    }
    #expect(try deletions(container).isEmpty)
    context.delete(model)
    try context.save()
    #expect(try deletions(container).first?[\.name] as? String == "Anna")
    try store.check()
  }

  @Test func aRowThatAnotherContextDeletedIsKeptOnce() throws {
    let store = try TemporaryStore()
    let container = try store.container(Patient.self, Visit.self)
    let context = ModelContext(container)
    context.insert(patient(1, "Anna"))
    context.insert(patient(2, "Bea"))
    try context.save()
    let other = store.fresh(container)
    let theirs = try other.fetch(FetchDescriptor<Patient>(sortBy: [SortDescriptor(\.number)]))
    try context.delete(model: Patient.self, where: #Predicate { $0.number == 1 })
    try context.save()
    for model in theirs { other.delete(model) }
    try other.save()
    #expect(try deletions(container).map { $0[\.number] as? Int } == [1, 2])
  }
}
