import Foundation
import SwiftData
import Testing

@Suite struct RawValueRoundTripTests {
  @Test func enumerationsOfEveryRawTypeComeBack() throws {
    try expectRoundTrip(\Kinds.word, Word.allCases, column: "ZWORD", class: "text")
    try expectRoundTrip(\Kinds.number, [.least, .most, .zero], column: "ZNUMBER")
    try expectRoundTrip(\Kinds.tiny, [.least, .most], column: "ZTINY")
    try expectRoundTrip(\Kinds.short, [.least, .most], column: "ZSHORT")
    try expectRoundTrip(\Kinds.medium, [.least, .most], column: "ZMEDIUM")
    try expectRoundTrip(\Kinds.unsigned, [.least, .most], column: "ZUNSIGNED")
    try expectRoundTrip(\Kinds.real, [.half, .third], column: "ZREAL", class: "real")
  }

  @Test func optionalEnumerationsComeBack() throws {
    try expectRoundTrip(
      \Kinds.optionalWord, Word.allCases + [nil], column: "ZOPTIONALWORD", class: "text")
    try expectRoundTrip(
      \Kinds.optionalNumber, [.least, .most, .zero, nil], column: "ZOPTIONALNUMBER")
  }

  @Test func structuresWithARawValueComeBack() throws {
    try expectRoundTrip(
      \Kinds.options, [[], [.first, .second], Options(rawValue: 1 << 40)], column: "ZOPTIONS")
    try expectRoundTrip(
      \Kinds.wrapper, [Wrapper(rawValue: ""), Wrapper(rawValue: "ü")], column: "ZWRAPPER",
      class: "text")
  }

  @Test func collectionsOfEnumerationsComeBack() throws {
    try expectRoundTrip(
      \Kinds.words, [[], Word.allCases, [.quoted, .quoted]], column: "ZWORDS", class: "blob")
    try expectRoundTrip(
      \Kinds.numbers, [[], [.least, .most]], column: "ZNUMBERS", class: "blob")
    try expectRoundTrip(\Kinds.wordSet, [[], [.plain, .empty]], column: "ZWORDSET", class: "blob")
    try expectRoundTrip(
      \Kinds.byWord, [[:], [.plain: 1, .quoted: .max]], column: "ZBYWORD", class: "blob")
  }

  enum Word: String, Codable, CaseIterable { case plain, empty = "", quoted = "'\"\u{0}" }
  enum Number: Int, Codable {
    case zero = 0
    case least = -9_223_372_036_854_775_808
    case most = 9_223_372_036_854_775_807
  }
  enum Tiny: Int8, Codable { case least = -128, most = 127 }
  enum Short: Int16, Codable { case least = -32768, most = 32767 }
  enum Medium: Int32, Codable { case least = -2_147_483_648, most = 2_147_483_647 }
  enum Unsigned: UInt64, Codable { case least = 0, most = 18_446_744_073_709_551_615 }
  enum Real: Double, Codable { case half = 0.5, third = 0.333 }

  struct Options: OptionSet, Codable {
    let rawValue: Int
    static let first = Options(rawValue: 1)
    static let second = Options(rawValue: 2)
  }

  struct Wrapper: RawRepresentable, Codable, Hashable {
    let rawValue: String
  }
}

@Model final class Kinds {
  var word: RawValueRoundTripTests.Word = RawValueRoundTripTests.Word.plain
  var number: RawValueRoundTripTests.Number = RawValueRoundTripTests.Number.zero
  var tiny: RawValueRoundTripTests.Tiny = RawValueRoundTripTests.Tiny.most
  var short: RawValueRoundTripTests.Short = RawValueRoundTripTests.Short.most
  var medium: RawValueRoundTripTests.Medium = RawValueRoundTripTests.Medium.most
  var unsigned: RawValueRoundTripTests.Unsigned = RawValueRoundTripTests.Unsigned.least
  var real: RawValueRoundTripTests.Real = RawValueRoundTripTests.Real.half
  var options: RawValueRoundTripTests.Options = []
  var wrapper: RawValueRoundTripTests.Wrapper = RawValueRoundTripTests.Wrapper(rawValue: "x")
  var optionalWord: RawValueRoundTripTests.Word?
  var optionalNumber: RawValueRoundTripTests.Number?
  var words: [RawValueRoundTripTests.Word] = []
  var numbers: [RawValueRoundTripTests.Number] = []
  var wordSet: Set<RawValueRoundTripTests.Word> = []
  var byWord: [RawValueRoundTripTests.Word: Int] = [:]
  init() {}
}

extension Kinds: Blank {}
