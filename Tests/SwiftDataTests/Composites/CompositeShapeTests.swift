import Foundation
import StoreModel
import Testing

@testable import SwiftData

/// Which types are kept column by column, and which as a whole.
@Suite struct CompositeShapeTests {
  private func columns(of type: any Any.Type) -> [String]? {
    let coder = AttributeCoderMaker.coder(forProperty: type, name: "property", isOpaque: false)
    guard let coder, coder.parts != nil else { return nil }
    let layout = AttributeLayout(
      name: "property", isOptional: coder.isOptional,
      shape: coder.shape(inOptional: coder.isOptional))
    return layout.leaves.map { "\($0.name): \($0.kind)\($0.isOptional ? "?" : "")" }
  }

  @Test func fieldsAreColumnsInDeclaredOrder() {
    #expect(
      columns(of: Home.self) == [
        "street: string", "city: string?", "number: int64", "latitude: double?",
        "longitude: double?", "names: binary",
      ])
    #expect(
      columns(of: Home.Spot?.self) == ["latitude: double?", "longitude: double?"])
    #expect(columns(of: Renamed.self) == ["first: string", "second: string"])
    #expect(columns(of: Single<Int>.self) == ["value: int64"])
    #expect(columns(of: Single<[Int]?>.self) == ["value: binary?"])
    #expect(columns(of: Single<Single<RoomKind>>.self) == ["value: string?"])
    #expect(columns(of: Recursive.self) == ["label: string", "children: binary"])
    #expect(columns(of: Constant.self) == ["id: uuid", "name: string"])
    #expect(columns(of: Clamped.self) == ["value: binary"])
    #expect(columns(of: Keys.self) == ["name: string"])
  }

  @Test func casesWithPayloadComeFirst() {
    #expect(columns(of: Weather.self) == ["sunny: string?", "rainy: string?", "none: string?"])
    #expect(
      columns(of: Meal.self) == [
        "_0: string?", "latitude: double?", "longitude: double?", "second: int64?",
        "note: string?", "_0: int64?", "skipped: string?", "late: string?",
      ])
    #expect(columns(of: OneCase.self) == ["_0: int64?"])
    #expect(columns(of: OneName.self) == ["only: string?"])
  }

  @Test func whatHasNoPlainShapeIsKeptWhole() {
    for type: any Any.Type in [
      [Home].self, [String: Home].self, Set<Weather>.self, Duration.self, Range<Int>.self,
      DateComponents.self, Locale.self, TimeZone.self, DateInterval.self, CGPoint.self,
      Measurement<UnitLength>.self, Nothing.self, Formula.self, Ping.self, UnkeyedPair.self,
      Hex.self, Stamped.self, Split.self, Hidden.self, Zoo.self, Tagged.self, Ambiguous.self,
      Held.self, Codec.self, Optional<Optional<Int>>.self, Grown<Int>.self,
    ] {
      #expect(columns(of: type) == nil, "\(type)")
      #expect(
        AttributeCoderMaker.coder(forProperty: type, name: "a", isOpaque: false)?.valueKind
          == .transformable, "\(type)")
    }
    // Only the part that has none.
    #expect(columns(of: Single<Formula>.self) == ["value: binary"])
    #expect(columns(of: Single<Ping>.self) == ["value: binary"])
    #expect(columns(of: Single<Duration?>.self) == ["value: binary?"])
  }

  @Test func aWishCanForceTheWhole() {
    let coder = AttributeCoderMaker.coder(forProperty: Home.self, name: "a", isOpaque: true)
    #expect(coder?.parts == nil && coder?.valueKind == .transformable)
    #expect(
      AttributeCoderMaker.coder(forProperty: Int.self, name: "a", isOpaque: true)?.valueKind
        == .transformable)
  }

  @Test func validationIsNoObstacle() {
    #expect(columns(of: Percent.self) == ["value: int64"])
  }

  struct Single<Value: Codable>: Codable { var value: Value }
  struct Recursive: Codable {
    var label: String
    var children: [Recursive]
  }
  struct Constant: Codable {
    let id: UUID
    var name: String
  }
  @propertyWrapper struct Wrapper<Value: Codable>: Codable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
  }
  struct Clamped: Codable { @Wrapper var value: Int }
  /// Decodes keys of an earlier version, and validates.
  struct Keys: Codable {
    var name: String
    enum CodingKeys: String, CodingKey { case name, former }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name =
        try container.decodeIfPresent(String.self, forKey: .name)
        ?? container.decode(String.self, forKey: .former)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
    }
  }
  enum OneCase: Codable { case only(Int) }
  enum OneName: Codable { case only }

  struct Nothing: Codable {}
  indirect enum Formula: Codable {
    case number(Int)
    case sum(Formula, Formula)
  }
  struct Ping: Codable { var pong: Pong }
  indirect enum Pong: Codable {
    case ping(Ping)
    case end
  }
  struct UnkeyedPair: Codable {
    var x: Int
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
    }
  }
  struct Hex: Codable {
    var red: Int
    init(from decoder: any Decoder) throws {
      red = Int(try decoder.singleValueContainer().decode(String.self), radix: 16) ?? 0
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(red, radix: 16))
    }
  }
  /// A date as text.
  struct Stamped: Codable {
    var date: Date
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try Date(container.decode(String.self, forKey: .date), strategy: .iso8601)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(date.formatted(.iso8601), forKey: .date)
    }
    enum CodingKeys: CodingKey { case date }
  }
  /// One field under a container of its own.
  struct Split: Codable {
    var x: Int
    enum Outer: CodingKey { case x }
    enum Inner: CodingKey { case y }
    init(from decoder: any Decoder) throws {
      x = try decoder.container(keyedBy: Outer.self).nestedContainer(
        keyedBy: Inner.self, forKey: .x
      )
      .decode(Int.self, forKey: .y)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Outer.self)
      var nested = container.nestedContainer(keyedBy: Inner.self, forKey: .x)
      try nested.encode(x, forKey: .y)
    }
  }
  /// A field that isn't encoded.
  struct Hidden: Codable {
    var x: Int
    var cache: Int? = nil
    enum CodingKeys: CodingKey { case x }
  }
  protocol Animal: Codable {}
  struct Cat: Animal { var lives: Int }
  struct Zoo: Codable {
    var animal: any Animal
    enum CodingKeys: CodingKey { case animal }
    init(from decoder: any Decoder) throws {
      animal = try decoder.container(keyedBy: CodingKeys.self).decode(Cat.self, forKey: .animal)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let cat = animal as? Cat { try container.encode(cat, forKey: .animal) }
    }
  }
  /// An enumeration in a form of its own making.
  enum Tagged: Codable {
    case number(Int), text(String)
    enum CodingKeys: CodingKey { case kind, value }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let kind = try container.decode(String.self, forKey: .kind)
      self =
        kind == "number"
        ? .number(try container.decode(Int.self, forKey: .value))
        : .text(try container.decode(String.self, forKey: .value))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .number(let number):
        try container.encode("number", forKey: .kind)
        try container.encode(number, forKey: .value)
      case .text(let text):
        try container.encode("text", forKey: .kind)
        try container.encode(text, forKey: .value)
      }
    }
  }
  /// Two cases that would leave no trace.
  enum Ambiguous: Codable { case a(Int?), b(String?) }
  final class Held: Codable { var x = 1 }
  struct Codec: Codable {
    var held: Held
  }
  /// Never ends, but is always another type.
  indirect enum Grown<Value: Codable>: Codable {
    case value(Value)
    case more(Grown<[Value]>)
  }

  struct Percent: Codable {
    var value: Int
    struct Refusal: Error {}
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
      guard (1...100).contains(value) else { throw Refusal() }
    }
    enum CodingKeys: CodingKey { case value }
  }
}
