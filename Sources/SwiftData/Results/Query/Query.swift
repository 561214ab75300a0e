import Foundation

/// The models that satisfy a fetch, kept up to date, as a property that `@Query` declares.
///
/// ```swift
/// @MainActor
/// final class TripList {
///   @Query(filter: #Predicate<Trip> { $0.rating > 3 }, sort: \.startDate) var trips: [Trip]
/// }
///
/// let list = TripList()
/// QueryEnvironment.provide(container.mainContext, to: list)
/// for await names in Observations({ list.trips.map(\.name) }) {
///   show(names)
/// }
/// ```
///
/// A query has the context that `QueryEnvironment` gives it, or that it has for all. Reading a query is
/// observed in the sense of Observation: whoever has read it is told when it may have become another, by
/// changes in its context, saved or not, by other contexts of the container, and by other processes. It
/// fetches when it is read and something has changed since, once for all changes until then. Copies of
/// a query are the same query.
///
/// Unlike Apple's, it takes no animation and no transaction, and is no SwiftUI `DynamicProperty`; a UI
/// framework with such a protocol can make it one, since it has `update()`.
@MainActor @preconcurrency
public struct Query<Element, Result>: Sendable where Element: PersistentModel {
  let source: QuerySource<Element>
  private let read: @MainActor @Sendable (QuerySource<Element>) -> Result

  private init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, String>?,
    read: @escaping @MainActor @Sendable (QuerySource<Element>) -> Result
  ) {
    source = QuerySource(descriptor, sectioning)
    self.read = read
  }

  /// The results.
  ///
  /// Empty without a context, and where the first fetch fails; after a later failure those before.
  public var wrappedValue: Result { read(source) }

  /// The results in sections, in the order in which their first results come; empty if there is
  /// nothing to section by.
  public var sections: SectionedResults<Element, String> { source.sections }

  /// Why the last fetch failed, or nil if it did not.
  ///
  /// `SwiftDataError.missingModelContext` if nothing has given the query a context.
  public var fetchError: (any Error)? { source.fetchError }

  /// The context that the results are fetched with.
  ///
  /// Without a context of its own and one for all, that of a container which has no models: nothing can
  /// be fetched or saved with it.
  public var modelContext: ModelContext { source.modelContext }

  /// Brings the query up to date, for a UI framework that calls it before it reads the results.
  ///
  /// Does nothing, since results are up to date whenever they are read.
  public nonisolated func update() {}

  /// Tells, from now on, each time that the results may have become others, also by another context.
  ///
  /// Changes that come before the results have been read again are one. Ends when no copy of the query
  /// is left. Ours.
  public func changes() -> AsyncStream<Void> { source.changes() }
}

extension Query where Result == [Element] {
  init(
    models descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, String>? = nil
  ) {
    self.init(descriptor, sectioning) { $0.models }
  }
}

extension Query where Result == SectionedResults<Element, String> {
  init(sections descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, String>) {
    self.init(descriptor, sectioning) { $0.sections }
  }
}

/// What a query can show: models of one class, in an array or in sections.
///
/// `@Query` finds the class of the models by it.
public protocol _$QueryResult {
  /// The class of the models.
  associatedtype _$QueryElement: PersistentModel
}

extension Array: _$QueryResult where Element: PersistentModel {
  /// The class of the models.
  public typealias _$QueryElement = Element
}

extension SectionedResults: _$QueryResult where SectionTitle == String {
  /// The class of the models.
  public typealias _$QueryElement = Element
}
