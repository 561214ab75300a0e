// Key paths of properties capture nothing and can be shared; the compiler can't tell them from those
// of subscripts, which capture their arguments and have no meaning where these are used.

extension PartialKeyPath {
  /// The key path, taken to capture nothing that can't be shared.
  var assumedSendable: any PartialKeyPath<Root> & Sendable {
    unsafe unsafeDowncast(self, to: (any PartialKeyPath<Root> & Sendable).self)
  }
}

extension KeyPath {
  /// The key path, taken to capture nothing that can't be shared.
  var assumedSendableKeyPath: any KeyPath<Root, Value> & Sendable {
    unsafe unsafeDowncast(self, to: (any KeyPath<Root, Value> & Sendable).self)
  }
}

/// A key path as a key that can be shared.
struct KeyPathKey: Hashable, @unchecked Sendable {
  // Key paths are immutable; only their lack of a Sendable mark asks for the annotation.
  let keyPath: AnyKeyPath
}
