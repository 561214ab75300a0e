/// A part of an entity's description: an attribute, a relationship, an index or a constraint.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  /// The name of the property.
  var name: String { get set }
  /// The name that the property had in the preceding version of the schema.
  var originalName: String { get set }
  /// The type of the property's values.
  var valueType: any Any.Type { get set }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
  /// Whether the property is a relationship.
  var isRelationship: Bool { get }
  /// Whether the property isn't stored.
  var isTransient: Bool { get }
  /// Whether the property may be nil.
  var isOptional: Bool { get }
  /// Whether no two models may have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// Whether the property is an attribute; `false` unless a type says otherwise.
  public var isAttribute: Bool { false }

  /// Whether the property is a relationship; `false` unless a type says otherwise.
  public var isRelationship: Bool { false }

  /// Whether the property isn't stored; `false` unless a type says otherwise.
  public var isTransient: Bool { false }

  /// Whether the property may be nil: by default, whether its type is an `Optional`.
  public var isOptional: Bool { valueType is any OptionalType.Type }
}

/// What an index list and a list of uniqueness constraints share.
protocol KeyPathGroups: SchemaProperty {
  /// The key paths of each index or constraint, in declared order.
  var keyPathGroups: [[AnyKeyPath]] { get }
  /// The same by property name, leaving out those whose key paths lead to no persisted property.
  var propertyNameGroups: [[String]] { get }
  /// For each constraint, what a save does about equal values; empty for indexes.
  var policies: [Schema.UniquenessPolicy] { get }
}

extension KeyPathGroups {
  var policies: [Schema.UniquenessPolicy] { [] }
}
