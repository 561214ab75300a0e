import StoreModel

// What assigning a property does: it tells observers and the context, and keeps the other ends of
// relationships in step.

extension _$ModelStorage {
  /// Assigns a value from an initialiser, where the model itself is not known yet.
  @usableFromInline
  func initialize<V>(_ ordinal: Int, to value: V) {
    let property = modelClass.properties[ordinal]
    let slot = property.initialSlot(of: value)
    setSlot(ordinal, slot)
    if property.relationship != nil, slot.leadsToModels { hasPendingInverses = true }
  }

  /// Assigns a value: keeps inverses in step, tells observers, and does nothing for an equal value.
  @usableFromInline
  func set<V>(_ value: V, _ ordinal: Int) {
    if let successor { return successor.set(value, ordinal) }
    let property = modelClass.properties[ordinal]
    noteStaleAccess(.write, ordinal)
    switch property.kind {
    case .attribute(let coder):
      let new = coder.slot(of: value)
      let old = attributeSlot(ordinal)
      if !old.isUnset, coder.areEqual(old, new) { return }
      notingChange(of: property) { setSlot(ordinal, new) }
    case .relationship(let coder):
      if coder.isToMany {
        setToMany(ordinal, value, coder)
      } else {
        setToOne(ordinal, coder.models(of: value)?.first)
      }
    case .unsupported: notingChange(of: property) { setSlot(ordinal, .object(ValueBox(value))) }
    }
  }

  /// Runs a change of one property between the notices that observers and the context get.
  func notingChange(of property: ModelProperty, _ change: () -> Void) {
    let observed = registrar
    let model = unsafe self.model
    if let observed, let model { property.willSet(model, in: observed) }
    noteChange(of: property.ordinal)
    change()
    if let observed, let model { property.didSet(model, in: observed) }
    if let context = unsafe context, !context.listeners.isEmpty {
      context.tellListeners(of: self, changing: property.ordinal)
    }
  }

  /// Keeps what the slot holds now, so that it can be rolled back, and marks the property changed.
  private func noteChange(of ordinal: Int) {
    if let context = unsafe context, let recorder = context.undoRecorder {
      recorder.noteValue(of: self, ordinal, in: context)
    }
    guard state == .persistent || state == .deleted else { return }
    if let changes, changes.ordinals.contains(ordinal) { return }
    let record = changes ?? ModelChanges()
    let isFirst = changes == nil || record.ordinals.isEmpty
    changes = record
    record.ordinals.insert(ordinal)
    let slot = rawSlot(ordinal)
    if case .object(let object) = slot, let contents = object as? ToManyContents {
      record.originals[ordinal] = .object(contents.copy())
    } else {
      record.originals[ordinal] = slot
    }
    // A deleted model too: it may be kept after all.
    if isFirst { unsafe context?.registerChange(self) }
  }
}
