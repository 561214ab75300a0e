import Foundation
import SwiftData
import Testing

/// E4: columns declared with `let`.
@Suite struct ConstantTests {
  @Test func constantsHaveTheirSavedValuesWhenFetched() throws {
    let owner = Owner()
    let ticket = Ticket(owner: owner, tags: ["a", "b"])
    let store = try Store(Ticket.self, Owner.self)
    let reread = try store.reread(ticket)
    #expect(reread !== ticket)
    #expect(reread.id == ticket.id)
    #expect(reread.kind == .single)
    #expect(reread.tags == ["a", "b"])
    #expect(reread.note == nil)
  }

  @Test func aConstantWithAnInitialValueHasTheSavedOne() throws {
    let ticket = Ticket(owner: Owner(), tags: [])
    let store = try Store(Ticket.self, Owner.self)
    let reread = try store.reread(ticket)
    #expect(reread.created == ticket.created)
    #expect(reread.number == ticket.number)
  }

  @Test func theSchemaListsConstants() throws {
    let entity = try #require(Schema([Ticket.self]).entity(for: Ticket.self))
    #expect(
      entity.attributesByName.keys.sorted()
        == ["created", "id", "kind", "note", "number", "tags"])
    #expect(entity.uniquenessConstraints == [["id"]])
  }
}

private enum Kind: Int, Codable { case single, back }

@Model private final class Ticket {
  @Attribute(.unique) let id: UUID
  let created = Date()
  let number: String = UUID().uuidString
  let kind: Kind?
  let owner: Owner?
  let tags: [String]
  let note: String?

  init(owner: Owner, tags: [String]) {
    id = UUID()
    kind = .single
    self.owner = owner
    self.tags = tags
    note = nil
  }
}

@Model private final class Owner {
  var name: String = ""

  init() {}
}
