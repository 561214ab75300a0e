package import StoreModel

/// Makes layouts from short descriptions, numbering entities and properties as a schema would.
package struct LayoutBuilder {
  /// An entity as a test writes it; relationships name their inverse, and nothing is numbered yet.
  package struct Entity {
    var name: String
    var parent: String?
    var isAbstract: Bool
    var properties: [PropertyLayout]
    var unique: [[String]]
    var indices: [[String]]
    var hashModifier: String?

    package init(
      name: String, parent: String? = nil, isAbstract: Bool = false,
      properties: [PropertyLayout], unique: [[String]] = [], indices: [[String]] = [],
      hashModifier: String? = nil
    ) {
      self.name = name
      self.parent = parent
      self.isAbstract = isAbstract
      self.properties = properties
      self.unique = unique
      self.indices = indices
      self.hashModifier = hashModifier
    }
  }

  package static func layout(
    _ entities: [Entity], identifiers: [String] = ["1.0.0"]
  ) -> StoreLayout {
    let ordered = roots(of: entities).flatMap { family(of: $0, in: entities) }
    let numbers = Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { ($1.name, $0 + 1) })
    var layouts: [EntityLayout] = []
    for entity in ordered {
      let parent = entity.parent.flatMap { name in layouts.first { $0.name == name } }
      let inherited = parent?.properties ?? []
      let number = numbers[entity.name] ?? 0
      layouts.append(
        EntityLayout(
          name: entity.name, number: number, superentityNumber: parent?.number,
          rootNumber: parent?.rootNumber ?? number,
          subentityNumbers: ordered.filter { $0.parent == entity.name }
            .compactMap { numbers[$0.name] },
          isAbstract: entity.isAbstract, properties: inherited + entity.properties,
          inheritedPropertyCount: inherited.count, uniquenessConstraints: entity.unique,
          indices: entity.indices, hashModifier: entity.hashModifier))
    }
    return linked(StoreLayout(entities: layouts, versionIdentifiers: identifiers), numbers)
  }

  private static func roots(of entities: [Entity]) -> [Entity] {
    sorted(entities.filter { $0.parent == nil })
  }

  private static func family(of entity: Entity, in entities: [Entity]) -> [Entity] {
    let children = sorted(entities.filter { $0.parent == entity.name })
    return [entity] + children.flatMap { family(of: $0, in: entities) }
  }

  private static func sorted(_ entities: [Entity]) -> [Entity] {
    entities.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// Puts in destination numbers and the ordinals of inverses.
  private static func linked(_ layout: StoreLayout, _ numbers: [String: Int]) -> StoreLayout {
    var result = layout
    for (position, entity) in layout.entities.enumerated() {
      for (ordinal, property) in entity.properties.enumerated() {
        guard var relationship = property.relationship else { continue }
        relationship.destinationNumber = numbers[relationship.destination] ?? 0
        relationship.inverseOrdinal = relationship.inverseName.flatMap {
          layout[number: relationship.destinationNumber].ordinal(named: $0)
        }
        result.entities[position].properties[ordinal] = .relationship(relationship)
      }
    }
    return result
  }
}

// MARK: - Properties in brief

package func attribute(
  _ name: String, _ kind: ValueKind, optional: Bool = false, external: Bool = false
) -> PropertyLayout {
  .attribute(
    AttributeLayout(
      name: name, isOptional: optional, shape: .leaf(kind), allowsExternalStorage: external))
}

package func leaf(_ name: String, _ kind: ValueKind, optional: Bool = false) -> AttributeLayout {
  AttributeLayout(name: name, isOptional: optional, shape: .leaf(kind))
}

/// A structure.
package func composite(
  _ name: String, optional: Bool = false, _ elements: [AttributeLayout]
) -> AttributeLayout {
  AttributeLayout(
    name: name, isOptional: optional, shape: .composite(CompositeLayout(elements: elements)))
}

/// An enumeration without raw values; cases with payload are composites and come first.
package func enumeration(
  _ name: String, optional: Bool = false, payloads: [AttributeLayout] = [], cases: [String]
) -> AttributeLayout {
  let elements = payloads + cases.map { leaf($0, .string, optional: true) }
  return AttributeLayout(
    name: name, isOptional: optional,
    shape: .composite(
      CompositeLayout(elements: elements, isEnumeration: true, enumerationCases: cases)))
}

/// An enumeration with raw values.
package func rawEnumeration(
  _ name: String, _ kind: ValueKind, optional: Bool = false
) -> AttributeLayout {
  AttributeLayout(
    name: name, isOptional: optional,
    shape: .composite(
      CompositeLayout(elements: [leaf(name, kind, optional: true)], isEnumeration: true)))
}

package func toOne(
  _ name: String, _ destination: String, inverse: String? = nil, optional: Bool = true
) -> PropertyLayout {
  .relationship(
    RelationshipLayout(
      name: name, isOptional: optional, isToMany: false, destination: destination,
      destinationNumber: 0, inverseName: inverse))
}

package func toMany(
  _ name: String, _ destination: String, inverse: String? = nil, optional: Bool = false,
  ordered: Bool = false
) -> PropertyLayout {
  .relationship(
    RelationshipLayout(
      name: name, isOptional: optional, isToMany: true, isOrdered: ordered,
      destination: destination, destinationNumber: 0, inverseName: inverse))
}
