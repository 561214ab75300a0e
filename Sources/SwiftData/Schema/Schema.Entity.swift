extension Schema {
  /// The description of a model: its properties, its place in a class hierarchy, its indexes and
  /// constraints.
  ///
  /// Configure an entity before sharing it with other threads: as in Apple's SwiftData it is marked
  /// `Sendable`, and nothing guards its variables.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    // Sendable by convention: schemas are assembled by one thread and read-only from then on.

    /// The name of the entity: that of the model's class, without enclosing types.
    public var name: String
    /// The entities of direct subclasses.
    public var subentities: Set<Entity>
    /// The name of the superclass's entity.
    public var superentityName: String?
    /// The superclass's entity, held weakly: the schema owns it.
    public weak var superentity: Entity? {
      didSet { superentityName = superentity?.name }
    }
    /// The properties that the model itself declares, in declared order.
    public var storedProperties: [any SchemaProperty]
    /// The properties that the model inherits, those of the topmost class first.
    public var inheritedProperties: [any SchemaProperty] = []
    /// The names of properties whose values, taken together, no two models share.
    public var uniquenessConstraints: [[String]] = []
    /// The names of the properties that each index orders by.
    public var indices: [[String]] = []

    /// The model's type; nil for an entity written by hand or read from a file.
    var modelType: (any PersistentModel.Type)?

    /// Creates the description of a model without properties.
    public convenience init(_ name: String) {
      self.init(name: name, subentities: [], properties: [])
    }

    /// Creates the description of a model with subentities.
    ///
    /// - Parameters:
    ///   - name: The name of the entity.
    ///   - subentities: The entities that inherit from it.
    ///   - properties: Its attributes and relationships; indexes and uniqueness constraints may be
    ///     among them.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name: name, subentities: subentities, properties: properties)
    }

    /// Creates the description of a model.
    ///
    /// - Parameters:
    ///   - name: The name of the entity.
    ///   - properties: Its attributes and relationships; indexes and uniqueness constraints may be
    ///     among them.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name: name, subentities: [], properties: properties)
    }

    init(name: String, subentities: [Entity], properties: [any SchemaProperty]) {
      self.name = name
      self.subentities = Set(subentities)
      self.storedProperties = properties.filter { !($0 is any KeyPathGroups) }
      for attribute in properties.compactMap({ $0 as? Attribute }) where attribute.isUnique {
        uniquenessConstraints.append([attribute.name])
      }
      for list in properties.compactMap({ $0 as? any KeyPathGroups }) {
        if list.isUnique {
          uniquenessConstraints += list.propertyNameGroups
        } else {
          indices += list.propertyNameGroups
        }
      }
      adoptSubentities()
    }

    /// Reads an entity from an encoded schema.
    ///
    /// Its subentities and superentity are known by name only, until the schema that it belongs to
    /// joins them.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
      subentities = Set(
        try container.decodeIfPresent([String].self, forKey: .subentities)?.map(Entity.init) ?? [])
      storedProperties = try container.decode([SchemaPropertyBox].self, forKey: .storedProperties)
        .map(\.property)
      inheritedProperties =
        try container.decodeIfPresent([SchemaPropertyBox].self, forKey: .inheritedProperties)?
        .map(\.property) ?? []
      uniquenessConstraints =
        try container.decodeIfPresent([[String]].self, forKey: .uniquenessConstraints) ?? []
      indices = try container.decodeIfPresent([[String]].self, forKey: .indices) ?? []
    }

    /// Writes the entity; its subentities and superentity by name.
    ///
    /// - Throws: `EncodingError` if a property is neither an attribute nor a relationship.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(superentityName, forKey: .superentityName)
      try container.encode(subentities.map(\.name).sorted(), forKey: .subentities)
      try container.encode(storedProperties.map(SchemaPropertyBox.init), forKey: .storedProperties)
      try container.encode(
        inheritedProperties.map(SchemaPropertyBox.init), forKey: .inheritedProperties)
      try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      try container.encode(indices, forKey: .indices)
    }

    private enum CodingKeys: String, CodingKey {
      case name, superentityName, subentities, storedProperties, inheritedProperties
      case uniquenessConstraints, indices
    }

    /// The entity's name and properties.
    public var debugDescription: String {
      let superentity = superentityName.map { ": \($0)" } ?? ""
      return "Entity(\(name)\(superentity), properties: \(properties.map(\.name)))"
    }

    /// Makes this entity the superentity of its subentities.
    func adoptSubentities() {
      for subentity in subentities { subentity.superentity = self }
    }
  }
}

extension Schema.Entity {
  /// Returns whether two entities are described alike; superentity and subentities count by name.
  public static func == (lhs: Schema.Entity, rhs: Schema.Entity) -> Bool {
    if lhs === rhs { return true }
    return lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
      && Set(lhs.subentities.map(\.name)) == Set(rhs.subentities.map(\.name))
      && areEqual(lhs.storedProperties, rhs.storedProperties)
      && areEqual(lhs.inheritedProperties, rhs.inheritedProperties)
      && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
  }

  private static func areEqual(_ lhs: [any SchemaProperty], _ rhs: [any SchemaProperty]) -> Bool {
    lhs.map { AnyHashable($0) } == rhs.map { AnyHashable($0) }
  }

  /// Hashes the name, so that a set of entities survives changes of anything else.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
