import CoreDataFormat
import Foundation
import StoreModel

/// Coder of a type whose values are stored as an opaque whole: their JSON in one column.
final class JSONCoder<Wrapped: Codable>: ObjectCoder<Wrapped>, @unchecked Sendable {
  /// How the JSON lies in the column.
  enum Form {
    /// In a keyed archive, as Apple's framework stores an attribute that has no other form.
    case archived
    /// As it is, as Apple's framework stores a part of a composite that has no other form.
    case plain
  }

  private let form: Form

  init(form: Form, isOptional: Bool) {
    self.form = form
    super.init(isOptional: isOptional)
  }

  override var valueKind: ValueKind { form == .archived ? .transformable : .binary }

  // Equal values may have different JSON.
  override var isComparableInStore: Bool { false }

  override func stored(_ slot: Slot) throws -> StoredValue {
    guard let value = wrapped(slot) else {
      try checkNull(slot)
      return .null
    }
    let json = try JSONEncoder.stable.encode(value)
    return .blob(form == .archived ? ArchivedData.wrap(json) : json)
  }

  override func slot(stored: StoredValue) throws -> Slot {
    if case .null = stored {
      guard isOptional else { throw UnreadableValue.null(Wrapped.self) }
      return .null
    }
    let json = try json(of: stored)
    do {
      return box(try JSONDecoder.lenient.decode(Wrapped.self, from: json))
    } catch {
      throw UnreadableValue.none(of: Wrapped.self, underlying: error)
    }
  }

  private func json(of stored: StoredValue) throws -> Data {
    guard case .blob(let bytes) = stored else {
      throw UnreadableValue.wrongClass(stored, Wrapped.self)
    }
    guard form == .archived else { return bytes }
    do {
      return try ArchivedData.unwrap(bytes)
    } catch {
      throw UnreadableValue.none(of: Wrapped.self, underlying: error)
    }
  }

  override func json(in cells: RowCells) throws -> Data {
    if case .null = cells.value { return try super.json(in: cells) }
    return try json(of: cells.value)
  }

  override func areEqual(_ left: Wrapped, _ right: Wrapped) -> Bool {
    // Cheap, and enough for nearly all changes; equality may be of a type's own making, though.
    if let left = left as? any Equatable, !left.isEqual(to: right) { return false }
    guard let leftJSON = try? JSONEncoder.stable.encode(left),
      let rightJSON = try? JSONEncoder.stable.encode(right)
    else { return false }
    if leftJSON == rightJSON { return true }
    guard let left = left as? any UnorderedValue, let right = right as? any UnorderedValue,
      let leftParts = try? left.encodedParts(), let rightParts = try? right.encodedParts()
    else { return false }
    return leftParts == rightParts
  }
}

extension Equatable {
  func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

/// A collection whose order means nothing, so that equal ones may have different JSON.
private protocol UnorderedValue {
  /// The JSON of each element, sorted.
  func encodedParts() throws -> [Data]
}

extension Set: UnorderedValue where Element: Encodable {
  fileprivate func encodedParts() throws -> [Data] {
    try map { try JSONEncoder.stable.encode($0) }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Dictionary: UnorderedValue where Key: Encodable, Value: Encodable {
  fileprivate func encodedParts() throws -> [Data] {
    try map { key, value in
      try JSONEncoder.stable.encode(key) + [0] + JSONEncoder.stable.encode(value)
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension JSONEncoder {
  /// Sorted keys, so that equal values have equal bytes, and a spelling for what JSON lacks.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  static var lenient: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
