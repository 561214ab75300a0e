extension ModelContext {
  /// Records what changes in the context, so that it can be undone; nil, the default, records
  /// nothing.
  ///
  /// Insertions, edits, and deletions with all that they take along are undone and redone exactly,
  /// also after a save: then the next save writes it. A row that comes back has the identifier that
  /// it had. Changes are recorded as they are made; what is made until the next save, or until
  /// `processPendingChanges()`, is undone together, unless the manager's groups part it.
  ///
  /// A rollback, and giving the context another manager, make the manager forget what it has
  /// recorded of this context.
  public var undoManager: UndoManager? {
    get { undoRecorder?.manager }
    set {
      guard newValue !== undoRecorder?.manager else { return }
      undoRecorder?.forget(ObjectIdentifier(self))
      undoRecorder = newValue.map { UndoRecorder($0) }
    }
  }

  /// Completes what the undo manager undoes next: later changes are undone by themselves.
  ///
  /// Has no other effect, since changes are processed as they are made.
  public func processPendingChanges() { undoRecorder?.endEvent() }

  /// Brings all models that a record names into the state that it has of them.
  func undo(_ record: UndoRecord) {
    receiveSaves()
    // Not in one record with what was changed before: this one is undone by redoing.
    undoRecorder?.finish()
    record.finish()
    let entries = record.entries.reversed()
    let returned = bringBack(entries)
    takeAway(entries)
    var cut: Set<UndoRecord.CutLink> = []
    for entry in entries where isPresent(entry.model) {
      let isNew = returned.contains(ObjectIdentifier(entry.model))
      entry.model._$boundStorage.restoreMembers(
        entry.values, isNew: isNew, keeping: record.linksBeforeMerges, cut: &cut)
    }
    // To-ones come last, since what they lead to is certain, and not only what has changed.
    for entry in entries where isPresent(entry.model) {
      entry.model._$boundStorage.restore(entry.values)
      if returned.contains(ObjectIdentifier(entry.model)) { restoreReferences(of: entry) }
    }
    for entry in entries where isPresent(entry.model) {
      entry.model._$storage.arrange(entry.values)
    }
    for entry in entries where isPresent(entry.model) { entry.model._$storage.forgetEqualChanges() }
    changedModels.removeAll { $0._$storage.changes?.ordinals.isEmpty ?? true }
    undoRecorder?.finish()
    listeners.tell(nil)
  }

  /// Whether a model is in the context and stays there.
  func isPresent(_ model: any PersistentModel) -> Bool {
    let storage = model._$storage
    return (unsafe storage.context === self)
      && (storage.state == .persistent || storage.state == .inserted)
  }

  /// Brings models back that have left; returns those whose rows have to be made anew.
  private func bringBack(_ entries: ReversedCollection<[UndoRecord.Entry]>) -> Set<ObjectIdentifier>
  {
    var kept: Set<ObjectIdentifier> = []
    var returned: Set<ObjectIdentifier> = []
    var listed: Set<ObjectIdentifier>?
    for entry in entries where entry.wasPresent == true && !isPresent(entry.model) {
      let identifier = ObjectIdentifier(entry.model)
      let storage = entry.model._$storage
      guard let binding = stack.binding(of: storage.modelClass) else { continue }
      switch storage.state {
      case .deleted where unsafe storage.context === self:
        undoRecorder?.noteArrival(of: entry.model, in: self)
        storage.state = .persistent
        kept.insert(identifier)
      case .unmanaged, .detached:
        undoRecorder?.noteArrival(of: entry.model, in: self)
        if storage.state == .detached, storage.binding === binding {
          storage.comeBack(with: entry.values, in: self)
          register(storage)
        } else {
          storage.becomeInserted(as: binding, in: self)
          storage.emptyRelationships()
        }
        returned.insert(identifier)
        var known = listed ?? Set(insertedModels.map { ObjectIdentifier($0) })
        if known.insert(identifier).inserted { insertedModels.append(entry.model) }
        listed = known
      case .deleted, .inserted, .persistent, .merged: continue
      }
      storage.isParted = false
    }
    if !kept.isEmpty {
      deletedModels.removeAll { kept.contains(ObjectIdentifier($0)) }
      readReducedContents()
    }
    return returned
  }

  /// Lets the to-many relationships be read anew that were loaded without a model which had left then.
  private func readReducedContents() {
    let reduced = reducedContents
    reducedContents = []
    for (owner, ordinal) in reduced { owner._$storage.refreshContents(ordinal) }
  }

  /// Takes models away that have come.
  private func takeAway(_ entries: ReversedCollection<[UndoRecord.Entry]>) {
    for entry in entries where entry.wasPresent == false && isPresent(entry.model) {
      let storage = entry.model._$storage
      if storage.state == .persistent { storage.loadLastValues() }
      guard isPresent(entry.model) else { continue }
      undoRecorder?.noteDeparture(of: entry.model, in: self)
      storage.isParted = true
      if storage.state == .inserted {
        leave(storage)
        if storage.state == .unmanaged, entry.formerKey != 0 {
          storage.primaryKey = entry.formerKey
          storage.state = .detached
        }
      } else {
        storage.state = .deleted
        deletedModels.append(entry.model)
        // What another context, or nobody's record, has made lead here still counts.
        if storage.hasDenyingRule { deletionsToCheck.append(entry.model) }
      }
    }
  }

  /// Makes references without inverse lead to a model again that a save has cut.
  private func restoreReferences(of entry: UndoRecord.Entry) {
    for reference in entry.incoming where isPresent(reference.owner) {
      let owner = reference.owner._$boundStorage
      if owner.modelClass.isToMany(reference.ordinal) {
        owner.addMember(entry.model, reference.ordinal)
      } else if owner.toOneDestination(reference.ordinal) == nil {
        owner.setToOne(reference.ordinal, entry.model)
      }
    }
  }
}
