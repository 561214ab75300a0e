import Dispatch
import Observation
import Synchronization

/// A store whose history is followed.
struct HistorySource: Sendable {
  let store: DefaultStore
  /// The numbers of the entities whose changes count; nil for all.
  let families: [ClosedRange<Int>]?
  /// The transaction after which others count; nil for the newest.
  let start: Int64?
}

/// Counts the transactions of stores that matter to somebody.
///
/// It is told that there may be more, and reads the history after the place where it last stopped: no
/// transaction is passed over, and none is counted twice. The stores hold it weakly.
final class HistoryListener: Observable, Sendable {
  private struct State {
    var counter = 0
    /// By source: the last transaction that was looked at.
    var positions: [Int64]
    var isScheduled = false
  }

  private let sources: [HistorySource]
  private let authors: Set<String>
  private let home: ContextHome
  private let queue: DispatchQueue
  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  /// Looks at what there is already.
  init(
    _ sources: [HistorySource], authors: Set<String>, isolation: isolated (any Actor)?
  ) throws {
    let queue = DispatchQueue(label: "SwiftData.HistoryListener", qos: .utility)
    let ownTurns = ContextHome { queue.async(execute: $0) }
    self.queue = queue
    home = isolation.map { ContextHome($0, fallback: ownTurns) } ?? ownTurns
    self.sources = sources
    self.authors = authors
    let positions = try sources.map { try $0.store.historyPosition($0.start) }
    state = Mutex(State(positions: positions))
    let count = try sources.indices.reduce(0) { try $0 + newTransactions(of: $1) }
    state.withLock { $0.counter = count }
  }

  /// Lets the stores tell of what is saved, and looks at what has been saved since it was made.
  func begin() {
    for source in sources { source.store.historyListeners.withLock { $0.append(self) } }
    look()
  }

  var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.counter }
  }

  /// Looks soon; returns at once.
  func look() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    queue.async { [weak self] in
      guard let self else { return }
      state.withLock { $0.isScheduled = false }
      // What can't be read now is read after the next save.
      count(sources.indices.reduce(0) { $0 + ((try? newTransactions(of: $1)) ?? 0) })
    }
  }

  /// Counts so many transactions, in a turn of the actor.
  func count(_ number: Int) {
    guard number > 0 else { return }
    home.run { [weak self] in
      guard let self else { return }
      // First the counter, then the notice: who reads it between begins to track too late for the
      // notice, and must not see the old number.
      state.withLock { $0.counter += number }
      registrar.withMutation(of: self, keyPath: \.eventCounter) {}
    }
  }

  /// The last transaction of a store that was looked at; the last one there can be where the store does
  /// not matter.
  func position(in store: DefaultStore) -> Int64 {
    guard let index = sources.firstIndex(where: { $0.store === store }) else { return .max }
    return state.withLock { $0.positions[index] }
  }

  /// How many transactions that matter a store has more than when it was last looked at.
  private func newTransactions(of index: Int) throws -> Int {
    let source = sources[index]
    let position = state.withLock { $0.positions[index] }
    let (newest, count) = try source.store.countTransactions(
      after: position, families: source.families, authors: authors)
    state.withLock { $0.positions[index] = newest }
    return count
  }
}
