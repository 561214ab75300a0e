import StoreModel

extension PendingChanges {
  /// Makes sure that what is to be saved keeps the rules of its schema.
  ///
  /// Comes before the transaction, since it may have to fetch.
  func validate() throws {
    for storage in inserted where storage.modelClass.hasRelationships {
      for case let relationship? in storage.binding?.relationships ?? [] {
        try storage.checkCount(of: relationship)
      }
    }
    for storage in updated where storage.modelClass.hasRelationships {
      for ordinal in storage.changes?.ordinals ?? OrdinalSet() {
        guard let relationship = storage.binding?.relationships[ordinal] else { continue }
        try storage.checkCount(of: relationship)
      }
    }
  }
}

extension _$ModelStorage {
  /// Makes sure that a to-many has as many members as its declaration asks for.
  fileprivate func checkCount(of relationship: EntityBinding.Relationship) throws {
    let layout = relationship.layout
    guard layout.isToMany, layout.minimumCount > 0 || layout.maximumCount > 0 else { return }
    let count = toManyMembers(relationship.ordinal).count
    guard count < layout.minimumCount || (layout.maximumCount > 0 && count > layout.maximumCount)
    else { return }
    let most = layout.maximumCount > 0 ? "at most \(layout.maximumCount)" : "any number"
    throw SwiftDataError(
      .modelValidationFailure,
      explanation: "\(modelClass.entityName).\(layout.name) has \(count) models; it must have at "
        + "least \(layout.minimumCount) and \(most).")
  }
}
