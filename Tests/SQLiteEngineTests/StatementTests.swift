import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct StatementTests {
  @Test func aStatementWorksAgainAfterItFailed() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (x TEXT UNIQUE)")
    let insert = { SQLStatement("INSERT INTO t VALUES (?)", bindings: [.text($0)]) }
    #expect(try connection.execute(insert("a")) == 1)
    for _ in 0..<3 {
      #expect(throws: SQLiteError.self) { try connection.execute(insert("a")) }
    }
    #expect(try connection.execute(insert("b")) == 1)
  }

  @Test func aStatementWorksAgainAfterTheSchemaChanged() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (x)")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(try connection.query("SELECT * FROM t").columnCount == 1)
    try connection.execute("ALTER TABLE t ADD COLUMN y DEFAULT 2")
    let page = try connection.query("SELECT * FROM t")
    #expect(page.columnCount == 2)
    #expect(page.value(row: 0, column: 1) == .integer(2))
  }

  @Test func manyDifferentStatementsDoNotPileUp() throws {
    var options = SQLiteOptions()
    options.cachedStatements = 3
    let connection = try SQLiteConnection(.memory, options: options)
    for number in 0..<20 {
      let value = try connection.value(SQLStatement("SELECT \(number % 7)"))
      #expect(value == .integer(Int64(number % 7)))
    }
  }

  @Test(arguments: [0, 1, 3])
  func aWrongNumberOfValuesIsRefused(count: Int) throws {
    let connection = try SQLiteConnection(.memory)
    let values = [StoredValue](repeating: .integer(1), count: count)
    let error = #expect(throws: SQLiteError.self) {
      try connection.query(SQLStatement("SELECT ?, ?", bindings: values))
    }
    #expect(error?.code == .misuse)
  }

  @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1; DELETE FROM t"])
  func onlyOneStatementRunsAtATime(text: String) throws {
    let connection = try SQLiteConnection(.memory)
    #expect(throws: SQLiteError.self) { try connection.execute(text) }
    #expect(try connection.value(SQLStatement("SELECT 1 ; \n")) == .integer(1))
  }

  @Test(arguments: ["", "   ", "-- nothing"])
  func anEmptyStatementIsRefused(text: String) throws {
    let connection = try SQLiteConnection(.memory)
    #expect(throws: SQLiteError.self) { try connection.execute(text) }
  }

  @Test func errorsShowTheStatementAndNoValue() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE person (name TEXT UNIQUE)")
    let insert = SQLStatement("INSERT INTO person VALUES (?)", bindings: [.text("secret")])
    try connection.execute(insert)
    let error = try #require(throws: SQLiteError.self) { try connection.execute(insert) }
    #expect(error.code == .constraintUnique)
    #expect(error.statement == insert.text)
    let description = "\(error)"
    #expect(description.contains("person.name"))
    #expect(!description.contains("secret"))
  }

  @Test func constraintsHaveTheirOwnCodes() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, u UNIQUE, n NOT NULL, c CHECK (c > 0))")
    try connection.execute("INSERT INTO t VALUES (1, 1, 1, 1)")
    let cases: [(String, SQLiteError.Code)] = [
      ("INSERT INTO t VALUES (1, 2, 1, 1)", .constraintPrimaryKey),
      ("INSERT INTO t VALUES (2, 1, 1, 1)", .constraintUnique),
      ("INSERT INTO t VALUES (2, 2, NULL, 1)", .constraintNotNull),
      ("INSERT INTO t VALUES (2, 2, 1, 0)", .constraintCheck),
    ]
    for (text, code) in cases {
      let error = #expect(throws: SQLiteError.self) { try connection.execute(text) }
      #expect(error?.code == code)
    }
  }

  @Test func aCatchClauseMatchesByPrimaryCode() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (u UNIQUE)")
    try connection.execute("INSERT INTO t VALUES (1)")
    do {
      try connection.execute("INSERT INTO t VALUES (1)")
      Issue.record("the second insert should fail")
    } catch SQLiteError.Code.notADatabase {
      Issue.record("the wrong clause")
    } catch SQLiteError.Code.constraint {
    }
  }

  @Test func changedRowsAreCountedForChangesOnly() throws {
    let connection = try SQLiteConnection(.memory)
    #expect(try connection.execute("CREATE TABLE t (x)") == 0)
    #expect(try connection.execute("INSERT INTO t VALUES (1), (2), (3)") == 3)
    #expect(try connection.execute("CREATE INDEX i ON t (x)") == 0)
    #expect(try connection.execute("UPDATE t SET x = 4 WHERE x > 1") == 2)
    #expect(try connection.execute("SELECT x FROM t") == 0)
    #expect(try connection.execute("DELETE FROM t WHERE x = 9") == 0)
    #expect(try connection.execute("DELETE FROM t RETURNING x") == 3)
  }

  @Test func aBatchBindsRowByRow() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (a, b)")
    let rows = 1000
    let values = (0..<rows).flatMap { row -> [StoredValue] in
      [.integer(Int64(row)), row.isMultiple(of: 3) ? .null : .text("row number \(row) of many")]
    }
    let inserted = try connection.executeBatch(
      "INSERT INTO t VALUES (?, ?)", rows: rows, bindings: values)
    #expect(inserted == [Int](repeating: 1, count: rows))
    let page = try connection.query("SELECT a, b FROM t ORDER BY a")
    #expect((0..<rows * 2).map { page.value(row: $0 / 2, column: $0 % 2) } == values)
    let updates = try connection.executeBatch(
      "UPDATE t SET b = ? WHERE a = ?", rows: 2,
      bindings: [.integer(1), .integer(5), .integer(1), .integer(-5)])
    #expect(updates == [1, 0])
  }

  @Test func anEmptyBatchDoesNothing() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (a)")
    #expect(try connection.executeBatch("INSERT INTO t VALUES (?)", rows: 0, bindings: []) == [])
    #expect(try connection.executeBatch("DELETE FROM t", rows: 2, bindings: []) == [0, 0])
  }

  @Test func anEmptyResultHasItsColumns() throws {
    let connection = try SQLiteConnection(.memory)
    let page = try connection.query("SELECT 1, 2 WHERE 0")
    #expect(page.rowCount == 0)
    #expect(page.columnCount == 2)
  }

  @Test(arguments: [1, 2, 511, 512, 513, 1024])
  func pagesHoldAllRowsInOrder(count: Int) throws {
    let connection = try SQLiteConnection(.memory)
    let query = SQLStatement(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?)
      SELECT x, 'row number ' || x FROM n
      """, bindings: [.integer(Int64(count))])
    var found: [Int64] = []
    var sizes: [Int] = []
    try connection.query(query, pageRows: 512) { page in
      sizes.append(page.rowCount)
      for row in 0..<page.rowCount {
        let number = page.integer(row: row, column: 0)
        #expect(page.text(row: row, column: 1) == "row number \(number)")
        found.append(number)
      }
    }
    #expect(found == (1...Int64(count)).map(\.self))
    #expect(sizes.dropLast().allSatisfy { $0 == 512 })
  }

  @Test func aPageBodyMayThrowAndMayUseTheConnection() throws {
    struct Enough: Error {}
    let connection = try SQLiteConnection(.memory)
    let query = SQLStatement("VALUES (1), (2), (3)")
    var seen: [Int64] = []
    #expect(throws: Enough.self) {
      try connection.query(query, pageRows: 1) { page in
        // The same text again, while the outer statement is in use.
        #expect(try connection.query(query).rowCount == 3)
        seen.append(page.integer(row: 0, column: 0))
        if seen.count == 2 { throw Enough() }
      }
    }
    #expect(seen == [1, 2])
    #expect(try connection.query(query).rowCount == 3)
  }

  @Test func aClosedConnectionThrows() throws {
    let connection = try SQLiteConnection(.memory)
    connection.close()
    connection.close()
    let error = #expect(throws: SQLiteError.self) { try connection.query("SELECT 1") }
    #expect(error?.code == .closed)
  }
}
