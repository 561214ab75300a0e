import Foundation
import SwiftData
import Testing

/// Attributes whose large values lie in files beside the store.
@Suite struct ExternalStorageTests {
  @Model final class Recording {
    @Attribute(.unique) var title: String
    @Attribute(.externalStorage) var sound: Data
    @Attribute(.externalStorage) var cover: Data?
    @Attribute(.externalStorage) var peaks: [Int] = []
    /// Numbers and texts stay where they are.
    @Attribute(.externalStorage) var remark: String = ""
    @Relationship(deleteRule: .cascade, inverse: \Recording.whole) var parts: [Recording] = []
    var whole: Recording?

    init(_ title: String, sound: Data = Data(), cover: Data? = nil) {
      self.title = title
      self.sound = sound
      self.cover = cover
    }
  }

  @Model final class Invoice {
    @Attribute(.unique(.fail)) var number: Int
    init(_ number: Int) { self.number = number }
  }

  static func bytes(_ count: Int, _ value: UInt8 = 7) -> Data {
    Data(repeating: value, count: count)
  }
  static let limit = 100 << 10

  struct Setting {
    let store = try? TemporaryStore()
    let container: ModelContainer
    let context: ModelContext

    init() throws {
      container = try #require(store).container(Recording.self, Invoice.self)
      context = ModelContext(container)
    }

    var folder: URL {
      (store?.folder ?? URL(fileURLWithPath: "/nowhere"))
        .appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    }

