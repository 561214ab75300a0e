import RelationalStore
import SQLiteEngine
import StoreModel

/// Teaches a connection the comparisons and functions that queries use.
enum QueryFunctionRegistration {
  @Sendable static func register(on connection: SQLiteConnection) throws {
    try connection.register(
      collation: QueryFunctions.canonicalCollation, ascii: .byBytes, compare: canonicalOrder)
    try connection.register(
      collation: QueryFunctions.localizedStandardCollation, compare: localizedOrder)
    try connection.register(collation: QueryFunctions.localizedCollation) {
      LocalizedText.compare($0, $1, isNumeric: false).rawValue
    }
    try registerTest(QueryFunctions.contains, on: connection) { CanonicalText.contains($0, $1) }
    try registerTest(QueryFunctions.starts, on: connection) { $0.starts(with: $1) }
    try registerTest(QueryFunctions.localizedContains, on: connection) {
      LocalizedText.contains($0, $1)
    }
    try connection.register(function: QueryFunctions.length, arguments: 1) { arguments in
      guard case .text(let text)? = arguments.first else { return .null }
      return .integer(Int64(text.count))
    }
    try connection.register(function: QueryFunctions.realOfBits, arguments: 1) { arguments in
      guard case .integer(let bits)? = arguments.first else { return .null }
      return .real(Double(bitPattern: UInt64(bitPattern: bits)))
    }
  }

  private static func canonicalOrder(_ left: String, _ right: String) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  private static func localizedOrder(_ left: String, _ right: String) -> Int {
    LocalizedText.compare(left, right).rawValue
  }

  private static func registerTest(
    _ name: String, on connection: SQLiteConnection,
    test: @escaping @Sendable (String, String) -> Bool
  ) throws {
    try connection.register(function: name, arguments: 2) { arguments in
      guard case .text(let text) = arguments[0], case .text(let part) = arguments[1] else {
        return .integer(0)
      }
      return .integer(test(text, part) ? 1 : 0)
    }
  }
}
