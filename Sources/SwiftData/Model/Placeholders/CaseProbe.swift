/// Input that is one case of an enumeration, for the way in which enumerations with payloads decode
/// themselves unless they say otherwise: the one key of a container names the case, and a container
/// under it holds the payload.
///
/// Whatever is asked beyond that is refused at once.
final class CaseProbe: Decoder {
  /// A value of the payload that was asked for.
  struct Request {
    let name: String
    let key: String
    /// The type asked for, without an optional around it.
    let type: any Any.Type
    let isOptional: Bool
  }

  /// Which case, by the order of the coding keys.
  let position: Int
  let maker: PlaceholderMaker
  /// How many cases the coding keys have; 0 until they are known.
  fileprivate(set) var caseCount = 0
  /// The name of the case and its key, once the payload is asked for.
  fileprivate(set) var chosen: (name: String, key: String)?
  fileprivate(set) var requests: [Request] = []
  fileprivate var hasContainer = false
  /// The key for which it was asked whether there is nil, as is done before an optional is decoded.
  fileprivate var optionalKey: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(at position: Int, maker: PlaceholderMaker) {
    self.position = position
    self.maker = maker
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard !hasContainer, let cases = EnumerationCases(of: type) else { throw UnexpectedRequest() }
    hasContainer = true
    caseCount = cases.names.count
    guard let key = cases.value(type, at: position) else { throw UnexpectedRequest() }
    return KeyedDecodingContainer(
      CaseContainer(probe: self, key: key, name: cases.names[position]))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UnexpectedRequest() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw UnexpectedRequest()
  }
}

/// Something was asked for that a probe has no answer to.
struct UnexpectedRequest: Error {}

/// The outer container: one key, and under it the payload.
private struct CaseContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: CaseProbe
  let key: Key
  let name: String
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [key] }

  func contains(_ key: Key) -> Bool { key.stringValue == self.key.stringValue }
  func decodeNil(forKey key: Key) throws -> Bool { throw UnexpectedRequest() }
  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V {
    throw UnexpectedRequest()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard contains(key), probe.chosen == nil else { throw UnexpectedRequest() }
    probe.chosen = (name, key.stringValue)
    return KeyedDecodingContainer(PayloadContainer<Nested>(probe: probe))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw UnexpectedRequest()
  }

  func superDecoder() throws -> any Decoder { throw UnexpectedRequest() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw UnexpectedRequest() }
}

/// The payload: notes what is asked for, and answers with placeholders.
private struct PayloadContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: CaseProbe
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  // For an optional of a simple type; the generic form below doesn't come here.
  func decodeNil(forKey key: Key) throws -> Bool {
    probe.optionalKey = key.stringValue
    return false
  }

  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V {
    note(type, key, isOptional: probe.optionalKey == key.stringValue)
    guard let value = probe.maker.value(of: type) else { throw UnexpectedRequest() }
    return value
  }

  func decodeIfPresent<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V? {
    note(type, key, isOptional: true)
    return nil
  }

  private func note<V>(_ type: V.Type, _ key: Key, isOptional: Bool) {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType
    probe.requests.append(
      CaseProbe.Request(
        name: EnumerationCases.name(of: key) ?? key.stringValue, key: key.stringValue,
        type: isOptional ? type : wrapped ?? type, isOptional: isOptional || wrapped != nil))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw UnexpectedRequest()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw UnexpectedRequest()
  }

  func superDecoder() throws -> any Decoder { throw UnexpectedRequest() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw UnexpectedRequest() }
}
