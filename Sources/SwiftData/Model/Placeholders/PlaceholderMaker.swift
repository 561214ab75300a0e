import Foundation

/// Makes up a value of a type: for a property that has none to show, and to find out how a type
/// encodes itself.
///
/// A structure is put together field by field and an enumeration is decoded case by case, so that a
/// type's own `init(from:)` never sees made-up input that it might not stand.
struct PlaceholderMaker {
  /// What a value is made up for.
  enum Purpose {
    /// For a property to show.
    case standIn
    /// To find out how its type encodes itself: without asking the type for a value, which might not
    /// stand what it gets.
    case sample
  }

  private let purpose: Purpose
  /// The types whose values are being made: the least value of a type holds no other one of it.
  private var outer: [ObjectIdentifier] = []

  private static let greatestDepth = 32

  init(for purpose: Purpose) {
    self.purpose = purpose
  }

  /// A value of a type, by whatever means.
  static func value<V>(of type: V.Type) -> V? {
    PlaceholderMaker(for: .standIn).value(of: type)
  }

  func value<V>(of type: V.Type) -> V? {
    if let optional = V.self as? any OptionalType.Type { return optional.none as? V }
    if let scalar = V.self as? any ScalarValue.Type { return value(ofScalar: scalar) as? V }
    if V.self == URL.self { return URL(fileURLWithPath: "/") as? V }
    if V.self == Decimal.self { return Decimal.nan as? V }
    guard outer.count < Self.greatestDepth, !outer.contains(ObjectIdentifier(type)) else {
      return nil
    }
    var inner = self
    inner.outer.append(ObjectIdentifier(type))
    return inner.compound(type)
  }

  private func compound<V>(_ type: V.Type) -> V? {
    let isSystem = TypeKind.isSystem(type)
    switch TypeKind(type) {
    case .enumeration:
      if let cases = EnumerationCases(of: type), let first = cases.value(type, at: 0) {
        return first
      }
      if let value = anyCase(of: type) { return value }
    // The fields of the system's types keep rules that only the types know.
    case .structure where !isSystem:
      if let value = assembled(type) { return value }
    case .structure, .other: break
    }
    guard isSystem || purpose == .standIn else { return nil }
    return decoded(type)
  }

  private func value<Scalar: ScalarValue>(ofScalar type: Scalar.Type) -> Scalar {
    // What is not a number leaves no trace in a store, where a sample should.
    if purpose == .sample, let zero = Scalar(slot: .real(0)) { return zero }
    return Scalar.placeholder
  }

  /// A value that the type decodes from input with a placeholder for whatever it asks.
  private func decoded<V>(_ type: V.Type) -> V? {
    if purpose == .standIn, let cases = V.self as? any CaseIterable.Type,
      let first = firstCase(cases) as? V
    {
      return first
    }
    guard let decodable = V.self as? any Decodable.Type else { return nil }
    return try? decodable.init(from: PlaceholderInput(maker: self)) as? V
  }

  private func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { Cases.allCases.first }

  /// The first case of an enumeration, by the order of its coding keys, whose payload can be made up.
  private func anyCase<V>(of type: V.Type) -> V? {
    guard let decodable = V.self as? any Decodable.Type else { return nil }
    var position = 0
    while true {
      let probe = CaseProbe(at: position, maker: self)
      if let value = try? decodable.init(from: probe) as? V { return value }
      position += 1
      guard position < probe.caseCount else { return nil }
    }
  }
}

// MARK: - Structures

extension PlaceholderMaker {
  /// A structure whose fields are made up one by one, past its initialisers.
  private func assembled<V>(_ type: V.Type) -> V? {
    guard let fields = StructureField.all(of: type) else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, MemoryLayout<V>.size), alignment: MemoryLayout<V>.alignment)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<V>.size)
    for (index, field) in fields.enumerated() {
      guard unsafe fill(field, of: memory) else {
        for made in fields[..<index] { unsafe clear(made, of: memory) }
        return nil
      }
    }
    // A structure is initialised when all of its fields are; it has no other state.
    return unsafe memory.assumingMemoryBound(to: V.self).move()
  }

  @unsafe
  private func fill(_ field: StructureField, of memory: UnsafeMutableRawPointer) -> Bool {
    func open<Field>(_ type: Field.Type) -> Bool {
      guard let value = value(of: type) else { return false }
      unsafe (memory + field.offset).initializeMemory(as: Field.self, to: value)
      return true
    }
    return _openExistential(field.type, do: open)
  }

  @unsafe
  private func clear(_ field: StructureField, of memory: UnsafeMutableRawPointer) {
    func open<Field>(_ type: Field.Type) {
      _ = unsafe (memory + field.offset).assumingMemoryBound(to: Field.self).move()
    }
    _openExistential(field.type, do: open)
  }
}
