import StoreModel

extension SelectRenderer {
  /// Whether two expressions are strings, which are equal where they are canonically equivalent.
  func comparesCanonically(_ left: QueryExpression, _ right: QueryExpression) -> Bool {
    isString(left) ?? isString(right) ?? !(left.isOtherThanText || right.isOtherThanText)
  }

  /// Whether an expression is a string, as its columns say; nil for a constant, which may stand for a
  /// value that is never reached.
  private func isString(_ expression: QueryExpression) -> Bool? {
    switch expression {
    case .attribute(let path, let ordinal, let leaf):
      guard let entity = try? entity(of: path) else { return false }
      let leaves = mapping.layout[number: entity].properties[ordinal].attribute?.leaves ?? []
      return leaves.indices.contains(leaf) && leaves[leaf].kind == .string
    case .constant: return nil
    case .coalesce(let first, let second): return isString(either: first, second)
    case .conditional(_, let then, let otherwise): return isString(either: then, otherwise)
    default: return false
    }
  }

  /// Of two expressions of one type.
  private func isString(either first: QueryExpression, _ second: QueryExpression) -> Bool? {
    let kinds = (isString(first), isString(second))
    return kinds.0 == true || kinds.1 == true ? true : kinds.0 ?? kinds.1
  }

  /// Writes the test whether an expression is canonically equivalent to a text.
  ///
  /// Nearly every constant has one spelling, or a few: then an index on the bytes answers. Else the
  /// part of it that has only one leads an index near, and the collation decides.
  mutating func canonicalEquality(
    _ operand: QueryExpression, _ text: String, negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    let match = CanonicalMatch.equal(to: text)
    if case .spellings(let spellings) = match {
      return try spelledEquality(operand, spellings, negated: negated, in: group)
    }
    let hasRange = if case .range = match { !negated } else { false }
    try grouped(.and, in: hasRange ? group : nil) { renderer throws(QueryPlanError) in
      if !negated { try renderer.range(operand, match) }
      try renderer.collatedValue(operand)
      renderer.write(negated ? " IS NOT " : " = ")
      renderer.bind(.text(text))
      renderer.write(" COLLATE \(QueryFunctions.canonicalCollation)")
    }
  }

  /// Writes an operand of an equality that names its collation.
  ///
  /// SQLite (3.40) makes an IN of equalities that an OR joins, if they are of one column that has an
  /// index, and forgets their collations. The plus keeps the operand from being a column to it; no
  /// index has the collation, so none is lost.
  mutating func collatedValue(_ operand: QueryExpression) throws(QueryPlanError) {
    write("+")
    try value(operand)
  }

  private mutating func spelledEquality(
    _ operand: QueryExpression, _ spellings: [String], negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    guard spellings.count > 1 else {
      try value(operand)
      write(negated ? " IS NOT " : " = ")
      return bind(.text(spellings[0]))
    }
    let namesNull = negated && !operand.isNeverNull
    try grouped(.or, in: namesNull ? group : nil) { renderer throws(QueryPlanError) in
      try renderer.value(operand)
      renderer.writeList(spellings.map { .text($0) }, negated: negated)
      guard namesNull else { return }
      renderer.write(" OR ")
      try renderer.value(operand)
      renderer.write(" IS NULL")
    }
  }

  /// Writes the range of bytes in which what is looked for must lie, followed by AND.
  private mutating func range(
    _ operand: QueryExpression, _ match: CanonicalMatch
  ) throws(QueryPlanError) {
    guard case .range(let range) = match else { return }
    try value(operand)
    write(" >= ")
    bind(.text(range.lower))
    write(" AND ")
    guard let upper = range.upper else { return }
    try value(operand)
    write(" < ")
    bind(.text(upper))
    write(" AND ")
  }

  /// Writes a test of one text against another.
  mutating func textTest(
    _ operation: QueryTextOperation, _ text: QueryExpression, _ part: QueryExpression,
    negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    let function = operation.function
    if negated {
      write("NOT ")
      return try call(function, [text, part])
    }
    guard operation == .hasPrefix, case .constant(.text(let prefix)) = part else {
      return try call(function, [text, part])
    }
    let match = CanonicalMatch.prefixed(by: prefix)
    try grouped(.and, in: match == .anywhere ? nil : group) { renderer throws(QueryPlanError) in
      try renderer.range(text, match)
      try renderer.call(function, [text, part])
    }
  }
}

extension QueryExpression {
  /// Whether an expression is a constant that is no text.
  fileprivate var isOtherThanText: Bool {
    switch self {
    case .constant(.integer), .constant(.real), .constant(.blob): true
    default: false
    }
  }
}

extension QueryTextOperation {
  fileprivate var function: String {
    switch self {
    case .contains: QueryFunctions.contains
    case .hasPrefix: QueryFunctions.starts
    case .localizedStandardContains: QueryFunctions.localizedContains
    }
  }
}
