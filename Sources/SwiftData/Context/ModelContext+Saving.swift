import Foundation
import StoreModel

extension ModelContext {
  /// Writes all changes to the stores, in one transaction per store.
  ///
  /// When it returns, the changes are on disk; when it throws, neither the store nor the context
  /// has changed, and the changes still wait. Where a container has several stores, those before the
  /// one that fails keep what they have taken. O(n) in the changed models.
  public func save() throws {
    checkHome()
    try save(tellingListeners: true)
  }

  /// Saves, and tells listeners unless the context is about to go, so that none may hold it.
  func save(tellingListeners: Bool) throws {
    receiveSaves()
    processPendingChanges()
    try throwPendingErrors()
    guard hasChanges else { return }
    if tellingListeners {
      NotificationCenter.default.post(name: Self.willSave, object: self)
      // Observers may have changed something more.
      processPendingChanges()
    }
    try checkDenials()
    let pending = PendingChanges(self)
    try pending.validate()
    try throwConflict(in: pending)
    let trees = listeners.isEmpty ? [] : pending.identityIndexes
    var saved: [PendingChanges] = []
    var tokens: [String: any HistoryToken] = [:]
    for store in stack.stores {
      let part = pending.part(of: store)
      guard !part.isEmpty else { continue }
      do {
        let (written, token) = try saveCheckingConflicts(part, in: store)
        tokens[store.identifier] = token
        tellOthers(of: written)
        apply(written)
        saved.append(written)
      } catch {
        // What the stores before have taken is no longer to be saved.
        if !saved.isEmpty { forgetSettledChanges() }
        throw error
      }
    }
    insertedModels = []
    changedModels = []
    deletedModels = []
    deletionsToCheck = []
    reducedContents = []
    orphans = []
    undoRecorder?.noteSave()
    autosaver?.noteSettled()
    guard tellingListeners else { return }
    for tree in trees { listeners.tell(tree) }
    postDidSave(saved, historyTokens: tokens)
  }

  private func forgetSettledChanges() {
    insertedModels.removeAll { !isInserted($0) }
    changedModels.removeAll { $0._$storage.changes?.ordinals.isEmpty ?? true }
    deletedModels.removeAll { $0._$storage.state != .deleted }
  }

  /// Throws what could not be thrown when it was found.
  func throwPendingErrors() throws {
    if let error = faultError {
      faultError = nil
      throw error
    }
    if let stranger = strangers.first {
      guard stack.binding(of: stranger._$storage.modelClass) == nil else {
        throw SwiftDataError(
          .missingModelContext,
          explanation: "A \(type(of: stranger)) was inserted whose context is gone, and this "
            + "context has another model of its row, or no such store. Change this context's own "
            + "model, and roll back or insert into another context.")
      }
      throw SwiftDataError(
        .unknownSchema,
        explanation: "\(type(of: stranger)) was inserted, but the container's schema has no such "
          + "entity. Name it in ModelContainer(for:).")
    }
  }

  /// Writes changes to one store; returns them as they were written, with the place in the history:
  /// new models that turned out to be rows that exist are no insertions.
  func save(
    _ part: PendingChanges, in store: DefaultStore
  ) throws -> (PendingChanges, DefaultHistoryToken?) {
    var saved = part
    var keyed: [(storage: _$ModelStorage, formerKey: Int64)] = []
    do {
      let token = try store.save(author: author, conflictPolicy) { transaction in
        saved = try UniqueResolution.resolve(part, for: self, in: transaction)
        for row in saved.merges { try undoRecorder?.noteLinks(of: row, in: self, transaction) }
        for storage in saved.inserted where storage.primaryKey == 0 {
          guard let binding = storage.binding else { continue }
          storage.primaryKey = try transaction.nextKey(root: binding.layout.rootNumber)
          // Before anybody can see the row, so that all hash its identifier alike.
          storage.changes?.token?.resolve(binding.identity, primaryKey: storage.primaryKey)
          keyed.append((storage, 0))
        }
        for row in saved.merges {
          for model in row.incoming.map(\.storage) {
            // One that comes back is known by the key that it had.
            forget(model)
            keyed.append((model, model.primaryKey))
            model.primaryKey = row.primaryKey
          }
        }
        return try MutationBuilder.mutations(of: saved)
      }
      return (saved, token)
    } catch {
      for (storage, formerKey) in keyed {
        storage.changes?.token?.unresolve()
        storage.primaryKey = formerKey
        register(storage)
      }
      throw error
    }
  }

  /// Brings the context's models into line with what has been saved.
  ///
  /// The only place that does.
  private func apply(_ saved: PendingChanges) {
    let taken = exclusiveMembers(of: saved)
    prepareMerges(saved.merges)
    let counts = Dictionary(grouping: saved.inserted) { $0.binding?.identityIndex ?? 0 }
    for (index, storages) in counts { identityMaps[index].reserve(additional: storages.count) }
    for storage in saved.inserted {
      storage.state = .persistent
      storage.version = 1
      storage.settleAfterSave()
      register(storage)
    }
    finishMerges(saved.merges)
    for storage in saved.updated {
      if storage.hasChangedColumns { storage.version &+= 1 }
      storage.settleAfterSave()
    }
    for storage in saved.deleted { storage.keepDestinations() }
    for storage in saved.deleted {
      letGo(of: storage)
      storage.changes = nil
    }
    dropReferences(to: saved.deleted)
    for relationship in taken {
      for model in registeredModels(of: relationship.owner) {
        model._$storage.unload(relationship.ordinal) {
          relationship.members.contains(ObjectIdentifier($0))
        }
      }
    }
  }

  /// The members that a save gives to a relationship to many without inverse.
  private struct TakenMembers {
    let owner: EntityBinding
    let ordinal: Int
    let members: Set<ObjectIdentifier>
  }

