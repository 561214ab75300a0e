public import Foundation

/// What tells a context, and who works in it, to the stores.
public struct EditingState: Identifiable, Sendable {
  /// What tells contexts apart.
  public typealias ID = UUID

  /// The identity of the context; no two have the same.
  public let id: UUID

  /// Who is noted as the author of what is saved.
  public var author: String?

  init() {
    id = UUID(randomBits: .random(in: .min ... .max), .random(in: .min ... .max))
  }
}
