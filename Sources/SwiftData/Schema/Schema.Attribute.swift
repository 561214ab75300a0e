import StoreModel

extension Schema {
  /// The description of a property that holds a value.
  ///
  /// Configure an attribute before sharing it with other threads: as in Apple's SwiftData it is
  /// marked `Sendable`, and nothing guards its variables.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    // Sendable by convention: schemas are assembled by one thread and read-only from then on.

    /// The name of the property.
    public var name: String
    /// The name the property had in the preceding version of the schema; `name` if none was given.
    public var originalName: String
    /// How the attribute is stored.
    public var options: [Option]
    /// The value a new model has unless its initialiser sets another.
    public var defaultValue: Any?
    /// Whether the value may be nil.
    public var isOptional: Bool
    /// Text that makes this version of the attribute differ from another of the same shape.
    public var hashModifier: String?

    var typeName: ValueTypeName
    /// How the value is stored, where the model's runtime metadata has determined it.
    var kind: ValueKind?
    /// Whether values of the type can be stored at all.
    var isStorable = true

    /// Creates what `@Attribute` says about a property, whose name and type are filled in later.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.typeName = ValueTypeName(OpaqueValue.self)
      self.isOptional = false
      self.hashModifier = hashModifier
    }

    /// Creates the description of an attribute.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.typeName = ValueTypeName(valueType)
      self.defaultValue = defaultValue
      self.isOptional = valueType is any OptionalType.Type
      self.hashModifier = hashModifier
    }

    /// Reads an attribute from an encoded schema.
    ///
    /// Types of the standard library and Foundation are restored by name; any other one is replaced
    /// by an opaque type that still compares equal to it.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
      options = try container.decodeIfPresent([Option].self, forKey: .options) ?? []
      typeName = try container.decode(ValueTypeName.self, forKey: .valueType)
      isOptional = try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      kind = try container.decodeIfPresent(ValueKind.self, forKey: .kind)
      defaultValue = try container.decodeIfPresent(StoredDefault.self, forKey: .defaultValue)?.value
    }

    /// Writes the attribute; a default value only if its type is restored by name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(typeName, forKey: .valueType)
      try container.encode(isOptional, forKey: .isOptional)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try container.encodeIfPresent(kind, forKey: .kind)
      try container.encodeIfPresent(StoredDefault(defaultValue), forKey: .defaultValue)
    }

    /// The attribute's name, type and options.
    public var debugDescription: String {
      "Attribute(\(name): \(typeName.name)\(optionList))"
    }

    var optionList: String {
      options.isEmpty ? "" : ", options: \(options.map(\.rawForm))"
    }

    /// Compares by value.
    ///
    /// The default value takes no part: it may be a new one at each launch, as that of `var id =
    /// UUID()` is.
    func isEqual(to other: Attribute) -> Bool {
      type(of: self) == type(of: other)
        && name == other.name && originalName == other.originalName && options == other.options
        && typeName == other.typeName && isOptional == other.isOptional
        && hashModifier == other.hashModifier && kind == other.kind
    }

    /// The attribute's shape in a store: as determined, else by the type.
    var shape: AttributeShape {
      .leaf(kind ?? ValueKind(storing: typeName.unwrapped))
    }

    /// Takes over what `@Attribute` says.
    func adopt(_ metadata: Attribute) {
      options = metadata.options
      hashModifier = metadata.hashModifier
      if !metadata.originalName.isEmpty { originalName = metadata.originalName }
    }

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, valueType, isOptional, hashModifier, kind, defaultValue
    }
  }
}

extension Schema.Attribute {
  /// The type of the property's values.
  public var valueType: any Any.Type {
    get { typeName.type }
    set { typeName = ValueTypeName(newValue) }
  }

  /// Whether the property is an attribute: always.
  public var isAttribute: Bool { true }

  /// Whether the property is a relationship: never.
  public var isRelationship: Bool { false }

  /// Whether the value is tracked but not stored.
  public var isTransient: Bool { options.contains(.ephemeral) }

  /// Whether no two models may have the same value.
  public var isUnique: Bool { uniquenessPolicy != nil }

  /// What a save does about equal values, if no two models may have them.
  var uniquenessPolicy: Schema.UniquenessPolicy? {
    options.lazy.compactMap(\.uniquenessPolicy).first
  }

  /// Whether values may lie in files: `.externalStorage` is about bytes, whether data or archives.
  ///
  /// Numbers and texts stay in their columns, as do the columns of composite attributes.
  func allowsExternalStorage(of shape: AttributeShape) -> Bool {
    guard options.contains(.externalStorage), case .leaf(let kind) = shape else { return false }
    return kind == .binary || kind == .transformable
  }

  /// Whether a transformer turns the value into what is stored.
  public var isTransformable: Bool { transformerName != nil }

  /// The name of the transformer, if there is one.
  var transformerName: String? { options.lazy.compactMap(\.transformerName).first }

  /// Whether the value is stored as an opaque encoded blob.
  public var isCodable: Bool { options.contains(.codable) }

  /// Returns whether two attributes are described alike, default values aside.
  public static func == (lhs: Schema.Attribute, rhs: Schema.Attribute) -> Bool {
    lhs.isEqual(to: rhs)
  }

  /// Hashes the name, so that a set of attributes survives changes of anything else.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
