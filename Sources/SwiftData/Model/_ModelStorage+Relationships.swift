import Foundation
import StoreModel

// Both ends of a relationship change together: every write goes through `setToOne`, or through one of
// the edits of a to-many, which change this end and then, without coming back, the other.

// MARK: - Reading

extension _$ModelStorage {
  /// The destination of a to-one; fetched if it is not in memory.
  func toOneDestination(_ ordinal: Int) -> (any PersistentModel)? {
    if case .object(let object) = rawSlot(ordinal) { return Self.model(in: object) }
    return unresolvedKey(ordinal).flatMap { resolve($0, ordinal) }
  }

  private static func model(in object: AnyObject) -> (any PersistentModel)? {
    object as? any PersistentModel ?? (object as? WeakModel)?.model
  }

  /// The key that a to-one leads to, if its model isn't held in the slot.
  func unresolvedKey(_ ordinal: Int) -> Int64? {
    switch rawSlot(ordinal) {
    case .integer(let key): return key
    case .unset:
      guard case .integer(let key)? = rowValue(ordinal) else { return nil }
      return key
    default: return nil
    }
  }

  private func resolve(_ key: Int64, _ ordinal: Int) -> (any PersistentModel)? {
    // The context keeps the container, and with it the destination's binding.
    guard let context = unsafe context, let binding,
      let relationship = binding.relationships[ordinal]
    else { return nil }
    return context.model(
      of: relationship.destination, primaryKey: key,
      trace: context.trace(.relationship, following: relationship, of: binding))
  }

  /// The destination of a to-one if it is in memory already.
  func registeredDestination(_ ordinal: Int) -> (any PersistentModel)? {
    let slot = rawSlot(ordinal)
    if case .object(let object) = slot { return Self.model(in: object) }
    // A fault is not filled to find out.
    if slot.isUnset, page == nil { return nil }
    guard let key = unresolvedKey(ordinal), let context = unsafe context,
      let relationship = binding?.relationships[ordinal]
    else {
      return nil
    }
    return unsafe context.registered(key, of: relationship.destination)?.model
  }

  /// All members of a to-many; fetched if they are not in memory.
  func toManyMembers(_ ordinal: Int) -> [any PersistentModel] {
    loadedContents(ordinal).members ?? []
  }

  /// The contents of a to-many with all its members; fetched if they are not in memory.
  func loadedContents(_ ordinal: Int) -> ToManyContents {
    let contents = toManyContents(ordinal)
    if !contents.isLoaded {
      contents.load(unsafe context?.storedMembers(of: self, ordinal) ?? [])
    }
    return contents
  }

  /// The contents of a to-many, loaded or not.
  func toManyContents(_ ordinal: Int) -> ToManyContents {
    if case .object(let object) = rawSlot(ordinal), let contents = object as? ToManyContents {
      return contents
    }
    let hasRow = state == .persistent || state == .deleted
    let contents = hasRow ? ToManyContents() : ToManyContents(members: [])
    setSlot(ordinal, .object(contents))
    return contents
  }
}

// MARK: - Writing

extension _$ModelStorage {
  /// Points a to-one at another model and brings the other end into line.
  func setToOne(_ ordinal: Int, _ new: (any PersistentModel)?) {
    let property = modelClass.properties[ordinal]
    guard let model = unsafe self.model else { return }
    if state == .detached {
      // What is gone keeps what it is told, and leaves all others alone.
      notingChange(of: property) { setSlot(ordinal, new.map { .object($0) } ?? .null) }
      return
    }
    let new = new.map(ownModel(of:))
    let inverse = modelClass.inverse(ofOrdinal: ordinal)
    let isOneToOne = inverse.map { !$0.modelClass.isToMany($0.ordinal) } ?? false
    // The other end of a one-to-one has a key of its own to clear, so it has to be in memory.
    let old = isOneToOne ? toOneDestination(ordinal) : registeredDestination(ordinal)
    if let old, let new, old === new { return }
    if old == nil, new == nil, !hasDestinationKey(ordinal) { return }
    notingChange(of: property) { setSlot(ordinal, new.map { .object($0) } ?? .null) }
    if let inverse {
      if let old { old._$boundStorage.dropBackReference(inverse, to: model) }
      if let new { new._$boundStorage.addBackReference(inverse, to: model, via: property) }
    }
    if let new { adopt(new) }
  }

  /// Makes the other end of a relationship lead here too.
  func addBackReference(
    _ inverse: _$ModelClass.Inverse, to source: any PersistentModel, via property: ModelProperty
  ) {
    if let successor { return successor.addBackReference(inverse, to: source, via: property) }
    let ordinal = inverse.ordinal
    let own = modelClass.properties[ordinal]
    if modelClass.isToMany(ordinal) {
      let contents = toManyContents(ordinal)
      guard !contents.contains(source) else { return }
      notingChange(of: own) { contents.add(source) }
      return
    }
    let old = toOneDestination(ordinal)
    if let old, old === source { return }
    notingChange(of: own) { setSlot(ordinal, .object(source)) }
    // The model that led here before no longer does.
    old?._$boundStorage.dropForwardReference(property, to: self)
  }

