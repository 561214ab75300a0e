import Foundation
import SwiftData
import Testing

/// Relationships declared with `let`, which the model itself stores.
@Suite struct ConstantRelationshipTests {
  @Model final class Letter {
    let sender: Sender
    let stamp: Postmark?
    let enclosures: [Enclosure]
    var text: String

    init(sender: Sender, stamp: Postmark? = nil, enclosures: [Enclosure] = [], text: String) {
      self.sender = sender
      self.stamp = stamp
      self.enclosures = enclosures
      self.text = text
    }
  }

  @Model final class Sender {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Letter.sender) var letters: [Letter] = []
    init(name: String) { self.name = name }
  }

  @Model final class Postmark {
    var city: String
    init(city: String) { self.city = city }
  }

  @Model final class Enclosure {
    var title: String
    @Relationship(inverse: \Letter.enclosures) var letter: Letter?
    init(title: String) { self.title = title }
  }

  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext

    init() throws {
      store = try TemporaryStore()
      container = try store.container(Letter.self, Sender.self, Postmark.self, Enclosure.self)
      context = ModelContext(container)
    }
  }

  @Test func theyAreStoredWithTheirOtherEnds() throws {
    let setting = try Setting()
    let sender = Sender(name: "Anna")
    let letter = Letter(
      sender: sender, stamp: Postmark(city: "Rome"), enclosures: [Enclosure(title: "a")], text: "x")
    setting.context.insert(letter)
    // All that it leads to came with it.
    #expect(setting.context.insertedModelsArray.count == 4)
    #expect(sender.letters == [letter] && letter.enclosures.first?.letter === letter)
    try setting.context.save()
    let other = setting.store.fresh(try setting.store.container(Letter.self, Enclosure.self))
    let found = try #require(try other.fetch(FetchDescriptor<Letter>()).first)
    #expect(found.sender.name == "Anna" && found.stamp?.city == "Rome")
    #expect(found.enclosures.map(\.title) == ["a"])
    #expect(found.sender.letters == [found] && found.enclosures.first?.letter === found)
    found.text = "y"
    try other.save()
    #expect(try setting.store.raw.texts("SELECT ZSTAMP FROM ZLETTER") == ["1"])
    try setting.store.check()
  }

  @Test func aModelOfTheContextBringsTheNewOneIn() throws {
    let setting = try Setting()
    let sender = Sender(name: "Anna")
    setting.context.insert(sender)
    try setting.context.save()
    let letter = Letter(sender: sender, text: "x")
    // Made known by its first use, as what an initialiser assigns to a variable is.
    #expect(letter.persistentModelID.entityName == "Letter")
    #expect(letter.modelContext === setting.context && sender.letters == [letter])
    try setting.context.save()
    let letters = try setting.store.fresh(setting.container).fetch(
      FetchDescriptor<Letter>(predicate: #Predicate { $0.sender.name == "Anna" }))
    #expect(letters.count == 1 && letters.first?.stamp == nil)
    setting.context.delete(sender)
    try setting.context.save()
    #expect(letter.modelContext == nil && letter.sender === sender)
    #expect(try setting.store.raw.integer("SELECT count(*) FROM ZLETTER") == 0)
    try setting.store.check()
  }
}
