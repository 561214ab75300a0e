import Foundation
import StoreModel

/// Coder of a type whose values are kept column by column.
///
/// A composite that may be nil is nil just if all of its columns are NULL: there is no other mark of
/// it in a store. So a value all of whose parts are nil is taken for nil where nil is possible, from
/// its assignment on.
final class CompositeCoder<Wrapped: Codable>: ObjectCoder<Wrapped>, @unchecked Sendable {
  private let compositeParts: CompositeParts
  /// Whether a value may turn out to be nil, or to have a part that does.
  private let mayCollapse: Bool

  init(parts: CompositeParts, isOptional: Bool) {
    compositeParts = parts
    mayCollapse = parts.mayCollapse || isOptional && parts.mayBeNull
    super.init(isOptional: isOptional, leafCount: parts.leafCount)
  }

  override var parts: CompositeParts? { compositeParts }

  override var valueKind: ValueKind {
    shape(inOptional: isOptional).firstLeaf?.kind ?? .binary
  }

  override func shape(inOptional: Bool) -> AttributeShape {
    .composite(compositeParts.layout(inOptional: inOptional))
  }

  override var readsNull: Bool { false }

  override var mayBeNull: Bool { isOptional || compositeParts.mayBeNull }

  // MARK: In memory

  override func slot<Value>(of value: Value) -> Slot {
    guard let value = own(value) else { return .null }
    return mayCollapse ? collapsed(value) : box(value)
  }

  /// The slot of a value as it will be read back.
  private func collapsed(_ value: Wrapped) -> Slot {
    // What can't be encoded is told when it is saved.
    guard let leaves = try? leaves(of: value) else { return box(value) }
    if isOptional, leaves.areNull(from: 0, count: leafCount) { return .null }
    guard leaves.hasCollapsed, let read = try? decode(RowCells(leaves.values), nil) else {
      return box(value)
    }
    return box(read)
  }

  // More than one column, or another order than the type's.
  override var isComparableInStore: Bool { false }

  override func areEqual(_ left: Wrapped, _ right: Wrapped) -> Bool {
    guard let left = try? leaves(of: left), let right = try? leaves(of: right) else { return false }
    return zip(left.values, right.values).allSatisfy { $0.isSame(as: $1) }
  }

  // MARK: To the store

  private func leaves(of value: Wrapped) throws -> LeafBuffer {
    let leaves = LeafBuffer(count: leafCount)
    try compositeParts.encode(value, in: leaves, at: 0)
    return leaves
  }

  override func stored(_ slot: Slot) throws -> StoredValue {
    guard let value = wrapped(slot) else {
      try checkNull(slot)
      return .null
    }
    return try leaves(of: value).values[0]
  }

  override func append(_ slot: Slot, to values: inout [StoredValue]) throws {
    guard let value = wrapped(slot) else {
      try checkNull(slot)
      return values.append(contentsOf: repeatElement(.null, count: leafCount))
    }
    values += try leaves(of: value).values
  }

  override func store<Value>(_ value: Value, in leaves: LeafBuffer, at start: Int) throws {
    guard isOwn(Value.self) else { throw UnstorableValue.unexpectedEncoding }
    guard let value = value as? Wrapped else { return }
    try compositeParts.encode(value, in: leaves, at: start)
    if isOptional, leaves.areNull(from: start, count: leafCount) { leaves.hasCollapsed = true }
  }

  // MARK: From the store

  override func slot(in cells: RowCells) throws -> Slot {
    if cells.areNull(leafCount) {
      if isOptional { return .null }
      guard compositeParts.mayBeNull else { throw UnreadableValue.null(Wrapped.self) }
    }
    return box(try decode(cells, nil))
  }

  override func salvagedSlot(in cells: RowCells, defaults: RowCells?) -> Slot? {
    if cells.areNull(leafCount) { return nil }
    return (try? decode(cells, Salvage(defaults: defaults))).map(box)
  }

  override func load<Value>(
    _ type: Value.Type, from cells: RowCells, salvage: Salvage?
  ) throws -> Value {
    if isOptional, cells.areNull(leafCount), let none = identityCast(Wrapped?.none, to: type) {
      return none
    }
    guard let value = identityCast(try decode(cells, salvage), to: type) else {
      throw UnreadableValue.none(of: Wrapped.self)
    }
    return value
  }

  private func decode(_ cells: RowCells, _ salvage: Salvage?) throws -> Wrapped {
    do {
      return try Wrapped(
        from: CompositeDecoder(parts: compositeParts, cells: cells, salvage: salvage))
    } catch let error as UnreadableValue {
      throw error
    } catch DecodingError.keyNotFound(let key, _) {
      let name = compositeParts.part(key)?.name ?? key.stringValue
      throw UnreadableValue(problem: "is NULL, though it can't be nil").within(name)
    } catch {
      throw UnreadableValue.none(of: Wrapped.self, underlying: error)
    }
  }

  override func json(in cells: RowCells) throws -> Data {
    if isOptional, cells.areNull(leafCount) { return try super.json(in: cells) }
    return try compositeParts.json(in: cells)
  }
}

extension AttributeShape {
  fileprivate var firstLeaf: LeafLayout? {
    if case .composite(let composite) = self { composite.leaves.first } else { nil }
  }
}

extension StoredValue {
  /// Whether two values are the same to the last bit of a text.
  fileprivate func isSame(as other: StoredValue) -> Bool {
    if case .text(let left) = self, case .text(let right) = other {
      return left.utf8.elementsEqual(right.utf8)
    }
    return self == other
  }
}
