extension ModelContext {
  /// Drops all changes that are not saved: inserted models leave the context, deleted ones come
  /// back, and changed ones show their last saved values.
  ///
  /// The undo manager forgets what it has recorded of this context.
  public func rollback() {
    checkHome()
    undoRecorder?.forget(ObjectIdentifier(self))
    let inserted = insertedModels
    let touched = changedModels + deletedModels
    insertedModels = []
    changedModels = []
    deletedModels = []
    strangers = []
    deletionsToCheck = []
    faultError = nil
    for model in touched { model._$storage.restore() }
    for model in inserted where isInserted(model) { leaveAfterRollback(model._$storage) }
    let reduced = reducedContents
    reducedContents = []
    for (owner, ordinal) in reduced { owner._$storage.unloadContents(ordinal) }
    partWithOrphans()
    receiveSaves()
    autosaver?.noteSettled()
    listeners.tell(nil)
  }

  private func leaveAfterRollback(_ storage: _$ModelStorage) {
    leave(storage)
    storage.isParted = true
    if storage.state == .unmanaged { storage.binding = nil }
  }

  /// Lets an inserted model go.
  func leave(_ storage: _$ModelStorage) {
    if storage.isReturning {
      // Its row is gone, as before it came back.
      letGo(of: storage)
    } else {
      storage.state = .unmanaged
      unsafe storage.context = nil
    }
  }

  /// Runs a block and then saves; rolls back if either throws.
  public func transaction(block: () throws -> Void) throws {
    let isOuter = !isInTransaction
    isInTransaction = true
    defer { if isOuter { isInTransaction = false } }
    do {
      try block()
      try save()
    } catch {
      rollback()
      throw error
    }
  }
}

extension _$ModelStorage {
  /// Takes the last saved values back.
  fileprivate func restore() {
    if state == .deleted {
      state = .persistent
      isParted = false
    }
    guard let changes, !changes.ordinals.isEmpty else { return }
    self.changes = nil
    for ordinal in changes.ordinals.sorted() {
      let property = modelClass.properties[ordinal]
      notify(of: [property]) { setSlot(ordinal, changes.originals[ordinal] ?? .unset) }
    }
  }

  /// Lets a to-many be read anew.
  fileprivate func unloadContents(_ ordinal: Int) {
    guard state == .persistent, case .object = rawSlot(ordinal) else { return }
    clear(ordinal)
  }
}
