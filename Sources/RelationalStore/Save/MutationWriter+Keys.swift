import StoreModel

extension MutationWriter {
  /// Holds the keys that a batch has written against what other writers have done meanwhile: the
  /// rows they lead to must exist, and of a one-to-one no other row may lead there too.
  func settleKeys(of batch: RowBatch, keyIndex: Int, valueIndex: Int) throws {
    let width = batch.slots.count + (valueIndex == 1 ? 1 : 2)
    for (position, slot) in batch.slots.enumerated() where slot.leaf == 0 {
      guard
        let layout = mapping.layout[number: batch.entity].properties[slot.ordinal].relationship,
        case .toOne(let column, _) = mapping[number: batch.entity].properties[slot.ordinal]
      else { continue }
      var targets: [Int64] = []
      var sources: [Int64] = []
      for row in batch.primaryKeys.indices {
        guard case .integer(let key) = batch.values[row * width + valueIndex + position] else {
          continue
        }
        targets.append(key)
        sources.append(batch.primaryKeys[row])
      }
      guard !targets.isEmpty else { continue }
      try requireRows(Set(targets).sorted(), of: layout.destinationNumber)
      if let inverse = inverse(of: layout), !inverse.isToMany {
        let table = mapping[number: batch.entity].table
        try connection.executeBatch(
          "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ? AND Z_PK <> ?",
          rows: targets.count,
          bindings: zip(targets, sources).flatMap { [.integer($0), .integer($1)] })
      }
    }
  }

  private func requireRows(_ keys: [Int64], of entity: Int) throws {
    // Chunks of one size, so that few statements are prepared; a chunk repeats its last key.
    let chunk = keys.count == 1 ? 1 : 64
    let marks = Array(repeating: "?", count: chunk).joined(separator: ", ")
    let table = mapping[number: entity].table
    let text = "SELECT Z_PK FROM \(table) WHERE Z_PK IN (\(marks))"
    for start in stride(from: 0, to: keys.count, by: chunk) {
      let part = keys[start..<min(start + chunk, keys.count)]
      let padding = Array(repeating: part[part.endIndex - 1], count: chunk - part.count)
      let page = try connection.query(
        SQLStatement(text, bindings: (part + padding).map(StoredValue.integer)))
      guard page.rowCount < part.count else { continue }
      let found = Set((0..<page.rowCount).map { page.integer(row: $0, column: 0) })
      if let missing = part.first(where: { !found.contains($0) }) {
        throw SaveConflict(entity: entity, primaryKey: missing)
      }
    }
  }
}
