import StoreModel

/// Rows whose linked relationships have other members after a save, for the history: neither row has a
/// column that tells.
struct TouchedRows {
  /// By row: ordinals of relationships.
  private var rows: [RowIdentity: Set<Int>] = [:]
  /// New models that turned out to be rows that exist.
  private let known: Set<ObjectIdentifier>

  init(_ changes: PendingChanges) {
    known = Set(
      changes.merges.filter { !$0.isNew }
        .flatMap { $0.incoming.map { ObjectIdentifier($0.storage) } })
  }

  /// Notes that a row has other members in a relationship, unless the row is new.
  mutating func note(_ storage: _$ModelStorage, _ ordinal: Int?) {
    guard let ordinal, let binding = storage.binding,
      storage.state != .inserted || known.contains(ObjectIdentifier(storage))
    else { return }
    rows[
      RowIdentity(entity: binding.number, primaryKey: storage.primaryKey), default: []
    ].insert(ordinal)
  }

  /// Forgets rows that are being deleted.
  mutating func forget(_ batch: RowBatch) {
    guard !rows.isEmpty else { return }
    for key in batch.primaryKeys {
      rows[RowIdentity(entity: batch.entity, primaryKey: key)] = nil
    }
  }

  /// Hands over to an update what else has changed in its rows.
  mutating func move(to batch: inout RowBatch) {
    guard !rows.isEmpty else { return }
    for key in batch.primaryKeys {
      batch.touched[key] = rows.removeValue(
        forKey: RowIdentity(entity: batch.entity, primaryKey: key))
    }
  }

  /// What tells the history of the rest.
  var mutations: [Mutation] {
    struct Kind: Hashable {
      let entity: Int
      let ordinals: Set<Int>
    }
    return Dictionary(grouping: rows) { Kind(entity: $0.key.entity, ordinals: $0.value) }
      .map { kind, rows in (kind, rows.map(\.key.primaryKey).sorted()) }
      .sorted { ($0.0.entity, $0.1[0]) < ($1.0.entity, $1.1[0]) }
      .map { .touch(entity: $0.entity, ordinals: $0.ordinals, $1) }
  }
}
