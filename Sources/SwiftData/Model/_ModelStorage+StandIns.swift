import StoreModel

// What properties show in place of values that they have not.

extension _$ModelStorage {
  /// What an attribute shows that was never assigned, or whose row holds nothing that it could show:
  /// what is left of the value, nil where that is possible, or the declared default.
  func standIn<V>(_ property: ModelProperty, _ coder: AttributeCoder) -> V? {
    guard let cells = rowCells(property.ordinal) else { return property.defaultValue as? V }
    let standard = property.defaultValue.map { coder.slot(ofAny: $0) }
    if let slot = coder.salvagedSlot(in: cells, defaults: standard.flatMap(coder.cells)) {
      return coder.value(of: slot, as: V.self)
    }
    return coder.isOptional ? coder.value(of: .null, as: V.self) : property.defaultValue as? V
  }

  /// What a property shows that has no value and whose type cannot be nil.
  static func placeholder<V>(_ type: V.Type, of keyPath: AnyKeyPath) -> V {
    if let value = PlaceholderMaker.value(of: V.self) { return value }
    preconditionFailure("A property of type \(V.self) has no value, and no value can be made up.")
  }
}
