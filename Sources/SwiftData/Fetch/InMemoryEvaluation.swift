/// Whether a fetch may do in memory what its store can't do exactly.
///
/// Not in Apple's framework.
public enum InMemoryEvaluation: Sendable, Hashable {
  /// The store does what it can, the rest is done in memory on the rows that remain; a query log
  /// tells of it.
  case allowed
  /// The fetch throws `SwiftDataError.unsupportedPredicate`, `.unsupportedSortDescriptor` or
  /// `.unsupportedKeyPath`, which names the part, before any row is read.
  ///
  /// Changes that aren't saved are put in all the same, as only the context knows of them.
  case refused
}
