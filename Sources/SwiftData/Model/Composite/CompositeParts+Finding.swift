import Synchronization

/// The parts of the types that were looked at; nil for types that are no composites.
private let knownParts = Mutex<[ObjectIdentifier: CompositeParts?]>([:])

extension CompositeParts {
  /// More columns than these are too many for one attribute: a table has room for two thousand.
  private static let greatestLeafCount = 500
  private static let greatestDepth = 32

  /// The parts of a type whose values can be kept column by column, or nil.
  ///
  /// A structure is one if it encodes just its stored properties, each as the type it has; an
  /// enumeration, if it decodes and encodes itself as Swift makes it. The library's own types are none,
  /// since nobody knows what Apple's framework makes of them. Throws `RecursiveType` if the
  /// type holds one of the outer ones.
  static func of<Value: Codable & SendableMetatype>(
    _ type: Value.Type, outer: [ObjectIdentifier]
  ) throws -> CompositeParts? {
    let identity = ObjectIdentifier(type)
    guard !outer.contains(identity) else { throw RecursiveType(type: identity) }
    guard !TypeKind.isSystem(type) else { return nil }
    // Generic types may hold ever new ones.
    if outer.count >= greatestDepth, let first = outer.first { throw RecursiveType(type: first) }
    if let known = knownParts.withLock({ $0[identity] }) { return known }
    var found: CompositeParts?
    do {
      found = try find(type, outer: outer + [identity])
    } catch let error as RecursiveType where error.type == identity {
      // Columns of columns without end: kept as a whole.
    }
    if let count = found?.leafCount, count > greatestLeafCount { found = nil }
    let result = found
    knownParts.withLock { $0[identity] = .some(result) }
    return result
  }

  private static func find<Value: Codable & SendableMetatype>(
    _ type: Value.Type, outer: [ObjectIdentifier]
  ) throws -> CompositeParts? {
    let maker = AttributeCoderMaker(place: .part, outer: outer)
    switch TypeKind(type) {
    case .structure: return try structure(type, maker)
    case .enumeration: return try enumeration(type, maker)
    case .other: return nil
    }
  }

  // MARK: Structures

  private static func structure<Value: Codable & SendableMetatype>(
    _ type: Value.Type, _ maker: AttributeCoderMaker
  ) throws -> CompositeParts? {
    guard let fields = StructureField.all(of: type), !fields.isEmpty,
      let sample = PlaceholderMaker(for: .sample).value(of: type),
      let keys = PartRecorder.keys(of: sample), keys.count == fields.count
    else { return nil }
    var parts: [(name: String, key: String, content: Part.Content, offset: Int?)] = []
    for field in fields {
      guard let key = keys.first(where: { $0.isKey(of: field) }),
        let coder = try maker.coder(for: field.type, name: key.name)
      else { return nil }
      parts.append((key.name, key.key, .value(coder), field.offset))
    }
    let found = CompositeParts(parts, isEnumeration: false)
    return found.canHold(sample) ? found : nil
  }

  // MARK: Enumerations

  private static func enumeration<Value: Codable & SendableMetatype>(
    _ type: Value.Type, _ maker: AttributeCoderMaker
  ) throws -> CompositeParts? {
    guard let cases = EnumerationCases(of: type), !cases.names.isEmpty else { return nil }
    var probes: [String: CaseProbe] = [:]
    var samples: [Value] = []
    for position in cases.names.indices {
      let probe = CaseProbe(at: position, maker: PlaceholderMaker(for: .sample))
      guard let sample = try? Value(from: probe), let chosen = probe.chosen,
        probe.caseCount == cases.names.count
      else { return nil }
      probes[chosen.name] = probe
      samples.append(sample)
    }
    var parts: [(name: String, key: String, content: Part.Content, offset: Int?)] = []
    for (position, name) in cases.names.enumerated() {
      guard let probe = probes[name], let key = probe.chosen?.key else { return nil }
      guard position < cases.payloadCount else {
        parts.append((name, key, .caseName, nil))
        continue
      }
      guard let payload = try payload(probe, maker) else { return nil }
      parts.append((name, key, .payload(payload), nil))
    }
    let found = CompositeParts(parts, isEnumeration: true)
    // Two cases that leave no trace could not be told from each other.
    let traceless = found.parts.filter { $0.parts?.mayBeNil ?? false }
    return traceless.count <= 1 && samples.allSatisfy(found.canHold) ? found : nil
  }

  private static func payload(
    _ probe: CaseProbe, _ maker: AttributeCoderMaker
  ) throws -> CompositeParts? {
    guard !probe.requests.isEmpty else { return nil }
    var parts: [(name: String, key: String, content: Part.Content, offset: Int?)] = []
    for request in probe.requests {
      guard
        let coder = try maker.coder(
          forWrapped: request.type, name: request.name, isOptional: request.isOptional)
      else { return nil }
      parts.append((request.name, request.key, .value(coder), nil))
    }
    return CompositeParts(parts, isEnumeration: false)
  }

  /// Whether a value fits the columns.
  private func canHold(_ value: some Encodable) -> Bool {
    let leaves = LeafBuffer(count: leafCount)
    return (try? encode(value, in: leaves, at: 0)) != nil
  }
}

extension PartRecorder.Key {
  /// Whether a field is what is encoded for the key; a wrapped property's begins with an underscore.
  fileprivate func isKey(of field: StructureField) -> Bool {
    guard name == field.name || "_" + name == field.name else { return false }
    let wrapped = (field.type as? any OptionalType.Type)?.wrappedType ?? field.type
    guard let type else { return field.type is any OptionalType.Type }
    return type == wrapped || type == field.type
  }
}
