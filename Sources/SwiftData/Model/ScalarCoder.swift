import Foundation
import StoreModel

/// Coder of a type that is a scalar, or an optional of one.
final class ScalarCoder<Scalar: ScalarValue>: AttributeCoder, @unchecked Sendable {
  init(isOptional: Bool) {
    super.init(valueType: Scalar.self, isOptional: isOptional)
  }

  override var valueKind: ValueKind { Scalar.valueKind }

  override func slot<Value>(of value: Value) -> Slot {
    if let scalar = identityCast(value, to: Scalar.self) { return scalar.slot }
    return .null
  }

  override func value<Value>(of slot: Slot, as type: Value.Type) -> Value? {
    if isOptional {
      return identityCast(Scalar(slot: slot), to: Value.self)
    }
    return identityCast(Scalar(slot: slot) ?? Scalar.placeholder, to: Value.self)
  }

  override func stored(_ slot: Slot) throws -> StoredValue {
    let stored = slot.plainStoredValue
    if case .null = stored { try checkNull(slot) }
    return stored
  }

  override func stored(constant: Any) -> StoredValue? {
    guard let scalar = constant as? Scalar else { return nil }
    return scalar.slot.plainStoredValue
  }

  override func slot(stored: StoredValue) throws -> Slot {
    if case .null = stored {
      guard mayBeNull else { throw UnreadableValue.null(Scalar.self) }
      return .null
    }
    guard let slot = Self.slot(stored) else {
      throw UnreadableValue.wrongClass(stored, Scalar.self)
    }
    guard !Scalar.isNarrow || Scalar(slot: slot) != nil else {
      throw UnreadableValue.none(of: Scalar.self)
    }
    return slot
  }

  private static func slot(_ stored: StoredValue) -> Slot? {
    switch (Scalar.valueKind, stored) {
    case (.int16, .integer(let value)), (.int32, .integer(let value)),
      (.int64, .integer(let value)), (.bool, .integer(let value)):
      .integer(value)
    case (.double, .real(let value)), (.float, .real(let value)), (.date, .real(let value)):
      .real(value)
    case (.double, .integer(let value)), (.float, .integer(let value)),
      (.date, .integer(let value)):
      .real(Double(value))
    case (.string, .text(let value)): .text(value)
    case (.binary, .blob(let value)): .data(value)
    // Bytes of another number are of the right class, and no UUID.
    case (.uuid, .blob(let value)): UUID(bigEndianBytes: value).map(Slot.uuid) ?? .data(value)
    default: nil
    }
  }

  override func json(in cells: RowCells) throws -> Data {
    try JSONEncoder.stable.encode(load(Scalar?.self, from: cells, salvage: nil))
  }
}
