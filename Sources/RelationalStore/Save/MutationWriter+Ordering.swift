import StoreModel

extension MutationWriter {
  /// Numbers the members of an ordered relationship in their order.
  ///
  /// Comes when all members are linked. Those that another context has linked meanwhile keep their
  /// places.
  func arrange(_ relationship: RelationshipIdentity, _ arrangements: [Arrangement]) throws {
    guard let table = LinkTable(relationship, in: mapping), let order = table.order else { return }
    var bindings: [StoredValue] = []
    for arrangement in arrangements {
      let keys =
        try arrangement.isWhole
        ? keys(of: arrangement, in: table, order) : keys(after: arrangement, in: table, order)
      for (member, key) in keys {
        bindings += [.integer(key), .integer(arrangement.owner), .integer(member)]
      }
    }
    guard !bindings.isEmpty else { return }
    try connection.executeBatch(
      "UPDATE \(table.name) SET \(order) = ? WHERE \(table.source) = ? AND \(table.destination) = ?",
      rows: bindings.count / 3, bindings: bindings)
  }

  /// The numbers that members get which follow the stored ones.
  private func keys(
    after arrangement: Arrangement, in table: LinkTable, _ order: String
  ) throws -> [(member: Int64, key: Int64)] {
    let page = try connection.query(
      SQLStatement(
        "SELECT max(\(order)) FROM \(table.name) WHERE \(table.source) = ?",
        bindings: [.integer(arrangement.owner)]))
    let last: Int64? =
      page.storageClass(row: 0, column: 0) == .integer ? page.integer(row: 0, column: 0) : nil
    let members = arrangement.members
    guard let start = OrderKeys.first(after: last, count: members.count) else {
      // Nobody gets there by adding members: another tool has given a member the last number.
      let stored = try storedKeys(of: arrangement.owner, in: table, order)
        .filter { !members.contains($0.member) }
      let all = stored.map(\.member) + members
      return try keys(
        of: Arrangement(owner: arrangement.owner, members: all, isWhole: true), in: table, order)
    }
    return members.enumerated().map { ($1, start + Int64($0) * OrderKeys.step) }
  }

  /// The numbers that members get anew so that all are in order.
  private func keys(
    of arrangement: Arrangement, in table: LinkTable, _ order: String
  ) throws -> [(member: Int64, key: Int64)] {
    let stored = Dictionary(
      try storedKeys(of: arrangement.owner, in: table, order).map { ($0.member, $0.key) },
      uniquingKeysWith: { first, _ in first })
    let members = arrangement.members.filter { stored[$0] != nil }
    return OrderKeys.changes(of: members.map { stored[$0] ?? nil })
      .map { (members[$0.index], $0.key) }
  }

  private func storedKeys(
    of owner: Int64, in table: LinkTable, _ order: String
  ) throws -> [(member: Int64, key: Int64?)] {
    let page = try connection.query(
      SQLStatement(
        "SELECT \(table.destination), \(order) FROM \(table.name) WHERE \(table.source) = ? "
          + "ORDER BY \(order) IS NULL, \(order), \(table.destination)",
        bindings: [.integer(owner)]))
    return (0..<page.rowCount).map { row in
      let hasPlace = page.storageClass(row: row, column: 1) == .integer
      return (
        page.integer(row: row, column: 0), hasPlace ? page.integer(row: row, column: 1) : nil
      )
    }
  }
}
