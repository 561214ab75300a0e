import Foundation
import StoreModel
import SwiftData
import Testing

/// Types that encode plainly and decode in ways of their own, and rows of earlier versions of a type.
@Suite struct CompositeDecodingTests {
  private func value<Value>(
    of keyPath: KeyPath<Odd, Value>, after sql: String? = nil, _ change: (Odd) -> Void
  ) throws -> Value {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Odd.self))
      let odd = Odd()
      context.insert(odd)
      change(odd)
      try context.save()
    }
    if let sql { try store.raw.execute(sql) }
    let context = ModelContext(try store.container(Odd.self))
    let odd = try #require(try context.fetch(FetchDescriptor<Odd>()).first)
    return try odd.value(for: keyPath)
  }

  @Test func aFieldMayBeAskedForAsAnotherType() throws {
    #expect(try value(of: \.heat) { $0.heat = Heat(degrees: 20, unit: "C") }.degrees == 20)
  }

  @Test func aListMayBeDecodedElementByElement() throws {
    #expect(
      try value(of: \.lossy) { $0.lossy = Lossy(numbers: [1, 2, 3], name: "x") }.numbers
        == [1, 2, 3])
    #expect(
      try value(
        of: \.lossy, after: #"UPDATE ZODD SET ZNUMBERS = CAST('[1,"x",3]' AS BLOB)"#
      ) { _ in }.numbers == [1, 3])
  }

  @Test func theWholeMayBeAskedForInOneValue() throws {
    #expect(try value(of: \.text) { $0.text = TextOrParts(head: "a", tail: "b\"c") }.tail == "b\"c")
  }

  @Test func aNestedStructureMayBeDecodedPieceByPiece() throws {
    let outer = Outer(inner: .init(x: 3, note: nil), mood: .rainy)
    let found = try value(of: \.outer) { $0.outer = outer }
    #expect(found.inner.x == 3 && found.inner.note == nil && found.mood == .rainy)
  }

  /// A row that was migrated has NULL for a field that its type has got since.
  @Test func aMissingFieldIsTheTypesOwnMatter() throws {
    let found = try value(of: \.grown, after: "UPDATE ZODD SET ZLEVEL = NULL") {
      $0.grown = Grown(name: "n", level: 9)
    }
    #expect(found.name == "n" && found.level == 5)
  }

  /// A value that would not fit its columns fails the save and is not lost.
  @Test func aValueThatTurnsOutOtherwiseFailsTheSaveAlone() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Odd.self))
    let odd = Odd()
    context.insert(odd)
    odd.fickle = Fickle(number: -1)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.description.contains("Odd.fickle") == true)
    #expect(error?.description.contains("@Attribute(.codable)") == true)
    #expect(try store.raw.integer("SELECT count(*) FROM ZODD") == 0)
    odd.fickle = Fickle(number: 1)
    try context.save()
    // As a whole any value can be stored.
    odd.fickleWhole = Fickle(number: -1)
    try context.save()
    let again = ModelContext(context.container)
    #expect(try again.fetch(FetchDescriptor<Odd>()).first?.fickleWhole.number == -1)
  }

  /// A payload that is not a number would leave two cases alike.
  @Test func aCaseWithoutTraceFailsTheSave() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Odd.self))
    let odd = Odd()
    context.insert(odd)
    odd.figure = .circle(.nan)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    odd.figure = .square(.infinity)
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Odd>()).first?.figure
        == .square(.infinity))
  }

  @Model final class Odd {
    var heat: Heat = Heat(degrees: 1, unit: "K")
    var lossy: Lossy = Lossy(numbers: [], name: "")
    var text: TextOrParts = TextOrParts(head: "", tail: "")
    var outer: Outer = Outer(inner: .init(x: 0, note: ""), mood: .sunny)
    var grown: Grown = Grown(name: "", level: 0)
    var fickle: Fickle = Fickle(number: 1)
    @Attribute(.codable) var fickleWhole: Fickle = Fickle(number: 1)
    var figure: Figure = Figure.circle(1)

    init() {}
  }

  struct Heat: Codable {
    var degrees: Int
    var unit: String

    init(degrees: Int, unit: String) {
      self.degrees = degrees
      self.unit = unit
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      degrees = Int(try container.decode(Double.self, forKey: .degrees))
      unit = try container.decode(String.self, forKey: .unit)
    }
  }

  struct Lossy: Codable {
    var numbers: [Int]
    var name: String

    init(numbers: [Int], name: String) {
      self.numbers = numbers
      self.name = name
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .numbers)
      numbers = []
      while !list.isAtEnd {
        if let number = try? list.decode(Int.self) {
          numbers.append(number)
        } else {
          _ = try list.decode(String.self)
        }
      }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  /// Was a string once.
  struct TextOrParts: Codable {
    var head: String
    var tail: String

    init(head: String, tail: String) {
      self.head = head
      self.tail = tail
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self.init(head: text, tail: "")
      } else {
        let parts = try decoder.singleValueContainer().decode([String: String].self)
        self.init(head: parts["head"] ?? "", tail: parts["tail"] ?? "")
      }
    }
  }

  struct Outer: Codable {
    struct Inner: Codable {
      var x: Int
      var note: String?
    }

    var inner: Inner
    var mood: Weather

    init(inner: Inner, mood: Weather) {
      self.inner = inner
      self.mood = mood
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let nested = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      inner = Inner(
        x: try nested.decode(Int.self, forKey: .x),
        note: try nested.decodeIfPresent(String.self, forKey: .note))
      mood = try container.decode(Weather.self, forKey: .mood)
    }

    enum InnerKeys: CodingKey { case x, note }
  }

  struct Grown: Codable {
    var name: String
    var level: Int

    init(name: String, level: Int) {
      self.name = name
      self.level = level
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      level = try container.decodeIfPresent(Int.self, forKey: .level) ?? 5
    }
  }

  /// Encodes itself in one way or another, by its value.
  struct Fickle: Codable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number =
        try container.decodeIfPresent(Int.self, forKey: .number)
        ?? -container.decode(Int.self, forKey: .negative)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if number < 0 {
        try container.encode(-number, forKey: .negative)
      } else {
        try container.encode(number, forKey: .number)
      }
    }

    enum CodingKeys: CodingKey { case number, negative }
  }

  enum Figure: Codable, Equatable {
    case circle(Double)
    case square(Double)
  }
}
