import Foundation

/// Makes up a value of a type, for a property that has none to show: the type decodes itself from
/// input that has a placeholder for whatever it asks.
enum PlaceholderDecoder {
  static func value<V>(of type: V.Type) -> V? { value(of: type, depth: 0) }

  fileprivate static func value<V>(of type: V.Type, depth: Int) -> V? {
    if let optional = V.self as? any OptionalType.Type { return optional.none as? V }
    if let scalar = V.self as? any ScalarValue.Type { return scalar.placeholder as? V }
    if V.self == URL.self { return URL(fileURLWithPath: "/") as? V }
    if V.self == Decimal.self { return Decimal.nan as? V }
    if let cases = V.self as? any CaseIterable.Type, let first = firstCase(cases) as? V {
      return first
    }
    if let decodable = V.self as? any Decodable.Type,
      let value = try? decodable.init(from: PlaceholderInput(depth: depth + 1)) as? V
    {
      return value
    }
    return zeroed(V.self)
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    Cases.allCases.first
  }

  /// The value whose bits are all zero, for types that consist of bits alone: the first case of an
  /// enumeration, the number 0.
  fileprivate static func zeroed<V>(_ type: V.Type) -> V? {
    guard _isPOD(V.self) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: max(1, MemoryLayout<V>.size), alignment: MemoryLayout<V>.alignment
    ) { bytes in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return unsafe bytes.load(as: V.self)
    }
  }
}

/// Input that ends too deep for a type that contains itself.
private struct PlaceholderInput: Decoder {
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedPlaceholders<Key>(input: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    NoPlaceholders(input: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SinglePlaceholder(input: self)
  }

  func value<V>(_ type: V.Type) throws -> V {
    guard depth < 16, let value = PlaceholderDecoder.value(of: type, depth: depth) else {
      throw unavailable(type)
    }
    return value
  }

  func unavailable(_ type: any Any.Type) -> DecodingError {
    .valueNotFound(type, .init(codingPath: [], debugDescription: "No value can be made up."))
  }
}

/// A container that has a value for every key.
private struct KeyedPlaceholders<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let input: PlaceholderInput
  var codingPath: [any CodingKey] { [] }

  /// The first key of an enumeration of keys, since an enumeration with payloads looks for the name
  /// of its case here.
  var allKeys: [Key] { PlaceholderDecoder.zeroed(Key.self).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { true }
  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V { try input.value(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try input.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try input.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { input }
  func superDecoder(forKey key: Key) throws -> any Decoder { input }
}

/// A list without elements; who asks for one all the same gets it.
private struct NoPlaceholders: UnkeyedDecodingContainer {
  let input: PlaceholderInput
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() throws -> Bool { true }
  func decode<V: Decodable>(_ type: V.Type) throws -> V { try input.value(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try input.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
  func superDecoder() throws -> any Decoder { input }
}

private struct SinglePlaceholder: SingleValueDecodingContainer {
  let input: PlaceholderInput
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { true }
  func decode<V: Decodable>(_ type: V.Type) throws -> V { try input.value(type) }
}
