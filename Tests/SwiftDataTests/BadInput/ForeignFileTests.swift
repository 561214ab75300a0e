import Foundation
import SwiftData
import Testing

/// Files that are no store of the models asked for: a typed error, and not a byte is touched.
@Suite struct ForeignFileTests {
  /// Opens the store, which must fail with the file in the message and the folder as it was.
  private func expectRefusal(
    _ store: TemporaryStore, allowsSave: Bool = true, saying text: String? = nil,
    isInUse: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try store.snapshot()
    let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
      _ = try ModelContainer(
        for: Luggage.self,
        configurations: ModelConfiguration(url: store.url, allowsSave: allowsSave))
    }
    #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
    let description = error?.description ?? ""
    #expect(description.contains(store.url.path), sourceLocation: sourceLocation)
    if let text {
      #expect(description.contains(text), "\(description)", sourceLocation: sourceLocation)
    }
    // The index of the log, which is no content, notes who reads.
    let ignored: Set = isInUse ? ["test.store-shm"] : []
    #expect(
      try store.snapshot().without(ignored) == before.without(ignored),
      sourceLocation: sourceLocation)
  }

  private func makeStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Luggage.self))
    for number in 0..<50 {
      context.insert(Luggage(name: String(repeating: "name \(number)", count: 20)))
    }
    try context.save()
    return store
  }

  @Test(arguments: [true, false])
  func aFileThatIsNoDatabaseStaysAsItIs(allowsSave: Bool) throws {
    let contents = [
      Data("hello".utf8), Data(count: 100_000), Data("SQLite format 3\u{0}".utf8),
      Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
    ]
    for content in contents {
      let store = try TemporaryStore()
      try content.write(to: store.url)
      try expectRefusal(store, allowsSave: allowsSave)
    }
  }

  @Test(arguments: [true, false])
  func aTruncatedStoreStaysAsItIs(allowsSave: Bool) throws {
    let whole = try makeStore()
    let bytes = try Data(contentsOf: whole.url)
    for length in stride(from: 1, to: bytes.count, by: 3_989) {
      let store = try TemporaryStore()
      try bytes.prefix(length).write(to: store.url)
      try expectRefusal(store, allowsSave: allowsSave)
    }
  }

  /// Some bytes of the header don't matter; where one does, the file is refused as it is.
  @Test func aStoreWithADamagedHeaderIsOpenedOrLeftAlone() throws {
    let whole = try makeStore()
    let bytes = try Data(contentsOf: whole.url)
    for offset in 0..<100 {
      var damaged = bytes
      damaged[offset] ^= 0x55
      let store = try TemporaryStore()
      try damaged.write(to: store.url)
      let before = try store.snapshot()
      do {
        let context = ModelContext(try store.container(Luggage.self))
        _ = try context.fetch(FetchDescriptor<Luggage>())
      } catch SwiftDataError.loadIssueModelContainer {
        #expect(try store.snapshot() == before, "offset \(offset)")
      }
    }
  }

  @Test(arguments: [true, false])
  func aStoreOfOtherModelsStaysAsItIs(allowsSave: Bool) throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Ticket.self))
      context.insert(Ticket())
      try context.save()
    }
    try expectRefusal(store, allowsSave: allowsSave, saying: "another schema")
  }

  @Test func aStoreOfOtherModelsThatIsInUseStaysAsItIs() throws {
    let store = try TemporaryStore()
    let container = try store.container(Ticket.self)
    let context = ModelContext(container)
    context.insert(Ticket())
    try context.save()
    try expectRefusal(store, saying: "not in the store: Luggage", isInUse: true)
    context.insert(Ticket())
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ticket>()) == 2)
  }

  @Test(arguments: [true, false])
  func aDatabaseThatIsNoStoreStaysAsItIs(allowsSave: Bool) throws {
    for mode in ["DELETE", "WAL"] {
      let store = try TemporaryStore()
      try store.raw.execute(
        "PRAGMA journal_mode=\(mode); CREATE TABLE t (x); INSERT INTO t VALUES (1)")
      try expectRefusal(store, allowsSave: allowsSave, saying: "no Core Data or SwiftData store")
    }
  }

  @Test(arguments: [
    "DELETE FROM Z_METADATA", "DROP TABLE Z_METADATA; CREATE TABLE Z_METADATA (Z_UUID, Z_PLIST)",
    "UPDATE Z_METADATA SET Z_PLIST = x'00'", "UPDATE Z_METADATA SET Z_PLIST = NULL",
    "UPDATE Z_METADATA SET Z_PLIST = 'text'", "UPDATE Z_METADATA SET Z_UUID = NULL",
    "UPDATE Z_METADATA SET Z_PLIST = substr(Z_PLIST, 1, length(Z_PLIST) - 20)",
    "UPDATE Z_METADATA SET Z_PLIST = x''",
  ])
  func aStoreWithDamagedMetadataStaysAsItIs(damage: String) throws {
    let store = try makeStore()
    try store.raw.execute(damage)
    try expectRefusal(store, saying: "metadata")
  }

  @Test func metadataWithAnyByteChangedIsReadOrRefused() throws {
    let store = try makeStore()
    let length = Int(try store.raw.integer("SELECT length(Z_PLIST) FROM Z_METADATA") ?? 0)
    #expect(length > 100)
    for offset in stride(from: 0, to: length, by: 7) {
      try store.raw.execute(
        """
        CREATE TEMP TABLE k AS SELECT Z_PLIST p FROM Z_METADATA;
        UPDATE Z_METADATA SET Z_PLIST = CAST(substr(Z_PLIST, 1, \(offset)) || x'ff'
          || substr(Z_PLIST, \(offset + 2)) AS BLOB);
        """)
      do {
        _ = try store.container(Luggage.self)
      } catch is SwiftDataError {}
    }
  }

  @Test(arguments: [
    ("DROP TABLE ZLUGGAGE", "ZLUGGAGE"), ("ALTER TABLE ZLUGGAGE DROP COLUMN ZWEIGHT", "ZWEIGHT"),
    ("ALTER TABLE ZLUGGAGE RENAME COLUMN ZNAME TO ZTITLE", "Luggage.name"),
    ("DROP TABLE Z_PRIMARYKEY", "Z_PRIMARYKEY"), ("DELETE FROM Z_PRIMARYKEY", "Luggage"),
    ("UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Luggage'", "Luggage"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", "Z_PRIMARYKEY"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 'x'", "Z_PRIMARYKEY"),
  ])
  func aStoreWithoutATableOrColumnStaysAsItIs(damage: String, named: String) throws {
    let store = try makeStore()
    try store.raw.execute(damage)
    try expectRefusal(store, saying: named)
  }

  @Test(arguments: [true, false])
  func aFolderInPlaceOfTheFileIsRefused(allowsSave: Bool) throws {
    let store = try TemporaryStore()
    try FileManager.default.createDirectory(at: store.url, withIntermediateDirectories: false)
    try expectRefusal(store, allowsSave: allowsSave)
  }

  @Test func aFileInPlaceOfTheFolderIsRefused() throws {
    let store = try TemporaryStore()
    let file = store.folder.appendingPathComponent("file")
    try Data("x".utf8).write(to: file)
    let before = try store.snapshot()
    for name in ["a.store", "deeper/a.store"] {
      let error = #expect(throws: SwiftDataError.self) {
        _ = try ModelContainer(
          for: Luggage.self,
          configurations: ModelConfiguration(url: file.appendingPathComponent(name)))
      }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.description.contains(file.path) == true)
    }
    #expect(try store.snapshot() == before)
  }

  #if os(Linux)
    @Test func aFolderThatNobodyCanWriteToIsRefused() throws {
      for path in ["/proc/a.store", "/proc/folder/a.store"] {
        let error = #expect(throws: SwiftDataError.self) {
          _ = try ModelContainer(
            for: Luggage.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        }
        #expect(error == .loadIssueModelContainer)
        #expect(error?.description.contains("/proc") == true)
      }
    }
  #endif

  @Test func anEmptyFileBecomesAStoreUnlessItIsReadOnly() throws {
    let store = try TemporaryStore()
    try Data().write(to: store.url)
    try expectRefusal(store, allowsSave: false)
    _ = try store.container(Luggage.self)
    try store.check()
  }

  @Test(arguments: [true, false])
  func aStoreOfOtherModelsWithItsLogStaysAsItIs(allowsSave: Bool) throws {
    let original = try TemporaryStore()
    let copy = try TemporaryStore()
    let context = ModelContext(try original.container(Ticket.self))
    context.insert(Ticket())
    try context.save()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: original.url.path + suffix, toPath: copy.url.path + suffix)
    }
    try expectRefusal(copy, allowsSave: allowsSave, saying: "another schema")
    #expect(
      try ModelContext(copy.container(Ticket.self)).fetchCount(FetchDescriptor<Ticket>()) == 1)
  }

  @Test func aMissingFileIsNotMadeForReading() throws {
    try expectRefusal(try TemporaryStore(), allowsSave: false)
  }

  @Test func aStoreOpenedForReadingStaysAsItIs() throws {
    let store = try makeStore()
    let before = try store.snapshot()
    do {
      let container = try ModelContainer(
        for: Luggage.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
      let context = ModelContext(container)
      let luggage = try #require(try context.fetch(FetchDescriptor<Luggage>()).first)
      luggage.name = "changed"
      context.insert(Luggage(name: "new"))
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(error?.description.contains("allowsSave") == true)
      #expect(context.hasChanges)
      context.rollback()
      #expect(luggage.name != "changed")
      #expect(try context.fetchCount(FetchDescriptor<Luggage>()) == 50)
    }
    #expect(try store.snapshot() == before)
  }
}

@Model final class Luggage {
  var name: String
  var weight: Double = 1
  init(name: String) { self.name = name }
}

@Model final class Ticket {
  var seat: Int = 1
  init() {}
}
