import Foundation
import StoreModel

/// Archives a layout as an NSManagedObjectModel.
struct ModelArchiver {
  typealias Reference = KeyedArchiveBuilder.Reference
  typealias Members = [String: PropertyListValue]

  let layout: StoreLayout
  var builder = KeyedArchiveBuilder()
  private let model: Reference
  /// By entity number minus one.
  private var entities: [Reference] = []
  /// By entity number minus one and ordinal; every entity has its own copy of inherited properties.
  private var properties: [[Reference]] = []
  private let emptyUserInfo: Reference

  init(_ layout: StoreLayout) {
    self.layout = layout
    model = builder.reserve()
    emptyUserInfo = builder.dictionary([], classes: KeyedArchiveBuilder.Collection.dictionary)
    for entity in layout.entities {
      entities.append(builder.reserve())
      properties.append(entity.properties.map { _ in builder.reserve() })
    }
  }

  /// The archive, not yet compressed; to be called once.
  mutating func archive() -> Data {
    for entity in layout.entities {
      fill(entity)
    }
    fillModel()
    return builder.archive(root: model)
  }

  private func reference(toEntity number: Int) -> Reference { entities[number - 1] }

  // MARK: The model

  private mutating func fillModel() {
    let identifiers = layout.versionIdentifiers.map { builder.string($0) }
    let configuration = builder.collection(entities, classes: KeyedArchiveBuilder.Collection.set)
    let members: Members = [
      "NSEntities": entitiesByName(),
      "NSFetchRequestTemplates": KeyedArchiveBuilder.null,
      "NSVersionIdentifiers": builder.collection(
        identifiers, classes: KeyedArchiveBuilder.Collection.set),
      "NSConfigurations": builder.dictionary(
        [("default", configuration)], classes: KeyedArchiveBuilder.Collection.mutableDictionary),
    ]
    builder.fill(model, with: members, classes: ["NSManagedObjectModel", "NSObject"])
  }

