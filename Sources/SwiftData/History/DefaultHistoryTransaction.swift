public import Foundation

/// What one save has changed in a default store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// What tells transactions apart: a number that grows with each.
  public typealias TransactionIdentifier = Int64
  /// A place in the history.
  public typealias TokenType = DefaultHistoryToken

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }
  /// When the save was made, by the clock of its machine.
  public let timestamp: Date
  /// What has changed, in order; changes of entities that the store's schema has not are left out.
  public let changes: [HistoryChange]
  /// The place in the history just after this transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The bundle identifier of the program that made the save, or its name where it has no bundle.
  public let bundleIdentifier: String
  /// The name of the process that made the save.
  public let processIdentifier: String
  /// The `author` of the context that made the save.
  public let author: String?

  /// Returns whether two values describe the same save.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier
  }

  /// Hashes what tells the transaction from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(transactionIdentifier)
    hasher.combine(storeIdentifier)
  }
}
