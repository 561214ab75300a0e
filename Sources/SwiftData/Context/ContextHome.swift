/// Where a context is used: what runs work in turns of the actor that it belongs to.
struct ContextHome: Sendable {
  /// Whether the actor is the main one.
  let isMain: Bool
  /// Runs something in a turn of the actor, unless the actor is gone.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(isMain: Bool = false, run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.isMain = isMain
    self.run = run
  }

  static let main = ContextHome(isMain: true) { body in Task { @MainActor in body() } }

  /// The turns of an actor, which may well hold the context.
  init(_ actor: any Actor) {
    let isolation = Isolation(actor: actor)
    self.init(isMain: actor === MainActor.shared) { body in
      guard let actor = isolation.actor else { return }
      Task { await SwiftData.run(body, on: actor) }
    }
  }

  private struct Isolation: Sendable {
    weak let actor: (any Actor)?
  }
}

private func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) { body() }

/// Holds a context until it goes, for a closure that runs where the context is at home.
struct ContextReceiver: @unchecked Sendable {
  // Safe to share: the context is touched where it is at home alone.

  private(set) weak var context: ModelContext?

  init(_ context: ModelContext) { self.context = context }
}
