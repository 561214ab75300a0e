/// The shape of a whole store: its entities in number order, the first being entity number 1.
package struct StoreLayout: Sendable, Hashable {
  package var entities: [EntityLayout]
  /// What `NSStoreModelVersionIdentifiers` holds, such as `["1.0.0"]`.
  package var versionIdentifiers: [String]

  package init(entities: [EntityLayout], versionIdentifiers: [String]) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity of a number, counting from 1.
  package subscript(number number: Int) -> EntityLayout { entities[number - 1] }

  package func entity(named name: String) -> EntityLayout? {
    entities.first { $0.name == name }
  }

  /// The numbers of an entity and of all below it, which follow each other.
  package func family(of number: Int) -> ClosedRange<Int> {
    var last = number
    while let deeper = self[number: last].subentityNumbers.last { last = deeper }
    return number...last
  }
}

/// The shape of one entity; properties carry ordinals, inherited ones first.
package struct EntityLayout: Sendable, Hashable {
  package var name: String
  /// Position in `StoreLayout.entities`, counting from 1.
  package var number: Int
  package var superentityNumber: Int?
  /// Number of the entity at the top of the inheritance tree; equal to `number` for a root.
  package var rootNumber: Int
  /// Numbers of direct subentities, ascending.
  package var subentityNumbers: [Int]
  package var isAbstract: Bool
  /// All properties by ordinal, inherited ones included and first.
  package var properties: [PropertyLayout]
  /// How many of `properties` are inherited: the first so many.
  package var inheritedPropertyCount: Int
  /// Each constraint's property names in declared order.
  package var uniquenessConstraints: [[String]]
  /// Each index' property names in declared order.
  package var indices: [[String]]
  package var hashModifier: String?

  package init(
    name: String, number: Int, superentityNumber: Int? = nil, rootNumber: Int,
    subentityNumbers: [Int] = [], isAbstract: Bool = false, properties: [PropertyLayout],
    inheritedPropertyCount: Int = 0, uniquenessConstraints: [[String]] = [],
    indices: [[String]] = [], hashModifier: String? = nil
  ) {
    self.name = name
    self.number = number
    self.superentityNumber = superentityNumber
    self.rootNumber = rootNumber
    self.subentityNumbers = subentityNumbers
    self.isAbstract = isAbstract
    self.properties = properties
    self.inheritedPropertyCount = inheritedPropertyCount
    self.uniquenessConstraints = uniquenessConstraints
    self.indices = indices
    self.hashModifier = hashModifier
  }

  /// The ordinal of a property, or nil if the entity has none of that name.
  ///
  /// O(n).
  package func ordinal(named name: String) -> Int? {
    properties.firstIndex { $0.name == name }
  }
}

/// The shape of one property: an attribute or a relationship.
package enum PropertyLayout: Sendable, Hashable {
  case attribute(AttributeLayout)
  case relationship(RelationshipLayout)

  package var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  package var attribute: AttributeLayout? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  package var relationship: RelationshipLayout? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }
}

/// The shape of an attribute: one leaf, or a composite of several.
package struct AttributeLayout: Sendable, Hashable {
  package var name: String
  package var isOptional: Bool
  package var shape: AttributeShape
  package var originalName: String?
  package var hashModifier: String?
  package var allowsExternalStorage: Bool
  package var preservesValueOnDeletion: Bool
  /// Who turns values into what is stored; nil for the framework's own archives.
  package var transformerName: String?

  package init(
    name: String, isOptional: Bool = false, shape: AttributeShape, originalName: String? = nil,
    hashModifier: String? = nil, allowsExternalStorage: Bool = false,
    preservesValueOnDeletion: Bool = false, transformerName: String? = nil
  ) {
    self.name = name
    self.isOptional = isOptional
    self.shape = shape
    self.originalName = originalName
    self.hashModifier = hashModifier
    self.allowsExternalStorage = allowsExternalStorage
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.transformerName = transformerName
  }

  /// The leaves in column order of this attribute: depth first, in declared order.
  package var leaves: [LeafLayout] {
    switch shape {
    case .leaf(let kind): [LeafLayout(name: name, kind: kind, isOptional: isOptional)]
    case .composite(let composite): composite.leaves
    }
  }
}

extension AttributeLayout {
  /// Which of the leaves lie under a path of element names, or nil if it leads nowhere.
  package func leafRange(at path: ArraySlice<String>) -> Range<Int>? {
    guard let name = path.first else { return 0..<leaves.count }
    guard case .composite(let composite) = shape else { return nil }
    var start = 0
    for element in composite.elements {
      if element.name == name, let range = element.leafRange(at: path.dropFirst()) {
        return (start + range.lowerBound)..<(start + range.upperBound)
      }
      start += element.leaves.count
    }
    return nil
  }
}

/// What an attribute is made of.
package indirect enum AttributeShape: Sendable, Hashable {
  case leaf(ValueKind)
  case composite(CompositeLayout)
}

/// A composite attribute: a Codable structure, or an enumeration (`enumerationCases` not nil).
package struct CompositeLayout: Sendable, Hashable {
  package var elements: [AttributeLayout]
  /// Whether the composite stands for an enumeration (`EnumType` in the model).
  package var isEnumeration: Bool
  /// Case names of an enumeration without raw values, else empty.
  package var enumerationCases: [String]

  package init(
    elements: [AttributeLayout], isEnumeration: Bool = false, enumerationCases: [String] = []
  ) {
    self.elements = elements
    self.isEnumeration = isEnumeration
    self.enumerationCases = enumerationCases
  }

  package var leaves: [LeafLayout] { elements.flatMap(\.leaves) }
}

/// One column's worth of an attribute.
package struct LeafLayout: Sendable, Hashable {
  package var name: String
  package var kind: ValueKind
  package var isOptional: Bool

  package init(name: String, kind: ValueKind, isOptional: Bool) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }
}

/// What happens to the destination when the source of a relationship is deleted.
package enum DeleteRuleLayout: Int, Sendable, Hashable {
  case noAction = 0
  case nullify = 1
  case cascade = 2
  case deny = 3
}

/// The shape of a relationship.
package struct RelationshipLayout: Sendable, Hashable {
  package var name: String
  /// The model's own flag; a non-optional array is `false`.
  package var isOptional: Bool
  package var isToMany: Bool
  package var isOrdered: Bool
  package var destination: String
  package var destinationNumber: Int
  package var inverseName: String?
  /// The inverse's ordinal in the destination entity.
  package var inverseOrdinal: Int?
  package var deleteRule: DeleteRuleLayout
  /// As hashed: 0 for a to-one and by default.
  package var minimumCount: Int
  /// As hashed: 1 for a to-one, 0 (no limit) for a to-many by default.
  package var maximumCount: Int
  package var originalName: String?
  package var hashModifier: String?

  package init(
    name: String, isOptional: Bool, isToMany: Bool, isOrdered: Bool = false, destination: String,
    destinationNumber: Int, inverseName: String? = nil, inverseOrdinal: Int? = nil,
    deleteRule: DeleteRuleLayout = .nullify, minimumCount: Int = 0, maximumCount: Int? = nil,
    originalName: String? = nil, hashModifier: String? = nil
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.destination = destination
    self.destinationNumber = destinationNumber
    self.inverseName = inverseName
    self.inverseOrdinal = inverseOrdinal
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
    self.originalName = originalName
    self.hashModifier = hashModifier
  }
}
