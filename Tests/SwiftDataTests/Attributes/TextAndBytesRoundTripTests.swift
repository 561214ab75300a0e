import Foundation
import SwiftData
import Testing

@Suite struct TextAndBytesRoundTripTests {
  private static let texts = [
    "", " ", "\u{0}", "a\u{0}b", "e\u{301}", "\u{E9}", "\u{FEFF}x", "👨‍👩‍👧‍👦🇩🇪", "\u{202E}abc",
    "'; DROP TABLE ZTEXTS; --",
    "line\r\nbreak", "\u{10FFFF}", "\u{FFFE}\u{FFFF}", String(repeating: "é", count: 10_000),
  ]

  @Test func strangeTextsComeBackByteForByte() throws {
    try expectRoundTrip(\Texts.text, Self.texts, column: "ZTEXT", class: "text", isEqual: areSame)
    try expectRoundTrip(
      \Texts.optionalText, Self.texts + [nil], column: "ZOPTIONALTEXT", class: "text"
    ) { left, right in areSame(left ?? "nil", right ?? "nil") }
  }

  @Test func textsAndBytesOfTenMegabytesComeBack() throws {
    let text = String(repeating: "0123456789", count: 1 << 20)
    try expectRoundTrip(\Texts.text, [text, text + "x"], column: "ZTEXT", class: "text")
    try expectRoundTrip(
      \Texts.data, [Data(text.utf8), Data(count: 10 << 20)], column: "ZDATA", class: "blob")
  }

  /// A bridged string that is no Swift-native UTF-8, and a slice with a base of its own.
  @Test func stringsAndDataOfOtherKindsComeBack() throws {
    let bridged = NSString(string: "überzählig").replacingOccurrences(of: "ü", with: "Ü")
    let slice = String("prefix-middle-suffix".dropFirst(7).dropLast(7))
    try expectRoundTrip(\Texts.text, [bridged, slice], column: "ZTEXT", class: "text")
    let data = Data([1, 2, 3, 4, 5])[2..<4]
    try expectRoundTrip(\Texts.data, [data], column: "ZDATA", class: "blob")
  }

  @Test func bytesComeBack() throws {
    let values = [Data(), Data([0]), Data([0xFF, 0, 0xFF]), Data((0...255).map { UInt8($0) })]
    try expectRoundTrip(\Texts.data, values, column: "ZDATA", class: "blob")
    try expectRoundTrip(
      \Texts.optionalData, values + [nil], column: "ZOPTIONALDATA", class: "blob")
  }

  @Test func identifiersComeBack() throws {
    let values = [
      UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      try #require(UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")),
    ]
    try expectRoundTrip(\Texts.uuid, values, column: "ZUUID", class: "blob")
    try expectRoundTrip(
      \Texts.optionalUUID, values + [nil], column: "ZOPTIONALUUID", class: "blob")
  }

  @Test func addressesComeBack() throws {
    let values = try [
      "https://example.org/a?b=c#d", "relative/path", "file:///tmp/a%20b", "mailto:a@b.c", "#top",
      "https://xn--mnchen-3ya.de/%C3%BC", "data:,", "?q", "//host/path",
    ].map { try #require(URL(string: $0)) }
    try expectRoundTrip(\Texts.url, values, column: "ZURL", class: "text")
    try expectRoundTrip(\Texts.optionalURL, values + [nil], column: "ZOPTIONALURL", class: "text")
    try expectRoundTrip(
      \Texts.url,
      [URL(fileURLWithPath: "/tmp/ü b"), URL(fileURLWithPath: "/tmp", isDirectory: true)],
      column: "ZURL", class: "text")
  }

  /// The column holds one absolute text, so the split into base and path is not kept.
  @Test func anAddressRelativeToABaseComesBackAbsolute() throws {
    let url = try #require(
      URL(string: "b/c", relativeTo: URL(string: "https://example.org/a/")))
    try expectRoundTrip(\Texts.url, [url], column: "ZURL", class: "text") { written, found in
      found.baseURL == nil || written.absoluteString == found.absoluteString
    }
  }

  private func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}

@Model final class Texts {
  var text: String = ""
  var data: Data = Data()
  var uuid: UUID = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var url: URL = URL(fileURLWithPath: "/")
  var optionalText: String?
  var optionalData: Data?
  var optionalUUID: UUID?
  var optionalURL: URL?
  init() {}
}

extension Texts: Blank {}
