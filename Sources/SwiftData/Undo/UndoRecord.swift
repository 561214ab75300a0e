import StoreModel

/// What one action has changed in a context: each model that it touched, as it was before.
///
/// Values are kept as the program sees them, and not as slots and rows, so that a record is still
/// good after a save or a newer row: undoing it is a change like any other, which is recorded in its
/// turn for redoing.
final class UndoRecord {
  struct Entry {
    let model: any PersistentModel
    /// Whether the model was in the context; nil if that hasn't changed.
    var wasPresent: Bool?
    /// The row that a model stood for which was gone from the context.
    var formerKey: Int64 = 0
    /// By ordinal; complete where the model was present and has left.
    var values: [Int: FormerValue] = [:]
    /// References without inverse that led to a model which has left: a save cuts them.
    var incoming: [IncomingReference] = []
  }

  /// What a property held.
  enum FormerValue {
    case attribute(Slot)
    case toOne(FormerDestination)
    case toMany(FormerMembers)
  }

  enum FormerDestination {
    case none
    case model(any PersistentModel)
    /// A row whose model was not in memory.
    case row(Int64)
  }

  /// A to-one or to-many without inverse that leads to a model.
  struct IncomingReference {
    let owner: any PersistentModel
    let ordinal: Int
  }

  /// In the order in which models were touched first.
  private(set) var entries: [Entry] = []
  /// Links that rows had before new models turned out to be them, as seen from both ends: these
  /// got them from the new models, and don't lose them with those.
  private(set) var linksBeforeMerges: Set<CutLink> = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var isFinished = false

  /// The position of a model's entry, made if need be.
  private func index(of model: any PersistentModel) -> Int {
    let identifier = ObjectIdentifier(model)
    if let index = indexes[identifier] { return index }
    entries.append(Entry(model: model))
    indexes[identifier] = entries.count - 1
    return entries.count - 1
  }

  /// Notes what a property holds, unless it was noted before.
  func noteValue(of model: any PersistentModel, _ ordinal: Int) {
    let index = index(of: model)
    guard entries[index].values[ordinal] == nil else { return }
    entries[index].values[ordinal] = model._$storage.formerValue(ordinal)
  }

  func noteArrival(of model: any PersistentModel) {
    let index = index(of: model)
    guard entries[index].wasPresent == nil else { return }
    entries[index].wasPresent = false
    entries[index].formerKey = model._$storage.primaryKey
  }

  func noteDeparture(of model: any PersistentModel, in context: ModelContext) {
    let index = index(of: model)
    guard entries[index].wasPresent == nil else { return }
    entries[index].wasPresent = true
    let storage = model._$storage
    for property in storage.modelClass.properties
    where entries[index].values[property.ordinal] == nil {
      // Once the row is gone, its members could not be found any more.
      if storage.modelClass.isToMany(property.ordinal) {
        _ = storage.toManyMembers(property.ordinal)
      }
      entries[index].values[property.ordinal] = storage.formerValue(property.ordinal)
    }
    entries[index].incoming = context.referencesWithoutInverse(to: storage).filter {
      leadsFromBefore($0, to: storage)
    }
  }

  /// Whether a reference to a model was there before what is recorded: it comes back with the model.
  private func leadsFromBefore(_ reference: IncomingReference, to target: _$ModelStorage) -> Bool {
    guard let index = indexes[ObjectIdentifier(reference.owner)] else { return true }
    return switch entries[index].values[reference.ordinal] {
    case .toMany(let former):
      former.contained(target, now: reference.owner._$storage.toManyContents(reference.ordinal))
    case .toOne(.model(let former)): former._$storage === target
    case .toOne(.row(let key)): key == target.primaryKey
    case .toOne(.none): false
    case .attribute, nil: true
    }
  }

