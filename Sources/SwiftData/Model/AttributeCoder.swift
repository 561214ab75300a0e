import CoreDataFormat
import Foundation
import StoreModel

/// Converts an attribute between its Swift type, a slot in memory and a value in the store.
///
/// One instance per property, made once when its model class is first used.
class AttributeCoder: @unchecked Sendable {
  // Safe to share: subclasses have constants only.

  let shape: AttributeShape
  let isOptional: Bool

  init(shape: AttributeShape, isOptional: Bool) {
    self.shape = shape
    self.isOptional = isOptional
  }

  /// The kind of the single column that every coder of today has.
  var valueKind: ValueKind {
    switch shape {
    case .leaf(let kind): kind
    case .composite(let composite): composite.leaves.first?.kind ?? .binary
    }
  }

  /// The slot of a value of the property's own type.
  func slot<Value>(of value: Value) -> Slot { .null }

  /// The value of a slot, or nil if the slot has none of this type.
  func value<Value>(of slot: Slot, as type: Value.Type) -> Value? { nil }

  /// The value in the store's terms.
  func stored(_ slot: Slot) throws -> StoredValue { .null }

  /// The slot of a value from the store, or nil if it cannot be one of this property.
  func slot(stored: StoredValue) -> Slot? { nil }

  /// Whether a fetch has to look at each value, since the storage class alone doesn't tell whether
  /// one of this property can be made of it.
  var inspectsValues: Bool { false }

  /// Whether NULL stands for a value of a property that can't be nil.
  var readsNull: Bool {
    switch valueKind {
    // SQLite has no NaN and stores NULL in its place.
    case .double, .float, .decimal: true
    default: false
    }
  }

  /// Whether a value of the store, which isn't NULL, can be one of this property.
  func accepts(_ stored: StoredValue) -> Bool { true }

  /// Whether two slots hold equal values.
  func areEqual(_ left: Slot, _ right: Slot) -> Bool { left.isSamePlainValue(as: right) }

  /// A constant of a predicate in the store's terms, or nil if it isn't of this property's type.
  func stored(constant: Any) -> StoredValue? { nil }
}

/// Casts between types that are the same at run time without a dynamic cast's cost.
@inline(__always)
func identityCast<From, To>(_ value: From, to type: To.Type) -> To? {
  if From.self == To.self {
    return unsafe unsafeBitCast(value, to: type)
  }
  return value as? To
}

/// Coder of a type that is a scalar, or an optional of one.
final class ScalarCoder<Scalar: ScalarValue>: AttributeCoder, @unchecked Sendable {
  init(isOptional: Bool) {
    super.init(shape: .leaf(Scalar.valueKind), isOptional: isOptional)
  }

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

  override var inspectsValues: Bool { Scalar.isNarrow }

  override func accepts(_ stored: StoredValue) -> Bool {
    slot(stored: stored).flatMap { Scalar(slot: $0) } != nil
  }

  override func slot(stored: StoredValue) -> Slot? {
    switch (valueKind, stored) {
    case (_, .null): .null
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
    case (.uuid, .blob(let value)): UUID(bigEndianBytes: value).map(Slot.uuid)
    default: nil
    }
  }

  override func stored(constant: Any) -> StoredValue? {
    guard let scalar = constant as? Scalar else { return nil }
    return scalar.slot.plainStoredValue
  }
}

extension AttributeCoder {
  /// Throws if a slot without a value, or with one that the store turns to NULL, would leave a row
  /// that can't be read back.
  fileprivate func checkNull(_ slot: Slot) throws {
    switch slot {
    case .real where valueKind == .date: throw UnstorableValue.dateIsNoNumber
    case .real: return
    default: if !isOptional { throw UnstorableValue.missing }
    }
  }
}

/// Why a value can't be saved.
enum UnstorableValue: String, Error, CustomStringConvertible {
  case missing = "the property has no value and isn't optional"
  case dateIsNoNumber = "the date is not a number"

  var description: String { rawValue }
}

extension Slot {
  /// A plain slot in the store's terms.
  var plainStoredValue: StoredValue {
    switch self {
    case .unset, .null, .object: .null
    case .integer(let value): .integer(value)
    case .real(let value): value.isNaN ? .null : .real(value)
    case .text(let value): .text(value)
    case .data(let value): .blob(value)
    case .uuid(let value): .blob(value.bigEndianBytes)
    }
  }
}

/// Coder of a type that is boxed in memory: what its column holds is given by two closures.
final class BoxedCoder<Wrapped>: AttributeCoder, @unchecked Sendable {
  private let encode: @Sendable (Wrapped) throws -> StoredValue
  private let decode: @Sendable (StoredValue) -> Wrapped?
  private let inspect: (@Sendable (StoredValue) -> Bool)?
  private let equal: @Sendable (Wrapped, Wrapped) -> Bool

  /// `inspect` tells of a stored value whether a fetch may let it pass; without it, the value is
  /// decoded to see.
  init(
    shape: AttributeShape, isOptional: Bool,
    encode: @escaping @Sendable (Wrapped) throws -> StoredValue,
    decode: @escaping @Sendable (StoredValue) -> Wrapped?,
    inspect: (@Sendable (StoredValue) -> Bool)? = nil,
    equal: @escaping @Sendable (Wrapped, Wrapped) -> Bool
  ) {
    self.encode = encode
    self.decode = decode
    self.inspect = inspect
    self.equal = equal
    super.init(shape: shape, isOptional: isOptional)
  }

  override func slot<Value>(of value: Value) -> Slot {
    if isOptional, let optional = identityCast(value, to: Wrapped?.self) {
      return optional.map { .object(ValueBox($0)) } ?? .null
    }
    return identityCast(value, to: Wrapped.self).map { .object(ValueBox($0)) } ?? .null
  }

  private func wrapped(_ slot: Slot) -> Wrapped? {
    guard case .object(let object) = slot else { return nil }
    return (object as? ValueBox<Wrapped>)?.value
  }

  override func value<Value>(of slot: Slot, as type: Value.Type) -> Value? {
    if isOptional { return identityCast(wrapped(slot), to: Value.self) }
    return wrapped(slot).flatMap { identityCast($0, to: Value.self) }
  }

  override func stored(_ slot: Slot) throws -> StoredValue {
    if let value = wrapped(slot) { return try encode(value) }
    try checkNull(slot)
    return .null
  }

  override var inspectsValues: Bool { true }

  override func accepts(_ stored: StoredValue) -> Bool {
    inspect?(stored) ?? (decode(stored) != nil)
  }

  override func slot(stored: StoredValue) -> Slot? {
    if case .null = stored { return .null }
    return decode(stored).map { .object(ValueBox($0)) }
  }

  override func areEqual(_ left: Slot, _ right: Slot) -> Bool {
    switch (wrapped(left), wrapped(right)) {
    case (let left?, let right?): equal(left, right)
    case (nil, nil): left.isSamePlainValue(as: right)
    default: false
    }
  }

  override func stored(constant: Any) -> StoredValue? {
    guard let value = constant as? Wrapped else { return nil }
    return try? encode(value)
  }
}
