import StoreModel

extension Schema {
  /// The description of a property that leads to other models.
  ///
  /// Configure a relationship before sharing it with other threads: as in Apple's SwiftData it is
  /// marked `Sendable`, and nothing guards its variables.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
  {
    // Sendable by convention: schemas are assembled by one thread and read-only from then on.

    /// The name of the property.
    public var name: String
    /// The name the property had in the preceding version of the schema; `name` if none was given.
    public var originalName: String
    /// The key path that leads to the property; nil in a schema read from a file.
    public var keypath: AnyKeyPath?
    /// Choices about the relationship.
    public var options: [Option]
    /// The name of the entity that the relationship leads to.
    public var destination: String
    /// What happens to the models at the other end when a model is deleted.
    public var deleteRule: DeleteRule
    /// The name of the property that leads back.
    public var inverseName: String?
    /// The key path of the property that leads back, where one was given.
    public var inverseKeyPath: AnyKeyPath?
    /// The least number of models that the relationship leads to; 0 for no limit.
    public var minimumModelCount: Int?
    /// The greatest number of models that the relationship leads to; 0 for no limit.
    public var maximumModelCount: Int?
    /// Text that makes this version of the relationship differ from another of the same shape.
    public var hashModifier: String?
    /// Whether the relationship leads to at most one model.
    public private(set) var isToOneRelationship: Bool
    /// Whether the property may be nil.
    public internal(set) var isOptional: Bool

    private var typeName: ValueTypeName

    /// Creates what `@Relationship` says about a property, whose name, type and destination are
    /// filled in later.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.destination = ""
      self.deleteRule = deleteRule
      self.inverseKeyPath = inverse
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
      self.typeName = ValueTypeName(OpaqueValue.self)
      self.isToOneRelationship = true
      self.isOptional = false
    }

    /// Reads a relationship from an encoded schema; its key paths are nil then.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
      options = try container.decodeIfPresent([Option].self, forKey: .options) ?? []
      destination = try container.decode(String.self, forKey: .destination)
      deleteRule = try container.decodeIfPresent(DeleteRule.self, forKey: .deleteRule) ?? .nullify
      inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
      minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      typeName = try container.decode(ValueTypeName.self, forKey: .valueType)
      isToOneRelationship = try container.decode(Bool.self, forKey: .isToOneRelationship)
      isOptional = try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
    }

    /// Writes the relationship, without its key paths.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(destination, forKey: .destination)
      try container.encode(deleteRule, forKey: .deleteRule)
      try container.encodeIfPresent(inverseName, forKey: .inverseName)
      try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
      try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try container.encode(typeName, forKey: .valueType)
      try container.encode(isToOneRelationship, forKey: .isToOneRelationship)
      try container.encode(isOptional, forKey: .isOptional)
    }

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, destination, deleteRule, inverseName, minimumModelCount
      case maximumModelCount, hashModifier, valueType, isToOneRelationship, isOptional
    }

    /// The type of the property: a model, an array of models, or an `Optional` of either.
    public var valueType: any Any.Type {
      get { typeName.type }
      set {
        typeName = ValueTypeName(newValue)
        isToOneRelationship = !(newValue is any RelationshipCollection.Type)
        isOptional = newValue is any OptionalType.Type
      }
    }

    /// The relationship's name, destination, delete rule and inverse.
    public var debugDescription: String {
      let arity = isToOneRelationship ? "to one" : "to many"
      let inverse = inverseName.map { ", inverse: \($0)" } ?? ""
      return
        "Relationship(\(name): \(arity) \(destination), deleteRule: \(deleteRule.rawValue)\(inverse))"
    }
  }
}

extension Schema.Relationship {
  /// Whether the property is a relationship: always.
  public var isRelationship: Bool { true }

  /// Whether the property is an attribute: never.
  public var isAttribute: Bool { false }

  /// Whether the property isn't stored: relationships always are.
  public var isTransient: Bool { false }

  /// Whether no two models may lead to the same one.
  public var isUnique: Bool { options.contains(.unique) }

  /// Returns whether two relationships are described alike.
  ///
  /// Key paths are compared only where both sides have one, since a schema read from a file has
  /// none.
  public static func == (lhs: Schema.Relationship, rhs: Schema.Relationship) -> Bool {
    lhs.name == rhs.name && lhs.originalName == rhs.originalName && lhs.options == rhs.options
      && lhs.destination == rhs.destination && lhs.deleteRule == rhs.deleteRule
      && lhs.inverseName == rhs.inverseName && lhs.typeName == rhs.typeName
      && lhs.isToOneRelationship == rhs.isToOneRelationship && lhs.isOptional == rhs.isOptional
      && lhs.minimumModelCount == rhs.minimumModelCount
      && lhs.maximumModelCount == rhs.maximumModelCount && lhs.hashModifier == rhs.hashModifier
      && areCompatible(lhs.keypath, rhs.keypath)
      && areCompatible(lhs.inverseKeyPath, rhs.inverseKeyPath)
  }

  private static func areCompatible(_ lhs: AnyKeyPath?, _ rhs: AnyKeyPath?) -> Bool {
    guard let lhs, let rhs else { return true }
    return lhs == rhs
  }

  /// Hashes the name, so that a set of relationships survives changes of anything else.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  /// Takes over what `@Relationship` says.
  func adopt(_ metadata: Schema.Relationship) {
    options = metadata.options
    deleteRule = metadata.deleteRule
    inverseKeyPath = metadata.inverseKeyPath
    minimumModelCount = metadata.minimumModelCount
    maximumModelCount = metadata.maximumModelCount
    hashModifier = metadata.hashModifier
    if !metadata.originalName.isEmpty { originalName = metadata.originalName }
  }
}

extension Schema.Relationship {
  /// What happens to the models at the other end of a relationship when a model is deleted.
  public enum DeleteRule: String, Codable, Sendable {
    /// They stay as they are.
    case noAction
    /// Their inverse is set to nil, or loses the deleted model.
    case nullify
    /// They are deleted as well.
    case cascade
    /// While there are any, the model can't be deleted.
    case deny
  }

  /// A choice about a relationship.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    private enum Kind: String, Codable {
      case unique, ordered
    }

    private let kind: Kind

    private init(_ kind: Kind) {
      self.kind = kind
    }

    /// No two models may lead to the same one.
    public static var unique: Option { Option(.unique) }

    /// The members of a to-many relationship keep the order of the array, moves included.
    ///
    /// Not in Apple's SwiftData, whose arrays come back in any order; in Core Data's file it is an
    /// ordered relationship. It is part of the entity's version hash. Without it the members come
    /// back in the order of their creation.
    ///
    /// ```swift
    /// @Relationship(.ordered, inverse: \Floor.house) var floors: [Floor] = []
    /// ```
    public static var ordered: Option { Option(.ordered) }

    /// Reads an option from its name.
    public init(from decoder: any Decoder) throws {
      kind = try decoder.singleValueContainer().decode(Kind.self)
    }

    /// Writes the option's name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(kind)
    }

    /// The option's name.
    public var debugDescription: String { kind.rawValue }
  }
}
