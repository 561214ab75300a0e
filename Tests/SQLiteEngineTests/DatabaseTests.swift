import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct DatabaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeDatabase(busy: Int32 = 5000) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.busyMilliseconds = busy
    let database = try SQLiteDatabase(.file(folder.path("store")), options: options)
    try database.claim()
    return database
  }

  private func count(_ connection: SQLiteConnection) throws -> StoredValue? {
    try connection.value(SQLStatement("SELECT count(*) FROM t"))
  }

  @Test func claimingAnEmptyFileSetsItUp() throws {
    let database = try makeDatabase()
    try database.write { connection in
      try connection.execute("CREATE TABLE t (x)")
      #expect(try connection.integerPragma("auto_vacuum") == 2)
      #expect(try connection.integerPragma("page_size") == 4096)
      #expect(try connection.pragma("journal_mode") == .text("wal"))
    }
    #expect(try folder.names() == ["store", "store-shm", "store-wal"])
    database.close()
    #expect(try folder.names() == ["store"])
  }

  @Test func aReaderKeepsItsSnapshotWhileTheWriterGoesOn() throws {
    let database = try makeDatabase()
    try database.write { try $0.execute("CREATE TABLE t (x)") }
    try database.read { reader in
      #expect(try count(reader) == .integer(0))
      try database.writeTransaction { writer in
        try writer.execute("INSERT INTO t VALUES (1)")
        #expect(try count(reader) == .integer(0))
        #expect(try count(writer) == .integer(1))
      }
      #expect(try count(reader) == .integer(0))
      #expect(try database.read { try count($0) } == .integer(1))
    }
    #expect(try database.read(.statement) { try count($0) } == .integer(1))
  }

  @Test func readersCannotWrite() throws {
    let database = try makeDatabase()
    try database.write { try $0.execute("CREATE TABLE t (x)") }
    let error = #expect(throws: SQLiteError.self) {
      try database.read { try $0.execute("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.code.primary == .readOnly)
  }

  @Test func aSecondWriterIsToldThatTheDatabaseIsBusy() throws {
    let first = try makeDatabase()
    try first.write { try $0.execute("CREATE TABLE t (x)") }
    let second = try makeDatabase(busy: 1)
    try first.writeTransaction { writer in
      try writer.execute("INSERT INTO t VALUES (1)")
      let error = #expect(throws: SQLiteError.self) {
        try second.writeTransaction { try $0.execute("INSERT INTO t VALUES (2)") }
      }
      #expect(error?.code.primary == .busy)
    }
    try second.writeTransaction { try $0.execute("INSERT INTO t VALUES (2)") }
    #expect(try first.read { try count($0) } == .integer(2))
  }

  @Test func theDataVersionTellsOfOthersOnly() throws {
    let first = try makeDatabase()
    try first.write { try $0.execute("CREATE TABLE t (x)") }
    let second = try makeDatabase()
    let before = try first.dataVersion()
    try first.writeTransaction { try $0.execute("INSERT INTO t VALUES (1)") }
    #expect(try first.dataVersion() == before)
    try second.writeTransaction { try $0.execute("INSERT INTO t VALUES (1)") }
    #expect(try first.dataVersion() != before)
  }

  @Test func memoryIsOneDatabaseForReadersAndTheWriter() throws {
    let database = try SQLiteDatabase(.memory)
    try database.claim()
    try database.writeTransaction { connection in
      try connection.execute("CREATE TABLE t (x)")
      try connection.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try database.read { try count($0) } == .integer(1))
  }

  @Test func manyThreadsReadAndWriteAtOnce() async throws {
    let database = try makeDatabase()
    try database.write { try $0.execute("CREATE TABLE t (x)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<50 {
            if task < 3 {
              try database.writeTransaction { connection in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.execute("INSERT INTO t VALUES (-1)")
              }
            } else {
              let sum = try database.read(step.isMultiple(of: 2) ? .snapshot : .statement) {
                try $0.value(SQLStatement("SELECT coalesce(sum(x), 0) FROM t"))
              }
              #expect(sum == .integer(0))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.read { try count($0) } == .integer(300))
    #expect(try database.read { try $0.integrityProblems() } == [])
  }

  @Test func eachConnectionIsPrepared() throws {
    let database = try SQLiteDatabase(.file(folder.path("store"))) {
      try $0.register(function: "answer", arguments: 0) { _ in .integer(42) }
    }
    try database.claim()
    let statement = SQLStatement("SELECT answer()")
    #expect(try database.write { try $0.value(statement) } == .integer(42))
    let both = try database.read { outer in
      [try outer.value(statement), try database.read { try $0.value(statement) }]
    }
    #expect(both == [.integer(42), .integer(42)])
  }

  @Test func aReadOnlyDatabaseLeavesTheFileAsItIs() throws {
    try makeDatabase().write { try $0.execute("CREATE TABLE t (x)") }
    let before = try folder.contents("store")
    let database = try SQLiteDatabase(.file(folder.path("store")), access: .readOnly)
    try database.claim()
    #expect(try database.read { try count($0) } == .integer(0))
    #expect(throws: SQLiteError.self) {
      try database.writeTransaction { try $0.execute("INSERT INTO t VALUES (1)") }
    }
    database.close()
    #expect(try folder.contents("store") == before)
  }

  @Test func interruptingStopsALongQuery() throws {
    let database = try makeDatabase()
    let error = #expect(throws: SQLiteError.self) {
      try database.read { connection in
        try connection.register(function: "stop", arguments: 0, deterministic: false) { _ in
          database.interrupt()
          return .null
        }
        _ = try connection.query(
          "WITH RECURSIVE n(x) AS (SELECT stop() UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n")
      }
    }
    #expect(error?.code == .interrupted)
  }

  @Test func aClosedDatabaseThrows() throws {
    let database = try makeDatabase()
    database.close()
    #expect(throws: SQLiteError.self) { try database.read { try $0.query("SELECT 1") } }
    #expect(throws: SQLiteError.self) { try database.write { try $0.query("SELECT 1") } }
  }
}
