/// Something that is done in memory with rows that a store returned, since SQL can't say it exactly.
public struct InMemoryStep: Sendable, Hashable {
  /// What is done in memory.
  public enum Kind: String, Sendable {
    /// The rows are tested by a part of the predicate.
    case filter
    /// The rows are sorted, and cut to the limit.
    case sort
    /// Changes that aren't saved yet are put in.
    case merge
    /// Values are read from models.
    case values
  }

  /// What is done.
  public let kind: Kind
  /// Which part of the query it is, and why the store can't do it.
  public let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

extension InMemoryStep: CustomStringConvertible {
  /// The kind and the reason.
  public var description: String { "\(kind): \(reason)" }
}
