import Synchronization

/// The contexts of a container, as far as they are to be told of each other's saves.
final class ContextRegistry: Sendable {
  private struct State {
    var inboxes = WeakList<SaveInbox>()
    var hasBegun = false
  }

  private let state = Mutex(State())

  /// Adds the inbox of a new context; returns whether it is the first of all.
  func add(_ inbox: SaveInbox) -> Bool {
    state.withLock { state in
      defer { state.hasBegun = true }
      state.inboxes.append(inbox)
      return !state.hasBegun
    }
  }

  /// Notes that others' saves matter to somebody; returns whether this is the first time.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
  }

  /// The inboxes of all contexts but one.
  func others(than own: SaveInbox?) -> [SaveInbox] {
    state.withLock { $0.inboxes.objects.filter { $0 !== own } }
  }
}
