import Foundation
import StoreModel

/// Which transactions of one store a predicate can match, as far as its comparisons with tokens and
/// transaction identifiers tell.
struct HistoryRange {
  let storeIdentifier: String
  private(set) var lower: Int64 = 0
  private(set) var upper: Int64 = .max
  /// The earliest place after which the predicate asks for what came, if it names any.
  private(set) var start: Int64?

  init(_ predicate: Predicate<DefaultHistoryTransaction>?, storeIdentifier: String) {
    self.storeIdentifier = storeIdentifier
    guard let predicate else { return }
    narrow(by: predicate.expression)
  }

  /// The keys, or nil if there can be none.
  var keys: ClosedRange<Int64>? { lower <= upper ? lower...upper : nil }

  fileprivate mutating func narrow(by expression: any PredicateExpression) {
    (expression as? any HistoryCondition)?.narrow(&self)
  }

  fileprivate mutating func narrow(
    _ member: AnyKeyPath, _ comparison: QueryComparison, _ value: Any
  ) {
    guard let number = number(of: member, value) else { return }
    switch comparison {
    case .greater: lower = max(lower, number == .max ? number : number + 1)
    case .greaterOrEqual: lower = max(lower, number)
    case .less: upper = min(upper, number == .min ? number : number - 1)
    case .lessOrEqual: upper = min(upper, number)
    case .equal: (lower, upper) = (max(lower, number), min(upper, number))
    case .notEqual: return
    }
    if member == \DefaultHistoryTransaction.token,
      comparison == .greater || comparison == .greaterOrEqual
    {
      start = min(start ?? number, number)
    }
  }

  private func number(of member: AnyKeyPath, _ value: Any) -> Int64? {
    switch member {
    case \DefaultHistoryTransaction.token:
      (value as? DefaultHistoryToken)?.transaction(of: storeIdentifier)
    case \DefaultHistoryTransaction.transactionIdentifier, \DefaultHistoryTransaction.id:
      value as? Int64
    default: nil
    }
  }
}

/// A condition all of which must hold for a transaction to match.
private protocol HistoryCondition {
  func narrow(_ range: inout HistoryRange)
}

extension PredicateExpressions.Conjunction: HistoryCondition {
  fileprivate func narrow(_ range: inout HistoryRange) {
    range.narrow(by: lhs)
    range.narrow(by: rhs)
  }
}

extension PredicateExpressions.Comparison: HistoryCondition {
  fileprivate func narrow(_ range: inout HistoryRange) {
    range.narrow(lhs, QueryComparison(op), rhs)
  }
}

extension PredicateExpressions.Equal: HistoryCondition {
  fileprivate func narrow(_ range: inout HistoryRange) {
    range.narrow(lhs, .equal, rhs)
  }
}

extension HistoryRange {
  /// Narrows the range if one operand is a member of the transaction and the other a constant.
  fileprivate mutating func narrow(
    _ left: some PredicateExpression, _ comparison: QueryComparison,
    _ right: some PredicateExpression
  ) {
    if let member = left.member, let value = right.constant {
      narrow(member, comparison, value)
    } else if let member = right.member, let value = left.constant {
      narrow(member, comparison.mirrored, value)
    }
  }
}

extension PredicateExpression {
  /// The member of a transaction that the expression stands for.
  fileprivate var member: AnyKeyPath? { (self as? any HistoryMember)?.transactionMember }

  /// The value of an expression that mentions no transaction.
  fileprivate var constant: Any? { try? guarded(PredicateBindings()) }
}

private protocol HistoryMember {
  var transactionMember: AnyKeyPath? { get }
}

extension PredicateExpressions.KeyPath: HistoryMember {
  fileprivate var transactionMember: AnyKeyPath? {
    root is PredicateExpressions.Variable<DefaultHistoryTransaction> ? keyPath : nil
  }
}
