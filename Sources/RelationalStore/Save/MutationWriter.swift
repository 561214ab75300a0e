package import Foundation
package import StoreModel

/// Writes mutations to tables, and what they did to the history tables.
///
/// Works inside the caller's transaction. Rows that another writer has changed since they were read
/// (`Z_OPT` tells) get the changed columns all the same, so that the last saver wins property by
/// property, unless old versions are refused; a changed row that is gone is a conflict.
package struct MutationWriter {
  let mapping: StoreMapping
  let connection: any SQLConnection
  package internal(set) var history: HistoryWriter
  /// Whether an update of a row that another writer has changed throws `OldVersions`.
  private let refusesOldVersions: Bool
  /// Whether the history is to know what changed columns held before.
  let keepsPreviousValues: Bool
  /// What columns held that were emptied before their rows' updates.
  private(set) var released: [ReleasedColumn: StoredValue] = [:]
  /// What columns held that named files, and hold no more.
  package private(set) var releasedReferences: [Data] = []

  package init(
    mapping: StoreMapping, connection: any SQLConnection, history: HistoryWriter,
    refusesOldVersions: Bool = false, keepsPreviousValues: Bool = false
  ) {
    self.mapping = mapping
    self.connection = connection
    self.history = history
    self.refusesOldVersions = refusesOldVersions
    self.keepsPreviousValues = keepsPreviousValues
  }

  /// Writes all mutations in order.
  package mutating func write(_ mutations: [Mutation]) throws {
    var deletions: [(entity: Int, keys: [Int64])] = []
    for mutation in mutations {
      switch mutation {
      case .insert(let batch): try insert(batch)
      case .update(let batch): try update(batch)
      case .touch(let entity, let ordinals, let keys): try touch(entity, ordinals, keys)
      case .delete(let batch): deletions.append((batch.entity, try delete(batch)))
      case .release(let entity, let slot, let keys): try release(entity, slot, keys)
      case .link(let relationship, let pairs): try link(relationship, pairs)
      case .unlink(let relationship, let pairs): try unlink(relationship, pairs)
      case .arrange(let relationship, let orders): try arrange(relationship, orders)
      }
    }
    // When all that goes is gone, so that rows which go themselves are not changed before.
    for (entity, keys) in deletions { try cleanUp(after: entity, keys) }
    for mutation in mutations {
      switch mutation {
      case .insert(let batch): try settleKeys(of: batch, firstValue: 1)
      case .update(let batch): try settleKeys(of: batch, firstValue: 0)
      case .link(let relationship, let pairs): try requireEnds(of: pairs, relationship)
      case .touch, .delete, .release, .unlink, .arrange: break
      }
    }
    try history.finish()
  }

  private mutating func insert(_ batch: RowBatch) throws {
    let entity = mapping[number: batch.entity]
    let columns = batch.slots.map { entity.column($0) }
    let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", ")
    let marks = String(repeating: ", ?", count: columns.count)
    try connection.executeBatch(
      "INSERT INTO \(entity.table) (\(names)) VALUES (?, \(batch.entity), 1\(marks))",
      rows: batch.primaryKeys.count, bindings: batch.values)
    try history.note(.insert, entity: batch.entity, keys: batch.primaryKeys)
  }

  private mutating func update(_ batch: RowBatch) throws {
    let entity = mapping[number: batch.entity]
    // Who comes to another owner has no place there yet.
    let places = batch.slots.filter { $0.leaf == 0 }
      .compactMap { mapping.orderColumn(ofToOne: $0.ordinal, in: batch.entity) }
    let assignments =
      (batch.slots.map { "\(entity.column($0)) = ?, " }
      + places.map { "\($0) = NULL, " }).joined()
    let update = "UPDATE \(entity.table) SET \(assignments)Z_OPT = Z_OPT + 1 WHERE Z_PK = ?"
    let ordinals = Set(batch.slots.map(\.ordinal))
    releasedReferences += try externalReferences(
      entity: batch.entity, keys: batch.primaryKeys, isConcerned: ordinals.contains)
    let previous = try previousValues(of: batch.entity, batch.slots, batch.primaryKeys)
    let changed = try connection.executeBatch(
      update + " AND Z_OPT = ?", rows: batch.primaryKeys.count, bindings: batch.values)
    if refusesOldVersions { try refuse(changed, of: batch) }
    let width = batch.slots.count + 2
    for (row, count) in changed.enumerated() where count == 0 {
      let bindings = Array(batch.values[(row * width)..<(row * width + width - 1)])
      guard try connection.execute(SQLStatement(update, bindings: bindings)) > 0 else {
        throw SaveConflict(entity: batch.entity, primaryKey: batch.primaryKeys[row])
      }
    }
    for (touched, keys) in batch.keysByTouched {
      try history.note(
        .update, entity: batch.entity, keys: keys,
        columns: history.columnBits(entity: batch.entity, ordinals: ordinals.union(touched)),
        previous: previous)
    }
  }

  /// Notes that rows, as far as they are there, have other members in relationships.
  private mutating func touch(_ entity: Int, _ ordinals: Set<Int>, _ keys: [Int64]) throws {
    let present = try presentKeys(keys, in: entity)
    try history.note(
      .update, entity: entity, keys: keys.filter(present.contains),
      columns: history.columnBits(entity: entity, ordinals: ordinals))
  }

  /// Which of some keys there are rows of.
  private func presentKeys(_ keys: [Int64], in entity: Int) throws -> Set<Int64> {
    let table = mapping[number: entity].table
    var present: Set<Int64> = []
    try connection.query(keys) { test in
      "SELECT Z_PK FROM \(table) WHERE Z_PK \(test)"
    } body: { _, page in
      for row in 0..<page.rowCount { present.insert(page.integer(row: row, column: 0)) }
    }
    return present
  }

  /// Throws if an update has not found all rows in the version that was expected.
  private func refuse(_ changed: [Int], of batch: RowBatch) throws {
    let keys = zip(batch.primaryKeys, changed).filter { $0.1 == 0 }.map(\.0)
    guard !keys.isEmpty else { return }
    let missing = Set(keys).subtracting(try presentKeys(keys, in: batch.entity))
    if let key = missing.min() { throw SaveConflict(entity: batch.entity, primaryKey: key) }
    throw OldVersions(entity: batch.entity, primaryKeys: keys)
  }

  /// Leaves no history: the update that follows does.
  private mutating func release(_ number: Int, _ slot: ColumnSlot, _ keys: [Int64]) throws {
    let entity = mapping[number: number]
    for (key, values) in try previousValues(of: number, [slot], keys) {
      for value in values {
        released[ReleasedColumn(table: entity.table, key: key, slot: slot)] = value.value
      }
    }
    try connection.executeBatch(
      "UPDATE \(entity.table) SET \(entity.column(slot)) = NULL WHERE Z_PK = ?",
      rows: keys.count, bindings: keys.map(StoredValue.integer))
  }

  /// Deletes rows; returns the keys of those that were there.
  private mutating func delete(_ batch: RowBatch) throws -> [Int64] {
    let entity = mapping[number: batch.entity]
    let tombstones = try tombstones(of: batch)
    let previous = try previousValues(
      of: batch.entity, keepsPreviousValues ? allSlots(of: batch.entity) : [], batch.primaryKeys)
    releasedReferences += try externalReferences(entity: batch.entity, keys: batch.primaryKeys)
    let deleted = try deleteRows(batch.primaryKeys, from: entity.table)
    try history.note(
      .delete, entity: batch.entity, keys: deleted, tombstones: tombstones, previous: previous)
    return deleted
  }

  /// Deletes rows by their keys, whatever others have made of them meanwhile; returns the keys of those
  /// that were there.
  ///
  /// A row that somebody else has deleted is as it should be, and theirs is the history row.
  private func deleteRows(_ keys: [Int64], from table: String) throws -> [Int64] {
    if keys.count >= KeyList.minimumCount, try deleteAll(keys, from: table) { return keys }
    let counts = try connection.executeBatch(
      "DELETE FROM \(table) WHERE Z_PK = ?", rows: keys.count,
      bindings: keys.map(StoredValue.integer))
    return zip(keys, counts).filter { $0.1 > 0 }.map(\.0)
  }

  /// Deletes all of some rows, or none if one of them is not there; returns whether it did.
  private func deleteAll(_ keys: [Int64], from table: String) throws -> Bool {
    try connection.execute(SQLStatement("SAVEPOINT deletion"))
    var count = 0
    for list in KeyList.lists(of: keys) {
      count += try connection.execute(
        SQLStatement(
          "DELETE FROM \(table) WHERE Z_PK \(list.test)", bindings: [list.binding]))
    }
    if count < keys.count { try connection.execute(SQLStatement("ROLLBACK TO deletion")) }
    try connection.execute(SQLStatement("RELEASE deletion"))
    return count == keys.count
  }

  /// The values that the history keeps of the rows of a deletion, by key.
  private func tombstones(of batch: RowBatch) throws -> [Int64: [StoredValue]] {
    let slots = Tombstones.slots(of: batch.entity, in: mapping.layout)
    guard !slots.isEmpty, !batch.primaryKeys.isEmpty else { return [:] }
    let entity = mapping[number: batch.entity]
    let columns = slots.map(entity.column).joined(separator: ", ")
    var tombstones: [Int64: [StoredValue]] = [:]
    try connection.query(batch.primaryKeys) { test in
      "SELECT Z_PK, \(columns) FROM \(entity.table) WHERE Z_PK \(test)"
    } body: { _, page in
      for row in 0..<page.rowCount {
        tombstones[page.integer(row: row, column: 0)] = slots.indices.map {
          page.value(row: row, column: $0 + 1)
        }
      }
    }
    return tombstones
  }

  func inverse(of layout: RelationshipLayout) -> RelationshipLayout? {
    layout.inverseOrdinal.flatMap {
      mapping.layout[number: layout.destinationNumber].properties[$0].relationship
    }
  }

  private func link(_ relationship: RelationshipIdentity, _ pairs: [KeyPair]) throws {
    switch mapping[number: relationship.entity].properties[relationship.ordinal] {
    case .toManyByJoin(let table, let source, let destination):
      try connection.executeBatch(
        "INSERT OR IGNORE INTO \(mapping.joinTables[table].name) (\(source), \(destination)) "
          + "VALUES (?, ?)",
        rows: pairs.count,
        bindings: pairs.flatMap { [.integer($0.source), .integer($0.destination)] })
    case .toManyByKey(let table, let column, _):
      try connection.executeBatch(
        "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?", rows: pairs.count,
        bindings: pairs.flatMap { [.integer($0.source), .integer($0.destination)] })
    case .attribute, .toOne: break
    }
  }

  private func unlink(_ relationship: RelationshipIdentity, _ pairs: [KeyPair]) throws {
    let bindings: [StoredValue] = pairs.flatMap {
      [.integer($0.source), .integer($0.destination)]
    }
    switch mapping[number: relationship.entity].properties[relationship.ordinal] {
    case .toManyByJoin(let table, let source, let destination):
      try connection.executeBatch(
        "DELETE FROM \(mapping.joinTables[table].name) WHERE \(source) = ? AND \(destination) = ?",
        rows: pairs.count, bindings: bindings)
    case .toManyByKey(let table, let column, let order):
      let columns = ([column] + [order].compactMap(\.self)).map { "\($0) = NULL" }
      try connection.executeBatch(
        "UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE \(column) = ? AND Z_PK = ?",
        rows: pairs.count, bindings: bindings)
    case .attribute, .toOne: break
    }
  }
}

