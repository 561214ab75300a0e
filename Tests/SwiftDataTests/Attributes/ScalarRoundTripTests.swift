import Foundation
import SwiftData
import Testing

@Suite struct ScalarRoundTripTests {
  @Test func extremesOfIntegersComeBack() throws {
    try expectRoundTrip(\Integers.int, [.min, .max, 0, -1], column: "ZINT")
    try expectRoundTrip(\Integers.int8, [.min, .max, -1], column: "ZINT8")
    try expectRoundTrip(\Integers.int16, [.min, .max, -1], column: "ZINT16")
    try expectRoundTrip(\Integers.int32, [.min, .max, -1], column: "ZINT32")
    try expectRoundTrip(\Integers.int64, [.min, .max, -1], column: "ZINT64")
    try expectRoundTrip(\Integers.uint, [.min, .max, 1 << 63], column: "ZUINT")
    try expectRoundTrip(\Integers.uint8, [.min, .max, 128], column: "ZUINT8")
    try expectRoundTrip(\Integers.uint16, [.min, .max, 1 << 15], column: "ZUINT16")
    try expectRoundTrip(\Integers.uint32, [.min, .max, 1 << 31], column: "ZUINT32")
    try expectRoundTrip(\Integers.uint64, [.min, .max, 1 << 63], column: "ZUINT64")
    try expectRoundTrip(\Integers.bool, [true, false], column: "ZBOOL")
  }

  @Test func extremesOfOptionalIntegersComeBack() throws {
    try expectRoundTrip(\Integers.optionalInt, [.min, .max, 0, nil], column: "ZOPTIONALINT")
    try expectRoundTrip(\Integers.optionalInt8, [.min, .max, 0, nil], column: "ZOPTIONALINT8")
    try expectRoundTrip(\Integers.optionalInt16, [.min, .max, nil], column: "ZOPTIONALINT16")
    try expectRoundTrip(\Integers.optionalInt32, [.min, .max, nil], column: "ZOPTIONALINT32")
    try expectRoundTrip(\Integers.optionalInt64, [.min, .max, nil], column: "ZOPTIONALINT64")
    try expectRoundTrip(\Integers.optionalUInt, [.min, .max, nil], column: "ZOPTIONALUINT")
    try expectRoundTrip(\Integers.optionalUInt8, [.min, .max, nil], column: "ZOPTIONALUINT8")
    try expectRoundTrip(\Integers.optionalUInt16, [.min, .max, nil], column: "ZOPTIONALUINT16")
    try expectRoundTrip(\Integers.optionalUInt32, [.min, .max, nil], column: "ZOPTIONALUINT32")
    try expectRoundTrip(\Integers.optionalUInt64, [.min, .max, nil], column: "ZOPTIONALUINT64")
    try expectRoundTrip(\Integers.optionalBool, [true, false, nil], column: "ZOPTIONALBOOL")
  }

