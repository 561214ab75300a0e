import StoreModel

/// Numbers the entities of a model as Core Data does and makes a layout of them.
struct LayoutAssembler {
  private let entities: [String: ArchivedEntity]
  /// Names of subentities by name of their parent, in number order.
  private var children: [String: [String]] = [:]

  init(_ entities: [String: ArchivedEntity]) {
    self.entities = entities
    for name in Self.sorted(entities.keys) {
      if let parent = entities[name]?.parent {
        children[parent, default: []].append(name)
      }
    }
  }

  func layout(versionIdentifiers: [String]) throws(FormatError) -> StoreLayout {
    let roots = Self.sorted(entities.values.filter { $0.parent == nil }.map(\.name))
    let names = roots.flatMap { family(of: $0) }
    // Entities whose ancestors form a circle are reached from no root.
    guard names.count == entities.count else {
      throw FormatError("The model's entities do not hang together.")
    }
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
    var layouts: [EntityLayout] = []
    for name in names {
      guard let entity = entities[name] else { continue }
      let parent = entity.parent.flatMap { numbers[$0] }.map { layouts[$0 - 1] }
      layouts.append(layout(of: entity, parent: parent, numbers: numbers))
    }
    return try linked(
      StoreLayout(entities: layouts, versionIdentifiers: versionIdentifiers), numbers)
  }

  /// The names sorted case-insensitively, as entity numbers follow.
  private static func sorted(_ names: some Sequence<String>) -> [String] {
    names.map { ($0.lowercased(), $0) }.sorted { first, second in
      first.0 == second.0
        ? VersionHash.literally(first.1, second.1) : VersionHash.literally(first.0, second.0)
    }.map(\.1)
  }

  /// An entity and all its descendants, parents before children.
  private func family(of root: String) -> [String] {
    var result: [String] = []
    var pending = [root]
    while let name = pending.popLast() {
      result.append(name)
      pending += (children[name] ?? []).reversed()
    }
    return result
  }

  private func layout(
    of entity: ArchivedEntity, parent: EntityLayout?, numbers: [String: Int]
  ) -> EntityLayout {
    let inherited = (parent?.properties ?? []).map { entity.properties[$0.name] ?? $0 }
    let inheritedNames = Set(inherited.map(\.name))
    let own = entity.properties.values.filter { !inheritedNames.contains($0.name) }
      .sorted { VersionHash.literally($0.name, $1.name) }
    let number = numbers[entity.name] ?? 0
    return EntityLayout(
      name: entity.name, number: number, superentityNumber: parent?.number,
      rootNumber: parent?.rootNumber ?? number,
      subentityNumbers: (children[entity.name] ?? []).compactMap { numbers[$0] },
      isAbstract: entity.isAbstract, properties: inherited + own,
      inheritedPropertyCount: inherited.count,
      uniquenessConstraints: entity.uniquenessConstraints, indices: entity.indices,
      hashModifier: entity.hashModifier)
  }

  /// Puts in the numbers of destinations and the ordinals of inverses.
  private func linked(
    _ layout: StoreLayout, _ numbers: [String: Int]
  ) throws(FormatError) -> StoreLayout {
    var result = layout
    for (position, entity) in layout.entities.enumerated() {
      for (ordinal, property) in entity.properties.enumerated() {
        guard var relationship = property.relationship else { continue }
        guard let number = numbers[relationship.destination] else {
          throw FormatError("A relationship of the model leads to no entity.")
        }
        relationship.destinationNumber = number
        if let name = relationship.inverseName {
          relationship.inverseOrdinal = layout[number: number].ordinal(named: name)
          guard relationship.inverseOrdinal != nil else {
            throw FormatError("A relationship of the model has an inverse that does not exist.")
          }
        }
        result.entities[position].properties[ordinal] = .relationship(relationship)
      }
    }
    return result
  }
}
