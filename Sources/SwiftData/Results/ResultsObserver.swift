public import Foundation
public import Observation
import StoreModel

/// The results of a fetch, kept up to date.
///
/// ```swift
/// let observer = try ResultsObserver<Trip, Never>(
///   sortBy: [SortDescriptor(\.name)], modelContext: context)
/// for await trips in Observations({ observer.results.map(\.name) }) {
///   show(trips)
/// }
/// ```
///
/// Whatever shows `results` or `sections` and is an observer in the sense of Observation is told when
/// they may have become others: by changes in the context, saved or not, by other contexts of the
/// container, and by other processes. The fetch is made again when one of them is next read, once for
/// all changes until then. Use an observer where its context is used.
public final class ResultsObserver<Element, SectionTitle>: Observable, CustomDebugStringConvertible
where Element: PersistentModel, SectionTitle: Hashable {
  /// The context that the results are fetched with.
  public let modelContext: ModelContext

  /// The key path that the results are sectioned by, or nil if they aren't.
  public let sectionBy: PartialKeyPath<Element>?

  private let sectioning: Sectioning<Element, SectionTitle>?
  private let registrar = ObservationRegistrar()
  private var descriptor: FetchDescriptor<Element>
  private var current = Results<Element, SectionTitle>()
  private var isStale = true
  private var listener: ResultsListener?
  private let notices: ResultsNotices

  /// Observes results in a context, and fetches them when they are first asked for.
  init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, SectionTitle>?,
    _ context: ModelContext, telling notices: ResultsNotices = ResultsNotices()
  ) {
    modelContext = context
    self.sectioning = sectioning
    sectionBy = sectioning?.keyPath
    self.descriptor = descriptor
    self.notices = notices
    let listener = ResultsListener { [weak self] in self?.becomeStale() }
    self.listener = listener
    narrowListener()
    context.listeners.add(listener)
  }

  /// Fetches, and observes the results in a context.
  convenience init(
    fetching descriptor: FetchDescriptor<Element>,
    _ sectioning: Sectioning<Element, SectionTitle>?, _ context: ModelContext
  ) throws {
    self.init(descriptor, sectioning, context)
    refetchIfStale()
    if let error = current.error { throw error }
  }

  /// What is fetched.
  public var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return descriptor
  }

  /// Which models are fetched; nil for all.
  ///
  /// Another predicate is fetched with at once; an error shows as `fetchError`.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { change(\.filterBy) { $0.predicate = newValue } }
  }

  /// The order of the results, within sections if they have any.
  ///
  /// Another order is fetched with at once; an error shows as `fetchError`.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { change(\.sortBy) { $0.sortBy = newValue } }
  }

  /// The results.
  public var results: FetchResultsCollection<Element> { FetchResultsCollection(models) }

  /// The results, as an array.
  var models: [Element] {
    registrar.access(self, keyPath: \.results)
    refetchIfStale()
    return current.models
  }

  /// The results in sections, in the order in which their first results come; nil if there is nothing
  /// to section by.
  public var sections: SectionedResults<Element, SectionTitle>? {
    registrar.access(self, keyPath: \.sections)
    refetchIfStale()
    return current.sections
  }

  /// Why the last fetch failed, or nil if it did not; the results before remain.
  ///
  /// Ours: Apple's observer doesn't tell.
  public var fetchError: (any Error)? {
    registrar.access(self, keyPath: \.fetchError)
    refetchIfStale()
    return current.error
  }

  /// Tells, from now on, each time that the results may have become others, until the observer goes.
  ///
  /// Changes that come before the results have been read again are one, and so are those that come
  /// before the last notice has been taken. Ours.
  public func changes() -> AsyncStream<Void> { notices.stream(startingWithOne: isStale) }

  /// The result at a path of section and item; nil if there is none, or no sections.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]),
      sections[indexPath[0]].indices.contains(indexPath[1])
    else { return nil }
    return sections[indexPath[0]][indexPath[1]]
  }

  /// The path of section and item to a result; nil if it is none, or there are no sections.
  ///
  /// O(n) in the results of its section.
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sectioning, let sections,
      let section = sections.index(ofSectionTitled: sectioning.title(element)),
      let item = sections[section].firstIndex(where: { $0 === element })
    else { return nil }
    return IndexPath(indexes: [section, item])
  }

  /// The numbers of results and sections.
  public var debugDescription: String {
    "ResultsObserver<\(Element.self)>(\(current.models.count) results"
      + (current.sections.map { " in \($0.count) sections" } ?? "") + ")"
  }
}

// MARK: - Changes

extension ResultsObserver {
  private func change<Member>(
    _ member: KeyPath<ResultsObserver, Member>,
    _ body: (inout FetchDescriptor<Element>) -> Void
  ) {
    registrar.withMutation(of: self, keyPath: member) {
      registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
        body(&descriptor)
      }
    }
    becomeStale()
    refetchIfStale()
    narrowListener()
  }

  /// Tells observers, unless they have been told and have not looked yet.
  private func becomeStale() {
    guard !isStale else { return }
    registrar.withMutation(of: self, keyPath: \.results) {
      registrar.withMutation(of: self, keyPath: \.sections) {
        registrar.withMutation(of: self, keyPath: \.fetchError) {
          isStale = true
        }
      }
    }
    notices.tell()
  }

  private func refetchIfStale() {
    // What others have saved makes the results stale, too.
    modelContext.receiveSaves()
    guard isStale else { return }
    isStale = false
    do {
      let models = try modelContext.fetch(sectioned)
      current = Results(models: models)
      current.sections = sectioning.map { SectionedResults(models, by: $0.title) }
    } catch {
      current.error = error
    }
  }

  /// Heeds the element's own entity alone, unless others decide what is found.
  private func narrowListener() {
    guard let binding = try? modelContext.stack.binding(for: Element.self),
      let translation = try? FetchTranslation(sectioned, binding)
    else { return }
    listener?.interest = translation.interest(binding)
  }

  private var sectioned: FetchDescriptor<Element> {
    sectioning?.applied(to: descriptor) ?? descriptor
  }
}

/// What a fetch has found.
private struct Results<Element: PersistentModel, SectionTitle: Hashable> {
  var models: [Element] = []
  var sections: SectionedResults<Element, SectionTitle>?
  var error: (any Error)?
}

@available(*, unavailable)
extension ResultsObserver: Sendable {}
