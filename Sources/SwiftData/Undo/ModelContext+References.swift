import StoreModel

extension ModelContext {
  /// The relationships without inverse that lead to a model, in memory and in the store.
  func referencesWithoutInverse(to target: _$ModelStorage) -> [UndoRecord.IncomingReference] {
    guard let goal = target.binding else { return [] }
    var found: [UndoRecord.IncomingReference] = []
    for binding in stack.bindings.values {
      for relationship in binding.ownRelationships
      where relationship.layout.inverseOrdinal == nil
        && relationship.destination.identityIndex == goal.identityIndex
      {
        found += owners(of: relationship, in: binding, leadingTo: target).map {
          UndoRecord.IncomingReference(owner: $0, ordinal: relationship.ordinal)
        }
      }
    }
    return found
  }

  private func owners(
    of relationship: EntityBinding.Relationship, in binding: EntityBinding,
    leadingTo target: _$ModelStorage
  ) -> [any PersistentModel] {
    let known = registeredModels(of: binding).filter { model in
      model._$storage.knownDestinations(relationship.ordinal).contains { $0._$storage === target }
    }
    let stored = storedOwners(of: relationship, in: binding, leadingTo: target.primaryKey)
      .filter { model in
        !known.contains { $0 === model }
          && model._$storage.mayStillLead(relationship.ordinal, to: target)
      }
    return known + stored
  }

  private func storedOwners(
    of relationship: EntityBinding.Relationship, in binding: EntityBinding,
    leadingTo key: Int64
  ) -> [any PersistentModel] {
    guard key != 0 else { return [] }
    let condition = relationship.condition(of: binding.number, leadingTo: key)
    var owners: [any PersistentModel] = []
    do {
      for page in try binding.store.rows(StoreQuery(entity: binding.number, filter: condition)) {
        try binding.forEachRow(of: page) { owners.append(materialize($0, row: $1, as: $2)) }
      }
    } catch {
      faultError = faultError ?? error
    }
    return owners
  }
}

extension EntityBinding.Relationship {
  /// Whether a row of an entity leads to a key through the relationship.
  func condition(of entity: Int, leadingTo key: Int64) -> QueryExpression {
    func isKey(_ path: QueryPath) -> QueryExpression {
      .comparison(.equal, .primaryKey(path), .constant(.integer(key)))
    }
    return layout.isToMany
      ? .exists(QueryPath(), relationship: ordinal, variable: 1, isKey(QueryPath(variable: 1)))
      : isKey(QueryPath(steps: [QueryStep(entity: entity, ordinal: ordinal)]))
  }
}

extension _$ModelStorage {
  /// Whether unsaved changes have left a stored reference as it is.
  fileprivate func mayStillLead(_ ordinal: Int, to target: _$ModelStorage) -> Bool {
    guard state == .persistent, self !== target else { return false }
    guard modelClass.isToMany(ordinal) else {
      return registeredDestination(ordinal)?._$storage === target
    }
    guard case .object(let contents as ToManyContents) = rawSlot(ordinal) else { return true }
    return !contents.isLoaded && !contents.removed.values.contains { $0._$storage === target }
  }
}
