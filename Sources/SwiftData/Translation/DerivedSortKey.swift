import Synchronization

/// A key path made of another one, so that a sort descriptor can order by what has no order itself.
struct DerivedSortKey: @unchecked Sendable {
  // Key paths are immutable; only their lack of a Sendable mark asks for the annotation.

  /// How the value of the derived key path comes from that of its base.
  enum Derivation {
    /// False is 0 and true is 1.
    case truth
    /// The raw value of an enumeration, of a type.
    case rawValue(any Any.Type)
    /// The same in the opposite order, nil excepted.
    case reversed
    /// A text that orders digits one by one.
    case digitsApart
  }

  let base: AnyKeyPath
  let derivation: Derivation

  // As many as there are places in a program that sort so.
  private static let known = Mutex<[KeyPathKey: DerivedSortKey]>([:])

  /// Keeps in mind where a key path comes from, and returns it.
  static func noting<Root, Value>(
    _ derived: KeyPath<Root, Value>, from base: AnyKeyPath, by derivation: Derivation
  ) -> any KeyPath<Root, Value> & Sendable {
    let key = DerivedSortKey(base: base, derivation: derivation)
    known.withLock { $0[KeyPathKey(keyPath: derived)] = key }
    return derived.assumedSendableKeyPath
  }

  /// What a key path was derived from, if it was.
  static func of(_ keyPath: AnyKeyPath) -> DerivedSortKey? {
    known.withLock { $0[KeyPathKey(keyPath: keyPath)] }
  }
}
