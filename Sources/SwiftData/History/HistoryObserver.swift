public import Observation

/// Tells, by Observation, that the history of a container's stores has grown.
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
/// for await _ in Observations({ observer.eventCounter }) {
///   try readHistory(after: lastToken)
/// }
/// ```
///
/// Every saved transaction counts that has changed one of the observed models, or one of a class below
/// them, and whose author is one of those named: whichever context of whichever process has saved it,
/// this container's own included. (Apple's observer leaves out saves of its own process.) What the
/// history notes of a save is what counts, so deletions by rules and batches do as well. Saves of other
/// processes are seen on Linux alone, some 50 ms after they were made.
///
/// The observer keeps its container; nothing keeps the observer. It can be used from any thread.
public final class HistoryObserver: Observable, Sendable {
  /// The container whose stores are observed.
  public let modelContainer: ModelContainer

  /// The models whose changes count, with all classes below them; empty for all.
  public let observedModels: [any PersistentModel.Type]

  /// The authors whose saves count; empty for all, and for those that have none.
  public let authors: Set<String>

  private let listener: HistoryListener

  private init(
    _ listener: HistoryListener, _ container: ModelContainer,
    _ observedModels: [any PersistentModel.Type], _ authors: Set<String>
  ) {
    self.listener = listener
    modelContainer = container
    self.observedModels = observedModels
    self.authors = authors
  }

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - historyTokens: By store identifier, the places after which transactions count, those that are
  ///     there already included; where there is none for a store, what is saved from now on does.
  ///     Tokens of stores that the container hasn't are passed over.
  ///   - observedModels: The models whose changes count; empty for all.
  ///   - authors: The authors whose saves count; empty for all.
  ///   - modelContainer: The container whose stores to observe.
  ///   - isolation: The actor in whose turns the counter goes up, as long as there is that actor; else
  ///     it does so on a queue of the observer's own.
  /// - Throws: `SwiftDataError.unknownSchema` for a model that the container has no store for,
  ///   `SwiftDataError.historyTokenExpired` where transactions after a token have been deleted, and
  ///   `SwiftDataError.invalidTransactionFetchRequest` for a token of another store's history.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let stack = modelContainer.stack
    let sources = try stack.historySources(observedModels, after: historyTokens ?? [:])
    let listener = try HistoryListener(sources, authors: authors, isolation: isolation)
    self.init(listener, modelContainer, observedModels, authors)
    stack.watchForeignSavesIfNeeded()
    listener.begin()
  }

  /// How many transactions that count there have been.
  ///
  /// Those of one turn are told together. A counter that was read within a tracking shows everything
  /// that the tracking is not told of.
  public var eventCounter: Int { listener.eventCounter }
}

extension StoreStack {
  /// What to follow of each store; nothing of those that have none of the models.
  fileprivate func historySources(
    _ models: [any PersistentModel.Type], after tokens: [String: any HistoryToken]
  ) throws -> [HistorySource] {
    let bindings = try models.map(binding(for:))
    return try stores.compactMap { store in
      let families = bindings.filter { $0.store === store }.map(\.family)
      guard models.isEmpty || !families.isEmpty else { return nil }
      let start = try tokens[store.identifier].map { token -> Int64 in
        guard let number = (token as? DefaultHistoryToken)?.transaction(of: store.identifier) else {
          throw SwiftDataError(
            .invalidTransactionFetchRequest,
            explanation: "The store “\(store.name)” can't begin after a \(type(of: token)) "
              + "of another store; use a token of its own history.")
        }
        return number
      }
      return HistorySource(store: store, families: models.isEmpty ? nil : families, start: start)
    }
  }
}
