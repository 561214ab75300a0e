import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

/// Readers that keep their snapshots while many small reads follow one another.
@Suite struct KeptSnapshotTests {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try Self.open(folder)
    try database.write { try $0.execute("CREATE TABLE t (x)") }
  }

  private static func open(_ folder: TemporaryFolder, busy: Int32 = 5000) throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.busyMilliseconds = busy
    let database = try SQLiteDatabase(.file(folder.path("store")), options: options)
    try database.claim()
    return database
  }

  /// Reads so often in a row that readers begin to keep their snapshots.
  private func readInARow(_ database: SQLiteDatabase) throws {
    for _ in 0..<20 { _ = try count(in: database) }
  }

  private func isReadingInTransaction(_ database: SQLiteDatabase) throws -> Bool {
    try database.read(.statement) { $0.isInTransaction }
  }

  /// Whether readers keep their snapshots at all; the timer may end one between any two reads.
  private func keepsSnapshots(_ database: SQLiteDatabase) throws -> Bool {
    for _ in 0..<10_000 where try isReadingInTransaction(database) { return true }
    return false
  }

  @Test func manyReadsInARowShareASnapshotAndFewDoNot() throws {
    #expect(try !isReadingInTransaction(database))
    _ = try count(in: database)
    #expect(try !isReadingInTransaction(database))
    #expect(try keepsSnapshots(database))
  }

  @Test func aCommitOfAnotherDatabaseObjectShowsInTheVeryNextRead() throws {
    let other = try Self.open(folder)
    for round in 1...50 {
      try readInARow(database)
      try insert(into: other)
      #expect(try count(in: database) == .integer(Int64(round)))
    }
  }

  @Test func ownCommitsShowInTheVeryNextRead() throws {
    for round in 1...50 {
      try readInARow(database)
      try insert(into: database)
      #expect(try count(in: database) == .integer(Int64(round)))
    }
  }

  @Test func commitsShowAfterTheLogHasStartedAnew() throws {
    let other = try Self.open(folder)
    for round in 1...10 {
      try insert(into: other)
      try readInARow(database)
      try other.write { try $0.checkpoint(.truncate) }
      #expect(try count(in: database) == .integer(Int64(round)))
    }
  }

  @Test func changesOfTheSchemaShowInTheVeryNextRead() throws {
    let other = try Self.open(folder)
    try readInARow(database)
    try other.writeTransaction { try $0.execute("CREATE TABLE u (x)") }
    let statement = SQLStatement("SELECT count(*) FROM u")
    #expect(try database.read(.statement) { try $0.value(statement) } == .integer(0))
  }

  @Test func aSnapshotWithinAKeptOneIsOfOneCommit() throws {
    let other = try Self.open(folder)
    try readInARow(database)
    let statement = SQLStatement("SELECT count(*) FROM t")
    try database.read { connection in
      #expect(try connection.value(statement) == .integer(0))
      try insert(into: other)
      #expect(try connection.value(statement) == .integer(0))
    }
    #expect(try count(in: database) == .integer(1))
  }

  @Test func aCheckpointOfAnotherOneWaitsForTheEndOfKeptSnapshotsAtMost() throws {
    let other = try Self.open(folder)
    try insert(into: other)
    #expect(try keepsSnapshots(database))
    // Its busy handler waits; it fails if nobody ends the snapshot.
    try other.write { try $0.checkpoint(.truncate) }
    #expect(try folder.contents("store-wal").isEmpty)
  }

  @Test func anOwnWriterFindsNoKeptSnapshots() throws {
    let hasty = try Self.open(folder, busy: 0)
    try insert(into: hasty)
    #expect(try keepsSnapshots(hasty))
    try hasty.write { try $0.checkpoint(.truncate) }
    #expect(try folder.contents("store-wal").isEmpty)
  }

  @Test func anErrorEndsTheSnapshotAndReadsGoOn() throws {
    try readInARow(database)
    #expect(throws: SQLiteError.self) {
      try database.read(.statement) { try $0.query("SELECT abs(-9223372036854775808)") }
    }
    try insert(into: database)
    #expect(try count(in: database) == .integer(1))
  }

  @Test func closingEndsKeptSnapshotsAndCopiesTheLog() throws {
    try insert(into: database)
    try readInARow(database)
    database.close()
    #expect(try folder.names() == ["store"])
    #expect(try count(in: try Self.open(folder)) == .integer(1))
  }

  @Test func readersOnManyThreadsNeverSeeAnOlderCommitAfterANewerOne() async throws {
    let database = database
    let other = try Self.open(folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var last: Int64 = 0
          for _ in 0..<400 {
            guard case .integer(let now)? = try count(in: database) else { continue }
            #expect(now >= last)
            last = now
          }
        }
      }
      for writer in [other, database] {
        group.addTask {
          for _ in 0..<40 { try insert(into: writer) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try count(in: database) == .integer(80))
  }
}

/// The number of rows, by a statement of its own.
private func count(in database: SQLiteDatabase) throws -> StoredValue? {
  try database.read(.statement) { try $0.value(SQLStatement("SELECT count(*) FROM t")) }
}

private func insert(into database: SQLiteDatabase) throws {
  try database.writeTransaction { try $0.execute("INSERT INTO t VALUES (1)") }
}
