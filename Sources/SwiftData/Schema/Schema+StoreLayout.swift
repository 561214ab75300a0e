import StoreModel

extension Schema {
  /// The shape of a store for this schema, entities numbered as Core Data numbers them.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` with every problem of the schema named.
  func storeLayout() throws -> StoreLayout {
    let ordered = EntityNumbering(entities)
    var problems = self.problems + ordered.problems
    let layouts = ordered.entities.map { entity in
      EntityLayout(entity, numbering: ordered, problems: &problems)
    }
    guard problems.isEmpty else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        explanation: "The schema can't be stored. " + problems.joined(separator: " "))
    }
    return StoreLayout(entities: layouts, versionIdentifiers: [version.description])
  }
}

/// Entities in number order: depth first, parents before children, siblings by name without regard
/// to case.
private struct EntityNumbering {
  private(set) var entities: [Schema.Entity] = []
  private(set) var numbers: [String: Int] = [:]
  private(set) var problems: [String] = []

  init(_ all: [Schema.Entity]) {
    let names = Set(all.map(\.name))
    let children = Dictionary(
      grouping: all.filter { $0.superentityName != nil }, by: { $0.superentityName ?? "" })
    for entity in all {
      if let parent = entity.superentityName, !names.contains(parent) {
        problems.append("\(entity.name): the superentity “\(parent)” isn't a part of the schema.")
      }
    }
    var remaining = Self.sorted(all.filter { $0.superentityName == nil }).reversed().map { $0 }
    while let entity = remaining.popLast() {
      guard numbers[entity.name] == nil else { continue }
      entities.append(entity)
      numbers[entity.name] = entities.count
      remaining += Self.sorted(children[entity.name] ?? []).reversed()
    }
    for entity in all where numbers[entity.name] == nil && problems.isEmpty {
      problems.append("\(entity.name): the entity inherits from itself.")
    }
  }

  private static func sorted(_ entities: [Schema.Entity]) -> [Schema.Entity] {
    entities.sorted { lhs, rhs in
      (lhs.name.lowercased(), lhs.name) < (rhs.name.lowercased(), rhs.name)
    }
  }

  func rootNumber(of entity: Schema.Entity) -> Int {
    var current = entity
    while let name = current.superentityName, let number = numbers[name] {
      current = entities[number - 1]
    }
    return numbers[current.name] ?? 0
  }

  func subentityNumbers(of entity: Schema.Entity) -> [Int] {
    entities.filter { $0.superentityName == entity.name }.compactMap { numbers[$0.name] }.sorted()
  }
}

extension EntityLayout {
  fileprivate init(
    _ entity: Schema.Entity, numbering: EntityNumbering, problems: inout [String]
  ) {
    let properties = entity.properties.compactMap { property in
      PropertyLayout(property, of: entity, numbering: numbering, problems: &problems)
    }
    self.init(
      name: entity.name, number: numbering.numbers[entity.name] ?? 0,
      superentityNumber: entity.superentityName.flatMap { numbering.numbers[$0] },
      rootNumber: numbering.rootNumber(of: entity),
      subentityNumbers: numbering.subentityNumbers(of: entity), properties: properties,
      inheritedPropertyCount: entity.inheritedProperties.count,
      uniquenessConstraints: entity.uniquenessConstraints, indices: entity.indices)
    checkNames(&problems)
  }

  /// Every property's name is its own, and constraints and indexes name properties.
  private func checkNames(_ problems: inout [String]) {
    var seen: Set<String> = []
    for property in properties where !seen.insert(property.name).inserted {
      problems.append("\(name): two properties are called “\(property.name)”.")
    }
    for group in uniquenessConstraints + indices {
      for property in group where !hasProperty(at: property) {
        problems.append("\(name): an index or a constraint names “\(property)”, no property of it.")
      }
    }
    for property in uniquenessConstraints.joined() {
      guard let ordinal = ordinal(named: property) else { continue }
      if properties[ordinal].relationship?.isToMany == true {
        problems.append("\(name).\(property): a to-many relationship can't be unique.")
      }
      guard let attribute = properties[ordinal].attribute else { continue }
      if attribute.leaves.isEmpty {
        problems.append(
          "\(name).\(property): an ephemeral attribute isn't stored, so that it can't "
            + "be unique.")
      }
      if attribute.allowsExternalStorage {
        problems.append("\(name).\(property): an attribute that may lie in a file can't be unique.")
      }
    }
  }
}

