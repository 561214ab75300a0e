import Foundation
import SwiftData
import Testing

@Suite struct ModelActorTests {
  @Model final class Note {
    var text: String
    @Relationship(deleteRule: .cascade, inverse: \Line.note) var lines: [Line] = []
    init(text: String) { self.text = text }
  }

  @Model final class Line {
    var number: Int
    var note: Note?
    init(number: Int) { self.number = number }
  }

  @ModelActor actor Notebook {
    private var calls = 0

    func add(_ text: String) throws -> PersistentIdentifier {
      calls += 1
      let note = Note(text: text)
      modelContext.insert(note)
      try modelContext.save()
      return note.persistentModelID
    }

    func append(_ text: String, to id: PersistentIdentifier) throws {
      guard let note = self[id, as: Note.self] else { return }
      note.text += text
      try modelContext.save()
    }

    func text(of id: PersistentIdentifier) -> String? { self[id, as: Note.self]?.text }
    func hasLine(_ id: PersistentIdentifier) -> Bool { self[id, as: Line.self] != nil }
    func delete(_ id: PersistentIdentifier) throws {
      guard let note = self[id, as: Note.self] else { return }
      modelContext.delete(note)
      try modelContext.save()
    }
    func isOnMainThread() -> Bool { Thread.isMainThread }
    func isIsolated() -> Bool? {
      (modelExecutor as? DefaultSerialModelExecutor)?.isIsolatingCurrentContext()
    }
    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Note>()) }
    func importNotes(_ range: Range<Int>) throws {
      for number in range {
        let note = Note(text: "\(number)")
        note.lines.append(Line(number: number))
        modelContext.insert(note)
      }
      try modelContext.save()
    }
    func callCount() -> Int { calls }
  }

  /// A conformance written by hand, as in code older than the macro's own initializer.
  actor Ledger: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(container: ModelContainer, author: String) {
      let context = ModelContext(container)
      context.author = author
      modelContainer = container
      modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    }

    func author() -> String? { modelContext.author }
    func isOnMainThread() -> Bool { Thread.isMainThread }
  }

  @Test func workIsSavedAndSeenElsewhere() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    let notebook = Notebook(modelContainer: container)
    let id = try await notebook.add("a")
    try await notebook.append("b", to: id)
    let note = try #require(ModelContext(container).fetch(FetchDescriptor<Note>()).first)
    #expect(note.text == "ab")
    #expect(note.persistentModelID == id)
    #expect(notebook.modelContainer === container)
  }

  @MainActor @Test func workLeavesTheMainThreadThoughTheActorWasMadeThere() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    #expect(await !Notebook(modelContainer: container).isOnMainThread())
    #expect(await !Ledger(container: container, author: "me").isOnMainThread())
  }

  @Test func aConformanceMayBeWrittenByHand() async throws {
    let store = try TemporaryStore()
    let ledger = Ledger(container: try store.container(Note.self), author: "me")
    #expect(await ledger.author() == "me")
  }

  @Test func theExecutorKnowsItsOwnJobs() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    let notebook = Notebook(modelContainer: container)
    let other = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    #expect(await notebook.isIsolated() == true)
    #expect(other.isIsolatingCurrentContext() == false)
    #expect(other.modelContext.container === container)
  }

  @Test func identifiersThatLeadNowhereGiveNil() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    let notebook = Notebook(modelContainer: container)
    let id = try await notebook.add("a")
    #expect(await !notebook.hasLine(id))
    try await Notebook(modelContainer: container).delete(id)
    let second = Notebook(modelContainer: container)
    #expect(await second.text(of: id) == nil)
    // The first one still has the model; it must not fail, whatever it shows.
    _ = await notebook.text(of: id)

    let elsewhere = try TemporaryStore()
    let foreign = Notebook(modelContainer: try elsewhere.container(Note.self))
    #expect(try await foreign.text(of: notebook.add("b")) == nil)
    #expect(await foreign.text(of: Note(text: "unsaved").persistentModelID) == nil)
  }

  @Test func manyActorsWriteToOneStore() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let notebook = Notebook(modelContainer: container)
          for round in 0..<5 {
            let start = (writer * 5 + round) * 10
            try await notebook.importNotes(start..<start + 10)
            _ = try await notebook.count()
          }
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(container)
    let notes = try context.fetch(FetchDescriptor<Note>())
    #expect(Set(notes.map(\.text)).count == 400)
    #expect(notes.allSatisfy { $0.lines.count == 1 && "\($0.lines[0].number)" == $0.text })
    try store.check()
  }

  @Test func callsOfOneActorDoNotOverlap() async throws {
    let store = try TemporaryStore()
    let notebook = Notebook(modelContainer: try store.container(Note.self))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask(priority: number.isMultiple(of: 2) ? .high : .background) {
          _ = try await notebook.add("\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(await notebook.callCount() == 50)
    #expect(try await notebook.count() == 50)
  }

  @Test func anActorMayGoWhileItsWorkRuns() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    for round in 0..<20 {
      let task = Task.detached { try await Notebook(modelContainer: container).add("\(round)") }
      _ = try await task.value
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 20)
  }
}
