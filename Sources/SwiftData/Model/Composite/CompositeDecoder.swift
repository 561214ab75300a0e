import Foundation
import StoreModel

/// What stands in for the parts of a damaged composite, so that the others can be shown.
struct Salvage {
  /// The columns of the property's declared default, if there is one.
  let defaults: RowCells?

  func dropFirst(_ count: Int) -> Salvage { Salvage(defaults: defaults?.dropFirst(count)) }

  /// A part of the default, or a made-up one.
  func value<Value>(_ type: Value.Type, of coder: AttributeCoder) -> Value? {
    if let defaults, let value = try? coder.load(type, from: defaults, salvage: nil) {
      return value
    }
    return PlaceholderMaker.value(of: type)
  }
}

/// Decodes a value from the columns of its parts.
///
/// A type may ask for a part in its own way: as another type, or piece by piece. It is then given
/// the part's JSON to decode.
struct CompositeDecoder: Decoder {
  let parts: CompositeParts
  let cells: RowCells
  let salvage: Salvage?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CompositeDecodingContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONDecoder.decoder(of: parts.json(in: cells)).unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try JSONDecoder.decoder(of: parts.json(in: cells)).singleValueContainer()
  }

  /// Whether a part has a value.
  fileprivate func isPresent(_ part: CompositeParts.Part) -> Bool {
    parts.isPresent(part, in: cells)
  }
}

private struct CompositeDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CompositeDecoder
  var codingPath: [any CodingKey] { [] }

  /// The keys of what is there; of an enumeration that is its case.
  var allKeys: [Key] {
    decoder.parts.parts.filter(decoder.isPresent).compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { decoder.parts.part(key).map(decoder.isPresent) ?? false }

  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  func decode<V: Decodable>(_ type: V.Type, forKey key: Key) throws -> V {
    guard let part = decoder.parts.part(key) else { throw missing(key) }
    let cells = decoder.cells.dropFirst(part.start)
    guard case .value(let coder) = part.content, coder.isOwn(type) else {
      guard contains(key) else { throw missing(key) }
      return try JSONDecoder.lenient.decode(type, from: decoder.parts.json(of: part, in: cells))
    }
    let salvage = decoder.salvage?.dropFirst(part.start)
    do {
      guard contains(key) || coder.isOptional && type != coder.valueType else {
        throw missing(key)
      }
      return try coder.load(type, from: cells, salvage: salvage)
    } catch {
      if let value = salvage?.value(type, of: coder) { return value }
      throw (error as? UnreadableValue)?.within(part.name) ?? error
    }
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(key, .init(codingPath: [], debugDescription: "There is no value for the key."))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard let part = decoder.parts.part(key), contains(key) else { throw missing(key) }
    let cells = decoder.cells.dropFirst(part.start)
    if case .caseName = part.content {
      guard case .text(part.name) = cells.value else {
        throw UnreadableValue(problem: "doesn't hold the name of its case").within(part.name)
      }
    } else if part.parts == nil {
      return try json(part).container(keyedBy: type)
    }
    let inner = CompositeDecoder(
      parts: part.parts ?? .none, cells: cells, salvage: decoder.salvage?.dropFirst(part.start))
    return try inner.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    throw DecodingError.valueNotFound(
      (any Decoder).self, .init(codingPath: [], debugDescription: "A composite has no super."))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let part = decoder.parts.part(key), contains(key) else { throw missing(key) }
    return try json(part)
  }

  private func json(_ part: CompositeParts.Part) throws -> any Decoder {
    let cells = decoder.cells.dropFirst(part.start)
    return try JSONDecoder.decoder(of: decoder.parts.json(of: part, in: cells))
  }
}

extension CompositeParts {
  /// Whether a part has a value: a field that isn't nil, or the case of an enumeration.
  fileprivate func isPresent(_ part: Part, in cells: RowCells) -> Bool {
    if !cells.dropFirst(part.start).areNull(part.leafCount) { return true }
    guard !isEnumeration else {
      return parts.firstIndex { $0.start == part.start } == nilCase && cells.areNull(leafCount)
    }
    guard case .value(let coder) = part.content else { return false }
    return !coder.isOptional && coder.mayBeNull
  }
}

// MARK: - As JSON

extension CompositeParts {
  /// The composite as its type would encode it in JSON.
  func json(in cells: RowCells) throws -> Data {
    var text = Data("{".utf8)
    for part in parts where isPresent(part, in: cells) {
      if text.count > 1 { text += Data(",".utf8) }
      text += try JSONEncoder.stable.encode(part.key)
      text += Data(":".utf8)
      text += try json(of: part, in: cells.dropFirst(part.start))
    }
    return text + Data("}".utf8)
  }

  fileprivate func json(of part: Part, in cells: RowCells) throws -> Data {
    switch part.content {
    case .value(let coder): try coder.json(in: cells)
    case .payload(let parts): try parts.json(in: cells)
    case .caseName: Data("{}".utf8)
    }
  }
}

extension JSONDecoder {
  /// A decoder that stands at the root of some JSON.
  fileprivate static func decoder(of json: Data) throws -> any Decoder {
    try lenient.decode(DecoderHolder.self, from: json).decoder
  }
}

/// Keeps the decoder that it is decoded with.
private struct DecoderHolder: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) throws {
    self.decoder = decoder
  }
}
