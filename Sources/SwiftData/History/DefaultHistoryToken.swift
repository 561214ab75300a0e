/// A place in the history of a default store.
///
/// Tokens of one store are ordered as its transactions are. A token can be encoded, and decoded by a
/// later run of the program, to go on from there.
public struct DefaultHistoryToken: HistoryToken, Codable {
  /// Transaction numbers by store identifier.
  public typealias TokenType = [String: Int64]

  /// The number of the last transaction before the place, by store identifier.
  public var tokenValue: [String: Int64]?

  init(storeIdentifier: String, transaction: Int64) {
    tokenValue = [storeIdentifier: transaction]
  }

  /// A number that tells places of one store apart.
  public var id: Int {
    Int(truncatingIfNeeded: (tokenValue ?? [:]).values.reduce(0, &+))
  }

  /// The identifier of the store; empty for a token of none.
  public var storeIdentifier: String { tokenValue?.keys.min() ?? "" }

  /// The number of the last transaction of a store before the place, or nil if the token is not of
  /// that store.
  func transaction(of storeIdentifier: String) -> Int64? { tokenValue?[storeIdentifier] }

  /// Orders places of one store by time, and places of different stores by the stores.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    lhs.sortKey.lexicographicallyPrecedes(rhs.sortKey) { left, right in
      (left.store, left.transaction) < (right.store, right.transaction)
    }
  }

  private var sortKey: [(store: String, transaction: Int64)] {
    (tokenValue ?? [:]).map { (store: $0.key, transaction: $0.value) }
      .sorted { $0.store < $1.store }
  }
}
