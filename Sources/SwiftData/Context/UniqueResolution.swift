import StoreModel

/// Finds the new models of a save whose unique values a row or another new model has already, and
/// decides what becomes of them by the policies of the constraints.
///
/// Works inside the save's transaction and changes nothing but its own notes, so that a save that
/// fails leaves no trace. What counts is the state after the save: a value that a changed or deleted
/// row gives up is free. O(n) in the models of entities with constraints, with one query for some
/// hundred of them.
struct UniqueResolution {
  let lookup: UniqueLookup
  /// New rows in order of insertion.
  private(set) var new: [FutureRow] = []
  /// For each new model that is merged, the row that it stands for.
  private var survivors: [ObjectIdentifier: FutureRow] = [:]
  /// Constraints with a new model that has another's value and yet can't be the same row.
  private var unsettled: Set<ObjectIdentifier> = []
  /// Whether a model was merged since all keys were last looked at.
  private var hasMerged = false
  private var releases: [Release: [Int64]] = [:]

  /// A column that stored rows let go of.
  private struct Release: Hashable {
    let entity: Int
    let slot: ColumnSlot
  }

  /// What becomes of a save's changes; the changes themselves where no constraint is concerned.
  static func resolve(
    _ changes: PendingChanges, for context: ModelContext, in transaction: StoreTransaction
  ) throws -> PendingChanges {
    guard let bindings = changes.constrainedBindings else { return changes }
    var resolution = UniqueResolution(
      lookup: try UniqueLookup(changes, bindings, context, transaction))
    resolution.new = changes.inserted.compactMap { storage in
      guard let binding = storage.binding, !binding.uniqueConstraints.isEmpty else { return nil }
      return FutureRow(new: storage, as: binding)
    }
    try resolution.run()
    return resolution.applied(to: changes)
  }

  private mutating func run() throws {
    var known: Set<ObjectIdentifier> = []
    let bindings = new.map(\.binding) + lookup.rows.map(\.binding)
    var constraints: [UniqueConstraint] = []
    var last: EntityBinding?
    for binding in bindings where binding !== last {
      last = binding
      constraints += binding.uniqueConstraints.filter {
        known.insert(ObjectIdentifier($0)).inserted
      }
    }
    let identifying = constraints.filter { $0.policy == .upsert }
    for constraint in identifying where !constraint.hasRelationships {
      _ = try identify(constraint)
    }
    let related = identifying.filter(\.hasRelationships)
    repeat {
      // What a destination turns out to be decides whether two keys are equal.
      while try related.contains(where: { try identify($0) }) {}
      hasMerged = false
      repeat {
        releases = [:]
      } while try constraints.contains(where: {
        try verify($0, among: constraints)
      })
    } while hasMerged && constraints.contains(where: \.hasRelationships)
  }

  // MARK: Keys

  /// The key that a row will have; nil if one of its values is nil.
  private func key(_ row: FutureRow, _ constraint: UniqueConstraint) throws -> UniqueKey? {
    try UniqueKey(constraint.slots) { slot in
      guard let source = row.source(of: slot.ordinal) else {
        return UniqueKey.Part(row.storedValue(slot))
      }
      return try source.uniquePart(slot, survivors)
    }
  }

  /// The key that a row has as it is stored.
  private func storedKey(_ row: FutureRow, _ constraint: UniqueConstraint) -> UniqueKey? {
    UniqueKey(constraint.slots) { UniqueKey.Part(row.storedValue($0)) }
  }

  private func isConcerned(_ row: FutureRow, by constraint: UniqueConstraint) -> Bool {
    row.binding.uniqueConstraints.contains { $0 === constraint }
  }

  // MARK: Identifying

  /// Merges new models into the rows that have their key; returns whether there were any.
  private mutating func identify(_ constraint: UniqueConstraint) throws -> Bool {
    var claims: [UniqueKey: FutureRow] = [:]
    for row in lookup.rows where isConcerned(row, by: constraint) {
      if let key = try key(row, constraint), claims[key] == nil { claims[key] = row }
    }
    var isMerging = false
    var wanted: [(key: UniqueKey, row: FutureRow)] = []
    for row in new where !row.isMerged && isConcerned(row, by: constraint) {
      guard let key = try key(row, constraint) else { continue }
      if let holder = claims[key] {
        isMerging = try identify(row, as: holder, by: constraint) || isMerging
      } else {
        claims[key] = row
        wanted.append((key, row))
      }
    }
    let stored = try lookup.rows(with: wanted.map(\.key), constraint)
    for (key, row) in wanted {
      // A row that gets another key has given this one up.
      guard let holder = stored[key], try self.key(holder, constraint) == key else { continue }
      isMerging = try identify(row, as: holder, by: constraint) || isMerging
    }
    return isMerging
  }

  /// Merges a new row into the one that has its key, unless another constraint tells them apart.
  private mutating func identify(
    _ row: FutureRow, as holder: FutureRow, by constraint: UniqueConstraint
  ) throws -> Bool {
    guard row.binding === holder.binding, try !areToldApart(row, holder) else {
      unsettled.insert(ObjectIdentifier(constraint))
      return false
    }
    merge(row, into: holder, isTaken: true)
    return true
  }

