import Observation

/// Where queries have their contexts from.
///
/// SwiftUI hands contexts down its views. Other UI frameworks, servers and command-line programs give
/// queries one here: one context for all,
///
/// ```swift
/// QueryEnvironment.modelContext = container.mainContext
/// ```
///
/// or one to what a value declares with `@Query`:
///
/// ```swift
/// QueryEnvironment.provide(document.mainContext, to: documentView)
/// ```
///
/// Ours: Apple's queries need SwiftUI.
@MainActor
public enum QueryEnvironment {
  /// The context of all queries that were given none of their own; nil, the default, for none.
  ///
  /// Is kept until it is replaced. Queries that have fetched with another are told.
  public static var modelContext: ModelContext? {
    get { shared.modelContext }
    set { shared.modelContext = newValue }
  }

  /// Gives a context to the queries that a value has as stored properties, those of `@Query` above all.
  ///
  /// Works for structures and classes, inherited properties included. Queries of values that the value
  /// has are not found: pass each of these as well. Observers of queries that had another context are
  /// told.
  public static func provide(_ context: ModelContext, to owner: Any) {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for case let query as any ContextTaking in current.children.map(\.value) {
        query.use(context)
      }
      mirror = current.superclassMirror
    }
  }

  static let shared = Shared()

  /// What queries without a context of their own share.
  @MainActor
  final class Shared: Observable {
    private let registrar = ObservationRegistrar()
    private var context: ModelContext?
    private var queries = WeakList<ResultsNotices>()
    /// The context of a container that has no models.
    private(set) lazy var emptyContext = ModelContext(ModelContainer(StoreStack()))

    fileprivate var modelContext: ModelContext? {
      get {
        registrar.access(self, keyPath: \.context)
        return context
      }
      set {
        guard context !== newValue else { return }
        registrar.withMutation(of: self, keyPath: \.context) { context = newValue }
        for notices in queries.objects { notices.tell() }
      }
    }

    /// Lets the streams of a query tell when the context for all is another.
    func add(_ notices: ResultsNotices) { queries.append(notices) }
  }
}

/// A query that can be given a context.
@MainActor
private protocol ContextTaking {
  func use(_ context: ModelContext)
}

extension Query: ContextTaking {
  fileprivate func use(_ context: ModelContext) { source.use(context) }
}
