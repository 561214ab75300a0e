import Foundation
import StoreModel

/// Reads an archived NSManagedObjectModel as a layout.
///
/// Transient properties and fetched properties have no columns and are left out. A model that a
/// layout cannot express is an error.
struct ModelUnarchiver {
  typealias Members = [String: PropertyListValue]

  private static let compositeDepthLimit = 64

  let archive: KeyedArchive

  init(_ data: Data) throws(FormatError) {
    archive = try KeyedArchive(data)
  }

  func layout() throws(FormatError) -> StoreLayout {
    guard let model = try members(archive.root),
      try archive.className(of: .dictionary(model)) == "NSManagedObjectModel"
    else { throw FormatError("The archive holds no model.") }
    var entities: [String: ArchivedEntity] = [:]
    for reference in try entityReferences(model["NSEntities"]) {
      let entity = try entity(reference)
      entities[entity.name] = entity
    }
    let identifiers = try items(model["NSVersionIdentifiers"])
    var texts: [String] = []
    for identifier in identifiers {
      if let text = try string(identifier) { texts.append(text) }
    }
    return try LayoutAssembler(entities).layout(versionIdentifiers: texts.sorted())
  }

  // MARK: Access to archived objects

  func members(_ value: PropertyListValue?) throws(FormatError) -> Members? {
    try archive.resolve(value)?.dictionary
  }

  func string(_ value: PropertyListValue?) throws(FormatError) -> String? {
    guard let object = try archive.resolve(value) else { return nil }
    if let text = object.string { return text }
    return try archive.resolve(object.dictionary?["NS.string"])?.string
  }

  /// The members of an array or a set, or the values of a dictionary.
  func items(_ value: PropertyListValue?) throws(FormatError) -> [PropertyListValue] {
    try members(value)?["NS.objects"]?.array ?? []
  }

  private func strings(_ value: PropertyListValue?) throws(FormatError) -> [String] {
    var result: [String] = []
    for item in try items(value) {
      guard let text = try string(item) else {
        throw FormatError("The model holds a list of something other than names.")
      }
      result.append(text)
    }
    return result
  }

  private func name(_ object: Members, _ key: String) throws(FormatError) -> String {
    guard let name = try string(object[key]) else {
      throw FormatError("The model holds something without a name.")
    }
    return name
  }

  private func isSet(_ object: Members, _ key: String) throws(FormatError) -> Bool {
    try archive.resolve(object[key])?.bool ?? false
  }

  private func entityReferences(
    _ value: PropertyListValue?
  ) throws(FormatError) -> [PropertyListValue] {
    let dictionary = try members(value) ?? [:]
    return dictionary["NS.objects"] == nil
      ? try items(dictionary["values"]) : try items(value)
  }
}

/// An entity as a model states it, before it has a number.
struct ArchivedEntity {
  var name: String
  var parent: String?
  var isAbstract: Bool
  /// All properties, inherited ones included, by name.
  var properties: [String: PropertyLayout]
  var uniquenessConstraints: [[String]]
  var indices: [[String]]
  var hashModifier: String?
}

// MARK: - Entities

extension ModelUnarchiver {
  private func entity(_ reference: PropertyListValue) throws(FormatError) -> ArchivedEntity {
    guard let object = try members(reference) else {
      throw FormatError("The model holds an entity that is none.")
    }
    let entityName = try name(object, "NSEntityName")
    var properties: [String: PropertyLayout] = [:]
    for item in try items(object["NSProperties"]) {
      if let property = try property(item) {
        properties[property.name] = property
      }
    }
    var constraints: [[String]] = []
    for item in try items(object["NSUniqueTuples"]) {
      constraints.append(try strings(item))
    }
    var parent: String?
    if let object = try members(object["NSSuperentity"]) {
      parent = try name(object, "NSEntityName")
    }
    return ArchivedEntity(
      name: entityName, parent: parent, isAbstract: try isSet(object, "NSIsAbstract"),
      properties: properties, uniquenessConstraints: constraints,
      indices: try indices(object["NSFetchIndexDescriptions"], of: entityName),
      hashModifier: try string(object["NSVersionHashModifier"]))
  }

  /// Property names of the plain indexes that an entity declares itself.
  private func indices(
    _ value: PropertyListValue?, of entity: String
  ) throws(FormatError) -> [[String]] {
    var result: [[String]] = []
    for item in try items(value) {
      guard let index = try members(item), let owner = try members(index["NSEntity"]),
        try string(owner["NSEntityName"]) == entity,
        try archive.resolve(index["NSPartialIndexPredicate"]) == nil
      else { continue }
      var names: [String] = []
      for element in try items(index["NSIndexElements"]) {
        guard let element = try members(element),
          let name = try string(element["NSPropertyName"])
        else { continue }
        names.append(name)
      }
      result.append(names)
    }
    return result
  }
}

