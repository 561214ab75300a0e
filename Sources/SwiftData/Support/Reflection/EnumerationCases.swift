/// The cases of an enumeration, by the names that its metadata gives them.
///
/// Those with payload come first, each group in declared order: Swift numbers them so, and so does
/// Apple's framework order what it makes of them.
struct EnumerationCases {
  let names: [String]
  /// How many of the names are those of cases with payload: the first so many.
  let payloadCount: Int

  /// Nil if the type is no enumeration, or was compiled without metadata for reflection.
  init?(of type: any Any.Type) {
    guard let found = Self.read(type) else { return nil }
    self = found
  }

  private init(names: [String], payloadCount: Int) {
    self.names = names
    self.payloadCount = payloadCount
  }

  /// The name of the case that a value of an enumeration without payloads is.
  static func name<Value>(of value: Value) -> String? {
    guard let cases = EnumerationCases(of: Value.self), cases.hasByteTags(Value.self) else {
      return nil
    }
    var tag = 0
    if MemoryLayout<Value>.size == 1 {
      tag = Int(unsafe unsafeBitCast(value, to: UInt8.self))
    }
    return cases.names.indices.contains(tag) ? cases.names[tag] : nil
  }

  /// A value of an enumeration without payloads, by the position of its case.
  func value<Value>(_ type: Value.Type, at position: Int) -> Value? {
    guard names.indices.contains(position), hasByteTags(type) else { return nil }
    // The bits of such a value are the position of its case.
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: 1, alignment: MemoryLayout<Value>.alignment
    ) { bytes in
      unsafe bytes.storeBytes(of: UInt8(position), as: UInt8.self)
      return unsafe bytes.load(as: Value.self)
    }
  }

  /// Whether values of the type are nothing but the position of their case, in a byte or in none.
  ///
  /// Enumerations that C knows have the size of their raw value, and are of another kind.
  private func hasByteTags<Value>(_ type: Value.Type) -> Bool {
    guard payloadCount == 0, !names.isEmpty, names.count <= 256 else { return false }
    return MemoryLayout<Value>.size == (names.count == 1 ? 0 : 1)
  }
}

// What follows reads type metadata in the form that Swift's ABI lays down (docs/ABI/TypeMetadata.rst
// in the compiler's repository): metadata are immortal, and every field that is read here is one
// that every enumeration has.
extension EnumerationCases {
  private static func read(_ type: any Any.Type) -> EnumerationCases? {
    guard TypeKind(type) == .enumeration else { return nil }
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = unsafe metadata.load(
      fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
    // Words of four bytes: flags, parent, name, access function, fields, then two counts.
    let payloadCount = Int(unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let emptyCount = Int(unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self))
    guard let fields = unsafe relativePointer(at: descriptor + 16) else { return nil }
    // The type's name, its superclass' name, kind, size of a record, number of records, records.
    let recordSize = Int(unsafe fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(unsafe fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize >= 12, count == payloadCount + emptyCount else { return nil }
    var names: [String] = []
    for index in 0..<count {
      let record = unsafe fields + 16 + index * recordSize
      guard let name = unsafe relativePointer(at: record + 8) else { return nil }
      names.append(unsafe String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return EnumerationCases(names: names, payloadCount: payloadCount)
  }

  /// What a pointer leads to that is kept as the distance from its own place; nil if it is null.
  @unsafe
  private static func relativePointer(at place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.load(as: Int32.self)
    return distance == 0 ? nil : unsafe place + Int(distance)
  }
}
