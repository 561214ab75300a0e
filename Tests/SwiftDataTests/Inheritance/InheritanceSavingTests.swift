import Foundation
import Testing

@testable import SwiftData

/// What saves of a class tree mean for unique values, history, actors and other contexts.
@Suite struct InheritanceSavingTests {
  @Test func aUniqueValueLeadsToTheRowOfTheSameClass() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let first = Tours.Keynote(code: 1, name: "Gala", topic: "Swift")
    first.receipts = [Tours.Receipt(amount: 1)]
    context.insert(first)
    try context.save()
    let second = Tours.Keynote(code: 1, name: "Hymn", topic: nil)
    second.minutes = 3
    context.insert(second)
    try context.save()
    #expect(first.name == "Hymn")
    #expect(first.topic == nil)
    #expect(first.minutes == 3)
    #expect(second.persistentModelID == first.persistentModelID)
    let fresh = store.fresh(try store.tours())
    let keynotes = try fresh.fetch(FetchDescriptor<Tours.Trip>())
    #expect(keynotes.map(\.name) == ["Hymn"])
    #expect((keynotes.first as? Tours.Keynote)?.receipts.map(\.amount) == [1])
    try store.check()
  }

  @Test func aUniqueValueOfAnotherClassIsRefused() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    context.insert(Tours.Keynote(code: 1, name: "Gala", topic: nil))
    try context.save()
    let other = Tours.FamilyTrip(code: 1, name: "Camp")
    context.insert(other)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("different classes") == true)
    other.code = 2
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Tours.Trip>()) == 2)
  }

  @Test func historyNamesInheritedProperties() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    context.insert(keynote)
    try context.save()
    keynote.name = "Hymn"
    keynote.minutes = 1
    keynote.expense = 2
    try context.save()
    let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes)
    #expect(changes.count == 2)
    guard case .update(let update) = changes.last,
      let update = update as? DefaultHistoryUpdate<Tours.Keynote>
    else {
      Issue.record("\(changes)")
      return
    }
    let keyPaths: [PartialKeyPath<Tours.Keynote>] = update.updatedAttributes
    #expect(Set(keyPaths) == [\.name, \.minutes, \.expense])
    #expect(update.changedPersistentIdentifier == keynote.persistentModelID)
  }

  @ModelActor actor Desk {
    func name(_ id: PersistentIdentifier) -> String? { self[id, as: Tours.Trip.self]?.name }

    func minutes(_ id: PersistentIdentifier) -> Int? { self[id, as: Tours.Keynote.self]?.minutes }

    func children(_ id: PersistentIdentifier) -> Int? {
      self[id, as: Tours.FamilyTrip.self]?.children
    }
  }

  @Test func actorsFindModelsByAnyClass() async throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    context.insert(keynote)
    try context.save()
    let desk = Desk(modelContainer: container)
    let id = keynote.persistentModelID
    #expect(await desk.name(id) == "Gala")
    #expect(await desk.minutes(id) == 46)
    #expect(await desk.children(id) == nil)
  }

  @Test func otherContextsShowWhatIsSavedOfAnyLevel() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let first = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: first)
    let folder = Tours.Folder(name: "A")
    folder.trips = [trips[6]]
    try first.save()
    let second = store.fresh(container)
    let seen = try second.fetch(FetchDescriptor<Tours.Trip>(sortBy: [SortDescriptor(\.code)]))
    let keynote = try #require(seen[6] as? Tours.Keynote)
    let seenFolder = try #require(keynote.folder)
    #expect(seenFolder.trips.count == 1)
    (trips[6] as? Tours.Keynote)?.minutes = 9
    trips[6].name = "Hymn"
    trips[2].folder = folder
    first.delete(trips[3])
    try first.save()
    _ = try second.fetchCount(FetchDescriptor<Tours.Item>())
    #expect(keynote.minutes == 9)
    #expect(keynote.name == "Hymn")
    #expect(seenFolder.trips.count == 2)
    #expect(try second.fetch(FetchDescriptor<Tours.BusinessTrip>()).count == 3)
    #expect(seen[3].name == "Deal")
  }

  @Test func aRequiredDestinationThatIsGoneHasAStandIn() throws {
    let store = try TemporaryStore()
    let container = try store.container(Tours.Note.self)
    let context = store.fresh(container)
    context.insert(Tours.Note(trip: Tours.BusinessTrip(code: 1, name: "Deal", expense: 1)))
    try context.save()
    let fresh = store.fresh(container)
    let note = try #require(try fresh.fetch(FetchDescriptor<Tours.Note>()).first)
    #expect(note.trip.name == "Deal")
    try store.raw.execute("DELETE FROM ZTRIP")
    let other = store.fresh(try store.container(Tours.Note.self))
    let orphan = try #require(try other.fetch(FetchDescriptor<Tours.Note>()).first)
    #expect(orphan.trip.name == "")
    #expect(orphan.trip.purpose == "work" || orphan.trip.purpose == "")
    #expect(orphan.trip.receipts.isEmpty)
  }
}

extension Tours {
  @Model final class Note {
    var trip: BusinessTrip

    init(trip: BusinessTrip) { self.trip = trip }
  }
}
