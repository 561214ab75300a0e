import Foundation

@testable import SwiftData

/// Puts expressions together whose types are known at run time only.
///
/// A closure is run twice: once to find out the type of what it makes, once to make it. Both times it
/// has to make the same.
enum Build {
  typealias Expression<Output> = any StandardPredicateExpression<Output>

  static func value<T: Codable & Sendable>(_ value: T) -> Expression<T> {
    PredicateExpressions.Value(value)
  }

  static func path<Root, T>(
    _ root: Expression<Root>, _ keyPath: any KeyPath<Root, T> & Sendable
  ) -> Expression<T> {
    func open<R: StandardPredicateExpression<Root>>(_ root: R) -> Expression<T> {
      PredicateExpressions.KeyPath(root: root, keyPath: keyPath)
    }
    return open(root)
  }

  // MARK: Logic

  static func not(_ operand: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>>(_ operand: A) -> Expression<Bool> {
      PredicateExpressions.Negation(operand)
    }
    return open(operand)
  }

  static func and(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> { PredicateExpressions.Conjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  static func or(_ left: Expression<Bool>, _ right: Expression<Bool>) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> { PredicateExpressions.Disjunction(lhs: left, rhs: right) }
    return open(left, right)
  }

  static func conditional<T>(
    _ test: Expression<Bool>, _ then: Expression<T>, _ otherwise: Expression<T>
  ) -> Expression<T> {
    func open<
      A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<T>,
      C: StandardPredicateExpression<T>
    >(_ test: A, _ then: B, _ otherwise: C) -> Expression<T> {
      PredicateExpressions.Conditional(test: test, trueBranch: then, falseBranch: otherwise)
    }
    return open(test, then, otherwise)
  }

  // MARK: Comparison

  static func compare<T: Comparable>(
    _ left: Expression<T>, _ operation: PredicateExpressions.ComparisonOperator,
    _ right: Expression<T>
  ) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> {
      PredicateExpressions.Comparison(lhs: left, rhs: right, op: operation)
    }
    return open(left, right)
  }

