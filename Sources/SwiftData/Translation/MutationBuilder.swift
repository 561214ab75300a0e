import StoreModel

/// Puts a context's changes into a store's terms: rows of the same shape side by side.
struct MutationBuilder {
  /// Updates of one entity that change the same properties.
  private struct UpdateGroup {
    let entity: Int
    let ordinals: OrdinalSet
    let columns: [EntityBinding.Column]
    var batch: RowBatch
  }

  /// By entity number.
  private var inserts: [RowBatch?] = []
  private var updates: [UpdateGroup] = []
  private var updateIndex: [Int: [OrdinalSet: Int]] = [:]
  private var deletes: [Int: RowBatch] = [:]
  private var links: [RelationshipIdentity: PairList] = [:]
  private var unlinks: [RelationshipIdentity: PairList] = [:]
  private var arrangements: [RelationshipIdentity: [Arrangement]] = [:]
  private var releases: [Mutation] = []
  private var touched: TouchedRows

  /// Pairs in order, each once: both ends of a many-to-many report the same link.
  private struct PairList {
    private(set) var pairs: [KeyPair] = []
    private var known: Set<KeyPair> = []

    mutating func append(_ pair: KeyPair) {
      if known.insert(pair).inserted { pairs.append(pair) }
    }
  }

  /// The mutations of a save: what goes first, so that what it held is free for what comes.
  static func mutations(of changes: PendingChanges) throws -> [Mutation] {
    var builder = MutationBuilder(touched: TouchedRows(changes))
    builder.releases = changes.releases
    let merged = Dictionary(
      changes.merges.compactMap { row in row.own.map { (ObjectIdentifier($0), row) } },
      uniquingKeysWith: { first, _ in first })
    for storage in changes.inserted {
      let row = merged.isEmpty ? nil : merged[ObjectIdentifier(storage)]
      try builder.insert(storage, as: row)
    }
    for storage in changes.updated { try builder.update(storage) }
    for row in changes.merges where !row.isNew { try builder.update(row) }
    for storage in changes.deleted { builder.delete(storage) }
    return builder.mutations
  }

  private var mutations: [Mutation] {
    var touched = touched
    for batch in deletes.values { touched.forget(batch) }
    let updates = updates.filter { !$0.columns.isEmpty }.map { group in
      var batch = group.batch
      touched.move(to: &batch)
      return Mutation.update(batch)
    }
    func ordered<Value>(_ table: [RelationshipIdentity: Value]) -> [(RelationshipIdentity, Value)] {
      table.sorted { ($0.key.entity, $0.key.ordinal) < ($1.key.entity, $1.key.ordinal) }
        .map { ($0.key, $0.value) }
    }
    return ordered(unlinks).map { .unlink($0, $1.pairs) }
      + deletes.sorted { $0.key < $1.key }.map { .delete($0.value) }
      + releases
      + updates + touched.mutations
      + inserts.compactMap { $0.map(Mutation.insert) }
      + ordered(links).map { .link($0, $1.pairs) }
      + ordered(arrangements).map { .arrange($0, $1) }
  }

  /// Inserts a model, with the values of others that turned out to be the same row.
  private mutating func insert(_ storage: _$ModelStorage, as row: FutureRow?) throws {
    guard let binding = storage.binding else { return }
    while inserts.count <= binding.number { inserts.append(nil) }
    if inserts[binding.number] == nil {
      inserts[binding.number] = RowBatch(
        entity: binding.number, slots: binding.columns.flatMap(\.slots))
    }
    try inserts[binding.number]?.appendInsert(storage, as: row, columns: binding.columns)
    for storage in row?.storages ?? [storage] { linkAll(storage, binding) }
  }

  private mutating func update(_ storage: _$ModelStorage) throws {
    guard let binding = storage.binding, let changes = storage.changes else { return }
    let index = groupIndex(of: changes.ordinals, binding)
    let columns = updates[index].columns
    if !columns.isEmpty { try updates[index].batch.appendUpdate(storage, columns: columns) }
    linkChanged(storage, binding)
  }

  /// Updates a stored row with the values of the new models that turned out to be it, as far as they
  /// differ.
  private mutating func update(_ row: FutureRow) throws {
    guard let stored = row.stored else { return }
    var values: [ColumnSlot: [StoredValue]] = [:]
    var ordinals = OrdinalSet()
    for column in row.binding.columns {
      let ordinal = column.slot.ordinal
      guard let source = row.source(of: ordinal) else { continue }
      var own: [StoredValue] = []
      try source.append(column, to: &own)
      values[column.slot] = own
      let isSame = zip(own, column.slots)
        .allSatisfy { $0.isSame(asStored: row.comparableValue($1)) }
      if !isSame { ordinals.insert(ordinal) }
    }
    row.isUpdated = !ordinals.isEmpty
    if row.isUpdated {
      let index = groupIndex(of: ordinals, row.binding)
      let columns = updates[index].columns
      updates[index].batch.appendUpdate(stored, columns.flatMap { values[$0.slot] ?? [] })
    }
    if let own = row.own { linkChanged(own, row.binding) }
    for model in row.incoming { linkAll(model.storage, row.binding) }
  }