  /// The entities in the kind of dictionary that Core Data uses where all keys are known ahead.
  private mutating func entitiesByName() -> Reference {
    let sorted = layout.entities.sorted { VersionHash.literally($0.name, $1.name) }
    let names = sorted.map { builder.string($0.name) }
    let mapping: Members = [
      "keys": builder.collection(names, classes: KeyedArchiveBuilder.Collection.array),
      "length": .integer(Int64(names.count)),
      "version": .integer(1),
    ]
    let values = sorted.map { reference(toEntity: $0.number) }
    let members: Members = [
      "searchMapping": builder.object(
        mapping,
        classes: ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"]),
      "values": builder.collection(values, classes: KeyedArchiveBuilder.Collection.array),
      "emptyToken": builder.string(ModelKeys.emptyToken),
      "version": .integer(1),
    ]
    return builder.object(
      members,
      classes: ["NSKnownKeysDictionary1", "NSKnownKeysDictionary"]
        + KeyedArchiveBuilder.Collection.mutableDictionary)
  }

  // MARK: Entities

  private mutating func fill(_ entity: EntityLayout) {
    let indexed = Set(entity.indices.filter { $0.count == 1 }.flatMap(\.self))
    for (ordinal, property) in entity.properties.enumerated() {
      let reference = properties[entity.number - 1][ordinal]
      switch property {
      case .attribute(let attribute):
        let isIndexed = indexed.contains(attribute.name)
        fill(reference, with: attribute, of: entity, isIndexed: isIndexed)
      case .relationship(let relationship):
        fill(reference, with: relationship, of: entity)
      }
    }
    let subentities = entity.subentityNumbers.map {
      (layout[number: $0].name, reference(toEntity: $0))
    }
    let properties = zip(entity.properties.map(\.name), properties[entity.number - 1]).map { $0 }
    var members: Members = [
      "NSEntityName": builder.string(entity.name),
      "NSClassNameForEntity": KeyedArchiveBuilder.null,
      "NSManagedObjectModel": model,
      "NSProperties": builder.dictionary(
        properties, classes: KeyedArchiveBuilder.Collection.mutableDictionary),
      "NSRenamingIdentifier": builder.string(entity.name),
      "NSSubentities": builder.dictionary(
        subentities, classes: KeyedArchiveBuilder.Collection.mutableDictionary),
      "NSSuperentity": entity.superentityNumber.map { reference(toEntity: $0) }
        ?? KeyedArchiveBuilder.null,
      "NSUserInfo": emptyUserInfo,
      "NSVersionHashModifier": builder.string(entity.hashModifier),
    ]
    if entity.isAbstract {
      members["NSIsAbstract"] = .bool(true)
    }
    addConstraintsAndIndexes(of: entity, to: &members)
    builder.fill(
      reference(toEntity: entity.number), with: members, classes: ModelKeys.entityClasses)
  }

  private mutating func addConstraintsAndIndexes(
    of entity: EntityLayout, to members: inout Members
  ) {
    let list = KeyedArchiveBuilder.Collection.mutableArray
    if !entity.uniquenessConstraints.isEmpty {
      let constraints = entity.uniquenessConstraints.map { names in
        builder.collection(names.map { builder.string($0) }, classes: list)
      }
      members["NSUniqueTuples"] = builder.collection(constraints, classes: list)
    }
    if !entity.indices.isEmpty {
      let indexes = entity.indices.map { fetchIndex(on: $0, of: entity) }
      members["NSFetchIndexDescriptions"] = builder.collection(indexes, classes: list)
      members["NSCompoundIndexes"] = builder.collection([], classes: list)
    }
  }

  private mutating func fetchIndex(on names: [String], of entity: EntityLayout) -> Reference {
    let index = builder.reserve()
    let elements = names.map { name in
      builder.object(
        [
          "NSPropertyName": builder.string(name),
          "NSFetchIndexElementType": .integer(0),
          "NSFetchIndexDescription": index,
          "NSAscending": .bool(true),
        ], classes: ["NSFetchIndexElementDescription", "NSObject"])
    }
    let members: Members = [
      "NSEntity": reference(toEntity: entity.number),
      "NSIndexName": builder.string("SwiftDataIndexOnBinary" + names.joined()),
      "NSIndexElements": builder.collection(
        elements, classes: KeyedArchiveBuilder.Collection.array),
      "NSPartialIndexPredicate": KeyedArchiveBuilder.null,
    ]
    builder.fill(index, with: members, classes: ["NSFetchIndexDescription", "NSObject"])
    return index
  }
}

// MARK: - Properties

extension ModelArchiver {
  private mutating func fill(
    _ reference: Reference, with attribute: AttributeLayout, of entity: EntityLayout,
    isIndexed: Bool
  ) {
    var flags: Int64 = attribute.allowsExternalStorage ? ModelKeys.externalStorageFlag : 0
    flags |= attribute.preservesValueOnDeletion ? ModelKeys.preservesValueFlag : 0
    var members: Members = [
      "NSDefaultValue": KeyedArchiveBuilder.null,
      "NSFlagsKey": .integer(flags),
      "NSValueTransformerName": KeyedArchiveBuilder.null,
    ]
    var userInfo: Reference?
    switch attribute.shape {
    case .leaf(let kind):
      members["NSAttributeType"] = .integer(Int64(kind.rawValue))
      members["NSAttributeValueClassName"] = builder.string(kind.valueClassName)
      if kind == .transformable {
        members["NSValueTransformerName"] = builder.string(
          attribute.transformerName ?? ModelKeys.transformer)
      }
    case .composite(let composite):
      members["NSAttributeType"] = .integer(ModelKeys.compositeType)
      members["NSAttributeValueClassName"] = builder.string("NSDictionary")
      members["NSCompositeElements"] = elements(of: composite, in: entity)
      userInfo = self.userInfo(of: composite, named: attribute.name)
    }
    if isIndexed {
      members["NSIsIndexed"] = .bool(true)
    }
    add(
      attribute.name, isOptional: attribute.isOptional, originalName: attribute.originalName,
      hashModifier: attribute.hashModifier, userInfo: userInfo, of: entity, to: &members)
    let isComposite = members["NSCompositeElements"] != nil
    builder.fill(
      reference, with: members,
      classes: isComposite ? ModelKeys.compositeClasses : ModelKeys.attributeClasses)
  }

