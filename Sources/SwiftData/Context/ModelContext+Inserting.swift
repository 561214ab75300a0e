import Foundation

extension ModelContext {
  /// Registers a new model, and every new model it leads to, to be saved with the next save.
  ///
  /// Does nothing for a model that the context has already; a model that was deleted and not yet
  /// saved is kept after all. O(n) in the models reached.
  public func insert<T>(_ model: T) where T: PersistentModel {
    insertGraph(model)
  }

  /// Inserts a model and all unmanaged models that can be reached from it.
  func insertGraph(_ root: any PersistentModel) {
    var pending = [root]
    while let model = pending.popLast() {
      guard insertAlone(model) else { continue }
      let storage = model._$storage
      guard storage.modelClass.hasRelationships else { continue }
      // Later relationships are pushed first, so that inserts follow the order of declaration.
      for property in storage.modelClass.properties.reversed() where property.relationship != nil {
        let reached = storage.assignedDestinations(property.ordinal)
        pending += reached.reversed().filter { $0._$storage.state == .unmanaged }
      }
    }
  }

  /// Registers one model; returns whether it is new to the context.
  private func insertAlone(_ model: any PersistentModel) -> Bool {
    let storage = model._$storage
    switch storage.state {
    case .unmanaged, .detached:
      guard let binding = container.binding(of: storage.modelClass) else {
        strangers.append(model)
        return false
      }
      // Links that an initialiser made may bring in further models, which then find this one in.
      storage.binding = binding
      unsafe storage.context = self
      storage.becomeInserted()
      insertedModels.append(model)
      storage.bind(model)
      return true
    case .deleted:
      if unsafe storage.context === self { storage.state = .persistent }
      return false
    case .inserted, .persistent:
      return false
    }
  }
}

extension _$ModelStorage {
  /// Enters the state of a new model; values of an earlier life stay, its row does not.
  fileprivate func becomeInserted() {
    if state == .detached {
      for property in modelClass.properties {
        if property.attribute != nil {
          setSlot(property.ordinal, attributeSlot(property.ordinal))
        } else if case .integer = rawSlot(property.ordinal) {
          setSlot(property.ordinal, .null)
        }
      }
      page = nil
      primaryKey = 0
      changes = nil
    }
    state = .inserted
  }

  /// The models that a relationship leads to as far as they were assigned in memory.
  func assignedDestinations(_ ordinal: Int) -> [any PersistentModel] {
    guard case .object(let object) = rawSlot(ordinal) else { return [] }
    if let contents = object as? ToManyContents { return contents.members ?? contents.added }
    return (object as? any PersistentModel).map { [$0] } ?? []
  }
}