  /// What a save gives to relationships to many without inverse: a row has one key for all owners of
  /// such a relationship, so that whoever had the member before has it no more.
  private func exclusiveMembers(of saved: PendingChanges) -> [TakenMembers] {
    stack.bindings.values.flatMap { binding in
      binding.ownRelationships.compactMap { relationship -> TakenMembers? in
        guard relationship.layout.isToMany, relationship.layout.inverseOrdinal == nil else {
          return nil
        }
        let members = saved.writers.filter { $0.binding.map(binding.includes) ?? false }
          .flatMap { storage -> [any PersistentModel] in
            guard case .object(let object) = storage.rawSlot(relationship.ordinal) else {
              return []
            }
            return (object as? ToManyContents)?.added ?? []
          }
        guard !members.isEmpty else { return nil }
        return TakenMembers(
          owner: binding, ordinal: relationship.ordinal,
          members: Set(members.map { ObjectIdentifier($0) }))
      }
    }
  }

  /// Takes deleted models out of what is loaded of relationships that their deletion didn't clear.
  private func dropReferences(to deleted: [_$ModelStorage]) {
    forEachModel(leadingTo: deleted, where: \.showsDeletedDestinations) {
      storage, relationship, gone in
      storage.dropDestinations(relationship.ordinal, gone: gone)
    }
  }
}

extension ModelContext {
  /// Calls `body` with each registered model that may lead to one of some rows, the relationship
  /// through which it may, and the keys of those rows that it may lead to.
  ///
  /// O(n) in the registered models.
  func forEachModel(
    leadingTo rows: [_$ModelStorage],
    where isConcerned: (EntityBinding.Relationship) -> Bool = { _ in true },
    _ body: (_$ModelStorage, EntityBinding.Relationship, Set<Int64>) -> Void
  ) {
    guard !rows.isEmpty else { return }
    let keys = Dictionary(grouping: rows) { $0.binding?.identityIndex ?? 0 }
      .mapValues { Set($0.map(\.primaryKey)) }
    for binding in stack.bindings.values {
      for relationship in binding.ownRelationships where isConcerned(relationship) {
        guard let gone = keys[relationship.destination.identityIndex] else { continue }
        // The models, not their storages: letting go of one may end others.
        for model in registeredModels(of: binding) { body(model._$storage, relationship, gone) }
      }
    }
  }

  /// The registered models of an entity and of all below it.
  func registeredModels(of binding: EntityBinding) -> [any PersistentModel] {
    var models: [any PersistentModel] = []
    identityMaps[binding.identityIndex].forEach { storage in
      if storage.binding.map(binding.includes) ?? false, let model = unsafe storage.model {
        models.append(model)
      }
    }
    return models
  }
}

/// The changes of a context that a save is to write.
struct PendingChanges {
  var inserted: [_$ModelStorage] = []
  var updated: [_$ModelStorage] = []
  var deleted: [_$ModelStorage] = []
  /// Rows that new models turned out to be; the models are no longer among the inserted ones, nor is
  /// a saved row's own model among the updated ones.
  var merges: [FutureRow] = []
  /// What rows have to let go of before others can take it.
  var releases: [Mutation] = []

  /// All models that give something to a row.
  var writers: [_$ModelStorage] {
    inserted + updated + merges.flatMap { $0.isNew ? $0.incoming.map(\.storage) : $0.storages }
  }

  /// The identity maps of all models concerned.
  var identityIndexes: Set<Int> {
    Set((inserted + updated + deleted).compactMap { $0.binding?.identityIndex })
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  private init() {}

  init(_ context: ModelContext) {
    inserted = context.insertedModels.filter(context.isInserted).map(\._$storage)
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
  func settleAfterSave() {
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
          let target = (object as? any PersistentModel)?._$storage
          let key = target?.isToBeFound ?? false ? target?.primaryKey ?? 0 : 0
          slots[ordinal] = key == 0 ? .null : .integer(key)
        }
      case .unset where page == nil && !(property.relationship?.isToMany ?? true):
        setSlot(ordinal, .null)
      default: break
      }
    }
  }

  /// Holds on to the destinations of a model that is being deleted, as far as they are in memory:
  /// without a context it couldn't find them any more.
  func keepDestinations() {
    guard modelClass.hasRelationships else { return }
    for property in modelClass.properties where !(property.relationship?.isToMany ?? true) {
      guard let destination = registeredDestination(property.ordinal) else { continue }
      let isGoing = destination._$storage.state != .persistent
      // Two models that go together would hold each other for good.
      setSlot(property.ordinal, .object(isGoing ? WeakModel(destination) : destination))
    }
  }

  /// Lets go of deleted models that a relationship leads to, by their keys too: the store has cleared
  /// those.
  func dropDestinations(_ ordinal: Int, gone: Set<Int64>) {
    unload(ordinal) { $0._$storage.state == .detached }
    // A fault reads the row as it is now.
    guard !modelClass.isToMany(ordinal), page != nil || !rawSlot(ordinal).isUnset,
      let key = unresolvedKey(ordinal), gone.contains(key)
    else { return }
    clear(ordinal)
  }

  /// Lets a relationship be read anew if it leads to certain models.
  func unload(_ ordinal: Int, where isGone: (any PersistentModel) -> Bool) {
    guard knownDestinations(ordinal).contains(where: isGone) else { return }
    clear(ordinal)
  }

  /// Lets a to-many be read anew, and a to-one lead nowhere, without a change to be saved.
  func clear(_ ordinal: Int) {
    notify(of: [modelClass.properties[ordinal]]) {
      setSlot(ordinal, modelClass.isToMany(ordinal) ? .unset : .null)
    }
  }
}