  private mutating func elements(
    of composite: CompositeLayout, in entity: EntityLayout
  ) -> Reference {
    let elements = composite.elements.map { element in
      let reference = builder.reserve()
      fill(reference, with: element, of: entity, isIndexed: false)
      return reference
    }
    return builder.collection(elements, classes: KeyedArchiveBuilder.Collection.mutableArray)
  }

  /// What marks a composite as an enumeration: a flag, and the names of the cases without payload.
  private mutating func userInfo(of composite: CompositeLayout, named name: String) -> Reference? {
    guard composite.isEnumeration else { return nil }
    var members = [(key: ModelKeys.enumerationType, value: builder.scalar(.bool(true)))]
    if !composite.enumerationCases.isEmpty {
      let cases = composite.elements.filter { $0.shape == .leaf(.string) }
      members.append(
        (
          ModelKeys.enumerationCases,
          builder.collection(
            cases.map { builder.string($0.name) }, classes: KeyedArchiveBuilder.Collection.array)
        ))
    }
    return builder.dictionary(members, classes: KeyedArchiveBuilder.Collection.dictionary)
  }

  private mutating func fill(
    _ reference: Reference, with relationship: RelationshipLayout, of entity: EntityLayout
  ) {
    let destination = relationship.destinationNumber
    let ordinal =
      relationship.inverseOrdinal
      ?? relationship.inverseName.flatMap { layout[number: destination].ordinal(named: $0) }
    var members: Members = [
      "NSDestinationEntity": self.reference(toEntity: destination),
      "_NSDestinationEntityName": builder.string(relationship.destination),
      "NSInverseRelationship": ordinal.map { properties[destination - 1][$0] }
        ?? KeyedArchiveBuilder.null,
      "_NSInverseRelationshipName": builder.string(relationship.inverseName),
      "NSDeleteRule": .integer(Int64(relationship.deleteRule.rawValue)),
      "NSMaxCount": .integer(Int64(relationship.maximumCount)),
      "NSMinCount": .integer(Int64(relationship.minimumCount)),
    ]
    if relationship.isOrdered {
      members["NSIsOrdered"] = .bool(true)
    }
    add(
      relationship.name, isOptional: relationship.isOptional,
      originalName: relationship.originalName, hashModifier: relationship.hashModifier,
      userInfo: nil, of: entity, to: &members)
    builder.fill(reference, with: members, classes: ModelKeys.relationshipClasses)
  }

  /// Adds what all properties have; flags that are not set are left out.
  private mutating func add(
    _ name: String, isOptional: Bool, originalName: String?, hashModifier: String?,
    userInfo: Reference?, of entity: EntityLayout, to members: inout Members
  ) {
    var bits: PropertyBits = [.base, .withoutUserInfo, .withoutHashModifier]
    members["NSPropertyName"] = builder.string(name)
    members["NSRenamingIdentifier"] = builder.string(originalName ?? name)
    members["NSEntity"] = reference(toEntity: entity.number)
    if isOptional {
      members["NSIsOptional"] = .bool(true)
      bits.insert(.optional)
    }
    if members["NSIsOrdered"] != nil {
      bits.insert(.ordered)
    }
    if let userInfo {
      members["NSUserInfo"] = userInfo
      bits.remove(.withoutUserInfo)
    }
    if let hashModifier {
      members["NSVersionHashModifier"] = builder.string(hashModifier)
      bits.remove(.withoutHashModifier)
    }
    members["_P"] = .integer(bits.rawValue)
  }
}
