import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@Suite struct ValueRoundTripTests {
  private static let values: [StoredValue] = [
    .null,
    .integer(.min), .integer(.max), .integer(0), .integer(-1), .integer(1 << 53 + 1),
    .real(.infinity), .real(-.infinity), .real(-0.0), .real(.leastNonzeroMagnitude),
    .real(.greatestFiniteMagnitude), .real(0.1), .real(3),
    .text(""), .text("\0"), .text("a\0b"), .text("'; DROP TABLE t; --"),
    .text("e\u{301}\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{202E}\u{FEFF}\u{10FFFF}"),
    .text(String(repeating: "ä", count: 100_000)),
    .blob(Data()), .blob(Data([0])), .blob(Data(repeating: 0xFF, count: 3)),
    .blob(Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })),
  ]

  @Test(arguments: values.indices)
  func valuesComeBackAsTheyWent(index: Int) throws {
    let value = Self.values[index]
    let connection = try SQLiteConnection(.memory)
    try connection.execute("CREATE TABLE t (x)")
    try connection.execute(SQLStatement("INSERT INTO t VALUES (?)", bindings: [value]))
    #expect(try connection.query("SELECT x FROM t").value(row: 0, column: 0) == value)
  }

  @Test func allValuesLieInOneRowAndOnePage() throws {
    let connection = try SQLiteConnection(.memory)
    let columns = Self.values.indices.map { "c\($0)" }.joined(separator: ", ")
    let marks = Self.values.map { _ in "?" }.joined(separator: ", ")
    try connection.execute("CREATE TABLE t (\(columns))")
    let insert = SQLStatement("INSERT INTO t VALUES (\(marks))", bindings: Self.values)
    try connection.execute(insert)
    try connection.execute(insert)
    let page = try connection.query("SELECT * FROM t")
    #expect(page.rowCount == 2)
    for row in 0..<2 {
      let found = Self.values.indices.map { page.value(row: row, column: $0) }
      #expect(found == Self.values)
    }
  }

  @Test func notANumberIsStoredAsNull() throws {
    let connection = try SQLiteConnection(.memory)
    for nan in [Double.nan, -.nan, .signalingNaN] {
      let value = try connection.value(SQLStatement("SELECT ?", bindings: [.real(nan)]))
      #expect(value == .null)
    }
  }

  @Test func negativeZeroKeepsItsSign() throws {
    let connection = try SQLiteConnection(.memory)
    let page = try connection.query(SQLStatement("SELECT ?", bindings: [.real(-0.0)]))
    #expect(page.payload(row: 0, column: 0) == (-0.0).bitPattern)
  }

  @Test func textThatIsNoUTF8IsRepaired() throws {
    let connection = try SQLiteConnection(.memory)
    let value = try connection.value(SQLStatement("SELECT CAST(x'61FF62' AS TEXT)"))
    #expect(value == .text("a\u{FFFD}b"))
  }

  @Test func textOfAnUTF16DatabaseIsRead() throws {
    let connection = try SQLiteConnection(.memory)
    try connection.executeScript("PRAGMA encoding='UTF-16le'; CREATE TABLE t (x TEXT)")
    let text = StoredValue.text("grüße \u{1F468}")
    try connection.execute(SQLStatement("INSERT INTO t VALUES (?)", bindings: [text]))
    #expect(try connection.value(SQLStatement("SELECT x FROM t")) == text)
  }

  @Test func bridgedAndSlicedStringsBind() throws {
    let connection = try SQLiteConnection(.memory)
    let slice = String("a long text that lies on the heap".dropFirst(2))
    let data = Data([1, 2, 3, 4, 5]).dropFirst(2)
    let statement = SQLStatement("SELECT ?, ?", bindings: [.text(slice), .blob(data)])
    let page = try connection.query(statement)
    #expect(page.text(row: 0, column: 0) == "long text that lies on the heap")
    #expect(page.value(row: 0, column: 1) == .blob(Data([3, 4, 5])))
  }

  @Test func thousandsOfTextsBindInOneStatement() throws {
    let connection = try SQLiteConnection(.memory)
    let values = (0..<20_000).map { StoredValue.text("text number \($0), kept on the heap") }
    let marks = values.map { _ in "(?)" }.joined(separator: ", ")
    let page = try connection.query(SQLStatement("VALUES \(marks)", bindings: values))
    #expect((0..<values.count).map { page.value(row: $0, column: 0) } == values)
  }
}