  /// Notes the values of a row that a new model turned out to be: it was there before.
  func noteMerge(
    of arrived: any PersistentModel, into model: any PersistentModel, _ ordinals: [Int],
    of former: _$ModelStorage
  ) {
    if arrived === model {
      let index = index(of: model)
      entries[index].wasPresent = nil
      entries[index].values = entries[index].values.filter { ordinal, _ in
        former.modelClass.isToMany(ordinal)
      }
    }
    let index = index(of: model)
    for ordinal in ordinals where entries[index].values[ordinal] == nil {
      entries[index].values[ordinal] = former.formerValue(ordinal)
    }
  }

  /// Notes links that a row has before new models turn out to be it.
  func noteLinks(_ links: [CutLink]) { linksBeforeMerges.formUnion(links) }

  /// Takes down how members differ from what they were, before a save settles them.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    for entry in entries {
      for (ordinal, value) in entry.values {
        guard case .toMany(let former) = value else { continue }
        former.finish(with: entry.model._$storage.toManyContents(ordinal))
      }
    }
  }
}

/// The members that a to-many had, as far as they were in memory, and how they have changed since.
final class FormerMembers {
  private let contents: ToManyContents
  /// Members that have come.
  private(set) var added: [any PersistentModel] = []
  /// Members that have gone.
  private(set) var removed: [any PersistentModel] = []

  init(_ contents: ToManyContents) {
    self.contents = contents.copy()
  }

  /// All members in order; nil if they were not in memory.
  var members: [any PersistentModel]? { contents.members }

  /// Whether a model was a member that is one now.
  func contained(_ member: _$ModelStorage, now current: ToManyContents) -> Bool {
    func isMember(_ model: any PersistentModel) -> Bool { model._$storage === member }
    if let members { return members.contains(where: isMember) }
    if contents.added.contains(where: isMember) { return true }
    return !contents.removed.values.contains(where: isMember)
      && !current.added.contains(where: isMember)
  }

  func finish(with current: ToManyContents) {
    // What is stored is the same for both: they differ in what was changed.
    added =
      current.added.less(contents.added)
      + Array(contents.removed.values).less(Array(current.removed.values))
    removed =
      contents.added.less(current.added)
      + Array(current.removed.values).less(Array(contents.removed.values))
  }
}

extension [any PersistentModel] {
  fileprivate func less(_ others: [any PersistentModel]) -> [any PersistentModel] {
    guard !others.isEmpty else { return self }
    let identifiers = Set(others.map { ObjectIdentifier($0) })
    return filter { !identifiers.contains(ObjectIdentifier($0)) }
  }
}

extension _$ModelStorage {
  /// What a property holds now, as an undo record keeps it.
  fileprivate func formerValue(_ ordinal: Int) -> UndoRecord.FormerValue {
    switch modelClass.properties[ordinal].kind {
    case .attribute: return .attribute(formerSlot(ordinal))
    case .unsupported: return .attribute(rawSlot(ordinal))
    case .relationship(let coder) where coder.isToMany:
      // Where they have an order of their own, it can't be told from anything else later.
      let isOrdered = binding?.relationships[ordinal]?.layout.isOrdered ?? false
      return .toMany(
        FormerMembers(isOrdered ? loadedContents(ordinal) : toManyContents(ordinal)))
    case .relationship:
      if let destination = registeredDestination(ordinal) { return .toOne(.model(destination)) }
      return .toOne(unresolvedKey(ordinal).map { .row($0) } ?? .none)
    }
  }

  /// What an attribute holds now: of a new model nil where it was never assigned, since a row that it
  /// gets meanwhile would show otherwise.
  private func formerSlot(_ ordinal: Int) -> Slot {
    let slot = attributeSlot(ordinal)
    let isNew = state == .unmanaged || state == .inserted
    return slot.isUnset && isNew && modelClass.properties[ordinal].isOptional ? .null : slot
  }
}

extension UndoRecord {
  /// A member that was taken out of a to-many relationship of a model.
  struct CutLink: Hashable {
    private let owner: ObjectIdentifier
    private let ordinal: Int
    private let member: ObjectIdentifier

    init(of owner: any PersistentModel, _ ordinal: Int, to member: any PersistentModel) {
      self.owner = ObjectIdentifier(owner)
      self.ordinal = ordinal
      self.member = ObjectIdentifier(member)
    }
  }
}
