extension _$ModelStorage {
  /// Whether anything differs from what is saved.
  var hasChanges: Bool {
    switch state {
    case .unmanaged, .detached: false
    case .inserted, .deleted: true
    case .persistent: isChanged
    case .merged: successor?.hasChanges ?? false
    }
  }

  /// Whether a saved model has changes that are not saved.
  var isChanged: Bool { state == .persistent && !(changes?.ordinals.isEmpty ?? true) }

  /// The context as the model shows it.
  var visibleContext: ModelContext? {
    switch state {
    case .unmanaged, .detached: nil
    case .inserted, .persistent, .deleted: unsafe context
    case .merged: successor?.visibleContext
    }
  }

  /// Loads what isn't in memory of a row that is about to go; a model turns out to be gone if there
  /// is no such row.
  func loadLastValues() {
    guard page == nil else { return }
    // The slots of a model that was made here and saved are complete without a row.
    let isComplete = modelClass.properties.allSatisfy { property in
      !rawSlot(property.ordinal).isUnset || property.isConstant
        || modelClass.isToMany(property.ordinal)
    }
    if !isComplete { _ = loadedPage() }
  }

  /// Where the model stands in its life, as the program sees it.
  var persistenceState: PersistenceState {
    switch state {
    case .unmanaged: .unmanaged
    case .inserted: .inserted
    case .persistent: unsafe context == nil ? .orphaned : .saved
    case .deleted: .deleted
    case .detached: .gone
    case .merged: successor?.persistenceState ?? .gone
    }
  }

  /// Tells the program's hook, if there is one, of an access to a model whose row or context is
  /// gone.
  @inline(__always)
  func noteStaleAccess(_ kind: StaleAccess.Kind, _ ordinal: Int) {
    guard state != .unmanaged, state != .merged, StaleAccess.isWatched else { return }
    reportStaleAccess(kind, ordinal)
  }

  private func reportStaleAccess(_ kind: StaleAccess.Kind, _ ordinal: Int) {
    let current = persistenceState
    guard current == .gone || current == .orphaned else { return }
    StaleAccess(
      kind: kind, entityName: modelClass.entityName,
      propertyName: modelClass.properties[ordinal].name, persistentModelID: identifier,
      state: current
    ).report()
  }
}
