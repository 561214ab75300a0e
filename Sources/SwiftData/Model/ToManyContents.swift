/// What is known in memory of a to-many relationship.
final class ToManyContents {
  /// All members in order; nil where the stored ones are not loaded.
  private(set) var members: [any PersistentModel]?
  /// Members that the store does not know of yet, in order.
  private(set) var added: [any PersistentModel]
  /// Stored members that are taken out.
  private(set) var removed: [ObjectIdentifier: any PersistentModel] = [:]
  /// The known members by identity; made when first asked for.
  private var knownMembers: Set<ObjectIdentifier>?

  /// Contents of a new model: nothing is stored, so all members are additions.
  init(members: [any PersistentModel]) {
    var seen: Set<ObjectIdentifier> = []
    let unique = members.filter { seen.insert(ObjectIdentifier($0)).inserted }
    self.members = unique
    added = unique
    knownMembers = seen
  }

  /// Contents of a saved model whose stored members are not loaded.
  init() {
    members = nil
    added = []
  }

  private init(copying other: ToManyContents) {
    members = other.members
    added = other.added
    removed = other.removed
    knownMembers = other.knownMembers
  }

  func copy() -> ToManyContents { ToManyContents(copying: self) }

  var isLoaded: Bool { members != nil }

  /// Takes in the stored members, each once, less what was removed and with what was added since.
  func load(_ stored: [any PersistentModel]) {
    knownMembers = nil
    guard !added.isEmpty || !removed.isEmpty else {
      members = stored
      return
    }
    let kept = stored.filter { removed[ObjectIdentifier($0)] == nil }
    let ids = Set(kept.map { ObjectIdentifier($0) })
    members = kept + added.filter { !ids.contains(ObjectIdentifier($0)) }
  }

  /// Forgets the stored members, not what was added and removed since.
  func unload() {
    members = nil
    knownMembers = nil
  }

  /// Whether a model is known to be a member; an unloaded stored one is not known.
  func contains(_ model: any PersistentModel) -> Bool {
    withKnownMembers { $0.contains(ObjectIdentifier(model)) }
  }

  func add(_ model: any PersistentModel) {
    guard withKnownMembers({ $0.insert(ObjectIdentifier(model)).inserted }) else { return }
    members?.append(model)
    if removed.removeValue(forKey: ObjectIdentifier(model)) == nil { added.append(model) }
  }

  func remove(_ model: any PersistentModel) {
    let wasKnown = withKnownMembers { $0.remove(ObjectIdentifier(model)) != nil }
    if isLoaded, !wasKnown { return }
    members?.removeAll { $0 === model }
    if let index = added.firstIndex(where: { $0 === model }) {
      added.remove(at: index)
    } else {
      removed[ObjectIdentifier(model)] = model
    }
  }

  /// Puts the members in an order given by the program; they stay the same members.
  func reorder(_ models: [any PersistentModel]) {
    members = models
    let pending = Set(added.map { ObjectIdentifier($0) })
    added = models.filter { pending.contains(ObjectIdentifier($0)) }
  }

  private func withKnownMembers<Result>(_ body: (inout Set<ObjectIdentifier>) -> Result) -> Result {
    var known = knownMembers ?? Set((members ?? added).map { ObjectIdentifier($0) })
    knownMembers = nil
    defer { knownMembers = known }
    return body(&known)
  }
}
