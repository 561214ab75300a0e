import Foundation

/// The values of one row, made before any clock runs.
struct Sample {
  let id: Int
  let title: String
  let date: Date
  let count: Int
  let price: Double
  let isDone: Bool

  /// Titles of 21 characters, dates with a fraction, and counts that are each there once, in an
  /// order that is not that of the rows.
  static func make(_ rows: Int) -> [Sample] {
    (0..<rows).map { row in
      Sample(
        id: row, title: "Title of item " + String(1_000_000 + row),
        date: Date(timeIntervalSinceReferenceDate: Double(row) * 60 + 0.25),
        count: row * 7919 % rows, price: Double(row) * 0.01 + 0.005,
        isDone: row.isMultiple(of: 3))
    }
  }
}

/// A small generator with a fixed seed, so that each side visits the same rows in the same order.
struct Steps: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
