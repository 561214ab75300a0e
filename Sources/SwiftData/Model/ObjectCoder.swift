import Foundation
import StoreModel

/// Coder of a type whose values are boxed in memory.
class ObjectCoder<Wrapped>: AttributeCoder, @unchecked Sendable {
  init(isOptional: Bool, leafCount: Int = 1) {
    super.init(valueType: Wrapped.self, isOptional: isOptional, leafCount: leafCount)
  }

  final func wrapped(_ slot: Slot) -> Wrapped? {
    guard case .object(let object) = slot else { return nil }
    return (object as? ValueBox<Wrapped>)?.value
  }

  /// The value in a variable of the type, or of an optional of it.
  final func own<Value>(_ value: Value) -> Wrapped? {
    if isOptional, let optional = identityCast(value, to: Wrapped?.self) { return optional }
    return identityCast(value, to: Wrapped.self)
  }

  final func box(_ value: Wrapped) -> Slot { .object(ValueBox(value)) }

  override func slot<Value>(of value: Value) -> Slot { own(value).map(box) ?? .null }

  final override func value<Value>(of slot: Slot, as type: Value.Type) -> Value? {
    if isOptional { return identityCast(wrapped(slot), to: Value.self) }
    return wrapped(slot).flatMap { identityCast($0, to: Value.self) }
  }

  final override func areEqual(_ left: Slot, _ right: Slot) -> Bool {
    switch (wrapped(left), wrapped(right)) {
    case (let left?, let right?): areEqual(left, right)
    case (nil, nil): left.isSamePlainValue(as: right)
    default: false
    }
  }

  /// Whether two values are stored alike.
  func areEqual(_ left: Wrapped, _ right: Wrapped) -> Bool { false }
}

/// Coder of a boxed type with one column, by closures.
final class BoxedCoder<Wrapped>: ObjectCoder<Wrapped>, @unchecked Sendable {
  private let attributeShape: AttributeShape
  private let encode: @Sendable (Wrapped) throws -> StoredValue
  private let decode: @Sendable (StoredValue) -> Wrapped?
  private let equal: @Sendable (Wrapped, Wrapped) -> Bool

  init(
    shape: AttributeShape, isOptional: Bool,
    encode: @escaping @Sendable (Wrapped) throws -> StoredValue,
    decode: @escaping @Sendable (StoredValue) -> Wrapped?,
    equal: @escaping @Sendable (Wrapped, Wrapped) -> Bool
  ) {
    attributeShape = shape
    self.encode = encode
    self.decode = decode
    self.equal = equal
    super.init(isOptional: isOptional)
  }

  override var valueKind: ValueKind {
    switch attributeShape {
    case .leaf(let kind): kind
    case .composite(let composite): composite.leaves.first?.kind ?? .binary
    }
  }

  // Of a raw value NULL is none.
  override var readsNull: Bool {
    if case .leaf = attributeShape { super.readsNull } else { false }
  }

  override func shape(inOptional: Bool) -> AttributeShape { attributeShape }

  override func stored(_ slot: Slot) throws -> StoredValue {
    if let value = wrapped(slot) { return try encode(value) }
    try checkNull(slot)
    return .null
  }

  override func stored(constant: Any) -> StoredValue? {
    guard let value = constant as? Wrapped else { return nil }
    return try? encode(value)
  }

  override func slot(stored: StoredValue) throws -> Slot {
    if case .null = stored {
      guard mayBeNull else { throw UnreadableValue.null(Wrapped.self) }
      return .null
    }
    guard let value = decode(stored) else { throw UnreadableValue.none(of: Wrapped.self) }
    return box(value)
  }

  override func areEqual(_ left: Wrapped, _ right: Wrapped) -> Bool { equal(left, right) }

  override func json(in cells: RowCells) throws -> Data {
    guard let value = wrapped(try slot(in: cells)) as? any Encodable else {
      return try super.json(in: cells)
    }
    return try JSONEncoder.stable.encode(value)
  }
}