  private mutating func linkAll(_ storage: _$ModelStorage, _ binding: EntityBinding) {
    guard storage.modelClass.hasRelationships else { return }
    for case let relationship? in binding.relationships where relationship.layout.isToMany {
      relate(storage, relationship)
    }
  }

  private mutating func linkChanged(_ storage: _$ModelStorage, _ binding: EntityBinding) {
    guard storage.modelClass.hasRelationships, let changes = storage.changes else { return }
    for ordinal in changes.ordinals {
      guard let relationship = binding.relationships[ordinal], relationship.layout.isToMany else {
        continue
      }
      relate(storage, relationship)
    }
  }

  /// Writes what a to-many has that no row's own columns say: links, and an order.
  private mutating func relate(
    _ storage: _$ModelStorage, _ relationship: EntityBinding.Relationship
  ) {
    guard relationship.isLinked || relationship.layout.isOrdered,
      case .object(let object) = storage.rawSlot(relationship.ordinal),
      let contents = object as? ToManyContents
    else { return }
    if relationship.isLinked { link(storage, contents, relationship) }
    if relationship.layout.isOrdered {
      let models = contents.isRearranged ? contents.members ?? [] : contents.tail
      let members = models.lazy.map(\._$storage).filter(\.isToBeFound).map(\.primaryKey)
      guard !members.isEmpty else { return }
      if contents.isRearranged { touched.note(storage, relationship.ordinal) }
      arrangements[relationship.identity, default: []].append(
        Arrangement(
          owner: storage.primaryKey, members: Array(members), isWhole: contents.isRearranged))
    }
  }

  /// The group for a set of changed properties, made if it is the first of its kind.
  private mutating func groupIndex(of ordinals: OrdinalSet, _ binding: EntityBinding) -> Int {
    // Changes of one kind mostly come in a row.
    if let last = updates.last, last.entity == binding.number, last.ordinals == ordinals {
      return updates.count - 1
    }
    if let known = updateIndex[binding.number]?[ordinals] { return known }
    let columns = binding.columns.filter { ordinals.contains($0.slot.ordinal) }
    let batch = RowBatch(entity: binding.number, slots: columns.flatMap(\.slots))
    updates.append(
      UpdateGroup(
        entity: binding.number, ordinals: ordinals, columns: columns, batch: batch))
    updateIndex[binding.number, default: [:]][ordinals] = updates.count - 1
    return updates.count - 1
  }

  private mutating func delete(_ storage: _$ModelStorage) {
    guard let binding = storage.binding else { return }
    deletes[binding.number, default: RowBatch(entity: binding.number, slots: [])]
      .primaryKeys.append(storage.primaryKey)
  }

  private mutating func link(
    _ storage: _$ModelStorage, _ contents: ToManyContents,
    _ relationship: EntityBinding.Relationship
  ) {
    // One end speaks for both: the one with the lower entity number, then ordinal.
    var identity = relationship.identity
    var isFlipped = false
    if let other = relationship.inverseIdentity,
      (other.entity, other.ordinal) < (identity.entity, identity.ordinal)
    {
      identity = other
      isFlipped = true
    }
    func pair(_ member: any PersistentModel) -> KeyPair? {
      let key = member._$storage.primaryKey
      guard key != 0, member._$storage.isToBeFound else { return nil }
      return isFlipped
        ? KeyPair(source: key, destination: storage.primaryKey)
        : KeyPair(source: storage.primaryKey, destination: key)
    }
    // Also what was taken out and put in again: it need not have been stored, and does no harm.
    for member in contents.tail.compactMap(pair) {
      links[identity, default: PairList()].append(member)
    }
    for member in contents.removed.values.compactMap(pair) {
      unlinks[identity, default: PairList()].append(member)
    }
    for member in contents.tail + contents.removed.values where pair(member) != nil {
      touched.note(storage, relationship.ordinal)
      touched.note(member._$storage, relationship.layout.inverseOrdinal)
    }
  }
}

extension RowBatch {
  fileprivate mutating func appendInsert(
    _ storage: _$ModelStorage, as row: FutureRow?, columns: [EntityBinding.Column]
  ) throws {
    primaryKeys.append(storage.primaryKey)
    values.append(.integer(storage.primaryKey))
    guard let row else { return try append(columns, of: storage) }
    for column in columns {
      let source = row.source(of: column.slot.ordinal) ?? storage
      try source.append(column, to: &values)
    }
  }

  fileprivate mutating func appendUpdate(_ stored: FutureRow.Stored, _ newValues: [StoredValue]) {
    values += newValues
    primaryKeys.append(stored.primaryKey)
    values.append(.integer(stored.primaryKey))
    values.append(.integer(Int64(stored.version)))
  }