  @Test func extremesOfRealsComeBack() throws {
    let doubles: [Double] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, 0.1, 1, -1, 9_007_199_254_740_992, 1e18, 9.3e18, .pi, .nan,
    ]
    try expectRoundTrip(
      \Reals.double, doubles, column: "ZDOUBLE", class: "real", isEqual: areSame)
    try expectRoundTrip(
      \Reals.float, [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, 0.1, 16_777_216],
      column: "ZFLOAT", class: "real")
    try expectRoundTrip(\Reals.float, [.nan], column: "ZFLOAT", class: "null") {
      $0.isNaN && $1.isNaN
    }
    try expectRoundTrip(
      \Reals.cgFloat, [.greatestFiniteMagnitude, -.infinity, 0.5, 2], column: "ZCGFLOAT",
      class: "real")
    try expectRoundTrip(
      \Reals.optionalDouble, [.greatestFiniteMagnitude, -.infinity, 0, nil],
      column: "ZOPTIONALDOUBLE", class: "real")
    try expectRoundTrip(
      \Reals.optionalFloat, [.greatestFiniteMagnitude, -.infinity, 0, nil],
      column: "ZOPTIONALFLOAT", class: "real")
    try expectRoundTrip(
      \Reals.optionalCGFloat, [1.5, nil], column: "ZOPTIONALCGFLOAT", class: "real")
    try expectRoundTrip(
      \Reals.interval, [0.25, -1e300], column: "ZINTERVAL", class: "real")
  }

  /// SQLite has no NaN and no negative zero.
  @Test func negativeZeroComesBackAsZeroAndOptionalNaNAsNil() throws {
    try expectRoundTrip(\Reals.double, [-0.0], column: "ZDOUBLE", class: "real")
    try expectRoundTrip(
      \Reals.optionalDouble, [.nan], column: "ZOPTIONALDOUBLE", class: "null"
    ) { _, found in found?.isNaN ?? true }
  }

  @Test func extremesOfDatesComeBack() throws {
    let dates: [Date] = [
      .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSinceReferenceDate: -0.0), Date(timeIntervalSince1970: 0),
      Date(timeIntervalSince1970: 253_402_300_800), Date(timeIntervalSinceReferenceDate: 0.1),
      Date(timeIntervalSinceReferenceDate: 1e300), Date(timeIntervalSinceReferenceDate: .infinity),
      Date(timeIntervalSinceReferenceDate: 757_382_400.123_456_7),
      Date(timeIntervalSinceReferenceDate: 9.3e18),
    ]
    try expectRoundTrip(\Reals.date, dates, column: "ZDATE", class: "number")
    try expectRoundTrip(
      \Reals.optionalDate, dates + [nil], column: "ZOPTIONALDATE", class: "number")
  }

  @Test func extremesOfDecimalsComeBack() throws {
    let decimals: [Decimal] = [
      0, -1, Decimal(Int64.max), Decimal(Int64.min), Decimal(string: "0.1") ?? 0,
      Decimal(string: "-123456789.012345") ?? 0, Decimal(string: "1e-127") ?? 0,
      Decimal(string: "1e127") ?? 0, Decimal(string: "1000000000000000000000") ?? 0,
    ]
    try expectRoundTrip(\Reals.decimal, decimals, column: "ZDECIMAL", class: "number")
    try expectRoundTrip(
      \Reals.optionalDecimal, decimals + [nil], column: "ZOPTIONALDECIMAL", class: "number")
    try expectRoundTrip(\Reals.decimal, [.nan], column: "ZDECIMAL", class: "null") {
      $0.isNaN && $1.isNaN
    }
  }

  /// A DECIMAL column of Core Data's holds no more than a double.
  @Test func decimalsOfMoreDigitsThanADoubleAreRounded() throws {
    let limits: [Decimal] = [
      .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi,
      Decimal(string: "99999999999999999999.99") ?? 0,
    ]
    try expectRoundTrip(\Reals.decimal, limits, column: "ZDECIMAL", class: "number") {
      written, found in
      let difference = abs(
        NSDecimalNumber(decimal: written).doubleValue - NSDecimalNumber(decimal: found).doubleValue)
      return difference <= abs(NSDecimalNumber(decimal: written).doubleValue) * 1e-15
    }
  }

  private func areSame(_ left: Double, _ right: Double) -> Bool {
    left == right || left.isNaN && right.isNaN
  }
}

@Model final class Integers {
  var int: Int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var bool: Bool = false
  var optionalInt: Int?
  var optionalInt8: Int8?
  var optionalInt16: Int16?
  var optionalInt32: Int32?
  var optionalInt64: Int64?
  var optionalUInt: UInt?
  var optionalUInt8: UInt8?
  var optionalUInt16: UInt16?
  var optionalUInt32: UInt32?
  var optionalUInt64: UInt64?
  var optionalBool: Bool?
  init() {}
}

extension Integers: Blank {}

@Model final class Reals {
  var double: Double = 0
  var float: Float = 0
  var cgFloat: CGFloat = 0
  var interval: TimeInterval = 0
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var decimal: Decimal = 0
  var optionalDouble: Double?
  var optionalFloat: Float?
  var optionalCGFloat: CGFloat?
  var optionalDate: Date?
  var optionalDecimal: Decimal?
  init() {}
}

extension Reals: Blank {}
