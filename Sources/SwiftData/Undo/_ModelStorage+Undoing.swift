import StoreModel

extension _$ModelStorage {
  /// Enters the state of a new model that will have the row which it had before.
  ///
  /// Its relationships are empty until the values are restored.
  func comeBack(with values: [Int: UndoRecord.FormerValue], in newContext: ModelContext) {
    for property in modelClass.properties where property.relationship == nil {
      let ordinal = property.ordinal
      if case .attribute(let slot)? = values[ordinal] {
        setSlot(ordinal, slot)
      } else {
        setSlot(ordinal, attributeSlot(ordinal))
      }
    }
    emptyRelationships()
    page = nil
    changes = nil
    unsafe context = newContext
    state = .inserted
  }

  /// Lets all relationships lead nowhere, until their values are restored: a save may have cut the
  /// other ends meanwhile.
  func emptyRelationships() {
    for property in modelClass.properties where property.relationship != nil {
      let isToMany = modelClass.isToMany(property.ordinal)
      setSlot(property.ordinal, isToMany ? .object(ToManyContents(members: [])) : .null)
    }
  }

  /// Whether the model comes back with a row that was deleted.
  var isReturning: Bool { state == .inserted && primaryKey != 0 }

  /// Whether a relationship forbids the deletion of the model as long as it leads anywhere.
  var hasDenyingRule: Bool {
    binding?.relationships.contains { $0?.layout.deleteRule == .deny } ?? false
  }

  /// Gives to-many relationships the members that a record has of them; those of a model that is new
  /// again are empty.
  ///
  /// `cut` has the links that were cut from their other ends, as seen from here: where members are not
  /// loaded, only it tells that they are no longer there. `kept` has links that were there before, though
  /// they have come.
  func restoreMembers(
    _ values: [Int: UndoRecord.FormerValue], isNew: Bool, keeping kept: Set<UndoRecord.CutLink>,
    cut: inout Set<UndoRecord.CutLink>
  ) {
    guard let model = unsafe self.model else { return }
    for (ordinal, value) in values.sorted(by: { $0.key < $1.key }) {
      guard case .toMany(let former) = value else { continue }
      for member in former.added.map(\.current)
      where !kept.contains(UndoRecord.CutLink(of: model, ordinal, to: member)) {
        removeMember(member, ordinal, cut: &cut)
      }
      let returning = isNew ? former.members ?? [] : former.removed
      for member in returning { addMember(member.current, ordinal) }
    }
  }

