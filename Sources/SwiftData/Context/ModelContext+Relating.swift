import Foundation
import StoreModel

extension ModelContext {
  /// The stored members of a to-many, as far as no unsaved change has taken them elsewhere.
  func storedMembers(of storage: _$ModelStorage, _ ordinal: Int) -> [any PersistentModel] {
    guard storage.state == .persistent || storage.state == .deleted, storage.primaryKey != 0,
      let relationship = storage.binding?.relationships[ordinal]
    else { return [] }
    var members: [any PersistentModel] = []
    do {
      try readMembers(of: [storage], relationship, .relationship) { _, found in members = found }
    } catch {
      faultError = faultError ?? error
    }
    return members
  }

  /// Makes sure that a to-many of many models has all stored members, with one query; those stay where
  /// they are that are there.
  func refreshMembers(
    of owners: [_$ModelStorage], _ relationship: EntityBinding.Relationship
  ) {
    do {
      try readMembers(of: owners, relationship, .relationship) { owner, members in
        let contents = owner.toManyContents(relationship.ordinal)
        guard contents.isLoaded else { return contents.load(members) }
        let isComplete = members.allSatisfy { contents.contains($0) || contents.hasRemoved($0) }
        if !isComplete { contents.load(members) }
      }
    } catch {
      faultError = faultError ?? error
    }
  }

  /// The relationships to load with a fetch: for each, the ordinals on the way to it.
  ///
  /// Throws `SwiftDataError.unsupportedKeyPath` for a key path that leads to no relationship.
  func prefetchPaths<T>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding
  ) throws -> [[Int]] {
    try descriptor.relationshipKeyPathsForPrefetching.map { keyPath in
      let path = binding.modelClass.path(of: keyPath).map { $0.steps + [$0.ordinal] } ?? []
      var current: EntityBinding? = binding
      for ordinal in path { current = current?.relationships[ordinal]?.destination }
      guard !path.isEmpty, current != nil else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          explanation: "\(KeyPathText.readable(keyPath)) can't be prefetched, for it leads to no "
            + "relationship of \(binding.layout.name) or of what its to-ones lead to.")
      }
      return path
    }
  }

  /// Loads relationships of many models, each with one query.
  func prefetch(
    _ paths: [[Int]], _ models: [any PersistentModel], _ binding: EntityBinding
  ) throws {
    for path in paths {
      var sources = models
      var current = binding
      for (index, ordinal) in path.enumerated() {
        try prefetch(ordinal, of: sources, as: current)
        guard index < path.count - 1, let relationship = current.relationships[ordinal] else {
          break
        }
        var seen: Set<ObjectIdentifier> = []
        sources = sources.compactMap { $0._$storage.registeredDestination(ordinal) }
          .filter { seen.insert(ObjectIdentifier($0)).inserted }
        current = relationship.destination
      }
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
      return try readMembers(of: missing, relationship, .prefetch) { owner, members in
        owner.toManyContents(ordinal).load(members)
      }
    }
    let keys = Set(storages.compactMap { $0.unresolvedKey(ordinal) })
    let found = try fetchModels(
      keys.sorted(), of: relationship.destination,
      trace: trace(.prefetch, following: relationship, of: binding))
    for storage in storages {
      guard let key = storage.unresolvedKey(ordinal), let model = found[key] else { continue }
      // Held by the slot, since nobody else may hold it yet.
      storage.setSlot(ordinal, .object(model))
    }
  }

  /// Calls `body` with each of some owners, by primary key, and the members that are stored, as far
  /// as no unsaved change has taken them elsewhere.
  private func readMembers(
    of owners: [_$ModelStorage], _ relationship: EntityBinding.Relationship,
    _ purpose: QueryReport.Purpose,
    _ body: (_ owner: _$ModelStorage, _ members: [any PersistentModel]) -> Void
  ) throws {
    guard let owner = owners.first?.binding else { return }
    let trace = trace(purpose, following: relationship, of: owner)
    try withoutActuallyEscaping(body) { body in
      var members = MembersByOwner(owners) { owner, members, isReduced in
        body(owner, members)
        guard isReduced, let model = unsafe owner.model else { return }
        self.reducedContents.append((model, relationship.ordinal))
      }
      if relationship.isLinked || relationship.layout.isOrdered {
        try readLinkedMembers(relationship, into: &members, trace)
      } else {
        try readKeyedMembers(relationship, into: &members, trace)
      }
      members.finish()
    }
  }

  /// Reads the members whose rows hold the owner's key.
  private func readKeyedMembers(
    _ relationship: EntityBinding.Relationship, into members: inout MembersByOwner,
    _ trace: QueryTrace?
  ) throws {
    guard let inverse = relationship.layout.inverseOrdinal else { return }
    let destination = relationship.destination
    let pages = try destination.store.rows(
      entity: destination.number, whereKey: inverse, isAmong: members.keys, trace: trace)
    let column = destination.firstColumns[inverse]
    for page in pages {
      identityMaps[destination.identityIndex].reserve(additional: page.rowCount)
      // An inherited property has one place in the rows of all entities.
      try destination.forEachRow(of: page) { page, row, concrete in
        let owner = page.integer(row: row, column: column)
        guard members.begin(owner) else { return }
        let model = materialize(page, row: row, as: concrete)
        if relationship.shows(model._$storage, to: owner) {
          members.append(model)
        } else {
          members.noteMissing()
        }
      }
    }
  }

  /// Reads the members by their links, in the relationship's order.
  private func readLinkedMembers(
    _ relationship: EntityBinding.Relationship, into members: inout MembersByOwner,
    _ trace: QueryTrace?
  ) throws {
    let destination = relationship.destination
    let pairs = try destination.store.links(
      relationship.identity, of: members.keys, trace: trace)
    let models = try fetchModels(
      Set(pairs.map(\.destination)).sorted(), of: destination, trace: trace?.continued)
    for pair in pairs {
      guard let model = models[pair.destination], members.begin(pair.source) else { continue }
      if relationship.shows(model._$storage, to: pair.source) {
        members.append(model)
      } else {
        members.noteMissing()
      }
    }
  }

  /// Models by primary key, fetched as far as they are not registered.
  func fetchModels(
    _ keys: [Int64], of binding: EntityBinding, having properties: [Int]? = nil,
    trace: QueryTrace?
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
    missing.sort()
    var next = missing[...]
    let pages = try binding.store.rows(
      entity: binding.number, whereKey: nil, isAmong: missing, having: properties, trace: trace)
    if let properties {
      try forEachModel(of: pages, having: properties, as: binding) { models[$0] = $1 }
      return models
    }
    for page in pages {
      try binding.forEachRow(of: page) { page, row, concrete in
        let key = page.integer(row: row, column: 0)
        next = next.drop { $0 < key }
        if next.first == key { models[key] = materialize(page, row: row, as: concrete) }
      }
    }
    return models
  }
}

