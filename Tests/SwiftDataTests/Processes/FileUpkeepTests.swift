import Foundation
import SwiftData
import Testing

/// What the file is like after saves: settings, keys and history.
@Suite struct FileUpkeepTests {
  private func bundle() throws -> (TemporaryStore, ModelContext) {
    let store = try TemporaryStore()
    return (store, ModelContext(try store.container(Crate.self)))
  }

  @Test func theFileIsSetUpAsCoreDataDoes() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Crate.self))
      context.insert(Crate(name: "a"))
      try context.save()
      #expect(try store.raw.texts("PRAGMA journal_mode") == ["wal"])
      #expect(try store.raw.integer("PRAGMA auto_vacuum") == 2)
      #expect(try store.raw.integer("PRAGMA page_size") == 4096)
      #expect(try store.raw.texts("PRAGMA encoding") == ["UTF-8"])
      #expect(try store.raw.integer("PRAGMA user_version") == 0)
    }
    // The last one to close copies the log into the file.
    #expect(try store.snapshot().names == ["test.store"])
    #expect(try store.raw.integer("SELECT count(*) FROM ZCRATE") == 1)
  }

  @Test func keysAreNeverReused() throws {
    let (store, context) = try bundle()
    for name in ["a", "b", "c"] { context.insert(Crate(name: name)) }
    try context.save()
    for crate in try context.fetch(FetchDescriptor<Crate>()) { context.delete(crate) }
    try context.save()
    #expect(try store.raw.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Crate'") == 3)
    let other = ModelContext(try store.container(Crate.self))
    other.insert(Crate(name: "d"))
    try other.save()
    #expect(try store.raw.texts("SELECT Z_PK FROM ZCRATE") == ["4"])
    try other.container.erase()
    other.insert(Crate(name: "e"))
    try other.save()
    #expect(try store.raw.texts("SELECT Z_PK FROM ZCRATE") == ["5"])
    try store.check()
  }

  @Test func aSaveWithoutChangesWritesNothing() throws {
    let (store, context) = try bundle()
    try context.save()
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 0)
    #expect(try store.raw.integer("SELECT count(*) FROM Z_PRIMARYKEY") == 2)
    let crate = Crate(name: "a")
    context.insert(crate)
    try context.save()
    let before = try store.snapshot()
    crate.name = "a"
    try context.save()
    let passing = Crate(name: "never saved")
    context.insert(passing)
    context.delete(passing)
    try context.save()
    #expect(try store.snapshot() == before)
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 1)
  }

  @Test func eachSaveIsOneTransactionOfHistory() throws {
    let (store, context) = try bundle()
    context.author = "packer"
    let crate = Crate(name: "a")
    let lid = Lid()
    crate.lid = lid
    context.insert(crate)
    context.insert(Crate(name: "b"))
    try context.save()
    crate.name = "c"
    crate.height = 3
    try context.save()
    context.delete(crate)
    try context.save()
    // Crate is entity 1, Lid 2; 0 inserts, 1 updates, 2 deletes.
    let history = try store.raw.texts(
      "SELECT ZTRANSACTIONID || ' ' || ZCHANGETYPE || ' ' || ZENTITY || ' ' || ZENTITYPK "
        + "FROM ACHANGE ORDER BY ZTRANSACTIONID, ZENTITY, ZENTITYPK")
    #expect(history[..<4] == ["1 0 1 1", "1 0 1 2", "1 0 2 1", "2 1 1 1"])
    #expect(history.contains("3 2 1 1"))
    // Key of lid, then height, name and width; then crates' own to-many if there were one.
    #expect(
      try store.raw.texts("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZTRANSACTIONID = 2") == ["60"])
    #expect(
      try store.raw.integer(
        "SELECT count(*) FROM ACHANGE WHERE ZCOLUMNS IS NOT NULL AND ZCHANGETYPE <> 1") == 0)
    #expect(
      try store.raw.texts(
        "SELECT DISTINCT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s "
          + "ON s.Z_PK = t.ZAUTHORTS") == ["packer"])
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 3)
    #expect(
      try store.raw.integer(
        "SELECT count(*) FROM ATRANSACTION WHERE ZTIMESTAMP NOT BETWEEN 7e8 AND 4e9") == 0)
    for (table, number) in [
      ("ACHANGE", 16001), ("ATRANSACTION", 16002), ("ATRANSACTIONSTRING", 16003),
    ] {
      #expect(
        try store.raw.integer("SELECT max(Z_PK) FROM \(table)")
          == store.raw.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)"))
      #expect(try store.raw.texts("SELECT DISTINCT Z_ENT FROM \(table)") == ["\(number)"])
    }
    try store.check()
  }

  @Test func aSaveThatFailsLeavesNoHistory() throws {
    let (store, context) = try bundle()
    let crate = Crate(name: "a")
    context.insert(crate)
    try context.save()
    try store.raw.execute(
      "CREATE TRIGGER t BEFORE UPDATE ON ZCRATE BEGIN SELECT raise(ABORT, 'no'); END")
    crate.name = "b"
    context.insert(Crate(name: "c"))
    let before = try store.raw.texts("SELECT group_concat(Z_PK || ZNAME) FROM ZCRATE")
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(context.hasChanges)
    #expect(try store.raw.texts("SELECT group_concat(Z_PK || ZNAME) FROM ZCRATE") == before)
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 1)
    try store.raw.execute("DROP TRIGGER t")
    try context.save()
    #expect(try store.raw.texts("SELECT ZNAME FROM ZCRATE ORDER BY Z_PK") == ["b", "c"])
    try store.check()
  }

  /// Stores of plain Core Data have no history before somebody asks for it.
  @Test func aStoreWithoutHistoryGetsItWithTheFirstSave() throws {
    let store = try TemporaryStore()
    do { _ = try store.container(Crate.self) }
    try store.raw.execute(
      "DROP TABLE ACHANGE; DROP TABLE ATRANSACTION; DROP TABLE ATRANSACTIONSTRING")
    let context = ModelContext(try store.container(Crate.self))
    context.insert(Crate(name: "a"))
    try context.save()
    try context.container.erase()
    context.insert(Crate(name: "b"))
    try context.save()
    try store.check()
  }
}

@Model final class Crate {
  var name: String
  var width: Int = 1
  var height: Int = 1
  var lid: Lid?
  init(name: String) { self.name = name }
}

@Model final class Lid {
  var crate: Crate?
  init() {}
}
