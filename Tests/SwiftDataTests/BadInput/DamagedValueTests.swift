import Foundation
import SwiftData
import Testing

/// Values in a store that no property can show: the property shows a stand-in, a checked read says
/// what is wrong, and the rest of the model stays usable.
@Suite struct DamagedValueTests {
  struct Damage: CustomTestStringConvertible, Sendable {
    let sql: String
    /// The property, with the part of a composite that is meant.
    let property: String
    var testDescription: String { "\(property): \(sql)" }

    init(_ column: String, _ value: String, _ property: String) {
      sql = "\(column) = \(value)"
      self.property = property
    }
  }

  static let damages: [Damage] = [
    Damage("ZTEXT", "x'00'", "text"), Damage("ZTEXT", "NULL", "text"),
    Damage("ZNUMBER", "'many'", "number"), Damage("ZNUMBER", "1.5", "number"),
    Damage("ZNUMBER", "NULL", "number"), Damage("ZTINY", "300", "tiny"),
    Damage("ZTINY", "-129", "tiny"), Damage("ZUNSIGNED", "-1", "unsigned"),
    Damage("ZFLAG", "'yes'", "flag"), Damage("ZFLAG", "NULL", "flag"),
    Damage("ZREAL", "'x'", "real"), Damage("ZREAL", "x'00'", "real"),
    Damage("ZDATE", "'2026-01-01'", "date"), Damage("ZDATE", "NULL", "date"),
    Damage("ZPRICE", "'cheap'", "price"), Damage("ZPRICE", "1e999", "price"),
    Damage("ZDATA", "'text'", "data"), Damage("ZDATA", "NULL", "data"),
    Damage("ZUUID", "x'0011'", "uuid"), Damage("ZUUID", "'text'", "uuid"),
    Damage("ZUUID", "NULL", "uuid"), Damage("ZOPTIONALUUID", "x'00'", "optionalUUID"),
    Damage("ZURL", "x'00'", "url"), Damage("ZURL", "''", "url"), Damage("ZURL", "NULL", "url"),
    Damage("ZWORD", "'unknown'", "word"), Damage("ZWORD", "7", "word"),
    Damage("ZWORD", "NULL", "word"), Damage("ZOPTIONALWORD", "'unknown'", "optionalWord"),
    Damage("ZTAGS", "'[]'", "tags"), Damage("ZTAGS", "x''", "tags"),
    Damage("ZTAGS", "NULL", "tags"),
    Damage("ZTAGS", "substr(ZTAGS, 1, length(ZTAGS) - 60)", "tags"),
    Damage("ZONE", "NULL", "plain"), Damage("ZONE", "'unknown'", "plain.one"),
    Damage("ZTWO", "'two'", "plain"), Damage("ZONE", "x'00'", "plain.one"),
    Damage("ZCITY", "NULL", "address.city"), Damage("ZCITY", "x'41'", "address.city"),
    Damage("ZLATITUDE", "'x'", "address.location.latitude"),
    Damage("ZCITY = NULL, ZLATITUDE = NULL, ZLONGITUDE", "NULL", "address"),
    Damage("ZNAMES", "substr(ZNAMES, 1, 3)", "labels.names"),
    Damage("ZNAMES", "CAST('{}' AS BLOB)", "labels.names"),
    Damage("ZOPTIONALTEXT", "x'00'", "optionalText"), Damage("ZOTHER", "'x'", "other"),
    Damage("ZOTHER", "99", "other"),
  ]

  /// What a test does with one property.
  private struct Access {
    let check: (Sample) throws -> Void
    let mend: (Sample) -> Void

    init<Value>(_ keyPath: ReferenceWritableKeyPath<Sample, Value>) {
      check = { _ = try $0.value(for: keyPath) }
      mend = { $0[keyPath: keyPath] = Sample()[keyPath: keyPath] }
    }
  }

  private var accesses: [String: Access] {
    [
      "text": Access(\.text), "number": Access(\.number), "tiny": Access(\.tiny),
      "unsigned": Access(\.unsigned), "flag": Access(\.flag), "real": Access(\.real),
      "date": Access(\.date), "price": Access(\.price), "data": Access(\.data),
      "uuid": Access(\.uuid), "url": Access(\.url), "word": Access(\.word),
      "tags": Access(\.tags), "plain": Access(\.plain), "address": Access(\.address),
      "labels": Access(\.labels), "optionalUUID": Access(\.optionalUUID),
      "optionalWord": Access(\.optionalWord), "optionalText": Access(\.optionalText),
      "other": Access(\.other),
    ]
  }