  fileprivate mutating func appendUpdate(
    _ storage: _$ModelStorage, columns: [EntityBinding.Column]
  ) throws {
    try append(columns, of: storage)
    primaryKeys.append(storage.primaryKey)
    values.append(.integer(storage.primaryKey))
    values.append(.integer(Int64(storage.version)))
  }

  private mutating func append(
    _ columns: [EntityBinding.Column], of storage: _$ModelStorage
  ) throws {
    for column in columns { try storage.append(column, to: &values) }
  }
}

extension FutureRow {
  /// The stored value of a column as a model would give it, read from its file if need be.
  fileprivate func comparableValue(_ slot: ColumnSlot) -> StoredValue {
    let stored = storedValue(slot)
    guard binding.modelClass.properties[slot.ordinal].isExternal else { return stored }
    // One that can't be read is replaced.
    return (try? binding.store.externalValue(stored)) ?? .null
  }
}

extension StoredValue {
  /// Whether a value would leave a column as it is.
  ///
  /// A change of normalisation is a change; a whole number that comes back as an integer is none.
  fileprivate func isSame(asStored stored: StoredValue) -> Bool {
    switch (self, stored) {
    case (.text(let new), .text(let old)): new.utf8.elementsEqual(old.utf8)
    case (.real(let new), .integer(let old)): Double(old) == new && abs(new) < 0x1p53
    default: self == stored
    }
  }
}

extension _$ModelStorage {
  /// Appends what the model has for the columns of a property.
  fileprivate func append(
    _ column: EntityBinding.Column, to values: inout [StoredValue]
  ) throws {
    guard let coder = column.coder else {
      let ordinal = column.slot.ordinal
      return values.append(
        column.isEntityNumber ? destinationEntity(ordinal) : try foreignKey(ordinal))
    }
    if coder.leafCount == 1 {
      values.append(try storedAttribute(column.slot))
    } else {
      values += try storedAttribute(column.slot.ordinal, coder)
    }
  }

  /// One column of an attribute in the store's terms.
  func storedAttribute(_ slot: ColumnSlot) throws -> StoredValue {
    guard let coder = modelClass.properties[slot.ordinal].attribute else { return .null }
    guard coder.leafCount == 1 else { return try storedAttribute(slot.ordinal, coder)[slot.leaf] }
    do {
      return try coder.stored(slotToStore(slot.ordinal, coder))
    } catch {
      throw unstorable(slot.ordinal, error)
    }
  }

  /// All columns of an attribute in the store's terms.
  private func storedAttribute(_ ordinal: Int, _ coder: AttributeCoder) throws -> [StoredValue] {
    var values: [StoredValue] = []
    do {
      try coder.append(slotToStore(ordinal, coder), to: &values)
    } catch {
      throw unstorable(ordinal, error)
    }
    return values
  }

  private func slotToStore(_ ordinal: Int, _ coder: AttributeCoder) -> Slot {
    let slot = rawSlot(ordinal)
    guard slot.isUnset else { return slot }
    let stored = attributeSlot(ordinal)
    guard stored.isUnset, let value = modelClass.properties[ordinal].defaultValue else {
      return stored
    }
    return coder.slot(ofAny: value)
  }

  private func unstorable(_ ordinal: Int, _ error: any Error) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure,
      explanation: "\(modelClass.entityName).\(modelClass.properties[ordinal].name) of "
        + "\(rowName): the value can't be stored: \(error).",
      underlying: error)
  }

  /// The key of a to-one's destination; throws where a required one is missing.
  fileprivate func foreignKey(_ ordinal: Int) throws -> StoredValue {
    let key = destinationKey(ordinal)
    let property = modelClass.properties[ordinal]
    if case .null = key, !property.isOptional {
      throw SwiftDataError(
        .modelValidationFailure,
        explanation:
          "\(modelClass.entityName).\(property.name) of \(rowName) leads to no model, though it is "
          + "not optional. Assign a model, delete the \(modelClass.entityName), or make the "
          + "property optional.")
    }
    return key
  }

  /// The key of a to-one's destination; NULL where it leads nowhere, or to what has no row.
  func destinationKey(_ ordinal: Int) -> StoredValue {
    switch rawSlot(ordinal) {
    case .object: savedDestination(ordinal).map { .integer($0.primaryKey) } ?? .null
    case .integer(let key): .integer(key)
    case .unset: rowValue(ordinal) ?? .null
    default: .null
    }
  }

  /// The entity number of a to-one's destination.
  private func destinationEntity(_ ordinal: Int) -> StoredValue {
    switch rawSlot(ordinal) {
    case .unset: rowValue(ordinal, leaf: 1) ?? .null
    // A destination that only its key is known of has been looked up before.
    default: savedDestination(ordinal)?.binding.map { .integer(Int64($0.number)) } ?? .null
    }
  }

  /// The destination in a slot, if it has a row or gets one.
  private func savedDestination(_ ordinal: Int) -> _$ModelStorage? {
    guard case .object(let object) = rawSlot(ordinal),
      let target = (object as? any PersistentModel)?._$storage, target.primaryKey != 0,
      target.isToBeFound
    else { return nil }
    return target
  }
}
