import Foundation
import Observation

/// What the copies of a query share: what it fetches, and the observer that does it.
@MainActor
final class QuerySource<Element: PersistentModel>: Observable {
  private let descriptor: FetchDescriptor<Element>
  private let sectioning: Sectioning<Element, String>?
  private let registrar = ObservationRegistrar()
  private lazy var notices = {
    let notices = ResultsNotices()
    QueryEnvironment.shared.add(notices)
    return notices
  }()
  private var ownContext: ModelContext?
  private var lastObserver: ResultsObserver<Element, String>?

  init(_ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, String>?) {
    self.descriptor = descriptor
    self.sectioning = sectioning
  }

  /// The context that the query has, by itself or for all.
  private var context: ModelContext? {
    registrar.access(self, keyPath: \.ownContext)
    return ownContext ?? QueryEnvironment.modelContext
  }

  /// The observer in the context; nil without one.
  private var observer: ResultsObserver<Element, String>? {
    guard let context else { return nil }
    if let lastObserver, lastObserver.modelContext === context { return lastObserver }
    context.settle(in: MainActor.shared)
    let observer = ResultsObserver(descriptor, sectioning, context, telling: notices)
    lastObserver = observer
    return observer
  }

  var modelContext: ModelContext { context ?? QueryEnvironment.shared.emptyContext }

  var models: [Element] { observer?.models ?? [] }

  var sections: SectionedResults<Element, String> {
    observer?.sections ?? SectionedResults([]) { _ in "" }
  }

  var fetchError: (any Error)? {
    guard let observer else {
      return SwiftDataError(
        .missingModelContext,
        explanation: "A query of \(Element.self) has no context. Set "
          + "QueryEnvironment.modelContext, or pass what has the query to "
          + "QueryEnvironment.provide(_:to:).")
    }
    return observer.fetchError
  }

  func changes() -> AsyncStream<Void> {
    // Changes are heard from the first fetch on.
    _ = models
    return notices.stream(startingWithOne: false)
  }

  /// Fetches with another context from now on.
  func use(_ context: ModelContext) {
    guard ownContext !== context else { return }
    registrar.withMutation(of: self, keyPath: \.ownContext) { ownContext = context }
    notices.tell()
  }
}
