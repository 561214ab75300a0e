import SQLiteEngine

/// Teaches a connection the comparisons and functions that queries use.
enum QueryFunctionRegistration {
  @Sendable static func register(on connection: SQLiteConnection) throws {}
}
