import Foundation
import SwiftData
import Testing

@Model final class Quote {
  var text: String
  var year: Int
  var rating: Int?
  var date: Date?
  var category: String?
  var mood: Mood
  var secondMood: Mood?
  var code: UUID
  @Relationship(inverse: \Author.quotes) var authors: [Author] = []
  @Relationship(inverse: \Topic.quotes) var topics: [Topic] = []
  var collection: Anthology?
  @Transient var isMarked = false
  var title: String { "\(text) (\(year))" }

  enum Mood: String, Codable, CaseIterable { case glad, sad }

  init(_ text: String, year: Int, mood: Mood = .glad) {
    self.text = text
    self.year = year
    self.mood = mood
    code = UUID()
  }
}

@Model final class Author {
  var name: String
  var quotes: [Quote] = []
  init(_ name: String) { self.name = name }
}

@Model final class Topic {
  var name: String
  var quotes: [Quote] = []
  init(_ name: String) { self.name = name }
}

@Model final class Anthology {
  var name: String
  @Relationship(inverse: \Quote.collection) var quotes: [Quote] = []
  init(_ name: String) { self.name = name }
}

/// What users of Apple's framework could not ask, or asked and crashed: each by its own models.
@Suite struct PredicateFetchTests {
  private let container: ModelContainer
  private let filling: ModelContext
  private let context: ModelContext
  private let quotes: [Quote]

  init() throws {
    container = try ModelContainer(
      for: Quote.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    filling = ModelContext(container)
    quotes = [
      Quote("Less is more", year: 1947), Quote("Éclair au café", year: 2000, mood: .sad),
      Quote("Know thyself", year: -500), Quote("100% true", year: 2020),
    ]
    for quote in quotes { filling.insert(quote) }
    quotes[0].rating = 5
    quotes[0].date = Date(timeIntervalSinceReferenceDate: 100)
    quotes[0].category = "Income"
    quotes[0].secondMood = .sad
    quotes[1].category = "Income"
    quotes[0].authors = [Author("Mies"), Author("Rohe")]
    quotes[1].topics = [Topic("Food")]
    quotes[2].topics = [Topic("Self"), Topic("Greece")]
    quotes[0].collection = Anthology("Modern")
    quotes[3].collection = quotes[0].collection
    try filling.save()
    context = ModelContext(container)
  }

  /// The years of the quotes found; identifiers and counts must say the same.
  private func years(
    _ predicate: Predicate<Quote>, sortBy: [SortDescriptor<Quote>] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int] {
    let descriptor = FetchDescriptor<Quote>(predicate: predicate, sortBy: sortBy)
    let found = try context.fetch(descriptor)
    #expect(try context.fetchCount(descriptor) == found.count, sourceLocation: sourceLocation)
    #expect(
      try context.fetchIdentifiers(descriptor) == found.map(\.persistentModelID),
      sourceLocation: sourceLocation)
    return found.map(\.year)
  }

  @Test func enumerationsAreComparedByTheirColumn() throws {  // P01
    let sad = Quote.Mood.sad
    let none: Quote.Mood? = nil
    let moods: [Quote.Mood] = [.sad]
    #expect(try years(#Predicate { $0.mood == sad }) == [2000])
    #expect(try years(#Predicate { $0.mood != sad }) == [1947, -500, 2020])
    #expect(try years(#Predicate { $0.secondMood == sad }) == [1947])
    #expect(try years(#Predicate { $0.secondMood == none }) == [2000, -500, 2020])
    #expect(try years(#Predicate { moods.contains($0.mood) }) == [2000])
    #expect(try years(#Predicate { $0.mood.rawValue == "sad" }) == [2000])
  }

  @Test func aToOneIsComparedWithNil() throws {  // P02
    #expect(try years(#Predicate { $0.collection == nil }) == [2000, -500])
    #expect(try years(#Predicate { $0.collection != nil }) == [1947, 2020])
    #expect(try years(#Predicate { $0.collection?.name == "Modern" }) == [1947, 2020])
    #expect(try years(#Predicate { $0.collection?.name != "Modern" }) == [2000, -500])
  }

