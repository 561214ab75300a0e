import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct TransactionTests {
  private struct Failure: Error {}

  private func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (x UNIQUE)")
    return connection
  }

  private func values(_ connection: SQLiteConnection) throws -> [Int64] {
    let page = try connection.query("SELECT x FROM t ORDER BY x")
    return (0..<page.rowCount).map { page.integer(row: $0, column: 0) }
  }

  @Test func aThrowUndoesTheTransaction() throws {
    let connection = try connection()
    #expect(throws: Failure.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Failure()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try values(connection) == [])
  }

  @Test func aThrowInANestedOneUndoesThatOnly() throws {
    let connection = try connection()
    try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(throws: Failure.self) {
          try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (3)")
            throw Failure()
          }
        }
      }
    }
    #expect(try values(connection) == [1, 2])
  }

  @Test func anErrorThatEndsTheTransactionIsSurvived() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.savepoint {
          try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.transaction { try values(connection) } == [1])
  }

  @Test func aCommitThatFailsUndoesTheTransaction() throws {
    let connection = try connection()
    try connection.executeScript(
      """
      PRAGMA foreign_keys=1;
      CREATE TABLE c (p REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED);
      """)
    #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.execute("INSERT INTO c VALUES (7)") }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.query("SELECT * FROM c").rowCount == 0)
  }
}