  static func equal<T: Equatable>(
    _ left: Expression<T>, _ right: Expression<T>, negated: Bool = false
  ) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<Bool> {
      if negated { return PredicateExpressions.NotEqual(lhs: left, rhs: right) }
      return PredicateExpressions.Equal(lhs: left, rhs: right)
    }
    return open(left, right)
  }

  /// Whether an operand is nil, or isn't.
  static func isNil<T: Equatable>(_ operand: Expression<T?>, negated: Bool = false) -> Expression<
    Bool
  > {
    func open<A: StandardPredicateExpression<T?>>(_ operand: A) -> Expression<Bool> {
      let none = PredicateExpressions.NilLiteral<T>()
      if negated { return PredicateExpressions.NotEqual(lhs: operand, rhs: none) }
      return PredicateExpressions.Equal(lhs: operand, rhs: none)
    }
    return open(operand)
  }

  // MARK: Arithmetic

  static func arithmetic<T: Numeric>(
    _ left: Expression<T>, _ operation: PredicateExpressions.ArithmeticOperator,
    _ right: Expression<T>
  ) -> Expression<T> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<T> {
      PredicateExpressions.Arithmetic(lhs: left, rhs: right, op: operation)
    }
    return open(left, right)
  }

  static func quotient<T: BinaryInteger>(
    _ left: Expression<T>, _ right: Expression<T>, isRemainder: Bool
  ) -> Expression<T> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
      _ left: A, _ right: B
    ) -> Expression<T> {
      if isRemainder { return PredicateExpressions.IntRemainder(lhs: left, rhs: right) }
      return PredicateExpressions.IntDivision(lhs: left, rhs: right)
    }
    return open(left, right)
  }

  static func quotient(
    _ left: Expression<Double>, _ right: Expression<Double>
  ) -> Expression<Double> {
    func open<A: StandardPredicateExpression<Double>, B: StandardPredicateExpression<Double>>(
      _ left: A, _ right: B
    ) -> Expression<Double> { PredicateExpressions.FloatDivision(lhs: left, rhs: right) }
    return open(left, right)
  }

  static func negative<T: SignedNumeric>(_ operand: Expression<T>) -> Expression<T> {
    func open<A: StandardPredicateExpression<T>>(_ operand: A) -> Expression<T> {
      PredicateExpressions.UnaryMinus(operand)
    }
    return open(operand)
  }

  // MARK: Optionals

  static func fallback<T>(_ first: Expression<T?>, _ second: Expression<T>) -> Expression<T> {
    func open<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<T>>(
      _ first: A, _ second: B
    ) -> Expression<T> { PredicateExpressions.NilCoalesce(lhs: first, rhs: second) }
    return open(first, second)
  }

  static func unwrapped<T>(_ operand: Expression<T?>) -> Expression<T> {
    func open<A: StandardPredicateExpression<T?>>(_ operand: A) -> Expression<T> {
      PredicateExpressions.ForcedUnwrap(operand)
    }
    return open(operand)
  }

  static func flatMap<W, R>(
    _ wrapped: Expression<W?>, _ body: (Expression<W>) -> Expression<R>
  ) -> Expression<R?> {
    func open<A: StandardPredicateExpression<W?>, B: StandardPredicateExpression<R>>(
      _ wrapped: A, _ sample: B
    ) -> Expression<R?> {
      PredicateExpressions.OptionalFlatMap(wrapped) { body($0) as? B ?? sample }
    }
    return open(wrapped, body(PredicateExpressions.Variable<W>()))
  }

  static func flatMap<W, R>(
    _ wrapped: Expression<W?>, _ body: (Expression<W>) -> Expression<R?>
  ) -> Expression<R?> {
    func open<A: StandardPredicateExpression<W?>, B: StandardPredicateExpression<R?>>(
      _ wrapped: A, _ sample: B
    ) -> Expression<R?> {
      PredicateExpressions.OptionalFlatMap(wrapped) { body($0) as? B ?? sample }
    }
    return open(wrapped, body(PredicateExpressions.Variable<W>()))
  }

  // MARK: Collections

  static func contains<S: Sequence>(
    _ sequence: Expression<S>, _ element: Expression<S.Element>
  ) -> Expression<Bool> where S.Element: Equatable {
    func open<A: StandardPredicateExpression<S>, B: StandardPredicateExpression<S.Element>>(
      _ sequence: A, _ element: B
    ) -> Expression<Bool> {
      PredicateExpressions.SequenceContains(sequence: sequence, element: element)
    }
    return open(sequence, element)
  }

  static func any<S: Sequence>(
    _ sequence: Expression<S>, _ body: (Expression<S.Element>) -> Expression<Bool>
  ) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<S>, B: StandardPredicateExpression<Bool>>(
      _ sequence: A, _ sample: B
    ) -> Expression<Bool> {
      PredicateExpressions.SequenceContainsWhere(sequence) { body($0) as? B ?? sample }
    }
    return open(sequence, body(PredicateExpressions.Variable<S.Element>()))
  }

  static func all<S: Sequence>(
    _ sequence: Expression<S>, _ body: (Expression<S.Element>) -> Expression<Bool>
  ) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<S>, B: StandardPredicateExpression<Bool>>(
      _ sequence: A, _ sample: B
    ) -> Expression<Bool> {
      PredicateExpressions.SequenceAllSatisfy(sequence) { body($0) as? B ?? sample }
    }
    return open(sequence, body(PredicateExpressions.Variable<S.Element>()))
  }

  static func filter<T>(
    _ sequence: Expression<[T]>, _ body: (Expression<T>) -> Expression<Bool>
  ) -> Expression<[T]> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Bool>>(
      _ sequence: A, _ sample: B
    ) -> Expression<[T]> {
      PredicateExpressions.Filter(sequence) { body($0) as? B ?? sample }
    }
    return open(sequence, body(PredicateExpressions.Variable<T>()))
  }

  static func extreme<T: Comparable>(
    _ sequence: Expression<[T]>, isMaximum: Bool
  ) -> Expression<T?> {
    func open<A: StandardPredicateExpression<[T]>>(_ sequence: A) -> Expression<T?> {
      if isMaximum { return PredicateExpressions.SequenceMaximum(elements: sequence) }
      return PredicateExpressions.SequenceMinimum(elements: sequence)
    }
    return open(sequence)
  }

  static func element<T>(
    _ collection: Expression<[T]>, _ index: Expression<Int>
  ) -> Expression<T> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Int>>(
      _ collection: A, _ index: B
    ) -> Expression<T> {
      PredicateExpressions.CollectionIndexSubscript(wrapped: collection, index: index)
    }
    return open(collection, index)
  }

  static func isInRange<T: Comparable>(
    _ lower: Expression<T>, _ upper: Expression<T>, isClosed: Bool, _ element: Expression<T>
  ) -> Expression<Bool> {
    func open<
      A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>,
      C: StandardPredicateExpression<T>
    >(_ lower: A, _ upper: B, _ element: C) -> Expression<Bool> {
      if isClosed {
        return PredicateExpressions.RangeExpressionContains(
          range: PredicateExpressions.ClosedRange(lower: lower, upper: upper), element: element)
      }
      return PredicateExpressions.RangeExpressionContains(
        range: PredicateExpressions.Range(lower: lower, upper: upper), element: element)
    }
    return open(lower, upper, element)
  }

  // MARK: Text

  enum TextTest: CaseIterable { case contains, starts, localizedContains }

  static func test(
    _ text: Expression<String>, _ test: TextTest, _ part: Expression<String>
  ) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
      _ text: A, _ part: B
    ) -> Expression<Bool> {
      switch test {
      case .contains: PredicateExpressions.CollectionContainsCollection(base: text, other: part)
      case .starts: PredicateExpressions.SequenceStartsWith(base: text, prefix: part)
      case .localizedContains: PredicateExpressions.build_localizedStandardContains(text, part)
      }
    }
    return open(text, part)
  }

  static func localizedOrder(
    _ text: Expression<String>, _ other: Expression<String>, ignoresCase: Bool
  ) -> Expression<ComparisonResult> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
      _ text: A, _ other: B
    ) -> Expression<ComparisonResult> {
      if ignoresCase { return PredicateExpressions.build_caseInsensitiveCompare(text, other) }
      return PredicateExpressions.build_localizedCompare(text, other)
    }
    return open(text, other)
  }

  // MARK: Types

  static func isOf<T, U>(_ operand: Expression<T>, _ type: U.Type) -> Expression<Bool> {
    func open<A: StandardPredicateExpression<T>>(_ operand: A) -> Expression<Bool> {
      PredicateExpressions.TypeCheck<A, U>(operand)
    }
    return open(operand)
  }

  static func cast<T, U>(_ operand: Expression<T>, to type: U.Type) -> Expression<U?> {
    func open<A: StandardPredicateExpression<T>>(_ operand: A) -> Expression<U?> {
      PredicateExpressions.ConditionalCast<A, U>(operand)
    }
    return open(operand)
  }
}
