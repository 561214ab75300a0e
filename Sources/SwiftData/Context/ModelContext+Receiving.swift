import StoreModel

/// Brings a context into line with what others have saved.
extension ModelContext {
  /// Takes in what other contexts of the container have saved since this one last looked.
  ///
  /// Unchanged models show the new values, and their observers are told; changed ones keep their own
  /// changes and show the rest. Models whose rows are gone leave the context, unless they have
  /// changes, which the save will refuse. O(n) in the rows that were saved and are registered here;
  /// O(n) in all registered models where rows were deleted.
  func receiveSaves() {
    switch inbox.take() {
    case .nothing: return
    case .notices(let notices): receive(notices)
    case .everything: receiveEverything()
    }
  }

  /// Makes turns of an actor the context's own: it takes in saves, and saves by itself, in them.
  func settle(at home: ContextHome) {
    self.home = home
    let receiver = ContextReceiver(self)
    inbox.onMail { home.run { receiver.context?.receiveSaves() } }
    if hasChanges { autosaver?.schedule(self) }
  }

  /// Makes turns of an actor the context's own, unless it has some already.
  func settle(in isolation: isolated (any Actor)?) {
    guard let isolation, home == nil else { return }
    settle(at: ContextHome(isolation))
  }

  /// Tells the other contexts what has been saved, before it is settled here.
  func tellOthers(of changes: PendingChanges) {
    let others = stack.contexts.others(than: inbox)
    guard !others.isEmpty else { return }
    let notice = SaveNotice(changes)
    guard !notice.identityIndexes.isEmpty else { return }
    for inbox in others { inbox.post(notice) }
  }

  private func receive(_ notices: [SaveNotice]) {
    var updated: Set<SaveNotice.Row> = []
    var deleted: Set<SaveNotice.Row> = []
    var contents: Set<SaveNotice.Contents> = []
    for notice in notices {
      updated.formUnion(notice.updated)
      deleted.formUnion(notice.deleted)
      contents.formUnion(notice.contents)
    }
    part(with: deleted)
    refresh(updated.subtracting(deleted), collecting: &contents)
    refreshContents(contents)
    refreshOwners(of: notices.flatMap(\.exclusive))
    guard !listeners.isEmpty else { return }
    for index in notices.reduce(into: Set(), { $0.formUnion($1.identityIndexes) }) {
      listeners.tell(index)
    }
  }

  private func receiveEverything() {
    var rows: Set<SaveNotice.Row> = []
    for map in identityMaps {
      map.forEach { storage in
        guard let binding = storage.binding else { return }
        rows.insert(SaveNotice.Row(binding, storage.primaryKey))
      }
    }
    var contents: Set<SaveNotice.Contents> = []
    let missing = refresh(rows, collecting: &contents)
    part(with: missing)
    for row in rows {
      guard let storage = registered(row.key, of: row.binding) else { continue }
      for case let relationship? in row.binding.relationships
      where relationship.layout.isToMany {
        storage.refreshContents(relationship.ordinal)
      }
    }
    listeners.tell(nil)
  }

  /// Reads rows anew, and collects the relationships whose members are others therefore; returns the
  /// rows that are no longer there.
  @discardableResult
  private func refresh(
    _ rows: Set<SaveNotice.Row>, collecting contents: inout Set<SaveNotice.Contents>
  ) -> Set<SaveNotice.Row> {
    var missing: Set<SaveNotice.Row> = []
    for (_, rows) in Dictionary(grouping: rows, by: \.entity) {
      guard let binding = rows.first?.binding else { continue }
      let known = rows.filter { row in
        guard let storage = registered(row.key, of: binding) else { return false }
        return storage.page != nil || !storage.slots.isEmpty
      }
      guard !known.isEmpty else { continue }
      do {
        missing.formUnion(known)
        let keys = known.map(\.key).sorted()
        let pages = try binding.store.rows(
          entity: binding.number, whereKey: nil, isAmong: keys, trace: trace(.refresh, binding))
        for page in pages {
          try binding.forEachRow(of: page) { page, row, concrete in
            let key = page.integer(row: row, column: 0)
            missing.remove(SaveNotice.Row(binding, key))
            guard let storage = registered(key, of: concrete), storage.binding === concrete else {
              return
            }
            contents.formUnion(storage.contentsMoved(by: page, row: row))
            storage.refresh(from: page, row: row)
          }
        }
      } catch {
        // Nobody is there to catch it: the next fetch or save throws, and looks again.
        faultError = faultError ?? error
        missing.subtract(known)
        inbox.post(nil)
      }
    }
    return missing
  }

  /// Reads rows anew that others have changed.
  func refreshStale(_ stale: StaleRows, of store: DefaultStore) {
    guard
      let binding = stack.bindings.values.first(where: {
        $0.store === store && $0.number == stale.entity
      })
    else { return }
    var contents: Set<SaveNotice.Contents> = []
    refresh(Set(stale.keys.map { SaveNotice.Row(binding, $0) }), collecting: &contents)
    refreshContents(contents)
  }