  /// Gives attributes and to-ones the values that a record has of them.
  func restore(_ values: [Int: UndoRecord.FormerValue]) {
    for (ordinal, value) in values.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .attribute(let slot): restoreAttribute(ordinal, slot)
      case .toOne(let former): restoreDestination(ordinal, former)
      case .toMany: break
      }
    }
  }

  private func restoreAttribute(_ ordinal: Int, _ slot: Slot) {
    let property = modelClass.properties[ordinal]
    let current = attributeSlot(ordinal)
    if let coder = property.attribute, coder.areEqual(current, slot) { return }
    if current.isUnset, slot.isUnset { return }
    notingChange(of: property) { setSlot(ordinal, slot) }
  }

  private func restoreDestination(_ ordinal: Int, _ former: UndoRecord.FormerDestination) {
    guard let context = unsafe context else { return }
    var target: (any PersistentModel)?
    switch former {
    case .none: break
    case .model(let model): target = model.current
    case .row(let key):
      target = (binding?.relationships[ordinal]?.destination).flatMap {
        context.model(of: $0, primaryKey: key)
      }
    }
    if let model = target, !context.isPresent(model), !outlives(model, ordinal) { target = nil }
    // What has left keeps what it shows.
    if let old = registeredDestination(ordinal), !context.isPresent(old) {
      notingChange(of: modelClass.properties[ordinal]) { setSlot(ordinal, .null) }
    }
    setToOne(ordinal, target)
  }

  /// Whether a to-one leads to a model that is to be deleted, and will as long as that isn't saved.
  private func outlives(_ destination: any PersistentModel, _ ordinal: Int) -> Bool {
    let storage = destination._$storage
    guard storage.state == .deleted, unsafe storage.context === context,
      let relationship = binding?.relationships[ordinal]
    else { return false }
    guard let inverse = relationship.layout.inverseOrdinal else { return true }
    switch storage.binding?.relationships[inverse]?.layout.deleteRule {
    case .deny, .noAction: return true
    case .cascade, .nullify, nil: return false
    }
  }

  /// Adds a member to a to-many at both ends, without loading the others.
  func addMember(_ member: any PersistentModel, _ ordinal: Int) {
    guard let context = unsafe context, context.isPresent(member),
      !toManyContents(ordinal).contains(member)
    else { return }
    appendMember(member, ordinal)
  }

  /// Takes a member out of a to-many, at both ends unless it has left the context.
  private func removeMember(
    _ member: any PersistentModel, _ ordinal: Int, cut: inout Set<UndoRecord.CutLink>
  ) {
    guard let model = unsafe self.model, let context = unsafe context else { return }
    guard !cut.contains(UndoRecord.CutLink(of: model, ordinal, to: member)) else { return }
    if let inverse = modelClass.inverse(ofOrdinal: ordinal) {
      cut.insert(UndoRecord.CutLink(of: member, inverse.ordinal, to: model))
    }
    let contents = toManyContents(ordinal)
    let isStoredMember =
      !contents.isLoaded && member._$storage.primaryKey != 0
      && contents.removed[ObjectIdentifier(member)] == nil
    guard contents.contains(member) || isStoredMember else { return }
    notingChange(of: modelClass.properties[ordinal]) { contents.remove(member) }
    guard context.isPresent(member), let inverse = modelClass.inverse(ofOrdinal: ordinal) else {
      return
    }
    member._$boundStorage.dropBackReference(inverse, to: model)
  }

  /// Puts the members of loaded to-many relationships in the order that a record has of them.
  func arrange(_ values: [Int: UndoRecord.FormerValue]) {
    for (ordinal, value) in values {
      guard case .toMany(let former) = value, case .object(let object) = rawSlot(ordinal),
        let contents = object as? ToManyContents, let members = contents.members
      else { continue }
      let ordered = former.members.map(members.ordered(like:)) ?? members.inOrderOfCreation
      guard !zip(members, ordered).allSatisfy({ $0 === $1 }) else { continue }
      notingChange(of: modelClass.properties[ordinal]) { contents.reorder(ordered) }
    }
  }

  /// Lets go of changes that have led back to what is saved.
  func forgetEqualChanges() {
    guard state == .persistent, let changes else { return }
    for ordinal in changes.ordinals {
      let original = changes.originals[ordinal] ?? .unset
      guard isEqual(rawSlot(ordinal), to: original, ordinal) else { continue }
      slots[ordinal] = original
      changes.originals[ordinal] = nil
      changes.ordinals.remove(ordinal)
    }
    if changes.ordinals.isEmpty { self.changes = nil }
  }

  /// Whether a slot means the same as the one that it had when it was saved.
  private func isEqual(_ current: Slot, to original: Slot, _ ordinal: Int) -> Bool {
    switch modelClass.properties[ordinal].kind {
    case .attribute(let coder):
      let now = attributeSlot(ordinal)
      setSlot(ordinal, original)
      let before = attributeSlot(ordinal)
      setSlot(ordinal, current)
      return coder.areEqual(now, before)
    case .relationship(let coder) where coder.isToMany:
      guard case .object(let now as ToManyContents) = current, now.added.isEmpty,
        now.removed.isEmpty
      else { return false }
      guard case .object(let before as ToManyContents) = original, let saved = before.members,
        let members = now.members
      else { return true }
      return saved.count == members.count && zip(saved, members).allSatisfy { $0 === $1 }
    case .relationship:
      let now = rowOfDestination(ordinal)
      setSlot(ordinal, original)
      let before = rowOfDestination(ordinal)
      setSlot(ordinal, current)
      return now == before
    case .unsupported: return false
    }
  }

  /// The row of a to-one's destination; nil where there is none, 0 where it isn't saved yet.
  private func rowOfDestination(_ ordinal: Int) -> Int64? {
    if case .object = rawSlot(ordinal) { return toOneDestination(ordinal)?._$storage.primaryKey }
    return unresolvedKey(ordinal)
  }
}

extension [any PersistentModel] {
  /// The same models, those of another list first and in its order.
  fileprivate func ordered(like others: [any PersistentModel]) -> [any PersistentModel] {
    let own = Set(map { ObjectIdentifier($0) })
    let common = others.filter { own.contains(ObjectIdentifier($0)) }
    let leading = Set(common.map { ObjectIdentifier($0) })
    return common + filter { !leading.contains(ObjectIdentifier($0)) }
  }

  /// The same models as a store that knows all of them would give them.
  fileprivate var inOrderOfCreation: [any PersistentModel] {
    // Sorting is stable, so that those without key stay in the order in which they came.
    sorted { left, right in
      let (left, right) = (left._$storage.primaryKey, right._$storage.primaryKey)
      return left != 0 && (right == 0 || left < right)
    }
  }
}
