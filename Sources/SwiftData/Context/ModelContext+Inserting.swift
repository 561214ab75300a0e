import Foundation
import StoreModel

extension ModelContext {
  /// Registers a new model, and every new model it leads to, to be saved with the next save.
  ///
  /// Does nothing for a model that the context has already; a model that was deleted and not yet
  /// saved is kept after all. O(n) in the models reached.
  public func insert<T>(_ model: T) where T: PersistentModel {
    checkHome()
    insertGraph(model)
  }

  /// Inserts a model and all unmanaged models that can be reached from it.
  func insertGraph(_ root: any PersistentModel) {
    var pending = [root]
    while let model = pending.popLast() {
      let storage = model._$storage
      if storage.state == .merged {
        pending.append(model.current)
        continue
      }
      let returns = storage.isParted
      guard insertAlone(model) else { continue }
      tellListeners(of: storage)
      guard storage.modelClass.hasRelationships else { continue }
      // Later relationships are pushed first, so that inserts follow the order of declaration.
      for property in storage.modelClass.properties.reversed() where property.relationship != nil {
        for reached in storage.knownDestinations(property.ordinal).reversed() {
          switch reached._$storage.state {
          case .unmanaged: pending.append(reached)
          // What went with the model comes back with it.
          case .detached where returns: pending.append(reached)
          case .deleted where returns && storage.cascades(property.ordinal):
            pending.append(reached)
          default: break
          }
        }
      }
    }
  }

  /// Registers one model; returns whether it is new to the context, or comes back to it.
  private func insertAlone(_ model: any PersistentModel) -> Bool {
    let storage = model._$storage
    switch storage.state {
    case .unmanaged, .detached:
      guard let binding = stack.binding(of: storage.modelClass) else {
        if !strangers.contains(where: { $0 === model }) { strangers.append(model) }
        return false
      }
      undoRecorder?.noteArrival(of: model, in: self)
      // A model that has left may still be listed from its earlier life.
      if storage.isParted { insertedModels.removeAll { $0 === model } }
      storage.becomeInserted(as: binding, in: self)
      register(storage)
      insertedModels.append(model)
      // Links that an initialiser made may bring in further models, which then find this one in.
      storage.bind(model)
      if storage.isParted { storage.rejoin() }
      return true
    case .deleted:
      guard unsafe storage.context === self else { return false }
      undoRecorder?.noteArrival(of: model, in: self)
      storage.state = .persistent
      deletedModels.removeAll { $0 === model }
      storage.rejoin()
      return true
    case .persistent where unsafe storage.context == nil:
      return takeOver(storage, model)
    case .inserted, .persistent, .merged:
      return false
    }
  }

  /// Takes in a saved model whose context is gone, with its changes, unless this context has a model
  /// of the same row already; then the next save says so.
  private func takeOver(_ storage: _$ModelStorage, _ model: any PersistentModel) -> Bool {
    guard let binding = storage.binding, stack.binding(of: storage.modelClass) === binding,
      registered(storage.primaryKey, of: binding) == nil
    else {
      if !strangers.contains(where: { $0 === model }) { strangers.append(model) }
      return false
    }
    unsafe storage.context = self
    register(storage)
    if storage.isChanged { changedModels.append(model) }
    return true
  }
}

extension _$ModelStorage {
  /// Enters the state of a new model; values of an earlier life stay, its row as a rule does not.
  func becomeInserted(as newBinding: EntityBinding, in newContext: ModelContext) {
    let isSameEntity = binding === newBinding
    unsafe context = newContext
    if state == .detached {
      for property in modelClass.properties {
        let ordinal = property.ordinal
        if property.attribute != nil {
          setSlot(ordinal, attributeSlot(ordinal))
        } else if modelClass.isToMany(ordinal) {
          // Nothing of it is stored any more.
          setSlot(ordinal, .object(ToManyContents(members: assignedDestinations(ordinal))))
        } else {
          let destination =
            isSameEntity ? toOneDestination(ordinal) : assignedDestinations(ordinal).first
          setSlot(ordinal, destination.map { .object($0) } ?? .null)
        }
      }
      page = nil
      if !isSameEntity || changes?.keepsRow != true { primaryKey = 0 }
      changes = nil
    }
    binding = newBinding
    state = .inserted
  }

  /// Notes that the row is still the model's, should it be inserted again.
  func keepRow() {
    let record = changes ?? ModelChanges()
    record.keepsRow = true
    changes = record
  }

  /// The models that a relationship leads to as far as they were assigned in memory.
  func assignedDestinations(_ ordinal: Int) -> [any PersistentModel] {
    guard case .object(let object) = rawSlot(ordinal) else { return [] }
    if let contents = object as? ToManyContents { return contents.members ?? contents.added }
    return toOneDestination(ordinal).map { [$0] } ?? []
  }

  /// The models that a relationship leads to as far as they are in memory.
  func knownDestinations(_ ordinal: Int) -> [any PersistentModel] {
    modelClass.isToMany(ordinal)
      ? assignedDestinations(ordinal) : registeredDestination(ordinal).map { [$0] } ?? []
  }

  /// Whether a relationship's destinations are deleted together with the model.
  func cascades(_ ordinal: Int) -> Bool {
    binding?.relationships[ordinal]?.layout.deleteRule == .cascade
  }
}