  /// Reads the members of all owners of relationships anew that are loaded.
  ///
  /// O(n) in the registered models of the owners' classes.
  private func refreshOwners(of relationships: [EntityBinding.Relationship]) {
    guard !relationships.isEmpty else { return }
    let known = Set(relationships.map { ObjectIdentifier($0.destination) })
    let identities = Set(relationships.map(\.identity))
    for owner in stack.bindings.values {
      for relationship in owner.ownRelationships
      where identities.contains(relationship.identity)
        && known.contains(ObjectIdentifier(relationship.destination))
      {
        for model in registeredModels(of: owner) {
          model._$storage.refreshContents(relationship.ordinal)
        }
      }
    }
  }

  /// Takes in a row that has been fetched; what has left an owner since, leaves it here as well.
  @inline(__always)
  func takeIn(_ page: RowPage, row: Int, of storage: _$ModelStorage) {
    let isNewer = storage.page != nil && page.version(row: row) != storage.version
    guard isNewer, storage.modelClass.hasRelationships else {
      return storage.refresh(from: page, row: row)
    }
    let moved = storage.contentsMoved(by: page, row: row)
    storage.refresh(from: page, row: row)
    refreshContents(Set(moved))
  }

  private func refreshContents(_ contents: Set<SaveNotice.Contents>) {
    for contents in contents {
      registered(contents.owner.key, of: contents.owner.binding)?.refreshContents(contents.ordinal)
    }
  }

  /// Lets go of the models that have been kept for changes which a rollback has dropped.
  func partWithOrphans() {
    let rows = orphans
    orphans = []
    part(with: rows)
  }

  /// Lets go of models whose rows others have deleted.
  private func part(with rows: Set<SaveNotice.Row>) {
    var parted: [any PersistentModel] = []
    for row in rows {
      guard let storage = registered(row.key, of: row.binding), let model = unsafe storage.model,
        storage.state == .persistent
      else { continue }
      if storage.hasChangesOfItsOwn {
        orphans.insert(row)
        continue
      }
      storage.state = .deleted
      parted.append(model)
    }
    guard !parted.isEmpty else { return }
    for model in parted { model._$storage.keepDestinations() }
    for model in parted { letGo(of: model._$storage) }
    forEachModel(leadingTo: parted.map(\._$storage)) { storage, relationship, gone in
      if storage.changes?.ordinals.contains(relationship.ordinal) ?? false {
        storage.refreshContents(relationship.ordinal)
      } else {
        storage.dropDestinations(relationship.ordinal, gone: gone)
      }
    }
  }
}

extension _$ModelStorage {
  /// Whether there are changes that would be lost with the row: not where members have left a to-many,
  /// which is a change of theirs.
  fileprivate var hasChangesOfItsOwn: Bool {
    guard isChanged, let changes else { return false }
    return !changes.ordinals.allSatisfy { ordinal in
      guard case .object(let object) = rawSlot(ordinal), let contents = object as? ToManyContents
      else { return false }
      return contents.added.isEmpty && !contents.isRearranged
    }
  }

  /// The to-many relationships at the other ends of those to-ones that a newer row has lead
  /// elsewhere.
  fileprivate func contentsMoved(by newPage: RowPage, row: Int) -> [SaveNotice.Contents] {
    guard let binding, page != nil || !slots.isEmpty else { return [] }
    var moved: [SaveNotice.Contents] = []
    for case let relationship? in binding.relationships {
      let ordinal = relationship.ordinal
      let column = binding.firstColumns[ordinal]
      guard column >= 0, let inverse = relationship.layout.inverseOrdinal,
        !(changes?.ordinals.contains(ordinal) ?? false)
      else { continue }
      let old = destinationKey(ordinal)
      let new = newPage.value(row: row, column: column)
      guard old != new else { continue }
      for case .integer(let key) in [old, new] {
        moved.append(
          SaveNotice.Contents(
            owner: SaveNotice.Row(relationship.destination, key), ordinal: inverse))
      }
    }
    return moved
  }

  /// Lets a loaded to-many be read anew, with what is added and taken out here and not saved.
  func refreshContents(_ ordinal: Int) {
    guard state == .persistent || state == .deleted, case .object(let object) = rawSlot(ordinal),
      let contents = object as? ToManyContents, contents.isLoaded
    else { return }
    // An order that is to be saved is worth more than knowing of the newest members before that.
    if contents.isRearranged, binding?.relationships[ordinal]?.layout.isOrdered ?? false { return }
    guard let changes, changes.ordinals.contains(ordinal) else { return clear(ordinal) }
    notify(of: [modelClass.properties[ordinal]]) {
      contents.unload()
      changes.originals[ordinal] = .unset
    }
  }
}
