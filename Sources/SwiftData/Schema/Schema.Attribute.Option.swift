#if canImport(Darwin)
  public import Foundation
#endif

extension Schema.Attribute {
  /// A choice about how an attribute is stored.
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    /// The options, each with the form it has in an encoded schema.
    enum Kind: Hashable, Sendable {
      case externalStorage, allowsCloudEncryption, preserveValueOnDeletion
      case ephemeral, spotlight, codable
      case unique(Schema.UniquenessPolicy)
      case transformable(name: String)
    }

    let kind: Kind

    init(_ kind: Kind) {
      self.kind = kind
    }

    /// No two models have the same value: saving a second one updates the first.
    public static var unique: Option { Option(.unique(.upsert)) }

    /// No two models have the same value; the policy says what saving a second one does.
    ///
    /// An extension: Apple's SwiftData has `unique` alone, which is the policy `upsert`.
    public static func unique(_ policy: Schema.UniquenessPolicy) -> Option {
      Option(.unique(policy))
    }

    /// Large binary values are kept in files beside the store.
    public static var externalStorage: Option { Option(.externalStorage) }

    /// The value is encrypted in CloudKit.
    ///
    /// Recorded in the schema, without effect here.
    public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }

    /// The value stays in the history of the store when the model is deleted.
    public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }

    /// Changes of the value are tracked, but the value isn't stored.
    public static var ephemeral: Option { Option(.ephemeral) }

    /// The value is indexed by Spotlight.
    ///
    /// Recorded in the schema, without effect here.
    public static var spotlight: Option { Option(.spotlight) }

    /// The value is stored as an opaque encoded blob rather than in columns of its own.
    ///
    /// Predicates, sort descriptors and indexes can't reach into such a value, and a change of its
    /// shape needs no migration.
    public static var codable: Option { Option(.codable) }

    /// Stores what a transformer makes of the value.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      let name = String(describing: transformerType)
      registerTransformer(transformerType, named: name)
      return Option(.transformable(name: name))
    }

    /// Stores what the transformer registered under a name makes of the value.
    public static func transformable(by transformerName: String) -> Option {
      Option(.transformable(name: transformerName))
    }

    /// The name under which the option's transformer is registered, if the option names one.
    var transformerName: String? {
      if case .transformable(let name) = kind { name } else { nil }
    }

    /// What a save does about equal values, if the option makes the attribute unique.
    var uniquenessPolicy: Schema.UniquenessPolicy? {
      if case .unique(let policy) = kind { policy } else { nil }
    }

    /// A transformer given by its type is looked up by name later, so it has to be registered.
    private static func registerTransformer(_ type: ValueTransformer.Type, named name: String) {
      let name = NSValueTransformerName(rawValue: name)
      guard ValueTransformer(forName: name) == nil else { return }
      #if canImport(Darwin)
        let transformer = (type as NSObject.Type).init() as? ValueTransformer
      #else
        let transformer = type.init()
      #endif
      ValueTransformer.setValueTransformer(transformer, forName: name)
    }
  }
}

extension Schema.Attribute.Option {
  private static let plainKinds: [String: Kind] = [
    "unique": .unique(.upsert), "unique:fail": .unique(.fail), "unique:ignore": .unique(.ignore),
    "externalStorage": .externalStorage,
    "allowsCloudEncryption": .allowsCloudEncryption,
    "preserveValueOnDeletion": .preserveValueOnDeletion, "ephemeral": .ephemeral,
    "spotlight": .spotlight, "codable": .codable,
  ]

  private static let transformablePrefix = "transformable:"

  /// The option as an encoded schema spells it: its name, and after a colon the transformer's.
  var rawForm: String {
    if case .transformable(let name) = kind { return Self.transformablePrefix + name }
    return Self.plainKinds.first { $0.value == kind }?.key ?? ""
  }

  /// Reads an option from its name in an encoded schema.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let form = try container.decode(String.self)
    if let kind = Self.plainKinds[form] {
      self.init(kind)
    } else if form.hasPrefix(Self.transformablePrefix) {
      self.init(.transformable(name: String(form.dropFirst(Self.transformablePrefix.count))))
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(form)” is no option of an attribute.")
    }
  }

  /// Writes the option's name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawForm)
  }

  /// The option's name.
  public var debugDescription: String { rawForm }
}
