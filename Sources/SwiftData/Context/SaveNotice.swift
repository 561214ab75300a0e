import StoreModel

/// What a save has changed, for the container's other contexts.
final class SaveNotice: Sendable {
  struct Row: Hashable, Sendable {
    let entity: ObjectIdentifier
    let binding: EntityBinding
    let key: Int64

    init(_ binding: EntityBinding, _ key: Int64) {
      entity = ObjectIdentifier(binding)
      self.binding = binding
      self.key = key
    }

    static func == (left: Row, right: Row) -> Bool {
      left.key == right.key && left.entity == right.entity
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(entity)
      hasher.combine(key)
    }
  }

  /// A to-many relationship of one row, whose members are others now.
  struct Contents: Hashable, Sendable {
    let owner: Row
    let ordinal: Int
  }

  let updated: [Row]
  let deleted: [Row]
  let contents: [Contents]
  /// Relationships whose members may have left owners that nothing else tells of.
  let exclusive: [EntityBinding.Relationship]
  /// The identity maps of all entities concerned, also of those that have new rows alone.
  let identityIndexes: Set<Int>

  init(updated: [Row], deleted: [Row], contents: [Contents] = [], inserted: [EntityBinding] = []) {
    self.updated = updated
    self.deleted = deleted
    self.contents = contents
    exclusive =
      contents.compactMap { $0.owner.binding.relationships[$0.ordinal] }.filter(\.isExclusive)
      + Dictionary(inserted.map { (ObjectIdentifier($0), $0) }) { first, _ in first }.values
      .flatMap { $0.relationships.compactMap(\.self).filter(\.isExclusive) }
    identityIndexes = Set(
      (updated + deleted + contents.map(\.owner)).map(\.binding.identityIndex)
        + inserted.map(\.identityIndex))
  }

  /// What has been saved, not settled yet.
  convenience init(_ changes: PendingChanges) {
    var contents: [Contents] = []
    var updated: [Row] = []
    for storage in changes.updated {
      guard let binding = storage.binding, let record = storage.changes else { continue }
      let row = Row(binding, storage.primaryKey)
      var hasColumns = false
      for ordinal in record.ordinals {
        if binding.firstColumns[ordinal] >= 0 {
          hasColumns = true
        } else if binding.relationships[ordinal] != nil {
          contents.append(Contents(owner: row, ordinal: ordinal))
        }
      }
      if hasColumns { updated.append(row) }
    }
    for merged in changes.merges where !merged.isNew {
      let row = Row(merged.binding, merged.primaryKey)
      updated.append(row)
      for case let relationship? in merged.binding.relationships
      where relationship.layout.isToMany {
        contents.append(Contents(owner: row, ordinal: relationship.ordinal))
      }
    }
    let deleted = changes.deleted.compactMap { storage in
      storage.binding.map { Row($0, storage.primaryKey) }
    }
    self.init(
      updated: updated, deleted: deleted, contents: contents,
      inserted: changes.inserted.compactMap(\.binding))
  }

  var count: Int { updated.count + deleted.count + contents.count }
}
