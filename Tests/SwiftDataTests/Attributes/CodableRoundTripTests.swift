import Foundation
import SwiftData
import Testing

@Suite struct CodableRoundTripTests {
  private static let blob = "blob"

  @Test func arraysOfScalarsComeBack() throws {
    try expectRoundTrip(
      \Arrays.strings, [[], [""], ["a\u{0}", "e\u{301}", "👨‍👩‍👧‍👦", "\"\\/"]], column: "ZSTRINGS",
      class: Self.blob)
    try expectRoundTrip(
      \Arrays.optionalStrings, [nil, [], ["a"]], column: "ZOPTIONALSTRINGS", class: Self.blob)
    try expectRoundTrip(\Arrays.ints, [[], [.min, .max, 0]], column: "ZINTS", class: Self.blob)
    try expectRoundTrip(\Arrays.longs, [[.min, .max]], column: "ZLONGS", class: Self.blob)
    try expectRoundTrip(
      \Arrays.unsigned, [[.min, .max, 1 << 63]], column: "ZUNSIGNED", class: Self.blob)
    try expectRoundTrip(
      \Arrays.bytes, [nil, [], [0, 255]], column: "ZBYTES", class: Self.blob)
    try expectRoundTrip(\Arrays.bools, [[true, false]], column: "ZBOOLS", class: Self.blob)
    try expectRoundTrip(
      \Arrays.uuids, [[UUID(), UUID()], []], column: "ZUUIDS", class: Self.blob)
    try expectRoundTrip(
      \Arrays.urls, [[URL(fileURLWithPath: "/a b")]], column: "ZURLS", class: Self.blob)
    try expectRoundTrip(
      \Arrays.datas, [[Data(), Data([0, 255])]], column: "ZDATAS", class: Self.blob)
    try expectRoundTrip(
      \Arrays.holes, [[nil, 1, nil], [nil]], column: "ZHOLES", class: Self.blob)
    try expectRoundTrip(
      \Arrays.nested, [[[1], [], [2, 3]]], column: "ZNESTED", class: Self.blob)
  }

  @Test func arraysOfExtremeRealsComeBack() throws {
    try expectRoundTrip(
      \Arrays.doubles,
      [[.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, 0.1]],
      column: "ZDOUBLES", class: Self.blob)
    try expectRoundTrip(
      \Arrays.doubles, [[.nan, -0.0]], column: "ZDOUBLES", class: Self.blob
    ) { _, found in found.count == 2 && found[0].isNaN && found[1].sign == .minus }
    try expectRoundTrip(
      \Arrays.dates,
      [[.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.123_456_789)]],
      column: "ZDATES", class: Self.blob)
    try expectRoundTrip(
      \Arrays.decimals, [[Decimal(string: "0.1") ?? 0, .greatestFiniteMagnitude]],
      column: "ZDECIMALS", class: Self.blob)
  }

  @Test func setsAndDictionariesComeBack() throws {
    try expectRoundTrip(
      \Arrays.stringSet, [[], ["a", "b", ""]], column: "ZSTRINGSET", class: Self.blob)
    try expectRoundTrip(
      \Arrays.dictionary, [[:], ["": "", "ü\u{0}": "x"]], column: "ZDICTIONARY", class: Self.blob)
    try expectRoundTrip(
      \Arrays.numbered, [[:], [-1: "a", 7: "b"]], column: "ZNUMBERED", class: Self.blob)
    try expectRoundTrip(
      \Arrays.visits, [[URL(fileURLWithPath: "/x"): .distantPast]], column: "ZVISITS",
      class: Self.blob)
    try expectRoundTrip(
      \Arrays.addresses, [nil, [:], ["home": .sample]], column: "ZADDRESSES", class: Self.blob)
  }

  @Test func structuresComeBack() throws {
    try expectRoundTrip(
      \Values.address, [.sample, Address(city: "", location: nil)], column: "ZCITY",
      class: "text")
    try expectRoundTrip(
      \Values.optionalAddress, [.sample, nil], column: "ZCITY1", class: "text")
    try expectRoundTrip(
      \Values.addressList, [[], [.sample, .sample]], column: "ZADDRESSLIST", class: Self.blob)
  }

  @Test func enumerationsWithoutRawValueComeBack() throws {
    try expectRoundTrip(
      \Values.plain, [.one, .two, .one], column: "ifnull(ZONE1, ZTWO1)", class: "text")
    try expectRoundTrip(
      \Values.optionalPlain, [.one, nil], column: "ZONE", class: "text")
    try expectRoundTrip(
      \Values.shape,
      [
        .point, .circle(radius: .infinity), .polygon([1, 2]), .tree(.tree(.point)),
        .pair(1, b: nil),
      ],
      column: "ZSHAPE", class: Self.blob)
    try expectRoundTrip(
      \Values.shapes, [[.point, .pair(2, b: "x")]], column: "ZSHAPES", class: Self.blob)
  }

  @Test func typesThatEncodeThemselvesComeBack() throws {
    try expectRoundTrip(
      \Values.single, [Single(value: ""), Single(value: "x")], column: "ZSINGLE",
      class: Self.blob)
    try expectRoundTrip(
      \Values.unkeyed, [Unkeyed(x: -.infinity, y: 2)], column: "ZUNKEYED", class: Self.blob)
    try expectRoundTrip(
      \Values.optionalSingle, [Single(value: "x"), nil], column: "ZOPTIONALSINGLE",
      class: Self.blob)
    try expectRoundTrip(
      \Values.tree, [Tree(label: "a", children: [Tree(label: "b", children: [])])],
      column: "ZCHILDREN", class: Self.blob)
  }

  @Test func foundationsOwnTypesComeBack() throws {
    try expectRoundTrip(
      \Values.duration,
      [.zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max), .milliseconds(1500)],
      column: "ZDURATION", class: Self.blob)
    try expectRoundTrip(
      \Values.range, [0..<0, -5..<Int.max], column: "ZRANGE", class: Self.blob)
    try expectRoundTrip(
      \Values.locale, [Locale(identifier: "de_DE")], column: "ZLOCALE", class: Self.blob)
    try expectRoundTrip(
      \Values.zone, [.gmt], column: "ZZONE", class: Self.blob)
    try expectRoundTrip(
      \Values.length, [Measurement(value: 2.5, unit: .kilometers)], column: "ZLENGTH",
      class: Self.blob)
    try expectRoundTrip(
      \Values.components, [DateComponents(year: 10_000, month: 2)], column: "ZCOMPONENTS",
      class: Self.blob)
  }

  @Test func valuesThatAreOptionalInsideComeBack() throws {
    try expectRoundTrip(
      \Values.maybe, [Maybe(a: nil, b: nil), Maybe(a: 1, b: [nil, "x"])],
      column: "ifnull(ZB, x'')", class: Self.blob)
  }

  /// A value that can't be encoded fails the save, names the property, and can be put right.
  @Test func aValueThatCannotBeEncodedFailsTheSaveOnly() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Values.self))
    let values = Values()
    values.stubborn = Stubborn(refuses: true)
    context.insert(values)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.description.contains("Values.stubborn") == true)
    #expect(context.hasChanges)
    #expect(try store.raw.integer("SELECT count(*) FROM ZVALUES") == 0)
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 0)
    values.stubborn = Stubborn(refuses: false)
    try context.save()
    #expect(try store.raw.integer("SELECT count(*) FROM ZVALUES") == 1)
  }
}

