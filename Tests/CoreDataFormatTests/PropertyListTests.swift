import CoreDataFormat
import Foundation
import StoreModelTestSupport
import Testing

@Suite struct PropertyListTests {
  private static let nasty: [PropertyListValue] = [
    .integer(0), .integer(255), .integer(256), .integer(65535), .integer(65536),
    .integer(4_294_967_295), .integer(4_294_967_296), .integer(-1), .integer(.min), .integer(.max),
    .unsigned(.max), .real(-0.5), .real(.infinity), .date(-1e9), .bool(true), .bool(false),
    .string(""), .string("ASCII, more than fifteen of it"), .string("Zürich, 東京 🚂"),
    .data(Data()), .data(Data(repeating: 7, count: 70_000)), .reference(0), .reference(300),
    .array([]), .dictionary([:]),
    .dictionary(["a": .array([.string("a"), .dictionary(["a": .integer(1)])]), "ä": .bool(true)]),
    .array((0..<300).map { .integer($0) }),
  ]

  @Test func everyValueIsReadAsItWasWritten() throws {
    let all = PropertyListValue.array(Self.nasty)
    #expect(try PropertyListValue(binaryPropertyList: all.binaryPropertyList()) == all)
    for value in Self.nasty {
      #expect(try PropertyListValue(binaryPropertyList: value.binaryPropertyList()) == value)
    }
  }

  @Test func foundationReadsWhatIsWritten() throws {
    let value = PropertyListValue.dictionary([
      "text": .string("Zürich"), "number": .integer(-5), "data": .data(Data([1, 2])),
      "flag": .bool(true), "date": .date(0.5), "list": .array([.real(0.25), .integer(70_000)]),
    ])
    let found = try PropertyListSerialization.propertyList(
      from: value.binaryPropertyList(), format: nil)
    let expected: NSDictionary = [
      "text": "Zürich", "number": -5, "data": Data([1, 2]), "flag": true,
      "date": Date(timeIntervalSinceReferenceDate: 0.5), "list": [0.25, 70_000],
    ]
    #expect((found as? NSDictionary) == expected)
  }

  @Test func whatFoundationWritesIsRead() throws {
    let list: [String: Any] = [
      "text": "Zürich", "plain": "x", "number": Int64.min, "data": Data([1, 2]), "flag": false,
      "date": Date(timeIntervalSinceReferenceDate: 0.5), "list": [0.25, 70_000] as [Any],
      "big": UInt64.max,
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    #expect(
      try PropertyListValue(binaryPropertyList: data)
        == .dictionary([
          "text": .string("Zürich"), "plain": .string("x"), "number": .integer(.min),
          "data": .data(Data([1, 2])), "flag": .bool(false), "date": .date(0.5),
          "list": .array([.real(0.25), .integer(70_000)]), "big": .unsigned(.max),
        ]))
  }

  @Test func sliceOfDataIsReadLikeAWhole() throws {
    let value = PropertyListValue.array([.string("a")])
    let data = Data([1, 2, 3]) + value.binaryPropertyList()
    #expect(try PropertyListValue(binaryPropertyList: data.dropFirst(3)) == value)
  }

  @Test func arrayThatContainsItselfIsAnError() {
    var data = Data("bplist00".utf8)
    data += [0xA1, 0, 8]  // One array whose member is object 0, and the offset table.
    data += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
    data += [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(throws: FormatError.self) { try PropertyListValue(binaryPropertyList: data) }
  }

  @Test func damagedBytesAreNeverATrap() throws {
    let whole = PropertyListValue.array(Array(Self.nasty.filter { $0.data == nil }.prefix(24)))
      .binaryPropertyList()
    var random = SeededGenerator(seed: 1)
    for length in 0..<whole.count {
      _ = try? PropertyListValue(binaryPropertyList: whole.prefix(length))
    }
    for _ in 0..<4_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = try? PropertyListValue(binaryPropertyList: damaged)
    }
  }
}
