import Synchronization

/// The contexts of a container, as far as they are to be told of each other's saves.
final class ContextRegistry: Sendable {
  private struct Entry {
    weak var inbox: SaveInbox?
  }

  private struct State {
    var entries: [Entry] = []
    var hasBegun = false
    /// How many entries there may be before those of contexts that are gone are cleared out.
    var capacity = 16
  }

  private let state = Mutex(State())

  /// Adds the inbox of a new context; returns whether it is the first of all.
  func add(_ inbox: SaveInbox) -> Bool {
    state.withLock { state in
      defer { state.hasBegun = true }
      if state.entries.count >= state.capacity {
        state.entries.removeAll { $0.inbox == nil }
        state.capacity = max(16, state.entries.count * 2)
      }
      state.entries.append(Entry(inbox: inbox))
      return !state.hasBegun
    }
  }

  /// The inboxes of all contexts but one.
  func others(than own: SaveInbox?) -> [SaveInbox] {
    state.withLock { state in
      state.entries.compactMap { entry in entry.inbox.flatMap { $0 === own ? nil : $0 } }
    }
  }
}
