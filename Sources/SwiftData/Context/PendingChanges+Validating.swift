import StoreModel

extension PendingChanges {
  /// Makes sure that what is to be saved keeps the rules of its schema.
  ///
  /// Comes before the transaction, since it may have to fetch.
  func validate() throws {
    for storage in inserted where storage.modelClass.hasRelationships {
      for case let relationship? in storage.binding?.relationships ?? [] {
        try storage.checkContext(of: relationship)
        try storage.checkCount(of: relationship)
        storage.lookUpEntity(of: relationship)
      }
    }
    for storage in updated where storage.modelClass.hasRelationships {
      for ordinal in storage.changes?.ordinals ?? OrdinalSet() {
        guard let relationship = storage.binding?.relationships[ordinal] else { continue }
        try storage.checkContext(of: relationship)
        try storage.checkCount(of: relationship)
        storage.lookUpEntity(of: relationship)
      }
    }
  }
}

extension _$ModelStorage {
  /// Makes sure that a relationship leads to models of the same context only: a model that was not
  /// saved when it was related has no row that this context could know it by.
  fileprivate func checkContext(of relationship: EntityBinding.Relationship) throws {
    guard case .object(let object) = rawSlot(relationship.ordinal) else { return }
    let targets =
      (object as? ToManyContents)?.added ?? [object as? any PersistentModel].compactMap { $0 }
    for target in targets.lazy.map(\._$storage) {
      guard let other = unsafe target.context, unsafe other !== context else { continue }
      throw SwiftDataError(
        .modelValidationFailure,
        explanation:
          "\(modelClass.entityName).\(relationship.layout.name) of \(rowName) leads to a "
          + "\(target.modelClass.entityName) that was unsaved in another context when it was "
          + "related. Save it there first, or insert both into one context.")
    }
  }

  /// Fetches the destination of a to-one of which only the key is known, where the row has to say of
  /// which entity it is.
  fileprivate func lookUpEntity(of relationship: EntityBinding.Relationship) {
    guard relationship.destination.hasSubentities, case .integer = rawSlot(relationship.ordinal),
      let destination = toOneDestination(relationship.ordinal)
    else { return }
    setSlot(relationship.ordinal, .object(destination))
  }

  /// Makes sure that a to-many has as many members as its declaration asks for.
  fileprivate func checkCount(of relationship: EntityBinding.Relationship) throws {
    let layout = relationship.layout
    guard layout.minimumCount > 0 || (layout.isToMany && layout.maximumCount > 0) else { return }
    let count =
      layout.isToMany
      ? toManyMembers(relationship.ordinal).count
      : toOneDestination(relationship.ordinal) == nil ? 0 : 1
    guard count < layout.minimumCount || (layout.maximumCount > 0 && count > layout.maximumCount)
    else { return }
    let most = layout.maximumCount > 0 ? "at most \(layout.maximumCount)" : "any number"
    throw SwiftDataError(
      .modelValidationFailure,
      explanation:
        "\(modelClass.entityName).\(layout.name) of \(rowName) has \(count) models; it must have at "
        + "least \(layout.minimumCount) and \(most).")
  }

  /// The model as messages name it; never by its values.
  var rowName: String {
    state == .inserted || primaryKey == 0 ? "a new \(modelClass.entityName)" : "p\(primaryKey)"
  }
}
