import Foundation
import StoreModel

/// Resolves the key paths and values of predicates over the entities of one store.
struct ModelResolver: PropertyResolver {
  private let start: EntityBinding

  init(_ binding: EntityBinding) {
    start = binding
  }

  private func binding(_ entity: Int) -> EntityBinding? {
    entity == start.number ? start : start.siblings?[entity]
  }

  func resolve(_ keyPath: AnyKeyPath, entity: Int) -> ResolvedKeyPath? {
    guard let binding = binding(entity) else { return nil }
    if let ordinal = binding.modelClass.ordinal(of: keyPath) {
      return property(ordinal, of: binding).map { ResolvedKeyPath(entity: entity, property: $0) }
    }
    if binding.modelClass.isIdentity(keyPath) {
      return ResolvedKeyPath(entity: entity, property: .persistentModelID)
    }
    guard let path = binding.modelClass.path(of: keyPath) else { return nil }
    return resolve(path, from: binding)
  }

  /// Resolves a key path that goes through to-one relationships, or into a composite.
  private func resolve(_ path: PropertyPath, from start: EntityBinding) -> ResolvedKeyPath? {
    guard let (steps, binding) = start.destination(along: path.steps) else { return nil }
    let found = path.member.map { property($0, of: binding) } ?? property(path.ordinal, of: binding)
    return found.map { ResolvedKeyPath(steps: steps, entity: binding.number, property: $0) }
  }

  private func property(
    _ member: CompositeMember, of binding: EntityBinding
  ) -> ResolvedProperty? {
    guard !binding.overriddenOrdinals.contains(member.ordinal),
      binding.firstColumns[member.ordinal] >= 0
    else { return nil }
    return ResolvedProperty(
      member.coder, ordinal: member.ordinal, start: member.start,
      isInOptional: member.isInOptional)
  }

  private func property(_ ordinal: Int, of binding: EntityBinding) -> ResolvedProperty? {
    // What such a property shows is not, or not for all models, what its column holds.
    guard !binding.overriddenOrdinals.contains(ordinal) else { return nil }
    if let relationship = binding.relationships[ordinal] {
      let destination = relationship.destination.number
      return relationship.layout.isToMany
        ? .toMany(ordinal: ordinal, destination: destination)
        : .toOne(ordinal: ordinal, destination: destination)
    }
    let property = binding.modelClass.properties[ordinal]
    guard let coder = property.attribute, !property.isExternal, binding.firstColumns[ordinal] >= 0
    else { return nil }
    return ResolvedProperty(coder, ordinal: ordinal)
  }

  func primaryKey(of value: Any, entity: Int) -> ResolvedIdentity {
    if let model = value as? any PersistentModel {
      let storage = model.current._$storage
      guard storage.primaryKey != 0, storage.state == .persistent || storage.state == .deleted,
        let other = storage.binding, isRow(other.identity, of: entity)
      else { return .noRow }
      return .primaryKey(storage.primaryKey)
    }
    guard let identifier = value as? PersistentIdentifier else { return .unknown }
    guard let row = identifier.row, isRow(row.entity, of: entity) else { return .noRow }
    return .primaryKey(row.primaryKey)
  }

  /// Whether an identity is one of the inheritance tree of an entity of this store.
  private func isRow(_ identity: EntityIdentity, of entity: Int) -> Bool {
    guard let binding = binding(entity) else { return false }
    if identity === binding.identity { return true }
    let root = binding.layout.rootNumber
    return binding.siblings?.all.contains {
      $0.identity === identity && $0.layout.rootNumber == root
    } ?? false
  }

  func entities(of type: any Any.Type) -> [Int]? {
    guard let modelClass = (type as? any PersistentModel.Type)?._$modelClass,
      // The store knows nothing of a subclass that is no model class itself.
      ObjectIdentifier(modelClass.type) == ObjectIdentifier(type), let siblings = start.siblings
    else { return nil }
    return siblings.all.first { $0.modelClass === modelClass }.map { Array($0.family) } ?? []
  }

  func family(of entity: Int) -> ClosedRange<Int> { binding(entity)?.family ?? entity...entity }

  func rootEntity(of entity: Int) -> Int { binding(entity)?.layout.rootNumber ?? entity }
}

extension _$ModelClass {
  /// Whether a key path leads to the model's own identity, by whatever name.
  ///
  /// Key paths to `id` of the protocol extension equal none that could be written here, so one
  /// that leads to an identifier is tried out on a model of its own.
  func isIdentity(_ keyPath: AnyKeyPath) -> Bool {
    guard keyPath.leadsToIdentifier else { return false }
    let modelType: any PersistentModel.Type = self.type
    return leadsToOwnIdentifier(keyPath, of: modelType)
  }

  private func leadsToOwnIdentifier<Model: PersistentModel>(
    _ keyPath: AnyKeyPath, of type: Model.Type
  ) -> Bool {
    guard let keyPath = keyPath as? KeyPath<Model, PersistentIdentifier> else { return false }
    let model = Model(backingData: _$DefaultBackingData<Model>(for: Model.self))
    let found: PersistentIdentifier = model[keyPath: keyPath]
    let own: PersistentIdentifier = model.persistentModelID
    return found == own
  }
}

extension AnyKeyPath {
  fileprivate var leadsToIdentifier: Bool {
    Swift.type(of: self).valueType == PersistentIdentifier.self
  }
}
