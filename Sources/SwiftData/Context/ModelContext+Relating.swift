import Foundation
import StoreModel

extension ModelContext {
  /// The stored members of a to-many, as far as no unsaved change has taken them elsewhere.
  func storedMembers(of storage: _$ModelStorage, _ ordinal: Int) -> [any PersistentModel] {
    guard storage.state == .persistent || storage.state == .deleted, storage.primaryKey != 0,
      let relationship = storage.binding?.relationships[ordinal]
    else { return [] }
    do {
      let members = try storedMembers(of: [storage], relationship)
      return members[storage.primaryKey] ?? []
    } catch {
      faultError = faultError ?? error
      return []
    }
  }

  /// Loads a relationship of many models with one query.
  func prefetch(_ ordinal: Int, of models: [any PersistentModel], as binding: EntityBinding) throws
  {
    guard let relationship = binding.relationships[ordinal] else { return }
    let storages = models.map(\._$storage).filter { $0.state == .persistent }
    guard !storages.isEmpty else { return }
    if relationship.layout.isToMany {
      let missing = storages.filter { !$0.toManyContents(ordinal).isLoaded }
      let members = try storedMembers(of: missing, relationship)
      for storage in missing {
        storage.toManyContents(ordinal).load(members[storage.primaryKey] ?? [])
      }
      return
    }
    let keys = Set(storages.compactMap { $0.unresolvedKey(ordinal) })
    let found = try fetchModels(keys.sorted(), of: relationship.destination)
    for storage in storages {
      guard let key = storage.unresolvedKey(ordinal), let model = found[key] else { continue }
      // Held by the slot, since nobody else may hold it yet.
      storage.setSlot(ordinal, .object(model))
    }
  }

  private func storedMembers(
    of owners: [_$ModelStorage], _ relationship: EntityBinding.Relationship
  ) throws -> [Int64: [any PersistentModel]] {
    guard let number = owners.first?.binding?.number else { return [:] }
    let keys = owners.map(\.primaryKey)
    var reduced: Set<Int64> = []
    let members =
      relationship.isLinked
      ? try linkedMembers(of: keys, relationship, number: number, reduced: &reduced)
      : try keyedMembers(of: keys, relationship, reduced: &reduced)
    for owner in owners where reduced.contains(owner.primaryKey) {
      if let model = unsafe owner.model { reducedContents.append((model, relationship.ordinal)) }
    }
    return members
  }

  /// The members whose rows hold the owner's key; `reduced` names owners that have others which
  /// unsaved changes have taken away.
  private func keyedMembers(
    of owners: [Int64], _ relationship: EntityBinding.Relationship, reduced: inout Set<Int64>
  ) throws -> [Int64: [any PersistentModel]] {
    guard let inverse = relationship.layout.inverseOrdinal else { return [:] }
    let destination = relationship.destination
    let pages = try destination.store.rows(
      entity: destination.number, whereKey: inverse, isAmong: owners)
    let column = destination.firstColumns[inverse]
    var members: [Int64: [any PersistentModel]] = [:]
    members.reserveCapacity(owners.count)
    for page in pages {
      try destination.check(page)
      identityMaps[destination.identityIndex].reserve(additional: page.rowCount)
      for row in 0..<page.rowCount {
        let owner = page.integer(row: row, column: column)
        let model = materialize(page, row: row, as: destination)
        let storage = model._$storage
        // A change in memory that leads elsewhere has precedence over the row.
        let isElsewhere =
          storage.changes?.ordinals.contains(inverse) ?? false
          && storage.toOneDestination(inverse)?._$storage.primaryKey != owner
        if storage.state != ModelState.persistent || isElsewhere {
          reduced.insert(owner)
        } else {
          members[owner, default: []].append(model)
        }
      }
    }
    return members
  }

  private func linkedMembers(
    of owners: [Int64], _ relationship: EntityBinding.Relationship, number: Int,
    reduced: inout Set<Int64>
  ) throws -> [Int64: [any PersistentModel]] {
    let destination = relationship.destination
    let pairs = try destination.store.links(
      RelationshipIdentity(entity: number, ordinal: relationship.ordinal), of: owners)
    let models = try fetchModels(
      Set(pairs.map(\.destination)).sorted(), of: destination)
    var members: [Int64: [any PersistentModel]] = [:]
    for pair in pairs {
      guard let model = models[pair.destination] else { continue }
      if model._$storage.state == .persistent {
        members[pair.source, default: []].append(model)
      } else {
        reduced.insert(pair.source)
      }
    }
    return members
  }

  /// Models by primary key, fetched as far as they are not registered.
  func fetchModels(
    _ keys: [Int64], of binding: EntityBinding
  ) throws -> [Int64: any PersistentModel] {
    var models: [Int64: any PersistentModel] = [:]
    models.reserveCapacity(keys.count)
    var missing: [Int64] = []
    for key in keys {
      if let storage = registered(key, of: binding), storage.page != nil || !storage.slots.isEmpty,
        let model = unsafe storage.model
      {
        models[key] = model
      } else {
        missing.append(key)
      }
    }
    guard !missing.isEmpty else { return models }
    for page in try binding.store.rows(entity: binding.number, whereKey: nil, isAmong: missing) {
      try binding.check(page)
      for row in 0..<page.rowCount {
        models[page.integer(row: row, column: 0)] = materialize(page, row: row, as: binding)
      }
    }
    return models
  }
}
