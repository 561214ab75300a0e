import StoreModel

extension SQLConnection {
  /// Runs a query over many keys in chunks of one size, so that few statements are prepared; a chunk
  /// repeats its last key.
  ///
  /// `text` is given the marks for one chunk's bindings, `body` each chunk's keys and its rows.
  func queryChunks(
    of keys: [Int64], size: Int, text: (_ marks: String) -> String,
    body: (_ part: ArraySlice<Int64>, _ page: RowPage) throws -> Void
  ) throws {
    let chunk = keys.count == 1 ? 1 : size
    let statement = text(Array(repeating: "?", count: chunk).joined(separator: ", "))
    for start in stride(from: 0, to: keys.count, by: chunk) {
      let part = keys[start..<min(start + chunk, keys.count)]
      let padding = Array(repeating: part[part.endIndex - 1], count: chunk - part.count)
      let page = try query(
        SQLStatement(statement, bindings: (part + padding).map(StoredValue.integer)))
      try body(part, page)
    }
  }
}
