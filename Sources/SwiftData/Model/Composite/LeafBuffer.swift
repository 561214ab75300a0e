import StoreModel

/// The columns of a composite while a value encodes itself.
final class LeafBuffer {
  var values: [StoredValue]
  /// By the first column of an enumeration: which case its value is.
  var chosenCases: [Int: Int] = [:]
  /// Whether a part that may be nil has a value that leaves no trace, so that it is read as nil.
  var hasCollapsed = false

  init(count: Int) {
    values = Array(repeating: .null, count: count)
  }

  /// Whether some columns are all NULL.
  func areNull(from start: Int, count: Int) -> Bool {
    values[start..<(start + count)].allSatisfy { $0 == .null }
  }
}
