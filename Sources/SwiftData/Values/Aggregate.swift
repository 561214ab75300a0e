import Foundation
import StoreModel

/// A number, or another single value, that is made of many models: how many there are, or the sum, the
/// average, the least or the greatest of one of their properties.
///
/// ```swift
/// let total = try context.aggregate(.sum(\.cost), over: descriptor)
/// let longest = try context.aggregate(.maximum(\.nights), over: descriptor, groupedBy: \.kind)
/// ```
///
/// Nil counts for nothing. Not in Apple's framework.
public struct Aggregate<Model, Result> where Model: PersistentModel {
  /// The property; nil where rows themselves are counted.
  let keyPath: AnyKeyPath?
  let function: QueryAggregate.Function
  /// Whether the store works it out as Swift would, from columns of a type.
  let isExact: (any Any.Type) -> Bool
  /// Makes the result of what the store says.
  let result: (AggregateAnswer) throws -> Result
  /// Makes the result in memory.
  let evaluate: ([Model]) throws -> Result
}

/// What a store says of one aggregate.
struct AggregateAnswer {
  var cells: RowCells
  /// How many models there were.
  var count: Int
  /// How many of them had a value.
  var valueCount: Int
  var column: ValueColumn?

  /// Whether a model's number is none, and with it what is made of them all.
  var hasNotANumber: Bool { valueCount < count && !(column?.mayBeNil ?? true) }
}

extension Aggregate where Result == Int {
  /// How many models there are.
  public static var count: Aggregate {
    Aggregate(
      keyPath: nil, function: .count, isExact: { _ in true }, result: { $0.count },
      evaluate: { $0.count })
  }

  /// How many models have a value.
  public static func count<Value>(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
    Aggregate(
      keyPath: keyPath, function: .count, isExact: { _ in true }, result: { $0.valueCount },
      evaluate: { models in models.count { $0[keyPath: keyPath] != nil } })
  }
}

extension Aggregate where Result: Numeric {
  /// The sum of a property; 0 of no models.
  ///
  /// `aggregate(_:over:)` throws `SwiftDataError.unsupportedKeyPath` if a sum of integers is out of
  /// range. Real numbers are added in no certain order.
  public static func sum(_ keyPath: KeyPath<Model, Result>) -> Aggregate {
    sum(keyPath) { $0[keyPath: keyPath] }
  }

  /// The sum of a property of those models in which it isn't nil; 0 if there are none.
  ///
  /// `aggregate(_:over:)` throws `SwiftDataError.unsupportedKeyPath` if a sum of integers is out of
  /// range. Real numbers are added in no certain order.
  public static func sum(_ keyPath: KeyPath<Model, Result?>) -> Aggregate {
    sum(keyPath) { $0[keyPath: keyPath] }
  }

  private static func sum(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Result?
  ) -> Aggregate {
    Aggregate(
      keyPath: keyPath, function: .sum, isExact: { AggregateNumber.canAdd($0) },
      result: { answer in
        if answer.hasNotANumber, let nan = Double.nan as? Result { return nan }
        if answer.valueCount == 0 { return .zero }
        guard let sum = AggregateNumber.number(Result.self, answer.cells.value) else {
          throw AggregateOverflow()
        }
        return sum
      },
      evaluate: { models in
        try AggregateNumber.sum(models.lazy.compactMap(value))
      })
  }
}

extension Aggregate where Result == Double? {
  /// The average of a property; nil of no models.
  ///
  /// Worked out in double precision, in no certain order.
  public static func average<Value>(_ keyPath: KeyPath<Model, Value>) -> Aggregate
  where Value: Numeric {
    average(keyPath) { $0[keyPath: keyPath] }
  }

  /// The average of a property of those models in which it isn't nil; nil if there are none.
  ///
  /// Worked out in double precision, in no certain order.
  public static func average<Value>(_ keyPath: KeyPath<Model, Value?>) -> Aggregate
  where Value: Numeric {
    average(keyPath) { $0[keyPath: keyPath] }
  }

  private static func average(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> (any Numeric)?
  ) -> Aggregate {
    Aggregate(
      keyPath: keyPath, function: .average, isExact: { AggregateNumber.canAdd($0) },
      result: { answer in
        if answer.hasNotANumber { return .nan }
        guard answer.valueCount > 0 else { return nil }
        return AggregateNumber.number(Double.self, answer.cells.value) ?? .nan
      },
      evaluate: { models in
        let numbers = models.compactMap(value).map(AggregateNumber.real)
        return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
      })
  }
}

