import Foundation
import SwiftData
import Testing

/// E14, E16: protocols that a model conforms to, by itself or beforehand.
@Suite struct ConformanceTests {
  @Test func customEqualityIsNotIdentity() throws {
    let store = try Store(Twin.self)
    let context = ModelContext(store.container)
    context.insert(Twin(value: 1))
    context.insert(Twin(value: 1))
    try context.save()
    let twins = try ModelContext(store.container).fetch(FetchDescriptor<Twin>())
    #expect(twins.count == 2)
    #expect(twins[0] == twins[1])
    #expect(twins[0] !== twins[1])
    #expect(twins[0].persistentModelID != twins[1].persistentModelID)
  }

  @Test func conformancesThatAreThereAreNotRepeated() throws {
    let store = try Store(Listed.self, Shared.self, Distant.self, Stated.self)
    #expect(try store.reread(Listed()).id.uuidString.count == 36)
    #expect(try store.reread(Shared()).value == 1)
    #expect(try store.reread(Distant()).value == 1)
    #expect(try store.reread(Stated()).value == 1)
  }

  @Test func requirementsOfAProtocolAreColumns() throws {
    let store = try Store(Word.self)
    let context = ModelContext(store.container)
    context.insert(Word("tea"))
    context.insert(Word("milk"))
    try context.save()
    #expect(try words(Word.self, "tea", in: store).map(\.value) == ["tea"])
  }

  private func words<L: Label>(_ type: L.Type, _ value: String, in store: Store) throws -> [L] {
    let context = ModelContext(store.container)
    let predicate = #Predicate<L> { $0.value == value }
    return try context.fetch(FetchDescriptor(predicate: predicate))
  }
}

@Model private final class Twin: Hashable {
  var value: Int

  init(value: Int) { self.value = value }

  static func == (left: Twin, right: Twin) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

@Model private final class Listed: Identifiable {
  var id: UUID = UUID()

  init() {}
}

@Model private final class Shared: @unchecked Sendable {
  var value: Int = 1

  init() {}
}

@Model private final class Distant {
  var value: Int = 1

  init() {}
}

extension Distant: @unchecked Sendable {}

@Model private final class Stated: SwiftData.PersistentModel {
  var value: Int = 1

  init() {}
}

private protocol Label: PersistentModel {
  static var title: String { get }
  var value: String { get }
}

@Model private final class Word: Label {
  static let title = "word"
  var value: String

  init(_ value: String) { self.value = value }
}
