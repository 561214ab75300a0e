import Dispatch
import Foundation
import SQLiteEngine
import Synchronization

/// Tells the contexts of a container what other processes save to a store.
///
/// The file system tells when somebody has written to the store's log; the history tells what.
final class ForeignSaveWatcher: Sendable {
  private let store: DefaultStore
  private let bindings: StoreBindings
  private let contexts: ContextRegistry
  private let queue = DispatchQueue(label: "SwiftData.ForeignSaveWatcher", qos: .utility)
  private let isScheduled = Mutex(false)
  private let watcher = Mutex<FileWatcher?>(nil)

  /// How long after a write the history is read: many writes in a row are looked at once.
  static let milliseconds = 50

  init(_ store: DefaultStore, bindings: StoreBindings, contexts: ContextRegistry) {
    self.store = store
    self.bindings = bindings
    self.contexts = contexts
  }

  /// Begins to watch, in the background; does nothing for a store in memory.
  func start() {
    guard !store.configuration.isStoredInMemoryOnly else { return }
    queue.async { [weak self] in self?.watch() }
  }

  private func watch() {
    let url = store.configuration.url
    let name = url.lastPathComponent
    let made = FileWatcher(
      folder: url.deletingLastPathComponent().path, names: [name, name + "-wal"]
    ) { [weak self] in
      self?.schedule()
    }
    watcher.withLock { $0 = made }
    // What was saved before.
    look()
  }

  /// Ends the watch, and waits until the store is no longer read from here.
  func stop() {
    watcher.withLock { $0 = nil }
    queue.sync {}
  }

  private func schedule() {
    let isFirst = isScheduled.withLock { isScheduled in
      defer { isScheduled = true }
      return !isScheduled
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.milliseconds)) { [weak self] in
      guard let self else { return }
      isScheduled.withLock { $0 = false }
      look()
    }
  }

  /// Reads what others have saved and tells the contexts.
  func look() {
    guard let notices = try? store.foreignSaves(bindings: bindings) else {
      // Also where it can't be read: a context that then looks finds the error itself.
      for inbox in contexts.others(than: nil) { inbox.post(nil) }
      return
    }
    for notice in notices where !notice.identityIndexes.isEmpty {
      for inbox in contexts.others(than: nil) { inbox.post(notice) }
    }
  }
}
