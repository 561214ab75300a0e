import StoreModel

extension MutationWriter {
  /// Holds the keys that a batch has written against what other writers have done meanwhile: the
  /// rows they lead to must exist, and of a one-to-one no other row may lead there too.
  ///
  /// `firstValue` is where the values of the slots begin among those of a row.
  func settleKeys(of batch: RowBatch, firstValue: Int) throws {
    guard !batch.primaryKeys.isEmpty else { return }
    let width = batch.values.count / batch.primaryKeys.count
    for (position, slot) in batch.slots.enumerated() where slot.leaf == 0 {
      guard
        let layout = mapping.layout[number: batch.entity].properties[slot.ordinal].relationship,
        case .toOne(let column, _) = mapping[number: batch.entity].properties[slot.ordinal]
      else { continue }
      var targets: [Int64] = []
      var sources: [Int64] = []
      for row in batch.primaryKeys.indices {
        guard case .integer(let key) = batch.values[row * width + firstValue + position] else {
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
          "UPDATE \(table) SET \(mapping.clearing(ofToOne: slot.ordinal, in: batch.entity)) "
            + "WHERE \(column) = ? AND Z_PK <> ?",
          rows: targets.count,
          bindings: zip(targets, sources).flatMap { [.integer($0), .integer($1)] })
      }
    }
  }

  /// Holds new links against what other writers have deleted meanwhile.
  func requireEnds(of pairs: [KeyPair], _ relationship: RelationshipIdentity) throws {
    guard
      let layout = mapping.layout[number: relationship.entity].properties[relationship.ordinal]
        .relationship
    else { return }
    try requireRows(Set(pairs.map(\.source)).sorted(), of: relationship.entity)
    try requireRows(Set(pairs.map(\.destination)).sorted(), of: layout.destinationNumber)
  }

  private func requireRows(_ keys: [Int64], of entity: Int) throws {
    let table = mapping[number: entity].table
    try connection.query(keys) { test in
      "SELECT Z_PK FROM \(table) WHERE Z_PK \(test)"
    } body: { list, page in
      guard page.rowCount < list.keys.count else { return }
      let found = Set((0..<page.rowCount).map { page.integer(row: $0, column: 0) })
      if let missing = list.keys.first(where: { !found.contains($0) }) {
        throw SaveConflict(entity: entity, primaryKey: missing)
      }
    }
  }
}
