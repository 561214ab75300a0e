import Foundation
import StoreModel

/// Converts an attribute between its Swift type, a slot in memory and values in the store.
///
/// One instance per property, made once when its model class is first used. The parts of a composite
/// attribute have coders of their own.
class AttributeCoder: @unchecked Sendable {
  // Safe to share: subclasses have constants only.

  /// The type of the values, without an optional around it.
  let valueType: any Any.Type
  let isOptional: Bool
  /// How many columns a value takes.
  let leafCount: Int

  init(valueType: any Any.Type, isOptional: Bool, leafCount: Int = 1) {
    self.valueType = valueType
    self.isOptional = isOptional
    self.leafCount = leafCount
  }

  /// The kind of the only column, or of the first one.
  var valueKind: ValueKind { .transformable }

  /// What the attribute is made of; `inOptional` says that a composite around it may be nil.
  func shape(inOptional: Bool) -> AttributeShape { .leaf(valueKind) }

  /// What a composite attribute is made of; nil for any other.
  var parts: CompositeParts? { nil }

  // MARK: In memory

  /// The slot of a value of the property's own type.
  func slot<Value>(of value: Value) -> Slot { .null }

  /// The value of a slot, or nil if the slot has none of this type.
  func value<Value>(of slot: Slot, as type: Value.Type) -> Value? { nil }

  /// Whether two slots hold equal values: such as are stored alike.
  ///
  /// A type's own `==` is not asked, since it may pass over what has to be stored.
  func areEqual(_ left: Slot, _ right: Slot) -> Bool { left.isSamePlainValue(as: right) }

  // MARK: To the store

  /// The value in the store's terms, of a coder with one column.
  func stored(_ slot: Slot) throws -> StoredValue { .null }

  /// Appends the values of all columns.
  func append(_ slot: Slot, to values: inout [StoredValue]) throws {
    values.append(try stored(slot))
  }

  /// Whether equality and order of stored values are those of the Swift values.
  var isComparableInStore: Bool { valueKind != .transformable }

  /// A constant of a predicate in the store's terms, or nil if it isn't of this property's type or
  /// has more than one column.
  func stored(constant: Any) -> StoredValue? { nil }

  /// Puts a value of a part's type into its columns.
  func store<Value>(_ value: Value, in leaves: LeafBuffer, at start: Int) throws {
    guard isOwn(Value.self) else { throw UnstorableValue.unexpectedEncoding }
    leaves.values[start] = try stored(slot(of: value))
  }

  // MARK: From the store

  /// Whether NULL stands for a value of a property that can't be nil.
  var readsNull: Bool {
    switch valueKind {
    // SQLite has no NaN and stores NULL in its place.
    case .double, .float, .decimal: true
    default: false
    }
  }

  /// Whether all columns of a value that isn't nil may be NULL.
  var mayBeNull: Bool { isOptional || readsNull }

  /// The slot of a value from the store; throws `UnreadableValue` if it can't be one of this property.
  func slot(in cells: RowCells) throws -> Slot { try slot(stored: cells.value) }

  /// The same of a coder with one column.
  func slot(stored: StoredValue) throws -> Slot { .null }

  /// What is left of a damaged value, or nil if that is nothing.
  ///
  /// `defaults` has the columns of the property's declared default, if there is one.
  func salvagedSlot(in cells: RowCells, defaults: RowCells?) -> Slot? { nil }

  /// The value of a part.
  func load<Value>(_ type: Value.Type, from cells: RowCells, salvage: Salvage?) throws -> Value {
    guard let value = value(of: try slot(in: cells), as: type) else {
      throw UnreadableValue.none(of: valueType)
    }
    return value
  }

  /// A part as JSON, for a type that decodes it in a way of its own.
  func json(in cells: RowCells) throws -> Data { Data("null".utf8) }

  /// The type of the values, with the optional around it if there is one.
  final var declaredType: any Any.Type {
    func optional<Value>(_ type: Value.Type) -> any Any.Type { Value?.self }
    return isOptional ? _openExistential(valueType, do: optional) : valueType
  }

  /// Whether a type is that of the values, or an optional of it.
  final func isOwn<Value>(_ type: Value.Type) -> Bool {
    type == valueType || (type as? any OptionalType.Type)?.wrappedType == valueType
  }
}

/// Casts between types that are the same at run time without a dynamic cast's cost.
@inline(__always)
func identityCast<From, To>(_ value: From, to type: To.Type) -> To? {
  if From.self == To.self {
    return unsafe unsafeBitCast(value, to: type)
  }
  return value as? To
}

extension AttributeCoder {
  /// Throws if a slot without a value, or with one that the store turns to NULL, would leave a row
  /// that can't be read back.
  final func checkNull(_ slot: Slot) throws {
    switch slot {
    case .real where valueKind == .date: throw UnstorableValue.dateIsNoNumber
    case .real: return
    default: if !isOptional { throw UnstorableValue.missing }
    }
  }

  /// The slot of a value whose static type is lost, such as a default.
  final func slot(ofAny value: Any) -> Slot {
    func open<Value>(_ value: Value) -> Slot { slot(of: value) }
    return _openExistential(value, do: open)
  }

  /// The columns of a value, or nil if it can't be stored.
  final func cells(of slot: Slot) -> RowCells? {
    var values: [StoredValue] = []
    do {
      try append(slot, to: &values)
    } catch {
      return nil
    }
    return RowCells(values)
  }
}

/// Why a value can't be saved.
enum UnstorableValue: Error, CustomStringConvertible {
  case missing, dateIsNoNumber, unexpectedEncoding, tracelessCase

  var description: String {
    switch self {
    case .missing: "the property has no value and isn't optional"
    case .dateIsNoNumber: "the date is not a number"
    case .unexpectedEncoding:
      "the value encodes itself in another way than its type was found to; mark the property "
        + "@Attribute(.codable), so that it is stored as a whole"
    case .tracelessCase:
      "a payload that is not a number leaves no trace of its case; mark the property "
        + "@Attribute(.codable), so that it is stored as a whole"
    }
  }
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