  /// Makes the other end of a relationship lead here no more.
  func dropBackReference(
    _ inverse: _$ModelClass.Inverse, to source: any PersistentModel
  ) {
    if let successor { return successor.dropBackReference(inverse, to: source) }
    let ordinal = inverse.ordinal
    let own = modelClass.properties[ordinal]
    if modelClass.isToMany(ordinal) {
      let contents = toManyContents(ordinal)
      // Of stored members that are not loaded only those with a key can be one.
      let mayBeStored = !contents.isLoaded && source._$storage.primaryKey != 0
      guard mayBeStored || contents.contains(source) else { return }
      notingChange(of: own) { contents.remove(source) }
    } else if let old = registeredDestination(ordinal), old === source {
      notingChange(of: own) { setSlot(ordinal, .null) }
    }
  }

  /// Whether a to-one holds a key or a model, if only one that can't be found.
  private func hasDestinationKey(_ ordinal: Int) -> Bool {
    if case .object = rawSlot(ordinal) { return true }
    return unresolvedKey(ordinal) != nil
  }

  /// The model of this context that stands for the same row as one of another context.
  func ownModel(of related: any PersistentModel) -> any PersistentModel {
    let related = related.current
    let other = related._$storage
    guard other.state == .persistent, state == .inserted || state == .persistent,
      let context = unsafe self.context, unsafe other.context !== context,
      (other.binding?.identity).flatMap(context.stack.binding(of:)) != nil
    else { return related }
    return context.model(for: other.identifier)
  }

  /// Makes the other ends lead here again when the model comes back to a context; what has been
  /// taken elsewhere or deleted meanwhile stays there.
  func rejoin() {
    isParted = false
    guard let model = unsafe self.model else { return }
    for property in modelClass.properties where property.relationship != nil {
      let ordinal = property.ordinal
      let inverse = modelClass.inverse(ofOrdinal: ordinal)
      for target in knownDestinations(ordinal) {
        let other = target._$boundStorage
        if canRejoin(other, through: inverse, cascades: cascades(ordinal)) {
          if let inverse { other.addBackReference(inverse, to: model, via: property) }
        } else {
          dropBackReference(.init(modelClass: modelClass, ordinal: ordinal), to: target)
        }
      }
    }
  }

  private func canRejoin(
    _ other: _$ModelStorage, through inverse: _$ModelClass.Inverse?, cascades: Bool
  ) -> Bool {
    switch other.state {
    case .unmanaged: break
    case .detached: if state == .persistent { return false }
    // A deletion that a rule forbids has cut nothing.
    case .deleted: if !cascades, !other.denies(inverse) { return false }
    case .inserted, .persistent, .merged: break
    }
    if other.state != .unmanaged, other.state != .detached,
      unsafe other.context !== self.context
    {
      return false
    }
    guard let inverse, !other.modelClass.isToMany(inverse.ordinal),
      let taker = other.toOneDestination(inverse.ordinal)
    else { return true }
    return taker._$storage === self
  }

  /// Whether a relationship forbids the deletion of the model as long as it leads anywhere.
  private func denies(_ inverse: _$ModelClass.Inverse?) -> Bool {
    inverse.map { binding?.relationships[$0.ordinal]?.layout.deleteRule == .deny } ?? false
  }

  private func dropForwardReference(_ property: ModelProperty, to target: _$ModelStorage) {
    guard let model = unsafe target.model else { return }
    dropBackReference(
      _$ModelClass.Inverse(modelClass: modelClass, ordinal: property.ordinal), to: model)
  }

  /// Inserts a related model that belongs to no context yet into this one's.
  func adopt(_ related: any PersistentModel) {
    guard state == .inserted || state == .persistent, let context = unsafe self.context else {
      if let context = related._$storage.visibleContext, state == .unmanaged,
        let model = unsafe self.model
      {
        context.insertGraph(model)
      }
      return
    }
    if related._$storage.state == .unmanaged { context.insertGraph(related) }
  }

  /// Brings the other ends into line with what an initialiser assigned.
  func linkPendingInverses() {
    hasPendingInverses = false
    guard let model = unsafe self.model else { return }
    for property in modelClass.properties {
      guard property.relationship != nil else { continue }
      let targets = assignedDestinations(property.ordinal)
      if let inverse = modelClass.inverse(ofOrdinal: property.ordinal) {
        for target in targets {
          target._$boundStorage.addBackReference(inverse, to: model, via: property)
        }
      }
      for target in targets { adopt(target) }
    }
  }
}

/// A destination that a to-one leads to without keeping it alive.
final class WeakModel {
  private(set) weak var model: (any PersistentModel)?

  init(_ model: any PersistentModel) {
    self.model = model
  }
}

extension _$ModelClass {
  func isToMany(_ ordinal: Int) -> Bool { properties[ordinal].relationship?.isToMany ?? false }
}
