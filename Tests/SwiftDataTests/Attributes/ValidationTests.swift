import Foundation
import SwiftData
import Testing

/// What a save refuses, and what attributes start with.
@Suite struct ValidationTests {
  @Model final class Choir {
    @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Singer.choir)
    var singers: [Singer] = []
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Singer {
    var choir: Choir?
    @Relationship(minimumModelCount: 1) var voice: Voice?
    init(voice: Voice?) { self.voice = voice }
  }

  @Model final class Voice {
    var pitch: Int
    init(pitch: Int) { self.pitch = pitch }
  }

  @Model final class Stamped {
    var id = UUID()
    var made: Date = Date()
    var tags: [String] = []
    @Attribute(.ephemeral) var reads: Int = 5
    @Attribute(.spotlight, .allowsCloudEncryption, originalName: "label", hashModifier: "2")
    var title: String = "none"
    init() {}
  }

  @Model final class Titled {
    var title: String = "none"
    init() {}
  }

  private func failure(_ context: ModelContext) -> String {
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    return error?.description ?? ""
  }

  @Test func countsOfModelsAreKept() throws {
    let store = try TemporaryStore()
    let container = try store.container(Choir.self)
    let context = ModelContext(container)
    let choir = Choir("A")
    context.insert(choir)
    #expect(failure(context).contains("Choir.singers of a new Choir has 0 models"))
    let voice = Voice(pitch: 1)
    choir.singers = (0..<4).map { _ in Singer(voice: voice) }
    #expect(failure(context).contains("Choir.singers of a new Choir has 4 models"))
    choir.singers.removeLast()
    // It is in the context, though in no choir any more.
    try context.save()
    choir.singers = []
    #expect(failure(context).contains("Choir.singers of p1 has 0 models"))
    context.rollback()
    #expect(choir.singers.count == 3)
    for singer in choir.singers { context.delete(singer) }
    #expect(failure(context).contains("Choir.singers of p1"))
    context.rollback()
    let singer = try #require(choir.singers.first)
    singer.voice = nil
    let text = failure(context)
    #expect(text.contains("Singer.voice of p") && text.contains("has 0 models"))
    context.rollback()
    try context.save()
    try store.check()
  }

  @Test func requiredDestinationsAndValuesAreNamed() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Expense.self, Stamped.self))
    let expense = Expense(amount: 1, account: Account(name: "A"))
    context.insert(expense)
    try context.save()
    context.delete(expense.account)
    try context.save()
    let stamped = Stamped()
    stamped.made = Date(timeIntervalSinceReferenceDate: .nan)
    context.insert(stamped)
    let text = failure(context)
    #expect(text.contains("Stamped.made of a new Stamped") && text.contains("not a number"))
    stamped.made = Date()
    try context.save()
    stamped.made = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(failure(context).contains("Stamped.made of p1"))
  }

  @Test func defaultsAreEvaluatedForEachModel() throws {
    let store = try TemporaryStore()
    let container = try store.container(Stamped.self)
    let context = ModelContext(container)
    let models = (0..<20).map { _ in Stamped() }
    #expect(Set(models.map(\.id)).count == 20)
    models[0].tags.append("x")
    #expect(models[1].tags.isEmpty && Stamped().tags.isEmpty)
    for model in models { context.insert(model) }
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Stamped>())
    #expect(found.map(\.id) == models.map(\.id))
  }

  @Test func ephemeralValuesAreTrackedAndNotStored() throws {
    let store = try TemporaryStore()
    let container = try store.container(Stamped.self)
    let context = ModelContext(container)
    let model = Stamped()
    context.insert(model)
    try context.save()
    model.reads = 6
    #expect(context.hasChanges && model.hasChanges)
    context.rollback()
    #expect(model.reads == 5)
    model.reads = 7
    try context.save()
    #expect(model.reads == 7 && !context.hasChanges)
    #expect(try store.raw.texts("SELECT Z_OPT FROM ZSTAMPED") == ["1"])
    #expect(try store.fresh(container).fetch(FetchDescriptor<Stamped>()).first?.reads == 5)
    #expect(
      try store.raw.integer(
        "SELECT count(*) FROM pragma_table_info('ZSTAMPED') WHERE name = 'ZREADS'") == 0)
    try store.check()
  }

  @Test func optionsWithoutLocalEffectAreRecorded() throws {
    let schema = Schema([Stamped.self])
    let attribute = schema.entitiesByName["Stamped"]?.attributesByName["title"]
    #expect(attribute?.options == [.spotlight, .allowsCloudEncryption])
    #expect(attribute?.originalName == "label" && attribute?.hashModifier == "2")
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Stamped.self))
    context.insert(Stamped())
    try context.save()
    #expect(try store.raw.texts("SELECT ZTITLE FROM ZSTAMPED") == ["none"])
    try store.check()
  }
}
