import Foundation
import StoreModelTestSupport

/// Random values, odd ones among them: much nil, text of many scripts and spellings, numbers and dates
/// at the ends of their range.
struct FleetValues {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let dates = [0, 1, 1.5, -3, 1e9, -1e12, 1e300].map(
    Date.init(timeIntervalSinceReferenceDate:))
  static let codes = (0..<5 as Range<UInt8>).map { byte in
    UUID(uuid: (byte, 0, 0xFF, 0, byte, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0xFF))
  }
  static let prices = ["0", "0.1", "-1.5", "12345678.25", "3"].compactMap { Decimal(string: $0) }
  static let bigs: [UInt64] = [0, 1, 5, .max, 1 << 63, (1 << 63) - 1, .max - 3]
  static let smalls: [Int8] = [0, 1, -1, 5, 100, .max, .min]

  mutating func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func flip() -> Bool { choose(2) == 0 }
  mutating func pick<T>(_ values: [T]) -> T { values[choose(values.count)] }
  mutating func maybe<T>(_ value: T) -> T? { flip() ? value : nil }

  mutating func text() -> String { pick(PredicateTestWorld.texts) }
  mutating func integer() -> Int { pick(PredicateTestWorld.integers) }
  mutating func real() -> Double { pick(PredicateTestWorld.reals) }
  mutating func date() -> Date { pick(Self.dates) }

  mutating func place() -> Fleet.Place {
    Fleet.Place(
      city: text(), zip: maybe(integer()), rent: pick(PredicateTestWorld.reals + [.nan]),
      floor: pick([0, 1, -1]))
  }

  mutating func voyage() -> Fleet.VoyageValues {
    Fleet.VoyageValues(
      title: text(), note: maybe(text()), rating: integer(), score: maybe(integer()),
      small: pick(Self.smalls), big: pick(Self.bigs),
      cost: pick(PredicateTestWorld.reals + [.nan]), budget: maybe(real()), start: date(),
      end: maybe(date()), isDone: flip(), isPaid: maybe(flip()), code: pick(Self.codes),
      purpose: pick(Fleet.Purpose.allCases), mood: maybe(pick(Fleet.Mood.allCases)),
      price: pick(Self.prices), home: place(), away: maybe(place()),
      numbers: (0..<choose(4)).map { _ in integer() })
  }
}
