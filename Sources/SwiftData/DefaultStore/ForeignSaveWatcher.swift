import Dispatch
import Foundation
import SQLiteEngine
import Synchronization

/// Tells the contexts of a container what other processes save to a store.
///
/// The file system tells when somebody has written to the store's log; the history tells what.
final class ForeignSaveWatcher: Sendable {
  /// What is watched; nil once the watch has ended, so that no closure on its way keeps the store.
  private struct Target {
    let store: DefaultStore
    let bindings: StoreBindings
  }

  private struct State {
    var target: Target?
    var watcher: FileWatcher?
    var isScheduled = false
  }

  private let state: Mutex<State>
  /// Held while somebody reads the history, so that whoever comes meanwhile finds the contexts told.
  private let looking = Mutex<LogIndex.State?>(nil)
  private let contexts: ContextRegistry
  private let queue = DispatchQueue(label: "SwiftData.ForeignSaveWatcher", qos: .utility)

  /// How long after a write the history is read: many writes in a row are looked at once.
  static let milliseconds = 50

  init(_ store: DefaultStore, bindings: StoreBindings, contexts: ContextRegistry) {
    state = Mutex(State(target: Target(store: store, bindings: bindings)))
    self.contexts = contexts
  }

  /// Begins to watch, in the background; does nothing for a store in memory.
  func start() {
    queue.async { [weak self] in self?.watch() }
  }

  /// Ends the watch, and waits until the store is no longer read from here.
  func stop() {
    state.withLock { $0 = State() }
    queue.sync {}
  }

  private func watch() {
    guard let configuration = state.withLock({ $0.target?.store.configuration }),
      !configuration.isStoredInMemoryOnly
    else { return }
    let name = configuration.url.lastPathComponent
    let made = FileWatcher(
      folder: configuration.url.deletingLastPathComponent().path, names: [name, name + "-wal"]
    ) { [weak self] in
      self?.schedule()
    }
    state.withLock { if $0.target != nil { $0.watcher = made } }
    // What was saved before.
    look()
  }

  private func schedule() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.milliseconds)) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isScheduled = false }
      look()
    }
  }

  /// Tells the contexts of what others have saved until now, unless they know.
  ///
  /// Takes no time worth mentioning where nobody has saved since this was last asked.
  func lookIfNeeded() {
    guard let target = state.withLock({ $0.target }) else { return }
    looking.withLock { seen in
      guard let now = target.store.database.logState, now != seen else { return }
      tell(target)
      seen = now
    }
  }

  private func look() {
    guard let target = state.withLock({ $0.target }) else { return }
    looking.withLock { seen in
      let now = target.store.database.logState
      tell(target)
      seen = now
    }
  }

  /// Reads what others have saved and tells the contexts.
  private func tell(_ target: Target) {
    guard let notices = try? target.store.foreignSaves(bindings: target.bindings) else {
      // Also where it can't be read: a context that then looks finds the error itself.
      for inbox in contexts.others(than: nil) { inbox.post(nil) }
      target.store.tellHistoryListeners { $0.look() }
      return
    }
    if !notices.isEmpty { target.store.tellHistoryListeners { $0.look() } }
    for notice in notices where !notice.identityIndexes.isEmpty {
      for inbox in contexts.others(than: nil) { inbox.post(notice) }
    }
  }
}
