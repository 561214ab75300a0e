extension Schema.Entity {
  /// All properties, inherited ones first: the order of their ordinals.
  public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

  /// All attributes, inherited ones included; setting it replaces those that aren't inherited.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set { replaceStored(Schema.Attribute.self, with: Array(newValue)) }
  }

  /// All relationships, inherited ones included; setting it replaces those that aren't inherited.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set { replaceStored(Schema.Relationship.self, with: Array(newValue)) }
  }

  /// The attributes by name.
  public var attributesByName: [String: Schema.Attribute] {
    get { Self.byName(attributes) }
    set { attributes = Set(Self.renamed(newValue)) }
  }

  /// The relationships by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { Self.byName(relationships) }
    set { relationships = Set(Self.renamed(newValue)) }
  }

  /// The properties that the model itself declares, by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { Self.byName(storedProperties) }
    set { storedProperties = Self.merged(storedProperties, with: newValue) }
  }

  /// The properties that the model inherits, by name.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { Self.byName(inheritedProperties) }
    set { inheritedProperties = Self.merged(inheritedProperties, with: newValue) }
  }

  /// Replaces the own properties of one type.
  ///
  /// Those whose names stay keep their places.
  private func replaceStored<P: SchemaProperty>(_ type: P.Type, with new: [P]) {
    let inherited = Set(inheritedProperties.map(\.name))
    var remaining = Dictionary(
      new.filter { !inherited.contains($0.name) }.map { ($0.name, $0 as any SchemaProperty) },
      uniquingKeysWith: { first, _ in first })
    for property in storedProperties where !(property is P) { remaining[property.name] = property }
    storedProperties = Self.merged(storedProperties, with: remaining)
  }

  /// The properties of a dictionary, in the order that an array of earlier ones gives them; names
  /// that are new come last, sorted.
  private static func merged(
    _ earlier: [any SchemaProperty], with named: [String: any SchemaProperty]
  ) -> [any SchemaProperty] {
    var remaining = named
    var result = earlier.compactMap { remaining.removeValue(forKey: $0.name) }
    for (name, property) in remaining.sorted(by: { $0.key < $1.key }) {
      var property = property
      property.name = name
      result.append(property)
    }
    return result
  }

  private static func renamed<P: SchemaProperty>(_ named: [String: P]) -> [P] {
    named.map { name, property in
      var property = property
      property.name = name
      return property
    }
  }

  private static func byName<P: SchemaProperty>(_ properties: some Sequence<P>) -> [String: P] {
    Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func byName(
    _ properties: [any SchemaProperty]
  ) -> [String: any SchemaProperty] {
    Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
