/// A part of a composite property, or of a part of it, that a key path leads to.
struct CompositeMember: Sendable {
  /// The property's ordinal.
  let ordinal: Int
  /// The names on the way, such as `address.city`.
  let name: String
  /// The part's coder.
  let coder: AttributeCoder
  /// The part's first column, counting from the property's first.
  let start: Int
  /// Whether the part is nil where a composite around it is.
  let isInOptional: Bool
}

/// The members of a class' composite properties by key path.
struct CompositeMemberTable: @unchecked Sendable {
  // Key paths are immutable; only their lack of a Sendable mark asks for the annotation.
  private var members: [AnyKeyPath: CompositeMember] = [:]
  /// Members behind an optional, by what their key paths look like, since such a one can't be put
  /// together.
  private var optionalMembers: [String: CompositeMember] = [:]

  /// `keyPaths` lead to the properties, in their order, from the class itself.
  init(_ properties: [ModelProperty], keyPaths: [AnyKeyPath]) {
    for (property, keyPath) in zip(properties, keyPaths) {
      guard let coder = property.attribute, let parts = coder.parts else { continue }
      let route = Route(
        ordinal: property.ordinal, name: property.name, start: 0, keyPath: keyPath,
        description: coder.isOptional ? "\(keyPath.debugDescription)?" : nil)
      add(parts, of: coder.valueType, along: route)
    }
  }

  func member(of keyPath: AnyKeyPath) -> CompositeMember? {
    if let member = members[keyPath] { return member }
    guard !optionalMembers.isEmpty else { return nil }
    return optionalMembers[keyPath.debugDescription]
  }

  /// A member by its path of names.
  ///
  /// O(n) in the members.
  func member(named name: String) -> CompositeMember? {
    members.values.first { $0.name == name } ?? optionalMembers.values.first { $0.name == name }
  }

  /// The key path of a member by its path of names; nil for one behind an optional.
  func keyPath(named name: String) -> AnyKeyPath? {
    members.first { $0.value.name == name }?.key
  }

  /// The way to a composite.
  private struct Route {
    let ordinal: Int
    let name: String
    let start: Int
    /// The key path so far; nil behind an optional.
    let keyPath: AnyKeyPath?
    /// How key paths begin that lead on from here; nil before the first optional.
    let description: String?
  }

  private mutating func add(
    _ parts: CompositeParts, of type: any Any.Type, along route: Route
  ) {
    guard !parts.isEnumeration else { return }
    let keyPaths = Self.keyPaths(of: type)
    for part in parts.parts {
      guard case .value(let coder) = part.content, let field = keyPaths[part.offset ?? -1] else {
        continue
      }
      let name = "\(route.name).\(part.name)"
      let start = route.start + part.start
      let member = CompositeMember(
        ordinal: route.ordinal, name: name, coder: coder, start: start,
        isInOptional: route.description != nil)
      var keyPath: AnyKeyPath?
      var description = route.description.map { "\($0).\(field.name)" }
      if let text = description {
        // What is no optional itself becomes one in the end.
        optionalMembers[coder.isOptional ? text : "\(text)?"] = member
        if coder.isOptional { description = "\(text)?" }
      } else if let whole = route.keyPath?.appending(path: field.keyPath) {
        keyPath = whole
        members[whole] = member
        if coder.isOptional { description = "\(whole.debugDescription)?" }
      }
      guard let inner = coder.parts else { continue }
      let next = Route(
        ordinal: route.ordinal, name: name, start: start,
        keyPath: description == nil ? keyPath : nil, description: description)
      add(inner, of: coder.valueType, along: next)
    }
  }

  /// The key paths of a structure's fields by the offset of the field.
  private static func keyPaths(
    of type: any Any.Type
  ) -> [Int: (name: String, keyPath: AnyKeyPath)] {
    func open<Root>(_ type: Root.Type) -> [Int: (name: String, keyPath: AnyKeyPath)] {
      Dictionary(
        StructureField.keyPaths(of: type).compactMap { name, keyPath in
          MemoryLayout<Root>.offset(of: keyPath).map { ($0, (name, keyPath as AnyKeyPath)) }
        }, uniquingKeysWith: { first, _ in first })
    }
    return _openExistential(type, do: open)
  }
}
