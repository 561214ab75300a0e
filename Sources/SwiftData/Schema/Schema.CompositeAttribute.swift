import StoreModel

extension Schema {
  /// The description of an attribute stored as several values: a Codable structure, or an
  /// enumeration.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    // Sendable by convention, as its superclass is.

    /// The values that the attribute is made of, in declared order.
    public var properties: [Attribute] = []
    /// Whether the attribute is an enumeration.
    var isEnumeration = false
    /// The case names of an enumeration without raw values.
    var enumerationCases: [String] = []

    /// Creates the description of a composite attribute, whose `properties` are still to be set.
    public override init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    /// Reads a composite attribute from an encoded schema.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([SchemaPropertyBox].self, forKey: .properties)
        .compactMap { $0.property as? Attribute }
      isEnumeration = try container.decodeIfPresent(Bool.self, forKey: .isEnumeration) ?? false
      enumerationCases =
        try container.decodeIfPresent([String].self, forKey: .enumerationCases) ?? []
      try super.init(from: decoder)
    }

    /// Writes the composite attribute and what it is made of.
    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties.map(SchemaPropertyBox.init), forKey: .properties)
      try container.encode(isEnumeration, forKey: .isEnumeration)
      try container.encode(enumerationCases, forKey: .enumerationCases)
    }

    /// The attribute's name, type, options and parts.
    public override var debugDescription: String {
      "CompositeAttribute(\(name): \(typeName.name)\(optionList), properties: \(properties))"
    }

    /// Returns whether two composite attributes are described alike, default values aside.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      lhs.isEqual(to: rhs)
    }

    override func isEqual(to other: Attribute) -> Bool {
      guard super.isEqual(to: other), let other = other as? CompositeAttribute else { return false }
      return properties == other.properties && isEnumeration == other.isEnumeration
        && enumerationCases == other.enumerationCases
    }

    override var shape: AttributeShape {
      .composite(
        CompositeLayout(
          elements: properties.map(AttributeLayout.init), isEnumeration: isEnumeration,
          enumerationCases: enumerationCases))
    }

    private enum CodingKeys: String, CodingKey {
      case properties, isEnumeration, enumerationCases
    }
  }
}
