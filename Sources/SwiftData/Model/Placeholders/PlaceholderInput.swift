/// Input that has a placeholder for whatever a type asks.
struct PlaceholderInput: Decoder {
  let maker: PlaceholderMaker
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
    guard let value = maker.value(of: type) else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: [], debugDescription: "No value can be made up."))
    }
    return value
  }
}

/// A container that has a value for every key.
private struct KeyedPlaceholders<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let input: PlaceholderInput
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

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
