import Foundation

/// The type that a schema read from a file gives to properties whose type isn't known by name.
enum OpaqueValue {}

/// A type as a schema keeps it: the metatype, and a name that survives encoding and compares equal
/// where the metatype can't.
struct ValueTypeName: Sendable {
  let type: any Any.Type
  let name: String

  init(_ type: any Any.Type) {
    self.type = type
    self.name = Self.name(of: type)
  }

  /// Restores a type of the standard library or Foundation by its name; any other one is opaque.
  init(decoding name: String) {
    self.type = Self.known(name) ?? OpaqueValue.self
    self.name = name
  }

  /// The type without its `Optional`.
  var unwrapped: any Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
  }

  /// Whether a value of this type, not counting an `Optional`, can be restored from its encoding.
  static func isKnown(_ type: any Any.Type) -> Bool {
    known(name(of: type)) != nil
  }

  /// The qualified name.
  ///
  /// The context of a private or local type is left out, since its text is an address.
  private static func name(of type: any Any.Type) -> String {
    var name = String(reflecting: type)
    while let start = name.range(of: "(unknown context at "),
      let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }

  private static let scalars: [any Any.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
    UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, String.self, Date.self,
    Data.self, UUID.self, URL.self, Decimal.self,
  ]

  private static let scalarsByName: [String: any Any.Type] = Dictionary(
    scalars.map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

  private static func known(_ name: String) -> (any Any.Type)? {
    if let scalar = scalarsByName[name] { return scalar }
    if let inner = argument(of: "Swift.Optional<", in: name), let type = known(inner) {
      return optional(of: type)
    }
    if let inner = argument(of: "Swift.Array<", in: name), let type = known(inner) {
      return array(of: type)
    }
    return nil
  }

  private static func argument(of prefix: String, in name: String) -> String? {
    guard name.hasPrefix(prefix), name.hasSuffix(">") else { return nil }
    return String(name.dropFirst(prefix.count).dropLast())
  }

  private static func optional(of type: any Any.Type) -> any Any.Type {
    func open<T>(_: T.Type) -> any Any.Type { T?.self }
    return _openExistential(type, do: open)
  }

  private static func array(of type: any Any.Type) -> any Any.Type {
    func open<T>(_: T.Type) -> any Any.Type { [T].self }
    return _openExistential(type, do: open)
  }
}

extension ValueTypeName: Hashable {
  static func == (lhs: ValueTypeName, rhs: ValueTypeName) -> Bool { lhs.name == rhs.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ValueTypeName: Codable {
  init(from decoder: any Decoder) throws {
    self.init(decoding: try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