struct Address: Codable, Hashable {
  var city: String
  var location: Location?

  struct Location: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  static let sample = Address(
    city: "Zürich", location: Location(latitude: 47.376_888_1, longitude: -8.541_694))
}

enum Plain: Codable { case one, two }

indirect enum Shape: Codable, Equatable {
  case point
  case circle(radius: Double)
  case polygon([Int])
  case tree(Shape)
  case pair(Int, b: String?)
}

struct Single: Codable, Equatable {
  var value: String

  init(value: String) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

struct Unkeyed: Codable, Equatable {
  var x: Double
  var y: Int

  init(x: Double, y: Int) {
    self.x = x
    self.y = y
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
  }
}

struct Tree: Codable, Equatable {
  var label: String
  var children: [Tree]
}

struct Maybe: Codable, Equatable {
  var a: Int?
  var b: [String?]?
}

struct Stubborn: Codable, Equatable {
  struct Refusal: Error {}

  var refuses: Bool

  func encode(to encoder: any Encoder) throws {
    if refuses { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(refuses)
  }

  init(refuses: Bool) { self.refuses = refuses }

  init(from decoder: any Decoder) throws {
    refuses = try decoder.singleValueContainer().decode(Bool.self)
  }
}

@Model final class Arrays {
  var strings: [String] = []
  var optionalStrings: [String]?
  var ints: [Int] = []
  var longs: [Int64] = []
  var unsigned: [UInt64] = []
  var bytes: [UInt8]?
  var bools: [Bool] = []
  var doubles: [Double] = []
  var dates: [Date] = []
  var decimals: [Decimal] = []
  var uuids: [UUID] = []
  var urls: [URL] = []
  var datas: [Data] = []
  var holes: [Int?] = []
  var nested: [[Int]] = []
  var stringSet: Set<String> = []
  var dictionary: [String: String] = [:]
  var numbered: [Int: String] = [:]
  var visits: [URL: Date] = [:]
  var addresses: [String: Address]?
  init() {}
}

extension Arrays: Blank {}

@Model final class Values {
  var address: Address = Address.sample
  var optionalAddress: Address?
  var addressList: [Address] = []
  var plain: Plain = Plain.one
  var optionalPlain: Plain?
  var shape: Shape = Shape.point
  var shapes: [Shape] = []
  var single: Single = Single(value: "")
  var optionalSingle: Single?
  var unkeyed: Unkeyed = Unkeyed(x: 0, y: 0)
  var tree: Tree = Tree(label: "", children: [])
  var duration: Duration = Duration.zero
  var range: Range<Int> = 0..<1
  var locale: Locale = Locale(identifier: "en")
  var zone: TimeZone = TimeZone.gmt
  var length: Measurement<UnitLength> = Measurement(value: 1, unit: UnitLength.meters)
  var components: DateComponents = DateComponents()
  var maybe: Maybe = Maybe(a: nil, b: nil)
  var stubborn: Stubborn = Stubborn(refuses: false)
  init() {}
}

extension Values: Blank {}
