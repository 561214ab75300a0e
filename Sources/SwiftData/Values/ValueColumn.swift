import StoreModel

/// Where the value of a key path is in a store: the columns, and what makes a value of them.
struct ValueColumn {
  let path: QueryPath
  let ordinal: Int
  /// The first column, counting from the property's first.
  let start: Int
  let coder: AttributeCoder
  /// Whether the way to it may end in nil.
  let isBehindOptional: Bool

  /// Nil where the value isn't in columns, or where they don't tell nil from not a number.
  init?(_ keyPath: AnyKeyPath, of binding: EntityBinding) {
    guard let found = binding.modelClass.path(of: keyPath),
      let (steps, current) = binding.destination(along: found.steps)
    else { return nil }
    let property = current.modelClass.properties[found.ordinal]
    guard !current.overriddenOrdinals.contains(found.ordinal), !property.isExternal,
      current.firstColumns[found.ordinal] >= 0,
      let coder = found.member?.coder ?? property.attribute
    else { return nil }
    path = QueryPath(steps: steps)
    ordinal = found.ordinal
    start = found.member?.start ?? 0
    self.coder = coder
    isBehindOptional = !steps.isEmpty || found.member?.isInOptional ?? false
    guard !isBehindOptional || coder.leafCount == 1 && (coder.isOptional || !coder.readsNull) else {
      return nil
    }
  }

  var expressions: [QueryExpression] {
    (0..<coder.leafCount).map { .attribute(path, ordinal: ordinal, leaf: start + $0) }
  }

  /// Throws `UnreadableValue` if the cells hold nothing that the property could show.
  func value<Value>(in cells: RowCells, as type: Value.Type) throws -> Value {
    if isBehindOptional, cells.areNull(1),
      let none = (type as? any OptionalType.Type)?.none as? Value
    {
      return none
    }
    guard let value = coder.value(of: try coder.slot(in: cells), as: type) else {
      throw UnreadableValue.none(of: type)
    }
    return value
  }
}
