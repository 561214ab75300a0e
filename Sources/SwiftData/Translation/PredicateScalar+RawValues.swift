import StoreModel

extension PredicateScalar {
  /// What a key path leads to from an enumeration, if that is what the column holds for every case: the
  /// raw value.
  ///
  /// A key path doesn't tell that it is one to `rawValue`, which is a requirement of a protocol.
  func rawValue<Root, Value>(along keyPath: KeyPath<Root, Value>) -> PredicateScalar? {
    guard let cases = EnumerationCases(of: Root.self) else { return nil }
    for position in cases.names.indices {
      guard let value = cases.value(Root.self, at: position),
        case .stored(let column) = coding.constant(value),
        case .stored(let found) = PredicateConstantCoding.standard.constant(value[keyPath: keyPath]),
        column == found
      else { return nil }
    }
    return PredicateScalar(expression: expression, coding: .standard, nullMeaning: nullMeaning)
  }
}
