import Foundation
import StoreModel
import StoreModelTestSupport
import Testing

/// What the text functions and collations say is what Swift and Foundation say.
@Suite struct SelectTextMeaningTests {
  private static let alphabet: [String] = [
    "a", "A", "b", "e", "\u{e9}", "\u{301}", "\u{323}", "K", "\u{212A}", ";", "\u{37E}", "`",
    "\u{1FEF}", "Z", "z", "ß", "0", "1", "9", " ", "\r", "\n", "\r\n", "\u{0}", "Ω", "\u{2126}",
    "\u{1100}", "\u{1161}", "\u{11A8}", "각", "東", "\u{F900}", "\u{8C48}", "\u{1F1E9}",
    "\u{1F468}\u{200D}\u{1F469}", "\u{200D}", "\u{FE0F}", "\u{9C7}", "\u{9BE}", "\u{9CB}",
    "\u{B4}", "\u{1FFD}", "\u{16D67}", "\u{16D68}", "й", "и", "\u{306}", "о", "\u{10FFFF}",
    "\u{D7FF}", "\u{E000}",
  ]

  private static func texts(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
    }
  }

  @Test func canonicalOrderIsThatOfStrings() {
    let lefts = Self.texts(20_000, seed: 1)
    let rights = Self.texts(20_000, seed: 2)
    for (left, right) in zip(lefts, rights) {
      let order = CanonicalText.order(left.utf8.span, right.utf8.span).signum()
      #expect(order == (left == right ? 0 : left < right ? -1 : 1), "\(left) \(right)")
      let joined = (left + right, left + "x" + right)
      let second = CanonicalText.order(joined.0.utf8.span, joined.1.utf8.span).signum()
      #expect(second == (joined.0 == joined.1 ? 0 : joined.0 < joined.1 ? -1 : 1))
    }
  }

  @Test func searchGoesByCharacters() {
    func contains<Base: Collection>(_ base: Base, _ part: Base) -> Bool
    where Base.Element: Equatable { base.contains(part) }
    let parts = Self.texts(10_000, seed: 3).map { String($0.prefix(2)) }
    for (text, part) in zip(Self.texts(10_000, seed: 4), parts) {
      let whole = text + part + text
      for text in [text, whole] {
        #expect(CanonicalText.contains(text.utf8.span, part.utf8.span) == contains(text, part))
        #expect(
          CanonicalText.starts(text.utf8.span, with: part.utf8.span) == text.starts(with: part))
        #expect(CanonicalText.count(text.utf8.span) == text.count)
      }
    }
  }

  @Test func equalStringsAreAmongTheSpellingsOrInTheRange() {
    let texts = Self.texts(3_000, seed: 5) + Self.alphabet
    var byText: [String: [String]] = [:]
    for text in texts {
      byText[text, default: []].append(text)
      byText[text, default: []].append(text.decomposedStringWithCanonicalMapping)
      byText[text, default: []].append(text.precomposedStringWithCanonicalMapping)
    }
    for (constant, equals) in byText {
      for equal in equals { check(CanonicalMatch.equal(to: constant), finds: equal, constant) }
    }
  }

  private func check(_ match: CanonicalMatch, finds text: String, _ constant: String) {
    let bytes = Array(text.utf8)
    switch match {
    case .anywhere: break
    case .spellings(let spellings):
      #expect(spellings.contains { Array($0.utf8) == bytes }, "\(constant)")
      #expect(spellings.allSatisfy { $0 == constant }, "\(constant)")
    case .range(let range):
      #expect(!bytes.lexicographicallyPrecedes(range.lower.utf8), "\(constant)")
      if let upper = range.upper {
        #expect(bytes.lexicographicallyPrecedes(upper.utf8), "\(constant)")
      }
    }
  }

  @Test func stringsWithAPrefixAreInItsRange() {
    for (prefix, rest) in zip(Self.texts(5_000, seed: 6), Self.texts(5_000, seed: 7)) {
      for text in [prefix + rest, (prefix + rest).decomposedStringWithCanonicalMapping]
      where text.starts(with: prefix) {
        check(.prefixed(by: prefix), finds: text, prefix)
      }
    }
  }

  @Test func everyScalarThatIsComposedOfOthersIsFoundByThem() {
    for value in 0...0x2_FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)), value >= 0xC0 else { continue }
      let text = String(scalar)
      let decomposed = text.decomposedStringWithCanonicalMapping
      guard !decomposed.utf8.elementsEqual(text.utf8), decomposed == text else { continue }
      check(CanonicalMatch.equal(to: decomposed), finds: text, text)
      check(CanonicalMatch.equal(to: "a" + decomposed), finds: "a" + text, "a" + text)
      check(CanonicalMatch.prefixed(by: decomposed), finds: text + "x", text)
    }
  }

  @Test func ordinaryTextHasOneSpelling() {
    for text in ["", "Rome", "id-42", "Москва", "שלום", "中文", "ひらい", "naive"] {
      #expect(CanonicalMatch.equal(to: text) == .spellings([text]))
    }
  }

  @Test func localizedOrderIsFoundations() {
    let characters = (0x20...0x7E).compactMap { Unicode.Scalar($0).map(Character.init) }
    var random = SeededGenerator(seed: 8)
    func text() -> String {
      String(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          // Digits and letters more often than signs.
          Bool.random(using: &random)
            ? characters[Int.random(in: 0..<characters.count, using: &random)]
            : Array("019aAbB")[Int.random(in: 0..<7, using: &random)]
        })
    }
    let locale = Locale(identifier: "en")
    for _ in 0..<20_000 {
      let (left, right) = (text(), text())
      let expected = left.compare(
        right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
        range: nil, locale: locale)
      #expect(LocalizedText.compare(left, right) == expected, "\(left) | \(right)")
    }
  }

  @Test func localizedOrderIsTotal() {
    let texts = Self.texts(150, seed: 9)
    for left in texts {
      for right in texts {
        let order = LocalizedText.compare(left, right)
        #expect(order.rawValue == -LocalizedText.compare(right, left).rawValue)
        #expect((order == .orderedSame) == (left == right), "\(left) | \(right)")
      }
    }
    let sorted = texts.sorted { LocalizedText.compare($0, $1) == .orderedAscending }
    for (index, text) in sorted.enumerated() {
      for later in sorted[index...] {
        #expect(LocalizedText.compare(text, later) != .orderedDescending, "\(text) | \(later)")
      }
    }
  }

  @Test func localizedOrderIsWhatPeopleExpect() {
    let sorted = ["", "file 2", "file 10", "File 10", "Ä", "b", "B", "é", "f", "Zürich"]
    let shuffled = sorted.shuffled()
    #expect(
      shuffled.sorted { LocalizedText.compare($0, $1) == .orderedAscending }
        == ["", "Ä", "b", "B", "é", "f", "file 2", "file 10", "File 10", "Zürich"])
  }

  @Test func localizedSearchIsFoundations() {
    let parts = Self.texts(10_000, seed: 10).map { String($0.prefix(2)) }
    for (text, part) in zip(Self.texts(10_000, seed: 11), parts) {
      for text in [text, text + part] {
        let expected = NSString(string: text).range(
          of: part, options: [.caseInsensitive, .diacriticInsensitive],
          range: NSRange(location: 0, length: text.utf16.count),
          locale: Locale(identifier: "en"))
        #expect(
          LocalizedText.contains(text, part) == (expected.location != NSNotFound),
          "\(text) | \(part)")
      }
    }
  }

  @Test func localizedSearchIgnoresCaseAndDiacritics() {
    for (text, part) in [
      ("Café", "cafe"), ("CAFE", "é"), ("straße", "STRASSE"), ("Ωmega", "ω"), ("日本", "本"),
      ("Ångström", "angstrom"), ("cafe\u{301}", "CAFÉ"),
    ] {
      #expect(LocalizedText.contains(text, part), "\(text) | \(part)")
    }
    for (text, part) in [("a", ""), ("", "a"), ("", ""), ("cafe", "caff"), ("日本", "木")] {
      #expect(!LocalizedText.contains(text, part), "\(text) | \(part)")
    }
  }
}
