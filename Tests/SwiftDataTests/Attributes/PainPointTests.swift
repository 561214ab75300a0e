import Foundation
import StoreModel
import SwiftData
import Testing

/// What users of Apple's SwiftData suffer from in attributes, by the number of the complaint.
@Suite struct AttributePainPointTests {
  @Test("A01 A structure that holds an enumeration with payload is read after a relaunch")
  func structureWithPayload() throws {
    let places: [NamedLocation?] = [
      NamedLocation(name: "home", location: .address("Zürich")),
      NamedLocation(name: "", location: .coordinates(latitude: 1.5, longitude: -.infinity)), nil,
    ]
    try expectRoundTrip(\Visitor.location, places, column: "ZNAME", class: "text")
  }

  @Test("A02 Types that encode through unkeyed or single-value containers")
  func unkeyedAndSingleValues() throws {
    try expectRoundTrip(
      \Visitor.line, [LineString(points: [[1, 2], [3.5, -4]]), LineString(points: [])],
      column: "ZLINE", class: "blob")
    try expectRoundTrip(
      \Visitor.color, [HexColor(red: 255, green: 0, blue: 1), nil], column: "ZCOLOR", class: "blob")
    // In a structure, too.
    try expectRoundTrip(
      \Visitor.drawing,
      [
        Drawing(
          title: "t", line: LineString(points: [[0, 0]]),
          color: HexColor(red: 1, green: 2, blue: 3))
      ], column: "ZTITLE", class: "text")
  }

  @Test("A03 A type's own encode(to:) and its coding keys are honoured")
  func ownEncoding() throws {
    let stamp = Stamp(date: Date(timeIntervalSinceReferenceDate: 86_400), place: "x")
    try expectRoundTrip(\Visitor.stamp, [stamp], column: "ZSTAMP", class: "blob")
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Visitor.self))
    let visitor = Visitor()
    visitor.stamp = stamp
    context.insert(visitor)
    try context.save()
    let archive = try store.raw.texts("SELECT hex(ZSTAMP) FROM ZVISITOR")
    // Text, and under the name that the type gives it.
    let json = Data(#"{"at":"2001-01-02","place":"x"}"#.utf8)
    #expect(archive[0].contains(json.map { String(format: "%02X", $0) }.joined()))
  }

  @Test("A06 A changed structure decodes what was stored before")
  func changedStructure() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(First.Diary.self))
      context.insert(First.Diary())
      try context.save()
    }
    let context = ModelContext(try store.container(Second.Diary.self))
    let diary = try #require(try context.fetch(FetchDescriptor<Second.Diary>()).first)
    #expect(try diary.value(for: \.entry) == Second.Entry(text: "old", mood: "none"))
    #expect(diary.page.entries == [Second.Entry(text: "listed", mood: "none")])
    diary.entry.mood = "good"
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Second.Diary>()).first?.entry
        == Second.Entry(text: "old", mood: "good"))
  }

  struct NamedLocation: Codable, Equatable {
    var name: String
    var location: Location

    enum Location: Codable, Equatable {
      case address(String)
      case coordinates(latitude: Double, longitude: Double)
    }
  }

  /// As GeoJSON has it: a list of lists.
  struct LineString: Codable, Equatable {
    var points: [[Double]]

    init(points: [[Double]]) { self.points = points }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      points = []
      while !container.isAtEnd { points.append(try container.decode([Double].self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for point in points { try container.encode(point) }
    }
  }

  struct HexColor: Codable, Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      // Would not stand input that is made up.
      let parts = text.split(separator: "-").map { UInt8($0, radix: 16) ?? 0 }
      (red, green, blue) = (parts[0], parts[1], parts[2])
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(
        [red, green, blue].map { String($0, radix: 16) }.joined(separator: "-"))
    }
  }

  struct Drawing: Codable, Equatable {
    var title: String
    var line: LineString
    var color: HexColor
  }

  struct Stamp: Codable, Equatable {
    var date: Date
    var place: String

    init(date: Date, place: String) {
      self.date = date
      self.place = place
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try Self.style.parse(container.decode(String.self, forKey: .date))
      place = try container.decode(String.self, forKey: .place)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(date.formatted(Self.style), forKey: .date)
      try container.encode(place, forKey: .place)
    }

    enum CodingKeys: String, CodingKey {
      case date = "at"
      case place
    }

    private static var style: Date.ISO8601FormatStyle { .iso8601.year().month().day() }
  }

  enum First {
    struct Entry: Codable { var text: String }
    struct Page: Codable { var entries: [Entry] }

    @Model final class Diary {
      @Attribute(.codable) var entry: Entry = Entry(text: "old")
      var page: Page = Page(entries: [Entry(text: "listed")])
      init() {}
    }
  }

  enum Second {
    struct Entry: Codable, Equatable {
      var text: String
      var mood: String

      init(text: String, mood: String) {
        self.text = text
        self.mood = mood
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        mood = try container.decodeIfPresent(String.self, forKey: .mood) ?? "none"
      }
    }

    struct Page: Codable { var entries: [Entry] }

    @Model final class Diary {
      @Attribute(.codable) var entry: Entry = Entry(text: "", mood: "")
      var page: Page = Page(entries: [])
      init() {}
    }
  }
}

@Model final class Visitor {
  var location: AttributePainPointTests.NamedLocation?
  var line: AttributePainPointTests.LineString = AttributePainPointTests.LineString(points: [])
  var color: AttributePainPointTests.HexColor?
  var drawing: AttributePainPointTests.Drawing?
  var stamp: AttributePainPointTests.Stamp?

  init() {}
}

extension Visitor: Blank {}