extension Aggregate {
  /// The least value of a property; nil of no models.
  ///
  /// Not a number is passed over; strings go by Swift's `<`.
  public static func minimum<Value>(_ keyPath: KeyPath<Model, Value>) -> Aggregate
  where Value: Comparable, Result == Value? {
    extreme(keyPath, .minimum) { $0[keyPath: keyPath] }
  }

  /// The least value of a property that isn't nil; nil if there is none.
  ///
  /// Not a number is passed over; strings go by Swift's `<`.
  public static func minimum<Value>(_ keyPath: KeyPath<Model, Value?>) -> Aggregate
  where Value: Comparable, Result == Value? {
    extreme(keyPath, .minimum) { $0[keyPath: keyPath] }
  }

  /// The greatest value of a property; nil of no models.
  ///
  /// Not a number is passed over; strings go by Swift's `<`.
  public static func maximum<Value>(_ keyPath: KeyPath<Model, Value>) -> Aggregate
  where Value: Comparable, Result == Value? {
    extreme(keyPath, .maximum) { $0[keyPath: keyPath] }
  }

  /// The greatest value of a property that isn't nil; nil if there is none.
  ///
  /// Not a number is passed over; strings go by Swift's `<`.
  public static func maximum<Value>(_ keyPath: KeyPath<Model, Value?>) -> Aggregate
  where Value: Comparable, Result == Value? {
    extreme(keyPath, .maximum) { $0[keyPath: keyPath] }
  }

  private static func extreme<Value: Comparable>(
    _ keyPath: AnyKeyPath, _ function: QueryAggregate.Function,
    _ value: @escaping (Model) -> Value?
  ) -> Aggregate where Result == Value? {
    Aggregate(
      keyPath: keyPath, function: function,
      isExact: { if case .stored = PredicateTypeOrder($0) { true } else { false } },
      result: { answer in
        guard answer.valueCount > 0, let column = answer.column else { return nil }
        return try column.coder.value(of: column.coder.slot(in: answer.cells), as: Value.self)
      },
      evaluate: { models in
        let values = models.compactMap(value).filter { $0 == $0 }
        return function == .minimum ? values.min() : values.max()
      })
  }
}

/// A sum of integers that has no place in their type.
struct AggregateOverflow: Error {}

/// Arithmetic of numbers whose type is known at run time only.
private enum AggregateNumber {
  /// Whether a store adds numbers of a type as Swift does.
  static func canAdd(_ type: any Any.Type) -> Bool {
    switch type {
    case is UInt.Type, is UInt64.Type: false
    case is any FixedWidthInteger.Type, is Double.Type, is CGFloat.Type: true
    default: false
    }
  }

  static func number<Number: Numeric>(_ type: Number.Type, _ value: StoredValue) -> Number? {
    switch value {
    case .integer(let integer):
      if type == Double.self { return Double(integer) as? Number }
      return Number(exactly: integer)
    case .real(let real):
      if type == CGFloat.self { return CGFloat(real) as? Number }
      return real as? Number
    // Infinities of both signs.
    case .null: return (Double.nan as? Number) ?? (CGFloat.nan as? Number)
    case .text, .blob: return nil
    }
  }

  /// The sum of numbers; throws only if the sum itself is out of range.
  static func sum<Number: Numeric>(_ numbers: some Sequence<Number>) throws -> Number {
    guard Number.self is any FixedWidthInteger.Type else { return numbers.reduce(.zero, +) }
    var total: Int128 = 0
    for case let number as any FixedWidthInteger in numbers {
      guard let wide = Int128(exactly: number) else { throw AggregateOverflow() }
      let (sum, overflows) = total.addingReportingOverflow(wide)
      guard !overflows else { throw AggregateOverflow() }
      total = sum
    }
    guard let sum = Number(exactly: total) else { throw AggregateOverflow() }
    return sum
  }

  static func real(_ number: any Numeric) -> Double {
    switch number {
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as Decimal: NSDecimalNumber(decimal: number).doubleValue
    default: .nan
    }
  }
}
