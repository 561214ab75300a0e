import RelationalStore
import SQLiteEngine
import StoreModel
import Synchronization

/// How far a store's history is known to this process, so that what others save can be told apart.
struct HistoryPosition {
  /// All transactions up to here are known.
  var transaction: Int64
  /// Later ones that are this process' own.
  var own: Set<Int64> = []

  /// Notes a transaction of this process.
  mutating func note(own number: Int64) {
    guard number > transaction else { return }
    own.insert(number)
    while own.remove(transaction + 1) != nil { transaction += 1 }
  }

  /// Takes back a note: the transaction was not committed, and its number is free again.
  mutating func forget(own number: Int64) {
    if own.remove(number) == nil, transaction == number { transaction -= 1 }
  }
}

extension DefaultStore {
  /// What other processes have saved since this was last asked; nil if there is more than is worth
  /// telling row by row.
  func foreignSaves(bindings: StoreBindings) throws -> [SaveNotice]? {
    let known = position.withLock { $0 }
    let (newest, found) = try translatingErrors {
      try database.read { connection -> (Int64, [HistoryReader.Transaction]?) in
        let reader = try HistoryReader(connection: connection)
        let newest = try reader.extent().newest
        guard newest > known.transaction else { return (newest, []) }
        guard newest - known.transaction <= Self.foreignTransactionLimit else {
          return (newest, nil)
        }
        return (
          newest, try reader.transactions(known.transaction + 1...newest, limit: Int.max)
        )
      }
    }
    guard let found else {
      position.withLock { $0 = HistoryPosition(transaction: max($0.transaction, newest)) }
      return nil
    }
    guard let last = found.last?.key else { return [] }
    let own = position.withLock { position in
      let own = position.own
      position.own = own.filter { $0 > last }
      position.transaction = max(position.transaction, last)
      return own
    }
    return try found.filter { !own.contains($0.key) }
      .map { try notice(of: $0, bindings: bindings) }
  }

  private static let foreignTransactionLimit: Int64 = 1000

  private func notice(
    of transaction: HistoryReader.Transaction, bindings: StoreBindings
  ) throws -> SaveNotice {
    var updated: [SaveNotice.Row] = []
    var deleted: [SaveNotice.Row] = []
    var contents: [SaveNotice.Contents] = []
    var inserted: [Int: [Int64]] = [:]
    for change in transaction.changes {
      guard let binding = bindings[change.entity] else { continue }
      let row = SaveNotice.Row(binding, change.primaryKey)
      switch change.kind {
      case .insert: inserted[change.entity, default: []].append(change.primaryKey)
      case .delete: deleted.append(row)
      case .update:
        updated.append(row)
        let ordinals = change.columns.map {
          HistoryColumns.ordinals(in: $0, entity: change.entity, in: layout)
        }
        for ordinal in ordinals ?? [] where binding.relationships[ordinal]?.layout.isToMany == true
        {
          contents.append(SaveNotice.Contents(owner: row, ordinal: ordinal))
        }
      }
    }
    for (entity, keys) in inserted {
      guard let binding = bindings[entity] else { continue }
      contents += try owners(of: keys, of: binding)
    }
    return SaveNotice(
      updated: updated, deleted: deleted, contents: contents,
      inserted: inserted.keys.compactMap { bindings[$0] })
  }

  /// The to-many relationships that new rows have become members of by their keys.
  private func owners(
    of keys: [Int64], of binding: EntityBinding
  ) throws -> [SaveNotice.Contents] {
    let relationships = binding.relationships.compactMap {
      relationship -> (column: Int, EntityBinding, Int)? in
      guard let relationship, let inverse = relationship.layout.inverseOrdinal,
        binding.firstColumns[relationship.ordinal] >= 0
      else { return nil }
      return (binding.firstColumns[relationship.ordinal], relationship.destination, inverse)
    }
    guard !relationships.isEmpty else { return [] }
    var contents: [SaveNotice.Contents] = []
    for page in try rows(entity: binding.number, whereKey: nil, isAmong: keys) {
      for row in 0..<page.rowCount {
        for (column, owner, ordinal) in relationships {
          guard case .integer(let key) = page.value(row: row, column: column) else { continue }
          contents.append(
            SaveNotice.Contents(owner: SaveNotice.Row(owner, key), ordinal: ordinal))
        }
      }
    }
    return contents
  }
}
