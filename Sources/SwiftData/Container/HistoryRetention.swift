/// How much of a store's history is kept without anybody deleting it.
///
/// Saves delete what is older, a little at a time, so that some more may be there at any moment. A token
/// from before what is kept has expired. What a `HistoryObserver` of this process has not counted yet, and
/// what its contexts have not heard of, is kept.
///
/// Not in Apple's framework.
public struct HistoryRetention: Hashable, Sendable {
  enum Limit: Hashable, Sendable {
    case none
    case transactions(Int)
    case age(Duration)
  }

  let limit: Limit

  /// All, until it is deleted by `deleteHistory(_:)`.
  public static let unlimited: HistoryRetention = HistoryRetention(limit: .none)

  /// The newest transactions, at least one.
  public static func transactions(_ count: Int) -> HistoryRetention {
    HistoryRetention(limit: .transactions(max(1, count)))
  }

  /// The transactions that are not older, by the clock of the machine.
  public static func age(_ age: Duration) -> HistoryRetention {
    HistoryRetention(limit: .age(max(.zero, age)))
  }
}
