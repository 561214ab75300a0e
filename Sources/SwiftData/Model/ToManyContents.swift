/// What is known in memory of a to-many relationship.
final class ToManyContents {
  /// All members in order; nil where the stored ones are not loaded.
  private(set) var members: [any PersistentModel]?
  /// Members that come after the stored ones, in order.
  private(set) var tail: [any PersistentModel]
  /// Stored members that are taken out.
  private(set) var removed: [ObjectIdentifier: any PersistentModel] = [:]
  /// Those of the tail that were taken out and put in again, and are stored as far as is known.
  private var returned: Set<ObjectIdentifier> = []
  /// Whether the loaded members are in another order than the stored ones followed by the tail.
  private(set) var isRearranged = false
  /// The members as the property's own type has them; made when they are first read.
  var typedMembers: TypedMembers?
  /// The members' identities in order, and as a set; made when they are first asked for.
  private var order: ContiguousArray<ObjectIdentifier>?
  private var known: Set<ObjectIdentifier>?

  /// Contents of a new model: nothing is stored, so all members are additions.
  init(members: [any PersistentModel]) {
    var seen: Set<ObjectIdentifier> = []
    let unique = members.filter { seen.insert(ObjectIdentifier($0)).inserted }
    self.members = unique
    tail = unique
    known = seen
  }

  /// Contents of a saved model whose stored members are not loaded.
  init() {
    members = nil
    tail = []
  }

  private init(copying other: ToManyContents) {
    members = other.members
    tail = other.tail
    removed = other.removed
    returned = other.returned
    isRearranged = other.isRearranged
    order = other.order
    known = other.known
  }

  /// The same contents, which later changes leave as they are.
  func copy() -> ToManyContents { ToManyContents(copying: self) }

  var isLoaded: Bool { members != nil }

  /// Members that the store does not know of yet, in order.
  var added: [any PersistentModel] {
    returned.isEmpty ? tail : tail.filter { !returned.contains(ObjectIdentifier($0)) }
  }

  /// Takes in the stored members, each once, less what was removed and with what was added since.
  func load(_ stored: [any PersistentModel]) {
    known = nil
    order = nil
    typedMembers = nil
    guard !tail.isEmpty || !removed.isEmpty else {
      members = stored
      return
    }
    let later = Set(tail.map { ObjectIdentifier($0) })
    members =
      stored.filter {
        removed[ObjectIdentifier($0)] == nil && !later.contains(ObjectIdentifier($0))
      }
      + tail
    guard !returned.isEmpty else { return }
    // One that was taken out before the stored ones were known need not be one of them.
    let known = Set(stored.map { ObjectIdentifier($0) })
    isRearranged = !known.isDisjoint(with: returned)
    tail.removeAll {
      returned.contains(ObjectIdentifier($0)) && known.contains(ObjectIdentifier($0))
    }
    returned = []
  }

  /// Forgets the stored members, not what was added and removed since.
  func unload() {
    members = nil
    known = nil
    order = nil
    typedMembers = nil
    isRearranged = false
  }

  /// Whether a model is known to be a member; an unloaded stored one is not known.
  func contains(_ model: any PersistentModel) -> Bool {
    withKnown { $0.contains(ObjectIdentifier(model)) }
  }

  /// Whether a model is a stored member that was taken out.
  func hasRemoved(_ model: any PersistentModel) -> Bool {
    removed[ObjectIdentifier(model)] != nil
  }

  /// Adds a member at the end.
  func add(_ model: any PersistentModel) {
    guard withKnown({ $0.insert(ObjectIdentifier(model)).inserted }) else { return }
    remember(model)
    guard isLoaded else { return }
    members?.append(model)
    order?.append(ObjectIdentifier(model))
    typedMembers?.append(model)
  }

  /// Takes a member out.
  ///
  /// O(n) in the members that are loaded.
  func remove(_ model: any PersistentModel) {
    let wasKnown = withKnown { $0.remove(ObjectIdentifier(model)) != nil }
    if isLoaded, !wasKnown { return }
    forget(model)
    guard isLoaded, let index = withOrder({ $0.firstIndex(of: ObjectIdentifier(model)) }) else {
      return
    }
    members?.remove(at: index)
    order?.remove(at: index)
    typedMembers?.remove(at: index)
  }

