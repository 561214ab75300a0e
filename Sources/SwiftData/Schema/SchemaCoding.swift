import Foundation

/// A property in an encoded entity: under a key that tells its type.
struct SchemaPropertyBox: Codable {
  let property: any SchemaProperty

  init(_ property: any SchemaProperty) {
    self.property = property
  }

  private enum CodingKeys: String, CodingKey {
    case attribute, composite, relationship
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.composite) {
      property = try container.decode(Schema.CompositeAttribute.self, forKey: .composite)
    } else if container.contains(.relationship) {
      property = try container.decode(Schema.Relationship.self, forKey: .relationship)
    } else {
      property = try container.decode(Schema.Attribute.self, forKey: .attribute)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch property {
    case let composite as Schema.CompositeAttribute:
      try container.encode(composite, forKey: .composite)
    case let attribute as Schema.Attribute:
      try container.encode(attribute, forKey: .attribute)
    case let relationship as Schema.Relationship:
      try container.encode(relationship, forKey: .relationship)
    default:
      throw EncodingError.invalidValue(
        property,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(type(of: property)) can't be read back from an encoded schema; "
            + "use Schema.Attribute or Schema.Relationship."))
    }
  }
}

/// A default value in an encoded attribute: its type's name and the value.
struct StoredDefault: Codable {
  let value: any Codable
  let typeName: ValueTypeName

  /// Takes a value whose type is restored by name; any other one isn't written.
  init?(_ value: Any?) {
    guard let value = value as? any Codable, ValueTypeName.isKnown(type(of: value)),
      Self.isRepresentable(value)
    else { return nil }
    self.value = value
    self.typeName = ValueTypeName(type(of: value))
  }

  private enum CodingKeys: String, CodingKey {
    case type, value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    typeName = try container.decode(ValueTypeName.self, forKey: .type)
    guard let type = typeName.type as? any Codable.Type else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container,
        debugDescription: "\(typeName.name) can't be the type of a stored default value.")
    }
    value = try container.decode(type, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(typeName, forKey: .type)
    try container.encode(value, forKey: .value)
  }

  /// JSON has no infinity and no NaN.
  private static func isRepresentable(_ value: any Codable) -> Bool {
    switch value {
    case let number as Double: number.isFinite
    case let number as Float: number.isFinite
    case let number as Decimal: number.isFinite
    case let date as Date: date.timeIntervalSinceReferenceDate.isFinite
    case let numbers as [Double]: numbers.allSatisfy(\.isFinite)
    case let numbers as [Float]: numbers.allSatisfy(\.isFinite)
    default: true
    }
  }
}