  private func areToldApart(_ row: FutureRow, _ other: FutureRow) throws -> Bool {
    try row.binding.uniqueConstraints.contains { constraint in
      guard constraint.policy == .upsert, let key = try key(row, constraint),
        let otherKey = try self.key(other, constraint)
      else { return false }
      return key != otherKey
    }
  }

  private mutating func merge(_ row: FutureRow, into holder: FutureRow, isTaken: Bool) {
    hasMerged = true
    for storage in row.storages { survivors[ObjectIdentifier(storage)] = holder }
    row.merge(into: holder, isTaken: isTaken)
  }

  // MARK: Verifying

  /// Makes sure that no two rows will have one key; returns whether a model was dropped from its row,
  /// so that all has to be looked at again.
  private mutating func verify(
    _ constraint: UniqueConstraint, among constraints: [UniqueConstraint]
  ) throws -> Bool {
    // Where one constraint alone has brought models and rows together, no key can be left over.
    if constraint.policy == .upsert, constraints.count == 1, !lookup.hasChangedKeys,
      unsettled.isEmpty
    {
      return false
    }
    var claims: [UniqueKey: FutureRow] = [:]
    var wanted: [(key: UniqueKey, row: FutureRow)] = []
    for row in lookup.rows + new where !row.isMerged && isConcerned(row, by: constraint) {
      guard let key = try key(row, constraint) else { continue }
      if let holder = claims[key] {
        if try settle(row, holder, constraint) { return true }
      } else {
        claims[key] = row
        wanted.append((key, row))
      }
    }
    let stored = try lookup.rows(with: wanted.map(\.key), constraint)
    for (key, row) in wanted {
      guard let holder = stored[key], holder !== row, !row.isMerged,
        try self.key(holder, constraint) == key
      else { continue }
      if try settle(row, holder, constraint) { return true }
    }
    try release(constraint, claims)
    return false
  }

  /// Does with a row that has another's key what the policy says; returns whether it has dropped a
  /// model's values from a stored row.
  private mutating func settle(
    _ row: FutureRow, _ holder: FutureRow, _ constraint: UniqueConstraint
  ) throws -> Bool {
    guard constraint.policy == .ignore, row.binding === holder.binding else {
      throw UniqueClash(row, holder, constraint).error
    }
    if row.isNew {
      merge(row, into: holder, isTaken: false)
      return false
    }
    if row.ignoreIncoming() || holder.ignoreIncoming() { return true }
    throw UniqueClash(row, holder, constraint).error
  }

  /// Notes the stored rows whose key goes to another stored row: they have to let go of it before,
  /// since two rows can't have one value even in between.
  private mutating func release(
    _ constraint: UniqueConstraint, _ claims: [UniqueKey: FutureRow]
  ) throws {
    for row in lookup.rows where isConcerned(row, by: constraint) {
      guard let former = storedKey(row, constraint), let taker = claims[former], taker !== row,
        !taker.isNew, let stored = row.stored,
        let slot = try constraint.slots.first(where: { try self.changes($0, of: row) })
      else { continue }
      releases[Release(entity: row.binding.number, slot: slot), default: []]
        .append(stored.primaryKey)
    }
  }

  private func changes(_ slot: ColumnSlot, of row: FutureRow) throws -> Bool {
    guard let source = row.source(of: slot.ordinal) else { return false }
    return try source.uniquePart(slot, survivors) != UniqueKey.Part(row.storedValue(slot))
  }

  // MARK: The result

  private func applied(to changes: PendingChanges) -> PendingChanges {
    var result = changes
    result.releases = releases.map { .release(entity: $0.entity, $0.slot, $1) }
    let merged = (lookup.rows + new).filter { !$0.incoming.isEmpty }
    guard !merged.isEmpty else { return result }
    result.merges = merged
    let own = Set(merged.filter { !$0.isNew }.compactMap { $0.own.map { ObjectIdentifier($0) } })
    result.inserted.removeAll { survivors[ObjectIdentifier($0)] != nil }
    result.updated.removeAll { own.contains(ObjectIdentifier($0)) }
    return result
  }
}

extension PendingChanges {
  /// The bindings of the store if anything may clash with a uniqueness constraint, else nil.
  fileprivate var constrainedBindings: StoreBindings? {
    constrained(inserted)?.siblings ?? constrained(updated)?.siblings
  }

  private func constrained(_ storages: [_$ModelStorage]) -> EntityBinding? {
    var last: EntityBinding?
    for storage in storages {
      guard let binding = storage.binding, binding !== last else { continue }
      last = binding
      if !binding.uniqueConstraints.isEmpty { return binding }
    }
    return nil
  }
}

extension _$ModelStorage {
  /// The value that the model gives a column of a constraint; of a destination that is new itself,
  /// the model that it turned out to be.
  fileprivate func uniquePart(
    _ slot: ColumnSlot, _ survivors: [ObjectIdentifier: FutureRow]
  ) throws -> UniqueKey.Part? {
    guard modelClass.properties[slot.ordinal].relationship != nil else {
      return UniqueKey.Part(try storedAttribute(slot))
    }
    if case .object(let object) = rawSlot(slot.ordinal),
      let target = (object as? any PersistentModel)?._$storage, target.state == .inserted
    {
      let row = survivors[ObjectIdentifier(target)]
      if let stored = row?.stored { return .value(.integer(stored.primaryKey)) }
      return .model(ObjectIdentifier(row?.own ?? target))
    }
    return UniqueKey.Part(destinationKey(slot.ordinal))
  }
}
