import Synchronization

#if canImport(Runtime)
  import Runtime
#endif

/// A context was used elsewhere than in turns of the actor that it belongs to.
///
/// The compiler refuses most of it; what it can't see (`nonisolated(unsafe)`, `@unchecked Sendable`, code
/// of the Swift 5 mode) is a data race, which shows at some other time and place. To find out where it
/// happens, have each use reported:
///
/// ```swift
/// ContextMisuse.handler = { misuse in
///   print(misuse)  // Trips/Importer.swift:27: insert(_:) of the main context, off the main actor.
/// }
/// ```
///
/// Only contexts whose actor is known are watched: a container's main context, and those of model actors
/// whose executor is a `DefaultSerialModelExecutor`, from the executor's first job on. Apple's SwiftData
/// ends the process now and then. Not in Apple's framework.
public struct ContextMisuse: Sendable, CustomStringConvertible {
  /// The method of the context that was called.
  public let operation: String

  /// Whether the context is a container's main one; else it is a model actor's.
  public let isMainContext: Bool

  /// The source file that the call is in; nil where the program has no debugging information, or the
  /// system no way to read it.
  public let file: String?

  /// The line of the call; nil where the file is.
  public let line: Int?

  /// What happened, in words.
  public var description: String {
    let place = file.map { "\($0):\(line ?? 0): " } ?? ""
    return place + "\(operation) of "
      + (isMainContext
        ? "the main context, off the main actor." : "a model actor's context, off the actor.")
  }

  private static let current = Mutex<(@Sendable (ContextMisuse) -> Void)?>(nil)
  private static let hasHandler = Atomic<Bool>(false)

  /// Called with each such use, on the thread and within the call that makes it; nil, the default, lets
  /// them pass unseen.
  ///
  /// One for the whole process. Finding the line takes some milliseconds each time.
  public static var handler: (@Sendable (ContextMisuse) -> Void)? {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      hasHandler.store(newValue != nil, ordering: .releasing)
    }
  }

  /// Whether somebody wants to know.
  static var isWatched: Bool { hasHandler.load(ordering: .relaxed) }

  /// The first place on the stack that isn't this framework's own.
  private static func callingPlace() -> (file: String, line: Int)? {
    #if canImport(Runtime)
      guard let trace = try? Backtrace.capture(limit: 64), let symbols = trace.symbolicated() else {
        return nil
      }
      for case let location? in symbols.frames.map({ $0.symbol?.sourceLocation })
      where location.line > 0 && !location.path.contains("/Sources/SwiftData/") {
        return (location.path, location.line)
      }
    #endif
    return nil
  }

  fileprivate static func report(_ operation: String, isMainContext: Bool) {
    guard let handler else { return }
    let place = callingPlace()
    handler(
      ContextMisuse(
        operation: operation, isMainContext: isMainContext, file: place?.file, line: place?.line))
  }
}

extension ModelContext {
  /// Reports a use of the context off its actor, where somebody wants to know.
  @inline(__always)
  func checkHome(_ operation: String = #function) {
    guard ContextMisuse.isWatched else { return }
    guard let home, home.isHere() == false else { return }
    ContextMisuse.report(operation, isMainContext: home.isMain)
  }
}
