public import Foundation

/// What part of a history to fetch or delete.
///
/// ```swift
/// var recent = HistoryDescriptor<DefaultHistoryTransaction>()
/// recent.predicate = #Predicate { $0.token > lastToken && $0.author != "import" }
/// let transactions = try context.fetchHistory(recent)
/// ```
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
  /// Which transactions; nil for all.
  ///
  /// A comparison with a token or a transaction's identifier narrows what is read; everything else
  /// is evaluated on the transactions that remain.
  public var predicate: Predicate<TransactionType>?

  /// The greatest number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// The order of the result; by default the order in which the transactions were made.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Creates a description of a part of a history.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
