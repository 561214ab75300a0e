import StoreModel

extension CompositeParts {
  /// Puts a value's parts into their columns, and makes sure that the value can be read back.
  func encode(_ value: some Encodable, in leaves: LeafBuffer, at start: Int) throws {
    try value.encode(to: CompositeEncoder(parts: self, leaves: leaves, start: start))
    try check(leaves, at: start)
  }

  /// Throws if columns that a value must fill are empty.
  private func check(_ leaves: LeafBuffer, at start: Int) throws {
    guard !isEnumeration else { return try checkCase(leaves, at: start) }
    for part in parts {
      guard case .value(let coder) = part.content, !coder.mayBeNull,
        !(part.parts?.mayBeNull ?? false)
      else { continue }
      if leaves.areNull(from: start + part.start, count: part.leafCount) {
        throw UnstorableValue.unexpectedEncoding
      }
    }
  }

  private func checkCase(_ leaves: LeafBuffer, at start: Int) throws {
    guard let position = leaves.chosenCases[start] else { throw UnstorableValue.unexpectedEncoding }
    if case .payload(let payload) = parts[position].content {
      try payload.check(leaves, at: start + parts[position].start)
    }
    guard leaves.areNull(from: start, count: leafCount), position != nilCase else { return }
    throw UnstorableValue.tracelessCase
  }
}

/// Encodes a value into the columns of its parts.
private struct CompositeEncoder: Encoder {
  let parts: CompositeParts
  let leaves: LeafBuffer
  let start: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CompositeEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingEncodingContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { RefusingEncodingContainer() }
}

private struct CompositeEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CompositeEncoder
  var codingPath: [any CodingKey] { [] }

  private func coder(_ key: Key) throws -> (AttributeCoder, start: Int) {
    guard let part = encoder.parts.part(key), case .value(let coder) = part.content else {
      throw UnstorableValue.unexpectedEncoding
    }
    return (coder, encoder.start + part.start)
  }

  func encodeNil(forKey key: Key) throws { _ = try coder(key) }

  func encode<V: Encodable>(_ value: V, forKey key: Key) throws {
    let (coder, start) = try coder(key)
    try coder.store(value, in: encoder.leaves, at: start)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let refusal = KeyedEncodingContainer(RefusingKeyedContainer<Nested>())
    guard encoder.parts.isEnumeration, let position = encoder.parts.position(of: key),
      encoder.leaves.chosenCases.updateValue(position, forKey: encoder.start) == nil
    else { return refusal }
    let part = encoder.parts.parts[position]
    let start = encoder.start + part.start
    guard case .payload(let payload) = part.content else {
      encoder.leaves.values[start] = .text(part.name)
      return refusal
    }
    return KeyedEncodingContainer(
      CompositeEncodingContainer<Nested>(
        encoder: CompositeEncoder(parts: payload, leaves: encoder.leaves, start: start)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer()
  }

  func superEncoder() -> any Encoder { RefusingEncoder() }
  func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder() }
}