  /// Notes a member that has come.
  private func remember(_ model: any PersistentModel) {
    guard removed.removeValue(forKey: ObjectIdentifier(model)) != nil else {
      tail.append(model)
      return
    }
    // It is stored, but elsewhere than at the end.
    if isLoaded {
      isRearranged = true
    } else {
      tail.append(model)
      returned.insert(ObjectIdentifier(model))
    }
  }

  /// Notes members that have gone.
  private func forget(_ models: [any PersistentModel]) {
    guard models.count > 8, !tail.isEmpty else {
      for model in models { forget(model) }
      return
    }
    let gone = Set(models.map { ObjectIdentifier($0) })
    let fresh = Set(added.map { ObjectIdentifier($0) })
    tail.removeAll { gone.contains(ObjectIdentifier($0)) }
    returned.subtract(gone)
    for model in models where !fresh.contains(ObjectIdentifier(model)) {
      removed[ObjectIdentifier(model)] = model
    }
  }

  private func forget(_ model: any PersistentModel) {
    let index = tail.lastIndex { $0 === model }
    if let index { tail.remove(at: index) }
    if index == nil || returned.remove(ObjectIdentifier(model)) != nil {
      removed[ObjectIdentifier(model)] = model
    }
  }

  /// Runs a body on the loaded members' identities in order.
  func withOrder<Result>(_ body: (ContiguousArray<ObjectIdentifier>) -> Result) -> Result {
    if let order { return body(order) }
    let made = ContiguousArray((members ?? []).lazy.map { ObjectIdentifier($0) })
    order = made
    return body(made)
  }

  private func withKnown<Result>(_ body: (inout Set<ObjectIdentifier>) -> Result) -> Result {
    var current = known ?? Set((members ?? tail).map { ObjectIdentifier($0) })
    // Nobody else may hold the set, or the change would copy it.
    known = nil
    defer { known = current }
    return body(&current)
  }
}

// MARK: - Editing as an array

extension ToManyContents {
  /// A part of the loaded members and what comes in its place, no model twice.
  struct Edit {
    let range: Range<Int>
    let new: [any PersistentModel]
    let removed: [any PersistentModel]
    let added: [any PersistentModel]
  }

  /// The edit that leads to other members in place of some, of models that come twice the first;
  /// nil where that changes nothing.
  func edit(_ range: Range<Int>, to new: [any PersistentModel]) -> Edit? {
    let old = members ?? []
    let leaving = Set(old[range].map { ObjectIdentifier($0) })
    var coming: Set<ObjectIdentifier> = []
    let isPlain = new.allSatisfy { model in
      let id = ObjectIdentifier(model)
      return coming.insert(id).inserted && (leaving.contains(id) || !contains(model))
    }
    guard isPlain else {
      return wholeEdit(Array(old[..<range.lowerBound]) + new + Array(old[range.upperBound...]))
    }
    return Edit(
      range: range, new: new,
      removed: old[range].filter { !coming.contains(ObjectIdentifier($0)) },
      added: new.filter { !leaving.contains(ObjectIdentifier($0)) })
  }

  private func wholeEdit(_ new: [any PersistentModel]) -> Edit? {
    let old = members ?? []
    var seen: Set<ObjectIdentifier> = []
    let wanted = new.filter { seen.insert(ObjectIdentifier($0)).inserted }
    if old.count == wanted.count, zip(old, wanted).allSatisfy({ $0 === $1 }) { return nil }
    return Edit(
      range: old.indices, new: wanted,
      removed: old.filter { !seen.contains(ObjectIdentifier($0)) },
      added: wanted.filter { !contains($0) })
  }

  /// Makes an edit of the loaded members.
  func apply(_ edit: Edit) {
    let isAppending = edit.range.lowerBound == members?.count
    if !isAppending, !edit.new.isEmpty { isRearranged = true }
    withKnown { known in
      for model in edit.removed { known.remove(ObjectIdentifier(model)) }
      for model in edit.added { known.insert(ObjectIdentifier(model)) }
    }
    forget(edit.removed)
    for model in edit.added { remember(model) }
    members?.replaceSubrange(edit.range, with: edit.new)
    order?.replaceSubrange(edit.range, with: edit.new.map { ObjectIdentifier($0) })
    typedMembers = nil
  }

  /// Puts the loaded members in another order; they stay the same members.
  func reorder(_ models: [any PersistentModel]) {
    apply(Edit(range: (members ?? []).indices, new: models, removed: [], added: []))
  }
}

/// The members of a to-many relationship in an array of the property's own type.
class TypedMembers {
  func append(_ model: any PersistentModel) {}
  func remove(at index: Int) {}
}
