public import Foundation
import StoreModel

extension ModelContext {
  /// Marks a model to be deleted by the next save, and applies the delete rules of its
  /// relationships at once.
  ///
  /// A model that was inserted and never saved leaves the context right away. O(n) in the related
  /// models, which a rule may have to load.
  public func delete<T>(_ model: T) where T: PersistentModel {
    checkHome()
    deleteGraph([model])
  }

  /// Deletes all models that satisfy a predicate, all of them where it is nil, at the next save.
  ///
  /// Delete rules apply as for `delete(_:)`. Models of subclasses are among them unless
  /// `includeSubclasses` is false.
  public func delete<T>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws where T: PersistentModel {
    var found = try fetch(FetchDescriptor<T>(predicate: predicate))
    if !includeSubclasses { found.removeAll { $0._$storage.modelClass !== T._$modelClass } }
    deleteGraph(found)
  }

  /// This context's model of the row that a saved model of another context stands for.
  private func ownModel(for other: _$ModelStorage) -> (any PersistentModel)? {
    guard other.state == .persistent, other.primaryKey != 0,
      let binding = (other.binding?.identity).flatMap(stack.binding(of:))
    else { return nil }
    return model(of: binding, primaryKey: other.primaryKey)
  }

  /// Deletes models and what goes with them, level by level, so that each relationship is read once
  /// for all models of a level.
  private func deleteGraph(_ roots: [any PersistentModel]) {
    var level = roots
    while !level.isEmpty {
      let models = level.compactMap(modelToDelete)
      readMembers(ofAll: models)
      // The last members go first, so that they come back in order if that is undone.
      level = models.flatMap { depart($0).reversed() }
    }
  }

  /// The model of this context that is to go where a model is deleted; nil if there is none.
  private func modelToDelete(_ model: any PersistentModel) -> (any PersistentModel)? {
    let current = model.current
    let storage = current._$boundStorage
    // A model of another context stands for a row that this one may have a model of, too.
    return unsafe storage.context === self ? current : ownModel(for: storage)
  }

  /// Reads the members that delete rules concern, those included that other contexts have added since
  /// they were last read.
  private func readMembers(ofAll models: [any PersistentModel]) {
    var owners: [ObjectIdentifier: [_$ModelStorage]] = [:]
    for storage in models.map(\._$storage) where storage.state == .persistent {
      guard storage.modelClass.hasRelationships, let binding = storage.binding else { continue }
      owners[ObjectIdentifier(binding), default: []].append(storage)
    }
    for owners in owners.values {
      for case let relationship? in owners[0].binding?.relationships ?? []
      where relationship.layout.isToMany {
        switch relationship.layout.deleteRule {
        case .cascade, .nullify: refreshMembers(of: owners, relationship)
        case .deny, .noAction: break
        }
      }
    }
  }

  /// Deletes a model; returns the models that go with it.
  private func depart(_ model: any PersistentModel) -> [any PersistentModel] {
    let storage = model._$boundStorage
    var cascaded: [any PersistentModel] = []
    switch storage.state {
    case .inserted:
      undoRecorder?.noteDeparture(of: model, in: self)
      storage.state = .detached
      cascaded = applyRules(of: storage, model)
      storage.state = .inserted
      let keepsRow = storage.isReturning
      leave(storage)
      if keepsRow { storage.keepRow() }
      storage.isParted = true
    case .persistent:
      storage.loadLastValues()
      guard storage.state == .persistent else { return [] }
      undoRecorder?.noteDeparture(of: model, in: self)
      storage.state = .deleted
      storage.isParted = true
      deletedModels.append(model)
      cascaded = applyRules(of: storage, model)
    case .unmanaged, .deleted, .detached, .merged: return []
    }
    tellListeners(of: storage)
    return cascaded
  }

  /// Cuts a deleted model's relationships; returns the models that go with it.
  private func applyRules(
    of storage: _$ModelStorage, _ model: any PersistentModel
  ) -> [any PersistentModel] {
    guard let binding = storage.binding else { return [] }
    var cascaded: [any PersistentModel] = []
    for relationship in binding.relationships {
      guard let relationship else { continue }
      switch relationship.layout.deleteRule {
      case .cascade:
        cascaded += storage.destinations(relationship)
      case .nullify:
        nullify(relationship, of: storage, model)
      case .deny:
        if storage.primaryKey == 0 {
          // What was never saved leaves nothing behind that could be denied.
          nullify(relationship, of: storage, model)
        } else {
          deletionsToCheck.append(model)
        }
      case .noAction: break
      }
    }
    return cascaded
  }

  /// Throws if a deletion leaves a model behind that a rule `deny` protects.
  func checkDenials() throws {
    for model in deletionsToCheck where model._$storage.state == .deleted {
      let storage = model._$storage
      for relationship in storage.binding?.relationships ?? [] {
        guard let relationship, relationship.layout.deleteRule == .deny,
          let error = try storage.denial(relationship)
        else { continue }
        throw error
      }
    }
  }

  private func nullify(
    _ relationship: EntityBinding.Relationship, of storage: _$ModelStorage,
    _ model: any PersistentModel
  ) {
    guard let inverse = storage.modelClass.inverse(ofOrdinal: relationship.ordinal) else { return }
    // A to-one's other end, if it is a to-many, has no column: it matters only while in memory.
    let isKeyHereOnly =
      !relationship.layout.isToMany && inverse.modelClass.isToMany(inverse.ordinal)
    let destinations =
      isKeyHereOnly
      ? storage.registeredDestination(relationship.ordinal).map { [$0] } ?? []
      : storage.destinations(relationship)
    for destination in destinations {
      let other = destination._$boundStorage
      guard other.state == .persistent || other.state == .inserted else { continue }
      other.dropBackReference(inverse, to: model)
    }
  }
}

extension _$ModelStorage {
  /// All destinations of a relationship.
  fileprivate func destinations(
    _ relationship: EntityBinding.Relationship
  ) -> [any PersistentModel] {
    let ordinal = relationship.ordinal
    guard relationship.layout.isToMany else {
      return toOneDestination(ordinal).map { [$0] } ?? []
    }
    return toManyMembers(ordinal)
  }

  /// Why a relationship with the rule `deny` forbids the deletion, or nil if it doesn't.
  fileprivate func denial(
    _ relationship: EntityBinding.Relationship
  ) throws -> SwiftDataError? {
    let blocking =
      try relationship.layout.isToMany
      ? UnloadedMembers(owner: self, ordinal: relationship.ordinal).hasLivingMember
      : toOneDestination(relationship.ordinal)?._$storage.isToBeFound ?? false
    guard blocking else { return nil }
    return SwiftDataError(
      .modelValidationFailure,
      explanation: "\(modelClass.entityName).\(relationship.layout.name): the delete rule 'deny' "
        + "forbids a deletion as long as the relationship leads to a model.")
  }
}
