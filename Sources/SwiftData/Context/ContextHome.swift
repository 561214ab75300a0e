import Dispatch
import Foundation

/// Where a context is used: what runs work in turns of the actor that it belongs to.
struct ContextHome: Sendable {
  /// Whether the actor is the main one.
  let isMain: Bool
  /// Runs something in a turn of the actor, unless the actor is gone.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Whether the caller is in a turn of the actor; nil where that can't be told.
  let isHere: @Sendable () -> Bool?

  init(
    isMain: Bool = false, isHere: @escaping @Sendable () -> Bool? = { nil },
    run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.isMain = isMain
    self.isHere = isHere
    self.run = run
  }

  static let main = ContextHome(isMain: true, isHere: { MainTurn.isCurrent }) { body in
    Task { @MainActor in body() }
  }

  /// The turns of an actor, which may well hold the context; others where the actor has gone.
  init(_ actor: any Actor, fallback: ContextHome? = nil) {
    let isolation = Isolation(actor: actor)
    let isMain = actor === MainActor.shared
    self.init(isMain: isMain, isHere: { isMain ? MainTurn.isCurrent : nil }) { body in
      guard let actor = isolation.actor else {
        fallback?.run(body)
        return
      }
      Task { await SwiftData.run(body, on: actor) }
    }
  }

  private struct Isolation: Sendable {
    weak let actor: (any Actor)?
  }
}

/// Tells whether the caller is in a turn of the main actor.
enum MainTurn {
  private static let onMainQueue = DispatchSpecificKey<Bool>()
  private static let registration: Void = DispatchQueue.main.setSpecific(
    key: onMainQueue, value: true)

  /// Lets turns be told from now on: the main queue may be served by another thread than the main one.
  static func register() { _ = registration }

  static var isCurrent: Bool {
    register()
    return Thread.isMainThread || DispatchQueue.getSpecific(key: onMainQueue) == true
  }
}

private func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) { body() }

/// Holds a context until it goes, for a closure that runs where the context is at home.
struct ContextReceiver: @unchecked Sendable {
  // Safe to share: the context is touched where it is at home alone.

  private(set) weak var context: ModelContext?

  init(_ context: ModelContext) { self.context = context }
}
