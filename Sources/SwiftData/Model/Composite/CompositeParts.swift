import StoreModel

/// What a composite attribute is made of: the fields of a structure, or the cases of an enumeration.
final class CompositeParts: @unchecked Sendable {
  // Safe to share: constants only.

  /// One part.
  struct Part {
    /// What a part is.
    enum Content {
      /// A value of a type of its own.
      case value(AttributeCoder)
      /// The payload of an enumeration's case.
      case payload(CompositeParts)
      /// A case without payload: one column, which holds the case's name.
      case caseName
    }

    let name: String
    /// The part's coding key.
    let key: String
    let content: Content
    /// The first of its columns, counting from the composite's first.
    let start: Int
    /// Where a field lies in its structure.
    let offset: Int?

    var leafCount: Int {
      switch content {
      case .value(let coder): coder.leafCount
      case .payload(let parts): parts.leafCount
      case .caseName: 1
      }
    }

    /// The parts of which the part consists itself.
    var parts: CompositeParts? {
      switch content {
      case .value(let coder): coder.parts
      case .payload(let parts): parts
      case .caseName: nil
      }
    }
  }

  let parts: [Part]
  let leafCount: Int
  let isEnumeration: Bool
  private let positions: [String: Int]

  init(
    _ parts: [(name: String, key: String, content: Part.Content, offset: Int?)],
    isEnumeration: Bool
  ) {
    var placed: [Part] = []
    var start = 0
    for part in parts {
      placed.append(
        Part(
          name: part.name, key: part.key, content: part.content, start: start, offset: part.offset))
      start += placed[placed.count - 1].leafCount
    }
    self.parts = placed
    self.isEnumeration = isEnumeration
    leafCount = start
    positions = Dictionary(
      placed.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// No parts: what a case without payload holds.
  static let none = CompositeParts([], isEnumeration: false)

  func position(of key: some CodingKey) -> Int? { positions[key.stringValue] }

  func part(_ key: some CodingKey) -> Part? { position(of: key).map { parts[$0] } }
}

// MARK: - Values that leave no trace

extension CompositeParts {
  /// Whether all columns of a value may be NULL, of which not a number is one reason.
  var mayBeNull: Bool {
    isEnumeration
      ? parts.contains { $0.isPayload && $0.mayBeNull } : parts.allSatisfy(\.mayBeNull)
  }

  /// Whether all columns of a value may be NULL because all of its parts are nil.
  var mayBeNil: Bool {
    isEnumeration
      ? parts.contains { $0.isPayload && $0.mayBeNil } : parts.allSatisfy(\.mayBeNil)
  }

  /// The only case of an enumeration whose payload may be all nil: what it is if no column tells.
  var nilCase: Int? {
    isEnumeration ? parts.firstIndex { $0.isPayload && $0.mayBeNil } : nil
  }

  /// Whether a part, or a part of a part, may be nil or else be a value that leaves no trace in its
  /// columns.
  var mayCollapse: Bool {
    parts.contains { part in
      guard let inner = part.parts else { return false }
      if case .value(let coder) = part.content, coder.isOptional, inner.mayBeNull { return true }
      return inner.mayCollapse
    }
  }
}

extension CompositeParts.Part {
  fileprivate var isPayload: Bool {
    if case .payload = content { true } else { false }
  }

  fileprivate var mayBeNull: Bool {
    switch content {
    case .value(let coder): coder.mayBeNull
    case .payload(let parts): parts.mayBeNull
    case .caseName: false
    }
  }

  fileprivate var mayBeNil: Bool {
    switch content {
    case .value(let coder): coder.isOptional || (coder.parts?.mayBeNil ?? false)
    case .payload(let parts): parts.mayBeNil
    case .caseName: false
    }
  }
}

// MARK: - Layout

extension CompositeParts {
  /// The composite as a layout has it; `inOptional` says that it, or one around it, may be nil, so
  /// that all of its columns may be.
  func layout(inOptional: Bool) -> CompositeLayout {
    CompositeLayout(
      elements: parts.map { $0.layout(inOptional: inOptional || isEnumeration) },
      isEnumeration: isEnumeration,
      enumerationCases: isEnumeration ? parts.filter { !$0.isPayload }.map(\.name) : [])
  }
}

extension CompositeParts.Part {
  fileprivate func layout(inOptional: Bool) -> AttributeLayout {
    switch content {
    case .value(let coder):
      let isOptional = inOptional || coder.isOptional
      return AttributeLayout(
        name: name, isOptional: isOptional, shape: coder.shape(inOptional: isOptional))
    case .payload(let parts):
      return AttributeLayout(
        name: name, isOptional: inOptional, shape: .composite(parts.layout(inOptional: true)))
    case .caseName:
      return AttributeLayout(name: name, isOptional: inOptional, shape: .leaf(.string))
    }
  }
}