/// A row that another writer has deleted, and that this one changes or relates to.
package struct SaveConflict: Error, Sendable {
  package let entity: Int
  package let primaryKey: Int64
}

/// Rows that another writer has changed since they were read.
package struct OldVersions: Error, Sendable {
  package let entity: Int
  package let primaryKeys: [Int64]
}

extension RowBatch {
  /// The keys of an update in order, those together that have other members in the same relationships.
  fileprivate var keysByTouched: [(touched: Set<Int>, keys: [Int64])] {
    guard !touched.isEmpty else { return [([], primaryKeys)] }
    return Dictionary(grouping: primaryKeys) { touched[$0] ?? [] }
      .map { ($0.key, $0.value) }
      .sorted { $0.keys[0] < $1.keys[0] }
  }
}

extension EntityMapping {
  /// The name of a slot's column.
  func column(_ slot: ColumnSlot) -> String {
    switch properties[slot.ordinal] {
    case .attribute(let columns): columns[slot.leaf]
    case .toOne(let column, let entityColumn):
      slot.leaf == 0 ? column : entityColumn ?? column
    case .toManyByKey(_, let column, _): column
    case .toManyByJoin(_, let source, _): source
    }
  }
}

extension StoreLayout {
  /// An entity and all above it.
  func ancestry(of number: Int) -> Set<Int> {
    var family: Set<Int> = [number]
    var current = self[number: number].superentityNumber
    while let parent = current {
      family.insert(parent)
      current = self[number: parent].superentityNumber
    }
    return family
  }
}