// MARK: - Properties

extension ModelUnarchiver {
  /// A property, or nil for one that is not stored.
  private func property(_ reference: PropertyListValue) throws(FormatError) -> PropertyLayout? {
    var object = try members(reference) ?? [:]
    // Older models have stand-ins for inherited properties.
    if try archive.className(of: .dictionary(object)) == "_NSPropertyDescriptionProxy" {
      object = try members(object["NSUnderlyingProperty"]) ?? [:]
    }
    let isTransient = try isSet(object, "NSIsTransient")
    switch try archive.className(of: .dictionary(object)) {
    case "NSAttributeDescription", "NSCompositeAttributeDescription":
      return isTransient ? nil : .attribute(try attribute(object, depth: 0))
    case "NSRelationshipDescription":
      return isTransient ? nil : .relationship(try relationship(object))
    case "NSFetchedPropertyDescription":
      return nil
    default:
      throw FormatError("The model holds a property of a kind that is not supported.")
    }
  }

  private func attribute(_ object: Members, depth: Int) throws(FormatError) -> AttributeLayout {
    let flags = object["NSFlagsKey"]?.integer ?? 0
    return AttributeLayout(
      name: try name(object, "NSPropertyName"), isOptional: try isSet(object, "NSIsOptional"),
      shape: try shape(object, depth: depth), originalName: try originalName(object),
      hashModifier: try string(object["NSVersionHashModifier"]),
      allowsExternalStorage: flags & ModelKeys.externalStorageFlag != 0,
      preservesValueOnDeletion: flags & ModelKeys.preservesValueFlag != 0)
  }

  private func shape(_ object: Members, depth: Int) throws(FormatError) -> AttributeShape {
    guard depth < Self.compositeDepthLimit else {
      throw FormatError("The model nests attributes too deeply.")
    }
    let code = object["NSAttributeType"]?.integer ?? 0
    guard code == ModelKeys.compositeType else {
      guard let kind = Int32(exactly: code).flatMap(ValueKind.init(rawValue:)) else {
        throw FormatError("The model holds an attribute of a type that is not supported.")
      }
      return .leaf(kind)
    }
    var elements: [AttributeLayout] = []
    for item in try items(object["NSCompositeElements"]) {
      elements.append(try attribute(try members(item) ?? [:], depth: depth + 1))
    }
    let userInfo = try userInfo(of: object)
    let isEnumeration = try archive.resolve(userInfo[ModelKeys.enumerationType])?.bool
    return .composite(
      CompositeLayout(
        elements: elements, isEnumeration: isEnumeration ?? false,
        enumerationCases: try strings(userInfo[ModelKeys.enumerationCases])))
  }

  private func userInfo(of object: Members) throws(FormatError) -> Members {
    guard let dictionary = try members(object["NSUserInfo"]) else { return [:] }
    let values = dictionary["NS.objects"]?.array ?? []
    var result: Members = [:]
    for (key, value) in zip(dictionary["NS.keys"]?.array ?? [], values) {
      if let key = try string(key) { result[key] = value }
    }
    return result
  }

  private func relationship(_ object: Members) throws(FormatError) -> RelationshipLayout {
    let maximum = Int(object["NSMaxCount"]?.integer ?? 0)
    let rule = Int(object["NSDeleteRule"]?.integer ?? 0)
    return RelationshipLayout(
      name: try name(object, "NSPropertyName"), isOptional: try isSet(object, "NSIsOptional"),
      isToMany: maximum != 1, isOrdered: try isSet(object, "NSIsOrdered"),
      destination: try name(object, "_NSDestinationEntityName"), destinationNumber: 0,
      inverseName: try string(object["_NSInverseRelationshipName"]),
      deleteRule: DeleteRuleLayout(rawValue: rule) ?? .noAction,
      minimumCount: Int(object["NSMinCount"]?.integer ?? 0), maximumCount: maximum,
      originalName: try originalName(object),
      hashModifier: try string(object["NSVersionHashModifier"]))
  }

  /// The renaming identifier where it says something.
  private func originalName(_ object: Members) throws(FormatError) -> String? {
    let identifier = try string(object["NSRenamingIdentifier"])
    return identifier == (try string(object["NSPropertyName"])) ? nil : identifier
  }
}
