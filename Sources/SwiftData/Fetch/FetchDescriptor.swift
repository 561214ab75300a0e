public import Foundation

/// What to fetch: which models, in what order, and how many.
///
/// ```swift
/// var recent = FetchDescriptor<Trip>(
///   predicate: #Predicate { $0.startDate > cutoff },
///   sortBy: [SortDescriptor(\.startDate, order: .reverse)])
/// recent.fetchLimit = 10
/// ```
public struct FetchDescriptor<T>: @unchecked Sendable where T: PersistentModel {
  // The key paths are what the compiler can't prove Sendable: those of stored and computed
  // properties capture nothing, and key paths that capture have no meaning in a fetch.

  /// Which models to fetch; nil for all.
  public var predicate: Predicate<T>?
  /// The order of the result.
  public var sortBy: [SortDescriptor<T>]
  /// The greatest number of models to fetch; nil for no limit.
  public var fetchLimit: Int?
  /// How many models to leave out at the beginning of the result.
  public var fetchOffset: Int?
  /// Whether the result reflects changes that aren't saved yet.
  public var includePendingChanges: Bool = true
  /// The properties to fetch at once; the others are fetched when first read.
  ///
  /// Empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose models to fetch at once.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []
  /// Whether what the store can't do exactly may be done in memory; nil leaves it to the context.
  ///
  /// Not in Apple's framework.
  public var inMemoryEvaluation: InMemoryEvaluation?

  /// Creates a description of what to fetch.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension FetchDescriptor: Equatable {
  /// Returns whether two descriptors ask for the same.
  ///
  /// Predicates are compared by their text, captured values included.
  public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
    lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges && lhs.sortBy == rhs.sortBy
      && lhs.inMemoryEvaluation == rhs.inMemoryEvaluation
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && lhs.predicate.map { PredicateText($0) } == rhs.predicate.map { PredicateText($0) }
  }
}
