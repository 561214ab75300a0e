import Synchronization

/// A property of a model was read or written, though the model's row or context is gone.
///
/// Such an access does no harm: reads show the last known values, and writes stay in memory. It is
/// rarely meant, though. To find out where it happens, have each of them reported:
///
/// ```swift
/// StaleAccess.handler = { access in
///   print(access)  // or fatalError("\(access)"), which leads the debugger there
/// }
/// ```
///
/// Apple's SwiftData ends the process instead.
public struct StaleAccess: Sendable, CustomStringConvertible {
  /// What was done with the property.
  public enum Kind: String, Hashable, Sendable {
    /// The property was read.
    case read
    /// The property was assigned.
    case write
  }

  /// What was done with the property.
  public let kind: Kind

  /// The name of the model's entity.
  public let entityName: String

  /// The name of the property.
  public let propertyName: String

  /// The identity that the model has, or had.
  public let persistentModelID: PersistentIdentifier

  /// What became of the model: `.gone` or `.orphaned`.
  public let state: PersistenceState

  /// What happened, in words; no values.
  public var description: String {
    let verb = kind == .read ? "was read" : "was written"
    let reason = state == .gone ? "its row is deleted" : "its context is gone"
    return "\(entityName).\(propertyName) of \(persistentModelID.debugDescription) \(verb), but "
      + "\(reason)."
  }

  private static let current = Mutex<(@Sendable (StaleAccess) -> Void)?>(nil)
  private static let hasHandler = Atomic<Bool>(false)

  /// Called with each such access, on the thread and within the call that makes it; nil, the
  /// default, lets them pass.
  ///
  /// One for the whole process. The handler may read models, also the one concerned, whose accesses
  /// it is then called with again.
  public static var handler: (@Sendable (StaleAccess) -> Void)? {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      hasHandler.store(newValue != nil, ordering: .releasing)
    }
  }

  /// Whether somebody wants to know.
  static var isWatched: Bool { hasHandler.load(ordering: .relaxed) }

  func report() { Self.handler?(self) }
}
