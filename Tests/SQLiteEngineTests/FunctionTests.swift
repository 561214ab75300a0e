import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct FunctionTests {
  private struct Failure: Error, Equatable {}

  @Test func functionsTakeAndGiveEveryStorageClass() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.register(function: "same", arguments: 1) { $0[0] }
    let values: [StoredValue] = [
      .null, .integer(.min), .real(-.infinity), .text(""), .text("a\0ü"), .blob(Data()),
      .blob(Data([0, 255])),
    ]
    for value in values {
      let found = try connection.value(SQLStatement("SELECT same(?)", bindings: [value]))
      #expect(found == value)
    }
  }

  @Test func whatAFunctionThrowsFailsTheStatementOnly() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.register(function: "fail", arguments: -1) { _ in throw Failure() }
    let statement = SQLStatement("SELECT fail(?)", bindings: [.text("secret")])
    let error = try #require(throws: SQLiteError.self) { try connection.query(statement) }
    #expect(error.underlying is Failure)
    #expect("\(error)".contains("fail"))
    #expect(!"\(error)".contains("secret"))
    let next = try #require(throws: SQLiteError.self) { try connection.query("SELECT nothing") }
    #expect(next.underlying == nil)
    #expect(try connection.value(SQLStatement("SELECT 1")) == .integer(1))
  }

  @Test func anUnknownFunctionIsAnError() throws {
    let connection = try SQLiteConnection(.memory)
    #expect(throws: SQLiteError.self) { try connection.query("SELECT nowhere(1)") }
  }

  @Test func collationsOrderAndCompare() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.register(collation: "SWIFT", ascii: .byBytes) {
      $0 == $1 ? 0 : $0 < $1 ? -1 : 1
    }
    let texts = ["z", "é", "e\u{301}x", "e", "a long text of ASCII alone", "a long text", "", "\0"]
    try connection.execute("CREATE TABLE t (x TEXT)")
    _ = try connection.executeBatch(
      "INSERT INTO t VALUES (?)", rows: texts.count, bindings: texts.map { .text($0) })
    let page = try connection.query("SELECT x FROM t ORDER BY x COLLATE SWIFT")
    #expect((0..<texts.count).map { page.text(row: $0, column: 0) } == texts.sorted())
    let equal = SQLStatement(
      "SELECT ? = ? COLLATE SWIFT", bindings: [.text("é"), .text("e\u{301}")])
    #expect(try connection.value(equal) == .integer(1))
  }

  @Test func closuresLeaveWithTheConnection() throws {
    final class Witness: Sendable {}
    weak var function: Witness?
    weak var collation: Witness?
    do {
      let first = Witness()
      let second = Witness()
      (function, collation) = (first, second)
      let connection = try SQLiteConnection(.memory)
      try connection.register(function: "f", arguments: 0) { _ in
        withExtendedLifetime(first) { .null }
      }
      try connection.register(collation: "C") { _, _ in withExtendedLifetime(second) { 0 } }
      _ = try connection.query("SELECT f()")
    }
    #expect(function == nil)
    #expect(collation == nil)
  }
}