extension EntityLayout {
  /// Whether a name is a property's, or leads into a composite one, as `address.city` does.
  private func hasProperty(at path: String) -> Bool {
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let ordinal = ordinal(named: steps[0]) else { return false }
    return steps.count == 1 || properties[ordinal].attribute?.leafRange(at: steps[1...]) != nil
  }
}

extension PropertyLayout {
  fileprivate init?(
    _ property: any SchemaProperty, of entity: Schema.Entity, numbering: EntityNumbering,
    problems: inout [String]
  ) {
    if let attribute = property as? Schema.Attribute {
      if !attribute.isStorable {
        problems.append(
          "\(entity.name).\(attribute.name): a value of type \(attribute.valueType) can't be "
            + "stored. Make the type Codable, or mark the property @Transient.")
      }
      if let problem = attribute.transformerName.flatMap({ TransformerName($0).problem }) {
        problems.append("\(entity.name).\(attribute.name): \(problem)")
      }
      self = .attribute(AttributeLayout(attribute))
    } else if let relationship = property as? Schema.Relationship {
      guard
        let layout = RelationshipLayout(relationship, numbering: numbering)
      else {
        problems.append(
          "\(entity.name).\(relationship.name): the destination “\(relationship.destination)” "
            + "isn't a part of the schema.")
        return nil
      }
      if relationship.options.contains(.ordered), !layout.isToMany {
        problems.append(
          "\(entity.name).\(relationship.name): only a to-many relationship can be ordered.")
      }
      self = .relationship(layout)
    } else {
      problems.append(
        "\(entity.name).\(property.name): a \(type(of: property)) can't be stored; "
          + "use Schema.Attribute or Schema.Relationship.")
      return nil
    }
  }
}

extension AttributeLayout {
  init(_ attribute: Schema.Attribute) {
    self.init(
      name: attribute.name, isOptional: attribute.isOptional,
      // A composite of nothing has an ordinal, as every property has, and no columns.
      shape: attribute.isTransient
        ? .composite(CompositeLayout(elements: [])) : attribute.shape,
      originalName: Self.formerName(attribute.originalName, of: attribute.name),
      hashModifier: attribute.hashModifier,
      allowsExternalStorage: attribute.allowsExternalStorage(of: attribute.shape),
      preservesValueOnDeletion: attribute.options.contains(.preserveValueOnDeletion),
      transformerName: attribute.transformerName)
  }

  /// The former name, where there is one that differs.
  fileprivate static func formerName(_ original: String, of name: String) -> String? {
    original.isEmpty || original == name ? nil : original
  }
}

extension RelationshipLayout {
  fileprivate init?(_ relationship: Schema.Relationship, numbering: EntityNumbering) {
    guard let number = numbering.numbers[relationship.destination] else { return nil }
    let isToMany = !relationship.isToOneRelationship
    let inverseOrdinal = relationship.inverseName.flatMap { name in
      numbering.entities[number - 1].properties.firstIndex { $0.name == name }
    }
    let maximum = relationship.maximumModelCount ?? 0
    self.init(
      name: relationship.name, isOptional: relationship.isOptional, isToMany: isToMany,
      isOrdered: isToMany && relationship.options.contains(.ordered),
      destination: relationship.destination, destinationNumber: number,
      inverseName: relationship.inverseName, inverseOrdinal: inverseOrdinal,
      deleteRule: DeleteRuleLayout(relationship.deleteRule),
      minimumCount: relationship.minimumModelCount ?? 0,
      maximumCount: isToMany || maximum > 0 ? maximum : 1,
      originalName: AttributeLayout.formerName(relationship.originalName, of: relationship.name),
      hashModifier: relationship.hashModifier)
  }
}

extension DeleteRuleLayout {
  fileprivate init(_ rule: Schema.Relationship.DeleteRule) {
    switch rule {
    case .noAction: self = .noAction
    case .nullify: self = .nullify
    case .cascade: self = .cascade
    case .deny: self = .deny
    }
  }
}
