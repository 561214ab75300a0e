import CSQLite

/// A connection's prepared statements by their text, of which the longest unused leave first.
struct StatementCache {
  private var statements: [String: PreparedStatement] = [:]
  /// The one used last: comparing with the same text costs less than hashing it.
  private var latest: PreparedStatement?
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  /// A statement of this text that nobody uses at the moment.
  mutating func statement(_ text: String) -> PreparedStatement? {
    clock += 1
    if let latest, !latest.isBusy, latest.text == text {
      latest.lastUse = clock
      return latest
    }
    guard let found = statements[text], !found.isBusy else { return nil }
    found.lastUse = clock
    latest = found
    return found
  }

  /// Keeps a new statement, unless one of the same text, in use now, is kept already.
  ///
  /// O(n) in the number of statements when the cache is full.
  mutating func insert(_ statement: PreparedStatement) {
    guard statements[statement.text] == nil else { return }
    if statements.count >= capacity {
      let oldest = statements.values.filter { !$0.isBusy }.min { $0.lastUse < $1.lastUse }
      if let oldest {
        statements[oldest.text] = nil
      }
    }
    statement.lastUse = clock
    statements[statement.text] = statement
    latest = statement
  }

  mutating func removeAll() {
    latest = nil
    statements.removeAll()
  }
}