  private func makeStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Sample.self))
    context.insert(Sample())
    context.insert(Sample())
    try context.save()
    return store
  }

  @Test(arguments: damages) func aCheckedReadNamesTheDamagedValue(damage: Damage) throws {
    let store = try makeStore()
    try store.raw.execute("UPDATE ZSAMPLE SET \(damage.sql) WHERE Z_PK = 2")
    let before = try Data(contentsOf: store.url)
    do {
      let context = ModelContext(try store.container(Sample.self))
      let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).last)
      for (property, access) in accesses {
        guard damage.property.hasPrefix(property), property != "real" || damage.property == "real"
        else {
          try access.check(sample)
          continue
        }
        let error = #expect(throws: SwiftDataError.self) { try access.check(sample) }
        #expect(error == .loadIssueModelContainer)
        let text = error?.description ?? ""
        #expect(text.contains("Sample.\(damage.property) of row p2"), "\(text)")
        #expect(text.contains("/Sample/p2") && text.contains(store.url.path))
        #expect(!text.contains("unknown"))
      }
      #expect(try context.fetchCount(FetchDescriptor<Sample>()) == 2)
    }
    #expect(try Data(contentsOf: store.url) == before)
  }

  /// Accessors can't throw: they show nil where that is possible, else the declared default.
  @Test(arguments: damages) func theModelStaysUsable(damage: Damage) throws {
    let store = try makeStore()
    try store.raw.execute("UPDATE ZSAMPLE SET \(damage.sql) WHERE Z_PK = 2")
    let context = ModelContext(try store.container(Sample.self))
    let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).last)
    #expect(sample.text == "text" && sample.number == 1 && sample.tiny == 1 && sample.flag)
    #expect(sample.unsigned == 1 && sample.real == 1.5 && sample.price == 1)
    #expect(sample.date == Date(timeIntervalSinceReferenceDate: 1) && sample.data == Data([1]))
    #expect(sample.word == .plain && sample.plain == .one && sample.tags == ["a", "b"])
    #expect(sample.url == URL(fileURLWithPath: "/") && sample.uuid == Sample().uuid)
    #expect(sample.address == .sample && sample.labels == Labels(names: ["x"], count: 1))
    #expect(sample.optionalUUID == nil && sample.optionalWord == nil && sample.other == nil)
    #expect(sample.optionalText == nil)
    // Other properties are saved, and the damaged one is mended by assigning it.
    sample.counter += 1
    try context.save()
    let name = damage.property.split(separator: ".").first.map(String.init) ?? ""
    let access = try #require(accesses[name])
    if name != "other" {
      access.mend(sample)
      #expect(sample.hasChanges)
      try context.save()
      let again = ModelContext(context.container)
      let same = try #require(try again.fetch(FetchDescriptor<Sample>()).last)
      #expect(same.counter == 1)
      try access.check(same)
    }
  }

  /// The sound parts of a composite stay; of the others the declared default shows.
  @Test func whatIsLeftOfACompositeIsShown() throws {
    let store = try makeStore()
    try store.raw.execute(
      "UPDATE ZSAMPLE SET ZCITY = 'B', ZLATITUDE = 'x', ZLONGITUDE = 5, ZCOUNT = 8, ZNAMES = x'00'")
    let context = ModelContext(try store.container(Sample.self))
    let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).first)
    #expect(sample.address.city == "B" && sample.address.location?.longitude == 5)
    #expect(sample.address.location?.latitude == Address.sample.location?.latitude)
    #expect(sample.labels == Labels(names: ["x"], count: 8))
  }

  @Test func optionalValuesMayBeNull() throws {
    let store = try makeStore()
    try store.raw.execute(
      "UPDATE ZSAMPLE SET ZOPTIONALUUID = NULL, ZOPTIONALWORD = NULL, ZOPTIONALTEXT = NULL, "
        + "ZREAL = NULL, ZPRICE = NULL, ZOTHER = NULL")
    let context = ModelContext(try store.container(Sample.self))
    let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).first)
    #expect(sample.optionalWord == nil && sample.optionalText == nil && sample.optionalUUID == nil)
    #expect(sample.real.isNaN && sample.price.isNaN)
    #expect(sample.other == nil)
  }

  /// JSON that is whole but isn't the type's.
  @Test func aValueThatCannotBeDecodedIsADamagedOne() throws {
    let store = try makeStore()
    // The archive stays as long as it is, so that only its content is another.
    let hex = try store.raw.texts(
      "SELECT replace(hex(ZTAGS), hex('[\"a\",\"b\"]'), hex('[1,2,345]')) FROM ZSAMPLE")
    try store.raw.execute("UPDATE ZSAMPLE SET ZTAGS = x'\(hex[0])' WHERE Z_PK = 1")
    let context = ModelContext(try store.container(Sample.self))
    let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).first)
    #expect(sample.tags == ["a", "b"])
    let error = #expect(throws: SwiftDataError.self) { try sample.value(for: \.tags) }
    #expect(error?.description.contains("Sample.tags of row p1") == true)
    // Nobody else hears of it.
    #expect(try context.fetch(FetchDescriptor<Sample>()).count == 2)
  }

  @Test func aColumnOfACompositeThatIsMissingKeepsTheStoreShut() throws {
    let store = try makeStore()
    try store.raw.execute("ALTER TABLE ZSAMPLE DROP COLUMN ZLATITUDE")
    let before = try store.snapshot()
    let error = #expect(throws: SwiftDataError.self) { try store.container(Sample.self) }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("ZLATITUDE, which Sample.address needs") == true)
    #expect(try store.snapshot() == before)
  }

  @Test func aForeignKeyToNowhereLeadsToNil() throws {
    let store = try makeStore()
    try store.raw.execute("UPDATE ZSAMPLE SET ZOTHER = 99")
    let context = ModelContext(try store.container(Sample.self))
    let sample = try #require(try context.fetch(FetchDescriptor<Sample>()).first)
    _ = sample.other?.text
    sample.text = "still writable"
    try context.save()
    #expect(
      try store.raw.integer("SELECT count(*) FROM ZSAMPLE WHERE ZTEXT = 'still writable'") == 1)
  }

  /// A row that another tool added without counting the key up isn't run into.
  @Test func rowsOfOtherToolsAreNotRunInto() throws {
    let store = try makeStore()
    try store.raw.execute(
      "UPDATE ZSAMPLE SET Z_PK = 40 WHERE Z_PK = 2; "
        + "UPDATE ACHANGE SET Z_PK = 77 WHERE Z_PK = (SELECT max(Z_PK) FROM ACHANGE)")
    let context = ModelContext(try store.container(Sample.self))
    context.insert(Sample())
    try context.save()
    #expect(try store.raw.texts("SELECT Z_PK FROM ZSAMPLE ORDER BY 1") == ["1", "40", "41"])
    #expect(try store.raw.integer("SELECT max(Z_PK) FROM ACHANGE") == 78)
    try store.raw.execute("UPDATE ZSAMPLE SET Z_PK = 9223372036854775807 WHERE Z_PK = 40")
    context.insert(Sample())
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("highest key") == true)
  }

  @Test func aDateThatIsNoNumberIsRefusedBySave() throws {
    let store = try makeStore()
    let context = ModelContext(try store.container(Sample.self))
    let sample = Sample()
    sample.date = Date(timeIntervalSinceReferenceDate: .nan)
    context.insert(sample)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.description.contains("Sample.date") == true)
    sample.date = .distantPast
    try context.save()
  }
}

@Model final class Sample {
  var text: String = "text"
  var number: Int = 1
  var tiny: Int8 = 1
  var unsigned: UInt32 = 1
  var flag: Bool = true
  var real: Double = 1.5
  var date: Date = Date(timeIntervalSinceReferenceDate: 1)
  var price: Decimal = 1
  var data: Data = Data([1])
  var uuid: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var url: URL = URL(fileURLWithPath: "/")
  var word: Word = Word.plain
  var tags: [String] = ["a", "b"]
  var plain: Plain = Plain.one
  var address: Address = Address.sample
  var labels: Labels = Labels(names: ["x"], count: 1)
  var counter: Int = 0
  var optionalUUID: UUID?
  var optionalWord: Word?
  var optionalText: String?
  var other: Sample?

  enum Word: String, Codable { case plain, other }

  init() {}
}

struct Labels: Codable, Equatable {
  var names: [String]
  var count: Int
}
