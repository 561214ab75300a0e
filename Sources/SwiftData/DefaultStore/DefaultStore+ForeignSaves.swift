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

  /// Notes that all transactions up to a number have been looked at; returns what was known before.
  mutating func advance(to number: Int64) -> HistoryPosition {
    let before = self
    guard number > transaction else { return before }
    own = own.filter { $0 > number }
    transaction = number
    while own.remove(transaction + 1) != nil { transaction += 1 }
    return before
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
    let before = position.withLock { $0.advance(to: newest) }
    guard let found else { return nil }
    // Deleted before they could be read.
    let keys = Set(found.map(\.key))
    let isComplete =
      newest <= before.transaction
      || (before.transaction + 1...newest).allSatisfy {
        keys.contains($0) || before.own.contains($0)
      }
    guard isComplete else { return nil }
    return try found.filter { $0.key > before.transaction && !before.own.contains($0.key) }
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
    var moved: [Int: [Int64]] = [:]
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
        for ordinal in ordinals ?? [] {
          guard let relationship = binding.relationships[ordinal] else { continue }
          if relationship.layout.isToMany {
            contents.append(SaveNotice.Contents(owner: row, ordinal: ordinal))
          } else if relationship.layout.inverseOrdinal != nil {
            // The owner that it has left has it registered, if it shows it.
            moved[change.entity, default: []].append(change.primaryKey)
          }
        }
      }
    }
    for (entity, keys) in inserted.merging(moved, uniquingKeysWith: +) {
      guard let binding = bindings[entity] else { continue }
      contents += try owners(of: keys, of: binding)
    }
    return SaveNotice(
      updated: updated, deleted: deleted, contents: contents,
      inserted: inserted.keys.compactMap { bindings[$0] })
  }

  /// The to-many relationships that rows are members of by their keys.
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
    for page in try rows(entity: binding.number, whereKey: nil, isAmong: keys.sorted()) {
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
