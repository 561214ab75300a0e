public import Foundation

/// A store that keeps a history of its changes.
public protocol HistoryProviding {
  /// The transactions that the history is made of.
  associatedtype HistoryType: HistoryTransaction

  /// The transactions that the history is made of.
  static var historyType: HistoryType.Type { get }

  /// Returns the transactions that a descriptor asks for.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that a descriptor asks for, so that their changes can't be told any
  /// more; the models themselves are left alone.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

/// A place in a store's history.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// What a token is made of.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// What the token is made of.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the store whose history the token is of; empty where a token doesn't know.
  public var storeIdentifier: String {
    (tokenValue as? [String: Int64])?.keys.min() ?? ""
  }
}

/// What one save has changed.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// A place in the history.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// What tells transactions of one store apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// When the save was made.
  var timestamp: Date { get }
  /// What has changed, in order.
  var changes: [HistoryChange] { get }
  /// The place in the history just after this transaction.
  var token: TokenType { get }
  /// What tells the transaction from others of its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The `author` of the context that made the save.
  var author: String? { get }
}
