import StoreModel

/// The members of a to-many, found in the store and in unsaved changes without loading them.
struct UnloadedMembers {
  let owner: _$ModelStorage
  let ordinal: Int

  private var contents: ToManyContents { owner.toManyContents(ordinal) }

  /// The stored members' relationship, while the members are not loaded and there is a store to ask.
  private var stored: (context: ModelContext, relationship: EntityBinding.Relationship)? {
    guard !contents.isLoaded, owner.primaryKey != 0, let context = unsafe owner.context,
      let relationship = owner.binding?.relationships[ordinal]
    else { return nil }
    return (context, relationship)
  }

  var count: Int {
    get throws {
      guard let (context, relationship) = stored else { return contents.members?.count ?? 0 }
      let found = try relationship.destination.store.linkCount(
        relationship.identity, of: owner.primaryKey,
        excluding: unsettled(relationship, in: context),
        trace: trace(.count, relationship, in: context))
      return found + contents.tail.count
    }
  }

  var isEmpty: Bool {
    get throws {
      guard let (context, relationship) = stored else { return contents.members?.isEmpty ?? true }
      guard contents.tail.isEmpty else { return false }
      return try firstStored(relationship, in: context) == nil
    }
  }

  var first: (any PersistentModel)? {
    get throws {
      guard let (context, relationship) = stored else { return contents.members?.first }
      guard let key = try firstStored(relationship, in: context) else {
        return contents.tail.first
      }
      let model = context.model(of: relationship.destination, primaryKey: key)
      try context.throwFaultError()
      return model
    }
  }

  func contains(_ model: any PersistentModel) throws -> Bool {
    let model = owner.ownModel(of: model)
    let member = model._$boundStorage
    if contents.contains(model) { return true }
    guard let (context, relationship) = stored, member.primaryKey != 0, !contents.hasRemoved(model),
      unsafe member.context === owner.context
    else { return false }
    if let isMember = relationship.isMember(member, of: owner) { return isMember }
    return try relationship.destination.store.hasLink(
      relationship.identity,
      KeyPair(source: owner.primaryKey, destination: member.primaryKey),
      trace: trace(.relationship, relationship, in: context))
  }

  func append(_ model: any PersistentModel) throws {
    guard try !contains(model) else { return }
    owner.appendMember(owner.ownModel(of: model), ordinal)
    try unsafe owner.context?.throwFaultError()
  }

  func remove(_ model: any PersistentModel) throws {
    guard try contains(model) else { return }
    owner.dropMember(owner.ownModel(of: model), ordinal)
    try unsafe owner.context?.throwFaultError()
  }

  /// Whether there is a member that isn't deleted, those included that other contexts have added
  /// since the members were loaded.
  var hasLivingMember: Bool {
    get throws {
      guard let relationship = owner.binding?.relationships[ordinal] else { return false }
      let known = contents.members ?? contents.tail
      // A model that is to be deleted may not hear of members that lead elsewhere since.
      if known.contains(where: { relationship.leadsBack($0._$storage, to: owner) }) { return true }
      guard owner.primaryKey != 0, let context = unsafe owner.context else { return false }
      // Mostly there is none, and then unsaved changes need no looking through.
      let store = relationship.destination.store
      guard
        try store.firstLink(
          relationship.identity, of: owner.primaryKey, excluding: []) != nil
      else { return false }
      return try firstStored(relationship, in: context, isLiving: true) != nil
    }
  }

  private func firstStored(
    _ relationship: EntityBinding.Relationship, in context: ModelContext, isLiving: Bool = false
  ) throws -> Int64? {
    try relationship.destination.store.firstLink(
      relationship.identity, of: owner.primaryKey,
      excluding: unsettled(relationship, in: context, countsDeleted: isLiving),
      trace: trace(.relationship, relationship, in: context))
  }

  private func trace(
    _ purpose: QueryReport.Purpose, _ relationship: EntityBinding.Relationship,
    in context: ModelContext
  ) -> QueryTrace? {
    owner.binding.flatMap { context.trace(purpose, following: relationship, of: $0) }
  }

  /// The keys of models whose rows don't tell whether they are members: what was added and taken
  /// out, and what unsaved changes have deleted or led elsewhere while the owner wasn't in memory.
  private func unsettled(
    _ relationship: EntityBinding.Relationship, in context: ModelContext,
    countsDeleted: Bool = false
  ) -> [Int64] {
    var keys = Set((contents.tail + contents.removed.values).map { $0._$storage.primaryKey })
    for model in context.deletedModels + context.changedModels {
      let storage = model._$storage
      if storage.binding?.identityIndex == relationship.destination.identityIndex,
        relationship.isMember(storage, of: owner) == false
          || countsDeleted && storage.state == .deleted
      {
        keys.insert(storage.primaryKey)
      }
    }
    keys.remove(0)
    return Array(keys)
  }
}

extension EntityBinding.Relationship {
  /// Whether a known member stays one, as far as its own end tells.
  fileprivate func leadsBack(_ member: _$ModelStorage, to owner: _$ModelStorage) -> Bool {
    guard member.isToBeFound else { return false }
    guard !isLinked, let inverse = layout.inverseOrdinal,
      member.state == .inserted || member.changes?.ordinals.contains(inverse) ?? false
    else { return true }
    return member.leads(inverse, to: owner)
  }

  /// Whether a saved model is a member, as far as it is known without asking the store: nil where
  /// nothing has changed.
  fileprivate func isMember(_ member: _$ModelStorage, of owner: _$ModelStorage) -> Bool? {
    switch member.state {
    case .persistent: break
    case .deleted: if !showsDeletedDestinations { return false }
    case .unmanaged, .inserted, .detached, .merged: return false
    }
    guard !isLinked, let inverse = layout.inverseOrdinal,
      member.changes?.ordinals.contains(inverse) ?? false
    else { return nil }
    return member.leads(inverse, to: owner)
  }
}
