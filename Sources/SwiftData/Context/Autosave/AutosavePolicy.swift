import Foundation

/// When a context with `autosaveEnabled` saves by itself, and who is told where that fails.
///
/// Not in Apple's framework, which doesn't say when it saves and keeps errors to itself.
public struct AutosavePolicy: Sendable {
  /// How long after its first unsaved change a context is saved; changes made meanwhile are saved
  /// with it.
  ///
  /// After a save that failed, the context waits twice as long before it tries again, and so on up to
  /// 64 times as long.
  public var delay: Duration = .milliseconds(500)

  /// What measures the delay.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// What is told the error of a save that failed, in a turn of the context's own actor.
  ///
  /// The changes wait for the next save. Without a handler the error is written to standard error.
  public var failureHandler: (@Sendable (any Error) -> Void)?

  /// Creates the policy that contexts begin with.
  public init() {}

  /// Tells whoever wants to know that a save failed.
  func report(_ error: any Error) {
    if let failureHandler { return failureHandler(error) }
    FileHandle.standardError.write(Data("SwiftData could not autosave: \(error)\n".utf8))
  }
}