    /// The files beside the store, unfinished ones too.
    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    func raw() throws -> RawStore { try #require(store).raw }

    func insert(_ recording: Recording) throws {
      context.insert(recording)
      try context.save()
    }

    func fresh() throws -> (ModelContext, Recording) {
      let other = try #require(store).fresh(container)
      let found = try other.fetch(FetchDescriptor<Recording>(sortBy: [SortDescriptor(\.title)]))
      return (other, try #require(found.first))
    }
  }

  @Test func smallValuesLieInTheirColumn() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Data([1, 2]), cover: Self.bytes(Self.limit)))
    try setting.insert(Recording("b"))
    let hex = "SELECT hex(substr(ZSOUND, 1, 4)) FROM ZRECORDING ORDER BY Z_PK"
    #expect(try setting.raw().texts(hex) == ["010102", "01"])
    #expect(
      try setting.raw().texts("SELECT length(ZCOVER) FROM ZRECORDING") == ["102401", "NULL"])
    #expect(setting.files.isEmpty)
    let (_, recording) = try setting.fresh()
    #expect(recording.sound == Data([1, 2]) && recording.cover?.count == Self.limit)
    try setting.store?.check()
  }

  @Test func largeValuesLieInFiles() throws {
    let setting = try Setting()
    let recording = Recording(
      "a", sound: Self.bytes(Self.limit + 1), cover: Self.bytes(1 << 20, 9))
    recording.peaks = Array(0..<40_000)
    recording.remark = String(repeating: "x", count: 200_000)
    try setting.insert(recording)
    #expect(setting.files.count == 3)
    #expect(setting.files.allSatisfy { UUID(uuidString: $0)?.uuidString == $0 })
    let names = try setting.raw().texts(
      "SELECT CAST(substr(ZSOUND, 2, 36) AS TEXT) FROM ZRECORDING")
    let url = setting.folder.appendingPathComponent(try #require(names.first))
    #expect(try Data(contentsOf: url) == Self.bytes(Self.limit + 1))
    #expect(
      try setting.raw().texts(
        "SELECT hex(substr(ZSOUND, 1, 1)) || length(ZSOUND) || hex(substr(ZSOUND, 38)) FROM ZRECORDING"
      )
        == ["023800"])
    let (_, found) = try setting.fresh()
    #expect(found.sound == recording.sound && found.cover == recording.cover)
    #expect(found.peaks == recording.peaks && found.remark == recording.remark)
    try setting.store?.check()
  }

  @Test func filesOfReplacedValuesGo() throws {
    let setting = try Setting()
    let recording = Recording("a", sound: Self.bytes(200_000), cover: Self.bytes(300_000))
    try setting.insert(recording)
    let before = setting.files
    recording.sound = Self.bytes(200_000, 8)
    recording.title = "b"
    #expect(setting.files == before)
    try setting.context.save()
    #expect(setting.files.count == 2 && Set(setting.files).intersection(before).count == 1)
    recording.cover = nil
    try setting.context.save()
    #expect(setting.files.count == 1)
    recording.sound = Data([1])
    try setting.context.save()
    #expect(setting.files.isEmpty)
    let (_, found) = try setting.fresh()
    #expect(found.sound == Data([1]) && found.cover == nil)
    try setting.store?.check()
  }

  @Test func filesOfDeletedModelsGo() throws {
    let setting = try Setting()
    let whole = Recording("whole", sound: Self.bytes(200_000))
    whole.parts = (0..<3).map { Recording("part \($0)", sound: Self.bytes(200_000, UInt8($0))) }
    try setting.insert(whole)
    #expect(setting.files.count == 4)
    setting.context.delete(whole)
    #expect(setting.files.count == 4)
    setting.context.rollback()
    #expect(whole.sound.count == 200_000)
    setting.context.delete(whole)
    try setting.context.save()
    #expect(setting.files.isEmpty)
    #expect(whole.title == "whole" && whole.sound.count == 200_000)
    try setting.store?.check()
  }

  @Test func rollbackLeavesNoFileAndTheFormerValue() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    let files = setting.files
    let (context, recording) = try setting.fresh()
    recording.sound = Self.bytes(300_000)
    context.insert(Recording("b", sound: Self.bytes(300_000)))
    context.rollback()
    try context.save()
    #expect(setting.files == files)
    #expect(recording.sound == Self.bytes(200_000))
  }

  @Test func aFailedSaveLeavesNoFileAndTheFormerValue() throws {
    let setting = try Setting()
    setting.context.insert(Invoice(1))
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    let files = setting.files
    let (context, recording) = try setting.fresh()
    recording.sound = Self.bytes(300_000)
    context.insert(Recording("b", sound: Self.bytes(300_000)))
    let invoice = Invoice(1)
    context.insert(invoice)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(setting.files == files)
    #expect(try setting.fresh().1.sound == Self.bytes(200_000))
    invoice.number = 2
    try context.save()
    #expect(setting.files.count == 2)
    #expect(try setting.fresh().1.sound == Self.bytes(300_000))
  }

  @Test func aFolderThatCannotBeMadeFailsTheSave() throws {
    let setting = try Setting()
    let support = setting.folder.deletingLastPathComponent()
    try Data().write(to: support)
    let recording = Recording("a", sound: Self.bytes(200_000))
    setting.context.insert(recording)
    let error = #expect(throws: SwiftDataError.self) { try setting.context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.description.contains("Recording.sound of row p1") ?? false)
    #expect(try setting.raw().integer("SELECT count(*) FROM ZRECORDING") == 0)
    try FileManager.default.removeItem(at: support)
    try setting.context.save()
    #expect(setting.files.count == 1)
  }

  @Test func filesAreReadWhenTheValueIs() throws {
    let setting = try Setting()
    try setting.insert(
      Recording("a", sound: Self.bytes(200_000), cover: Self.bytes(200_000)))
    let (context, recording) = try setting.fresh()
    for name in setting.files {
      try FileManager.default.removeItem(at: setting.folder.appendingPathComponent(name))
    }
    // Nobody has missed them yet.
    #expect(try context.fetchCount(FetchDescriptor<Recording>()) == 1)
    #expect(recording.title == "a")
    #expect(recording.cover == nil)
    #expect(recording.sound == Data())
    let error = #expect(throws: SwiftDataError.self) { try recording.value(for: \.cover) }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("Recording.cover of row p1 lies in a file") ?? false)
    #expect(try context.fetch(FetchDescriptor<Recording>()).count == 1)
    // The rest of the object stays usable, and so does the context.
    recording.title = "b"
    try context.save()
    // A value that is replaced need not be readable.
    recording.sound = Data([5])
    recording.cover = Data([6])
    try context.save()
    let (_, mended) = try setting.fresh()
    #expect(mended.sound == Data([5]) && mended.cover == Data([6]))
  }

  @Test func aValueThatAnotherContextReplacedIsTheNewOne() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    let (context, recording) = try setting.fresh()
    let (other, same) = try setting.fresh()
    recording.remark = "mine"
    same.sound = Self.bytes(300_000, 3)
    try other.save()
    #expect(recording.sound == Self.bytes(300_000, 3))
    #expect(recording.remark == "mine")
    try context.save()
    #expect(try setting.fresh().1.sound == Self.bytes(300_000, 3))
    #expect(try context.fetchCount(FetchDescriptor<Recording>()) == 1)
  }

  @Test func theLastOfTwoContextsWins() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    let (first, one) = try setting.fresh()
    let (second, two) = try setting.fresh()
    one.sound = Self.bytes(200_000, 1)
    two.sound = Self.bytes(200_000, 2)
    try first.save()
    try second.save()
    #expect(setting.files.count == 1)
    #expect(try setting.fresh().1.sound == Self.bytes(200_000, 2))
  }

  @Test func aNewModelOfASavedRowReplacesItsFiles() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000), cover: Self.bytes(200_000)))
    let before = setting.files
    let (context, known) = try setting.fresh()
    let same = Recording("a", sound: Self.bytes(200_000), cover: Self.bytes(200_000))
    context.insert(same)
    try context.save()
    #expect(setting.files == before)
    let new = Recording("a", sound: Self.bytes(300_000), cover: nil)
    context.insert(new)
    try context.save()
    #expect(setting.files.count == 1)
    #expect(known.sound.count == 300_000 && known.cover == nil && new.sound.count == 300_000)
    #expect(try setting.fresh().1.sound == Self.bytes(300_000))
    try setting.store?.check()
  }

  @Test func predicatesSeeTheValues() throws {
    let setting = try Setting()
    let large = Self.bytes(200_000)
    try setting.insert(Recording("a", sound: Data([1]), cover: large))
    try setting.insert(Recording("b", sound: large))
    let (context, _) = try setting.fresh()
    func titles(_ predicate: Predicate<Recording>) throws -> [String] {
      let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])
      let found = try context.fetch(descriptor).map(\.title)
      #expect(try context.fetchCount(descriptor) == found.count)
      return found
    }
    let small = Data([1])
    #expect(try titles(#Predicate { $0.sound == small }) == ["a"])
    #expect(try titles(#Predicate { $0.sound == large }) == ["b"])
    #expect(try titles(#Predicate { $0.cover == nil }) == ["b"])
    #expect(try titles(#Predicate { $0.cover == large || $0.title == "b" }) == ["a", "b"])
    #expect(try titles(#Predicate { $0.remark == "" }) == ["a", "b"])
  }

  @Test func aStoreInMemoryHasNoFiles() throws {
    let container = try ModelContainer(
      for: Recording.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Recording("a", sound: Self.bytes(500_000)))
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Recording>())
    #expect(found.first?.sound == Self.bytes(500_000))
  }

  @Test func aStoreThatIsReopenedFindsItsFiles() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    let url = try #require(setting.store?.url)
    let container = try ModelContainer(
      for: Recording.self, Invoice.self,
      configurations: ModelConfiguration(url: url, allowsSave: false))
    let found = try ModelContext(container).fetch(FetchDescriptor<Recording>())
    #expect(found.map(\.sound) == [Self.bytes(200_000)])
  }

  @Test func erasingRemovesTheFiles() throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Self.bytes(200_000)))
    try setting.insert(Recording("b", sound: Self.bytes(200_000)))
    // Not ours.
    let foreign = setting.folder.appendingPathComponent("foreign")
    try Data([1]).write(to: foreign)
    try setting.container.erase()
    #expect(setting.files == ["foreign"])
  }

  @Test(arguments: ["x''", "x'03'", "x'0241'", "x'00'", "'text'"])
  func aCheckedReadNamesAColumnThatIsNotMarked(value: String) throws {
    let setting = try Setting()
    try setting.insert(Recording("a", sound: Data([1])))
    try setting.raw().execute("UPDATE ZRECORDING SET ZSOUND = \(value)")
    let context = try #require(setting.store).fresh(setting.container)
    let recording = try #require(try context.fetch(FetchDescriptor<Recording>()).first)
    #expect(recording.sound == Data() && recording.title == "a")
    let error = #expect(throws: SwiftDataError.self) { try recording.value(for: \.sound) }
    #expect(error?.description.contains("Recording.sound of row p1") ?? false)
  }

  @Test func whatCannotLieInAColumnOfItsOwnIsNotUnique() throws {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try ModelContainer(
        for: Fingerprint.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try ModelContainer(
        for: Draft.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Model final class Fingerprint {
    @Attribute(.unique, .externalStorage) var data = Data()
    init() {}
  }

  @Model final class Draft {
    @Attribute(.unique, .ephemeral) var text = ""
    init() {}
  }
}
