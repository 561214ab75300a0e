/// Notes which keys a value encodes, and of which types, without encoding anything.
final class PartRecorder: Encoder {
  /// A key with what was encoded for it.
  struct Key {
    /// The name of the key's case where keys are an enumeration, which is the name of the property.
    let name: String
    let key: String
    /// The type that was encoded, without an optional around it; nil if it was just nil.
    let type: (any Any.Type)?
  }

  fileprivate var keys: [Key] = []
  /// Whether the value asked for a keyed container alone.
  fileprivate var isPlain = true

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The keys that a value encodes, or nil if it encodes itself in any other way than by simple
  /// values in one keyed container.
  static func keys(of value: some Encodable) -> [Key]? {
    let recorder = PartRecorder()
    do {
      try value.encode(to: recorder)
    } catch {
      return nil
    }
    return recorder.isPlain ? recorder.keys : nil
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(PartRecordingContainer(recorder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isPlain = false
    return RefusingEncodingContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    isPlain = false
    return RefusingEncodingContainer()
  }
}

private struct PartRecordingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let recorder: PartRecorder
  var codingPath: [any CodingKey] { [] }

  private func note(_ type: (any Any.Type)?, _ key: Key) {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    recorder.keys.append(
      PartRecorder.Key(
        name: EnumerationCases.name(of: key) ?? key.stringValue, key: key.stringValue,
        type: wrapped))
  }

  func encodeNil(forKey key: Key) { note(nil, key) }
  func encode<V: Encodable>(_ value: V, forKey key: Key) { note(V.self, key) }
  func encodeIfPresent<V: Encodable>(_ value: V?, forKey key: Key) { note(V.self, key) }

  // Without these, nil of a simple type would not be heard of.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(Bool.self, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { note(String.self, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { note(Double.self, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { note(Float.self, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { note(Int.self, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { note(Int8.self, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { note(Int16.self, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { note(Int32.self, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(Int64.self, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { note(UInt.self, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { note(UInt8.self, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { note(UInt16.self, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(UInt32.self, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(UInt64.self, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    recorder.isPlain = false
    return KeyedEncodingContainer(RefusingKeyedContainer<Nested>())
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    recorder.isPlain = false
    return RefusingEncodingContainer()
  }

  func superEncoder() -> any Encoder {
    recorder.isPlain = false
    return RefusingEncoder()
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}
