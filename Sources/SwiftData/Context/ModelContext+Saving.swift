import Foundation
import StoreModel

extension ModelContext {
  /// Writes all changes to the stores, in one transaction per store.
  ///
  /// When it returns, the changes are on disk; when it throws, neither the store nor the context
  /// has changed, and the changes still wait. O(n) in the changed models.
  public func save() throws {
    try throwPendingErrors()
    guard hasChanges else { return }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    // Observers may have changed something more.
    let pending = PendingChanges(self)
    var saved: [PendingChanges] = []
    for store in container.stores {
      let part = pending.part(of: store)
      guard !part.isEmpty else { continue }
      try part.validate()
      try save(part, in: store)
      apply(part)
      saved.append(part)
    }
    insertedModels = []
    changedModels = []
    deletedModels = []
    postDidSave(saved)
  }

  /// Throws what could not be thrown when it was found.
  func throwPendingErrors() throws {
    if let error = faultError {
      faultError = nil
      throw error
    }
    if let stranger = strangers.first {
      throw SwiftDataError(
        .unknownSchema,
        explanation: "\(type(of: stranger)) was inserted, but the container's schema has no such "
          + "entity. Name it in ModelContainer(for:).")
    }
    let stillDenied = !deniedDeletions.isEmpty
    if stillDenied, let first = deniedDeletions.first { throw first }
  }

  private func save(_ part: PendingChanges, in store: DefaultStore) throws {
    var keyed: [_$ModelStorage] = []
    do {
      try store.save(author: author) { nextKey in
        for storage in part.inserted where storage.primaryKey == 0 {
          guard let binding = storage.binding else { continue }
          storage.primaryKey = try nextKey(binding.layout.rootNumber)
          // Before anybody can see the row, so that all hash its identifier alike.
          storage.changes?.token?.resolve(binding.identity, primaryKey: storage.primaryKey)
          keyed.append(storage)
        }
        return try MutationBuilder.mutations(of: part)
      }
    } catch {
      for storage in keyed {
        storage.changes?.token?.unresolve()
        storage.primaryKey = 0
      }
      throw error
    }
  }

  /// Brings the context's models into line with what has been saved. The only place that does.
  private func apply(_ saved: PendingChanges) {
    let counts = Dictionary(grouping: saved.inserted) { $0.binding?.identityIndex ?? 0 }
    for (index, storages) in counts { identityMaps[index].reserve(additional: storages.count) }
    for storage in saved.inserted {
      storage.state = .persistent
      storage.version = 1
      storage.settleAfterSave()
      register(storage)
    }
    for storage in saved.updated {
      if storage.hasChangedColumns { storage.version &+= 1 }
      storage.settleAfterSave()
    }
    for storage in saved.deleted {
      forget(storage)
      storage.state = .detached
      storage.changes = nil
      unsafe storage.context = nil
    }
  }
}

/// The changes of a context that a save is to write.
struct PendingChanges {
  var inserted: [_$ModelStorage] = []
  var updated: [_$ModelStorage] = []
  var deleted: [_$ModelStorage] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  private init() {}

  init(_ context: ModelContext) {
    inserted = context.insertedModels.lazy.map(\._$storage).filter { $0.state == .inserted }
    updated = context.changedModels.lazy.map(\._$storage).filter { $0.isChanged }
    deleted = context.deletedModels.lazy.map(\._$storage).filter { $0.state == .deleted }
  }

  /// What of the changes belongs to one store.
  func part(of store: DefaultStore) -> PendingChanges {
    var part = PendingChanges()
    part.inserted = inserted.filter { $0.binding?.store === store }
    part.updated = updated.filter { $0.binding?.store === store }
    part.deleted = deleted.filter { $0.binding?.store === store }
    return part
  }
}

extension _$ModelStorage {
  /// Whether a change concerns the row itself, and not only what other rows or tables hold.
  var hasChangedColumns: Bool {
    guard let changes, let binding else { return false }
    return changes.ordinals.contains { binding.firstColumns[$0] >= 0 }
  }

  /// Leaves the slots as a row would show them, and lets go of other models: a saved model finds
  /// its relations through the store and the identity map.
  fileprivate func settleAfterSave() {
    changes = nil
    for property in modelClass.properties {
      let ordinal = property.ordinal
      switch rawSlot(ordinal) {
      case .unset where page == nil && property.attribute != nil && !property.isConstant:
        setSlot(ordinal, .null)
      case .object(let object) where property.relationship != nil:
        if object is ToManyContents {
          slots[ordinal] = .unset
        } else {
          let key = (object as? any PersistentModel)?._$storage.primaryKey ?? 0
          slots[ordinal] = key == 0 ? .null : .integer(key)
        }
      case .unset where page == nil && !(property.relationship?.isToMany ?? true):
        setSlot(ordinal, .null)
      default: break
      }
    }
  }
}