  @Test func aConditionMayHaveBranches() throws {  // P04
    let ratings = [4, 5]
    #expect(
      try years(
        #Predicate {
          if let rating = $0.rating {
            ratings.contains(rating)
          } else {
            $0.year > 0
          }
        }) == [1947, 2000, 2020])
  }

  @Test func anUnwrappedNilDoesNotMatch() throws {  // P06
    let start = Date(timeIntervalSinceReferenceDate: 0)
    #expect(
      try years(#Predicate { $0.date! >= start && $0.category! == "Income" }) == [1947])
    #expect(try years(#Predicate { !($0.rating! > 3) }) == [])
  }

  @Test func theNegativeOfZeroIsDividedByAsSuch() throws {
    let (zero, great) = (0.0, 1e300)
    #expect(try years(#Predicate { great / -zero < 2 && $0.year == 1947 }) == [1947])
    #expect(try years(#Predicate { great / -(-zero) < 2 && $0.year == 1947 }) == [])
  }

  @Test func aDateThatIsNotANumberIsComparedAsSwiftDoes() throws {
    let nan = Date(timeIntervalSinceReferenceDate: .nan)
    let number = Date(timeIntervalSinceReferenceDate: 0)
    for date in [number, nan, number] {
      let isNumber = date == number
      #expect(try years(#Predicate { $0.date! >= date }) == [1947])
      #expect(try years(#Predicate { $0.date! <= date }) == (isNumber ? [] : [1947]))
      #expect(try years(#Predicate { date >= $0.date! }) == (isNumber ? [] : [1947]))
      #expect(try years(#Predicate { !($0.date! >= date) }) == [])
      #expect(try years(#Predicate { $0.date! > date }) == (isNumber ? [1947] : []))
      #expect(try years(#Predicate { $0.date! < date || $0.date! == date }) == [])
    }
  }

  @Test func aBranchThatIsNeverReachedLeavesTextsWhatTheyAre() throws {
    let missing: String? = nil
    // One character in two spellings, whose bytes are in the opposite order.
    quotes[0].category = "\u{8C48}"
    try filling.save()
    #expect(
      try years(#Predicate { ($0.year == 1947 ? "\u{F900}" : missing!) > $0.category! }) == [])
    #expect(
      try years(#Predicate { ($0.year == 1947 ? "\u{F900}" : missing!) >= $0.category! }) == [1947])
    #expect(
      try years(#Predicate { ($0.year == 1947 ? "\u{F900}" : missing!) == $0.category! }) == [1947])
  }

  @Test func textIsSoughtInAQuoteAndAllThatIsRelated() throws {  // P07, P17
    for (text, found) in [("MIES", [1947]), ("food", [2000]), ("cafe", [2000]), ("e", [])] {
      let years = try years(
        #Predicate { quote in
          quote.text.localizedStandardContains(text)
            || quote.authors.contains { $0.name.localizedStandardContains(text) }
            || quote.topics.contains { $0.name.localizedStandardContains(text) }
        })
      #expect(text == "e" ? years.count == 4 : years == found)
    }
    #expect(try years(#Predicate { $0.text.localizedStandardContains("100% T") }) == [2020])
  }

  @Test func collectionsOfAnySizeAreSearched() throws {  // P09
    let codes = Set(quotes.prefix(2).map(\.code))
    let none: Set<UUID> = []
    let many = Set((0..<40_000).map { _ in UUID() }).union(codes)
    let identifiers = Set(quotes.suffix(2).map(\.persistentModelID))
    #expect(try years(#Predicate { codes.contains($0.code) }) == [1947, 2000])
    #expect(try years(#Predicate { none.contains($0.code) }) == [])
    #expect(try years(#Predicate { many.contains($0.code) }) == [1947, 2000])
    #expect(try years(#Predicate { identifiers.contains($0.persistentModelID) }) == [-500, 2020])
  }

  @Test func computedAndTransientPropertiesAreEvaluatedInMemory() throws {  // P12
    #expect(try years(#Predicate { $0.title == "Know thyself (-500)" }) == [-500])
    #expect(try years(#Predicate { $0.isMarked }) == [])
    #expect(
      try years(#Predicate { $0.year > 0 }, sortBy: [SortDescriptor(\.title)])
        == [2020, 2000, 1947])
  }

  @Test func relationsAreComparedByIdentity() throws {  // P14
    let anthology = try #require(quotes[0].collection).persistentModelID
    let unsaved = Anthology("New").persistentModelID
    let quote = quotes[2].persistentModelID
    let topic = try #require(quotes[1].topics.first).persistentModelID
    #expect(try years(#Predicate { $0.persistentModelID == quote }) == [-500])
    #expect(
      try years(#Predicate { $0.collection?.persistentModelID == anthology }) == [1947, 2020])
    #expect(try years(#Predicate { $0.collection?.persistentModelID == unsaved }) == [])
    #expect(
      try years(#Predicate { $0.topics.contains { $0.persistentModelID == topic } }) == [2000])
  }

  @Test func predicatesMayNameAProtocolsRequirement() throws {  // E14
    #expect(try context.fetch(FetchDescriptor(predicate: named("Food", Topic.self))).count == 1)
    #expect(try context.fetch(FetchDescriptor(predicate: named("Rohe", Author.self))).count == 1)
  }

  @Test func aPredicateServesStoreAndMemoryAlike() throws {  // E26
    let all = #Predicate<Quote> { _ in true }
    #expect(try years(all).count == 4)
    let old = #Predicate<Quote> { $0.year < 1950 && !$0.text.isEmpty }
    let found = try context.fetch(FetchDescriptor(predicate: old))
    #expect(try found.allSatisfy { try old.evaluate($0) })
    #expect(found.map(\.year) == [1947, -500])
  }

  @Test func arithmeticNeverEndsTheProgram() throws {
    let most = Int.max
    let zero = 0
    #expect(try years(#Predicate { $0.year + most > 0 }) == [-500])
    #expect(try years(#Predicate { $0.year / zero == 0 }) == [])
    let extreme = Quote("Too late", year: .max)
    context.insert(extreme)
    #expect(try years(#Predicate { $0.year + 1 == 2001 && $0.title != "" }) == [2000])
  }
}

private protocol Named: PersistentModel {
  var name: String { get }
}

extension Author: Named {}
extension Topic: Named {}

private func named<Model: Named>(_ name: String, _ type: Model.Type) -> Predicate<Model> {
  #Predicate<Model> { $0.name == name }
}