/// Members dealt out to their owners, as they come from the store: sorted by the owner's key.
private struct MembersByOwner {
  typealias Body = (_ owner: _$ModelStorage, _ members: [any PersistentModel], _ isReduced: Bool)
    -> Void

  /// By primary key.
  private let owners: [_$ModelStorage]
  private let body: Body
  private var position = 0
  private var members: [any PersistentModel] = []
  /// Whether the owner has members that unsaved changes have taken away.
  private var isReduced = false

  /// `body` is called once for each owner, when its last member has come.
  init(_ owners: [_$ModelStorage], _ body: @escaping Body) {
    self.owners = owners.sorted { $0.primaryKey < $1.primaryKey }
    self.body = body
  }

  var keys: [Int64] { owners.map(\.primaryKey) }

  /// Goes on to an owner; false if there is none of this key.
  mutating func begin(_ key: Int64) -> Bool {
    while position < owners.count, owners[position].primaryKey < key { finishOwner() }
    return position < owners.count && owners[position].primaryKey == key
  }

  mutating func append(_ member: any PersistentModel) { members.append(member) }

  mutating func noteMissing() { isReduced = true }

  mutating func finish() {
    while position < owners.count { finishOwner() }
  }

  private mutating func finishOwner() {
    body(owners[position], members, isReduced)
    position += 1
    members = []
    isReduced = false
  }
}

extension EntityBinding.Relationship {
  /// Whether a stored destination is one still, as far as its own state and changes tell.
  fileprivate func shows(_ destination: _$ModelStorage, to owner: Int64) -> Bool {
    let isThere =
      destination.state == .persistent
      || (destination.state == .deleted && showsDeletedDestinations)
    guard isThere, !isLinked, let inverse = layout.inverseOrdinal,
      destination.changes?.ordinals.contains(inverse) ?? false
    else { return isThere }
    // A change in memory that leads elsewhere has precedence over the row.
    return destination.toOneDestination(inverse)?._$storage.primaryKey == owner
  }
}
