import Foundation
import StoreModelTestSupport

/// What one writer has made of its part of the store after so many steps, as plain values: the same for
/// the same seed, writer and number of steps, whatever the others do meanwhile.
struct SoakPlan: Equatable {
  struct Box: Equatable {
    var value: Int
    var note: String?
    var isCrate = false
    /// Values by number.
    var parts: [Int: Int] = [:]
    var labels: Set<Int> = []
  }

  enum Operation {
    case open(Int, value: Int, isCrate: Bool, parts: [Int])
    case set(Int, value: Int, note: String?)
    case addPart(Int, to: Int)
    case setPart(Int, value: Int)
    /// By the to-one of the part or by the to-many of the box.
    case movePart(Int, to: Int, byMembers: Bool)
    case removePart(Int)
    case toggle(Int, label: Int)
    case close(Int)
    /// All parts whose value is less.
    case sweep(below: Int)
  }

  /// What a step does.
  enum Step {
    case save([Operation])
    /// Does it and rolls it back.
    case rollBack([Operation])
    /// Counts up in a save of its own.
    case count(Int)
    /// Looks at its own boxes, and at some of another writer.
    case look(Int)
    case readHistory
    case deleteHistory
  }

  static let labelCount = 6
  static let counterCount = 3

  let seed: UInt64
  let writer: Int
  private(set) var steps = 0
  private(set) var boxes: [Int: Box] = [:]
  private(set) var counts = [Int](repeating: 0, count: SoakPlan.counterCount)
  private var nextNumber = 0

  init(seed: UInt64, writer: Int, steps: Int = 0) {
    self.seed = seed
    self.writer = writer
    for _ in 0..<steps { _ = advance(writers: 1) }
  }

  /// The boxes that hold parts, by part.
  var boxOfPart: [Int: Int] {
    boxes.reduce(into: [:]) { found, entry in
      for part in entry.value.parts.keys { found[part] = entry.key }
    }
  }

  /// Takes a step of a soak with so many writers; returns what it was.
  mutating func advance(writers: Int) -> Step {
    steps += 1
    var random = SeededGenerator(
      seed: seed &* 1_000_003 &+ UInt64(writer) &* 7_919 &+ UInt64(steps) &* 104_729)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<12: return .save(operations(&random))
    case 12, 13:
      let before = boxes
      let operations = operations(&random)
      boxes = before
      return .rollBack(operations)
    case 14, 15:
      let number = Int.random(in: 0..<Self.counterCount, using: &random)
      counts[number] += 1
      return .count(number)
    case 16, 17: return .look(Int.random(in: 0..<max(1, writers), using: &random))
    case 18: return .readHistory
    default: return .deleteHistory
    }
  }

  private mutating func operations(_ random: inout SeededGenerator) -> [Operation] {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in
      let operation = makeOperation(&random)
      apply(operation)
      return operation
    }
  }

  private mutating func makeOperation(_ random: inout SeededGenerator) -> Operation {
    let number = boxes.keys.sorted().randomElement(using: &random)
    guard let number, boxes.count > 3 || Bool.random(using: &random) else {
      return open(&random)
    }
    let part = boxOfPart.keys.sorted().randomElement(using: &random)
    switch (Int.random(in: 0..<14, using: &random), part) {
    case (0...2, _):
      return .set(
        number, value: makeNumber(),
        note: [nil, "é\(steps)", ""].randomElement(using: &random) ?? nil)
    case (3...4, _): return .addPart(makeNumber(), to: number)
    case (5, let part?): return .setPart(part, value: .random(in: 0...99, using: &random))
    case (6...7, let part?):
      return .movePart(part, to: number, byMembers: Bool.random(using: &random))
    case (8, let part?): return .removePart(part)
    case (9...10, _):
      return .toggle(number, label: .random(in: 0..<Self.labelCount, using: &random))
    case (11, _): return .sweep(below: .random(in: 0...12, using: &random))
    case (12, _) where boxes.count > 8, (13, _) where boxes.count > 12: return .close(number)
    default: return boxes.count > 16 ? .close(number) : open(&random)
    }
  }

  private mutating func open(_ random: inout SeededGenerator) -> Operation {
    .open(
      makeNumber(), value: .random(in: 0...9, using: &random),
      isCrate: Bool.random(using: &random),
      parts: (0..<Int.random(in: 0...4, using: &random)).map { _ in makeNumber() })
  }

  /// A number that no writer uses twice.
  private mutating func makeNumber() -> Int {
    nextNumber += 1
    return nextNumber * 100 + writer
  }

  /// What a part's value is at first.
  static func value(ofPart number: Int) -> Int { number / 100 % 100 }

  private mutating func apply(_ operation: Operation) {
    switch operation {
    case .open(let number, let value, let isCrate, let parts):
      boxes[number] = Box(
        value: value, isCrate: isCrate,
        parts: Dictionary(uniqueKeysWithValues: parts.map { ($0, Self.value(ofPart: $0)) }))
    case .set(let number, let value, let note):
      boxes[number]?.value = value
      boxes[number]?.note = note
    case .addPart(let part, let number): boxes[number]?.parts[part] = Self.value(ofPart: part)
    case .setPart(let part, let value):
      if let box = boxOfPart[part] { boxes[box]?.parts[part] = value }
    case .movePart(let part, let number, _):
      guard let box = boxOfPart[part], let value = boxes[box]?.parts.removeValue(forKey: part)
      else { return }
      boxes[number]?.parts[part] = value
    case .removePart(let part):
      if let box = boxOfPart[part] { boxes[box]?.parts[part] = nil }
    case .toggle(let number, let label): boxes[number]?.labels.formSymmetricDifference([label])
    case .close(let number): boxes[number] = nil
    case .sweep(let limit):
      boxes = boxes.mapValues { box in
        var box = box
        box.parts = box.parts.filter { $0.value >= limit }
        return box
      }
    }
  }
}
