import SwiftData
import Testing

/// E8, E21, E22: relationships as people declare them.
@Suite struct RelationshipTests {
  @Test func inversesGoThroughNestedNames() throws {
    let title = TitleSchema.Title()
    title.cards.append(CardSchema.Card())
    #expect(title.cards.first?.title === title)
    let store = try Store(TitleSchema.Title.self, CardSchema.Card.self)
    #expect(try store.reread(title).cards.count == 1)
  }

  @Test func ambiguousSelfRelationshipsAreNotPaired() throws {
    let resource = Resource()
    resource.variants = [Resource()]
    #expect(resource.variants.first?.parent == nil)
    let entity = try #require(Schema([Resource.self]).entity(for: Resource.self))
    #expect(entity.relationshipsByName["variants"]?.inverseName == nil)
  }

  @Test func insertingAModelInsertsWhatItRequires() throws {
    let store = try Store(Book.self, Author.self)
    let reread = try store.reread(Book(author: Author(name: "A")))
    #expect(reread.author.name == "A")
  }
}

private enum TitleSchema {
  @Model final class Title {
    @Relationship(deleteRule: .cascade, inverse: \CardSchema.Card.title)
    var cards = [CardSchema.Card]()

    init() {}
  }
}

private enum CardSchema {
  @Model final class Card {
    var title: TitleSchema.Title?

    init() {}
  }
}

@Model private final class Resource {
  var variants: [Resource] = []
  var parent: Resource?
  var origin: Resource?

  init() {}
}

@Model private final class Book {
  var author: Author

  init(author: Author) { self.author = author }
}

@Model private final class Author {
  var name: String

  init(name: String) { self.name = name }
}
