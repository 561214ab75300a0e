import StoreModel

/// The stored rows that a save's unique values may meet, found inside of its transaction.
final class UniqueLookup {
  private let bindings: StoreBindings
  private let context: ModelContext
  private let transaction: StoreTransaction
  /// Rows that the save changes so that a key of theirs may be another, then rows that were found.
  private(set) var rows: [FutureRow] = []
  /// Whether a saved model's own changes may have given it another key.
  private(set) var hasChangedKeys = false
  private var known: [RowIdentity: FutureRow] = [:]
  private var deleted: Set<RowIdentity> = []
  /// By constraint: the stored row of each key that was looked up, nil if there is none.
  private var found: [ObjectIdentifier: [UniqueKey: FutureRow?]] = [:]

  init(
    _ changes: PendingChanges, _ bindings: StoreBindings, _ context: ModelContext,
    _ transaction: StoreTransaction
  ) throws {
    self.bindings = bindings
    self.context = context
    self.transaction = transaction
    for storage in changes.deleted {
      guard let binding = storage.binding, !binding.uniqueConstraints.isEmpty else { continue }
      deleted.insert(binding.rowIdentity(storage.primaryKey))
    }
    var changed: [(binding: EntityBinding, keys: [Int64])] = []
    for storage in changes.updated {
      guard let binding = storage.binding, let ordinals = storage.changes?.ordinals,
        binding.uniqueConstraints.contains(where: { !$0.ordinals.isDisjoint(with: ordinals) })
      else { continue }
      if changed.last?.binding !== binding { changed.append((binding, [])) }
      changed[changed.count - 1].keys.append(storage.primaryKey)
    }
    hasChangedKeys = !changed.isEmpty
    for (binding, keys) in changed { _ = try load(keys, of: binding) }
  }

  /// The stored rows with some keys of a constraint; rows that the save deletes aren't among them.
  func rows(
    with keys: [UniqueKey], _ constraint: UniqueConstraint
  ) throws -> [UniqueKey: FutureRow] {
    let id = ObjectIdentifier(constraint)
    let missing = keys.filter { found[id]?[$0] == nil && $0.storedValues != nil }
    if !missing.isEmpty { try find(missing, constraint) }
    var result: [UniqueKey: FutureRow] = [:]
    for key in keys {
      if let row = found[id]?[key] ?? nil { result[key] = row }
    }
    return result
  }

  private func find(_ keys: [UniqueKey], _ constraint: UniqueConstraint) throws {
    guard let binding = bindings[constraint.entity] else { return }
    var rowsByKey = found.removeValue(forKey: ObjectIdentifier(constraint)) ?? [:]
    for key in keys { rowsByKey[key] = .some(nil) }
    let values = keys.compactMap(\.storedValues)
    let size = constraint.slots.count == 1 ? 1_024 : 64
    for start in stride(from: 0, to: values.count, by: size) {
      let part = Array(values[start..<min(start + size, values.count)])
      let page = try transaction.rows(
        StoreQuery(entity: constraint.entity, filter: constraint.filter(part, of: binding)))
      for row in try take(page, as: binding) {
        let key = UniqueKey(constraint.slots) { UniqueKey.Part(row.storedValue($0)) }
        if let key { rowsByKey[key] = .some(row) }
      }
    }
    found[ObjectIdentifier(constraint)] = rowsByKey
  }

  /// The rows of some primary keys, as far as they are there.
  private func load(_ keys: [Int64], of binding: EntityBinding) throws -> [FutureRow] {
    let filter = QueryExpression.membership(
      .primaryKey(QueryPath()), keys.map(StoredValue.integer))
    return try take(
      transaction.rows(StoreQuery(entity: binding.number, filter: filter)), as: binding)
  }

  private func take(_ page: RowPage, as binding: EntityBinding) throws -> [FutureRow] {
    var taken: [FutureRow] = []
    var below: [Int: [Int64]] = [:]
    for row in 0..<page.rowCount {
      let stored = FutureRow.Stored(page: page, row: row)
      let identity = binding.rowIdentity(stored.primaryKey)
      guard !deleted.contains(identity) else { continue }
      if let row = known[identity] {
        taken.append(row)
        continue
      }
      let number = Int(page.integer(row: row, column: 1))
      guard number == binding.number else {
        // The page has only those columns that its own entity has.
        below[number, default: []].append(stored.primaryKey)
        continue
      }
      let registered = context.registered(stored.primaryKey, of: binding)
      let future = FutureRow(
        stored, own: registered?.state == .persistent ? registered : nil, as: binding)
      known[identity] = future
      rows.append(future)
      taken.append(future)
    }
    for (number, keys) in below.sorted(by: { $0.key < $1.key }) {
      guard let concrete = binding.concrete(number) else { continue }
      taken += try load(keys, of: concrete)
    }
    return taken
  }
}

extension EntityBinding {
  /// A row by the root of its inheritance tree, within which keys are given once.
  fileprivate func rowIdentity(_ primaryKey: Int64) -> RowIdentity {
    RowIdentity(entity: layout.rootNumber, primaryKey: primaryKey)
  }
}

extension UniqueConstraint {
  /// Whether a row has one of some keys.
  fileprivate func filter(_ keys: [[StoredValue]], of binding: EntityBinding) -> QueryExpression? {
    let operands = slots.map { slot -> QueryExpression in
      binding.layout.properties[slot.ordinal].relationship == nil
        ? .attribute(QueryPath(), ordinal: slot.ordinal, leaf: slot.leaf)
        : .primaryKey(QueryPath(steps: [QueryStep(entity: entity, ordinal: slot.ordinal)]))
    }
    if let operand = operands.first, operands.count == 1 {
      return .membership(operand, keys.compactMap(\.first))
    }
    let alternatives = keys.compactMap { key in
      zip(operands, key).map { QueryExpression.comparison(.equal, $0, .constant($1)) }
        .joined(by: QueryExpression.and)
    }
    return alternatives.joined(by: QueryExpression.or)
  }
}

extension [QueryExpression] {
  /// All expressions joined into one by halves, so that it doesn't get deep.
  fileprivate func joined(
    by join: (QueryExpression, QueryExpression) -> QueryExpression
  ) -> QueryExpression? {
    guard count > 1 else { return first }
    let middle = count / 2
    guard let left = Array(self[..<middle]).joined(by: join),
      let right = Array(self[middle...]).joined(by: join)
    else { return first }
    return join(left, right)
  }
}
