import StoreModel

/// Rows that others have changed since this process last read them, and that a save changes.
struct StaleRows: Error {
  let entity: Int
  let keys: [Int64]
}

extension ModelContext {
  /// How often rows that others keep changing are read anew before a save gives up.
  private static let mostAttempts = 100

  /// Saves to one store, and reads rows anew that others have changed meanwhile: where they have
  /// changed other properties there is no conflict.
  func saveCheckingConflicts(
    _ part: PendingChanges, in store: DefaultStore
  ) throws -> (PendingChanges, DefaultHistoryToken?) {
    for _ in 0..<Self.mostAttempts {
      do {
        return try save(part, in: store)
      } catch let stale as StaleRows {
        refreshStale(stale, of: store)
        try throwPendingErrors()
        try throwConflict(in: part)
      }
    }
    throw SwiftDataError(
      .saveConflict,
      explanation: "The store “\(store.name)”: others have changed the rows that this save changes "
        + "\(Self.mostAttempts) times while it was being tried. Try again later.")
  }

  /// Throws if another context has saved another value of a property that is to be saved.
  func throwConflict(in part: PendingChanges) throws {
    guard conflictPolicy == .fail else { return }
    for storage in part.updated {
      guard let changes = storage.changes else { continue }
      let names = changes.conflicts.filter(changes.ordinals.contains)
        .map { storage.modelClass.properties[$0].name }
      guard !names.isEmpty else { continue }
      throw SwiftDataError(
        .saveConflict,
        explanation: "\(storage.modelClass.entityName) p\(storage.primaryKey): another context has "
          + "saved another value of \(names.joined(separator: ", ")) since this one read it. Roll "
          + "back to see it, or save with the conflict policy lastSaverWins.")
    }
  }
}

extension ModelChanges {
  /// Notes which of the changed properties a newer row has another value of than the changes began
  /// with.
  func noteConflicts(of storage: _$ModelStorage, with newPage: RowPage, row: Int) {
    for ordinal in ordinals where !conflicts.contains(ordinal) {
      if storage.differs(ordinal, originals[ordinal] ?? .unset, from: newPage, row: row) {
        conflicts.insert(ordinal)
      }
    }
  }
}

extension _$ModelStorage {
  /// Whether a newer row has another value of a property than a slot, or than the row that there was
  /// where the slot says nothing; never of a to-many, which the row doesn't tell of.
  fileprivate func differs(
    _ ordinal: Int, _ old: Slot, from newPage: RowPage, row newRow: Int
  ) -> Bool {
    guard let column = binding?.firstColumns[ordinal], column >= 0 else { return false }
    let property = modelClass.properties[ordinal]
    let new = RowCells(page: newPage, row: newRow, column: column)
    if old.isUnset {
      // What was never read has no value that could be another one.
      guard let page else { return false }
      return (0..<(property.attribute?.leafCount ?? 1)).contains {
        page.value(row: Int(row), column: column + $0)
          != newPage.value(row: newRow, column: column + $0)
      }
    }
    // What the store has instead of a file's contents can't be told from it without reading.
    if property.isExternal { return true }
    if let coder = property.attribute {
      guard let new = try? coder.slot(in: new) else { return true }
      return !coder.areEqual(old, new)
    }
    return isOther(old, than: new.value)
  }

  /// Whether a to-one leads elsewhere than a row says.
  func isOther(_ slot: Slot, than stored: StoredValue) -> Bool {
    switch slot {
    case .integer(let key): stored != .integer(key)
    case .object(let object):
      stored != .integer((object as? any PersistentModel)?._$storage.primaryKey ?? 0)
    default: stored != .null
    }
  }
}
