import StoreModel

extension ModelContext {
  /// Gives the rows that new models turned out to be a model each, with the values that were saved:
  /// the one that the context has, else the first of the new ones.
  ///
  /// Comes before anything is settled, while the new models still hold what they brought.
  func prepareMerges(_ rows: [FutureRow]) {
    for row in rows {
      let model: _$ModelStorage
      if let own = row.own {
        model = own
        if let stored = row.stored { own.refresh(from: stored.page, row: stored.row) }
      } else if let first = row.incoming.first?.storage {
        model = first
      } else {
        continue
      }
      undoRecorder?.noteMerge(of: row, into: model, in: self)
      forgetFormerDestinations(of: model, row)
      model.take(row)
    }
  }

  /// Settles the models of rows that new models turned out to be, and merges those into them.
  func finishMerges(_ rows: [FutureRow]) {
    for row in rows {
      let isOwn = row.own != nil
      guard let storage = row.own ?? row.incoming.first?.storage, let model = unsafe storage.model
      else { continue }
      if let stored = row.stored {
        storage.version = stored.version &+ (row.isUpdated ? 1 : 0)
        if !isOwn {
          storage.changes?.token?.lead(to: row.binding.identity, primaryKey: row.primaryKey)
          storage.state = .persistent
          register(storage)
        }
        storage.settleAfterSave()
      }
      for incoming in row.incoming where incoming.storage !== storage {
        incoming.storage.changes?.token?.lead(
          to: row.binding.identity, primaryKey: row.primaryKey)
        incoming.storage.merge(into: model, primaryKey: row.primaryKey)
      }
    }
  }

  /// Lets the other ends of relationships that a row's new values lead away from be read anew.
  private func forgetFormerDestinations(of model: _$ModelStorage, _ row: FutureRow) {
    for case let relationship? in row.binding.relationships where !relationship.layout.isToMany {
      let ordinal = relationship.ordinal
      guard let inverse = relationship.layout.inverseOrdinal,
        let source = row.source(of: ordinal), source !== row.own,
        case .integer(let former) = row.storedValue(ColumnSlot(ordinal: ordinal)),
        let other = registered(former, of: relationship.destination)
      else { continue }
      other.unload(inverse) { $0._$storage === model || $0._$storage === row.own }
    }
  }
}

extension _$ModelStorage {
  /// Takes the values that were saved for the model's row.
  fileprivate func take(_ row: FutureRow) {
    let bindsRow = row.own == nil
    var changed: [ModelProperty] = []
    var slots: [(property: ModelProperty, slot: Slot)] = []
    for property in modelClass.properties where property.relationship?.isToMany != true {
      let source = row.source(of: property.ordinal)
      let keepsOwn = source === self && !(bindsRow && rawSlot(property.ordinal).isUnset)
      if keepsOwn || source == nil && !bindsRow { continue }
      changed.append(property)
      slots.append((property, source?.currentSlot(property) ?? .unset))
    }
    let toMany = row.incoming.map(\.storage).filter { $0 !== self }
      .flatMap { storage in modelClass.properties.filter { storage.hasMembers($0.ordinal) } }
    notify(of: changed + toMany) {
      if bindsRow, let stored = row.stored {
        page = stored.page
        self.row = Int32(truncatingIfNeeded: stored.row)
      }
      for (property, slot) in slots { setSlot(property.ordinal, slot) }
      for property in toMany where state != .inserted { setSlot(property.ordinal, .unset) }
    }
    guard let model = unsafe model else { return }
    for (property, slot) in slots where property.isConstant {
      let stored = row.storedCells(property.ordinal)
        .flatMap { try? property.attribute?.slot(in: $0) }
      let value = slot.isUnset ? stored ?? .unset : slot
      property.setConstant(of: model, to: value)
    }
  }

  /// What a new model has for a property.
  private func currentSlot(_ property: ModelProperty) -> Slot {
    guard let coder = property.attribute else { return rawSlot(property.ordinal) }
    let slot = attributeSlot(property.ordinal)
    guard slot.isUnset else { return slot }
    return property.defaultValue.map(coder.slot(ofAny:)) ?? .null
  }

  private func hasMembers(_ ordinal: Int) -> Bool {
    guard case .object(let object) = rawSlot(ordinal), let contents = object as? ToManyContents
    else { return false }
    return !contents.added.isEmpty
  }
}
