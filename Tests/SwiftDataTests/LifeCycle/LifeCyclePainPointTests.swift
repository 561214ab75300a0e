import Foundation
import SwiftData
import Testing

/// What users of Apple's SwiftData suffer from in a context's life, by the number of the complaint.
@Suite struct LifeCyclePainPointTests {
  @Test("C04 Assigning an equal value is no change")
  func anEqualValueIsNoChange() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let manager = UndoManager()
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    trip.guide = Guide(name: "Anna")
    context.insert(trip)
    try context.save()
    context.undoManager = manager
    let history = try store.raw.integer("SELECT count(*) FROM ACHANGE")
    let log = Log()
    withObservationTracking {
      _ = (trip.name, trip.tagNames, trip.items, trip.guide, trip.website)
    } onChange: {
      log.append("changed")
    }
    trip.name = String("Rom" + "e")
    trip.tagNames = trip.tagNames
    trip.items = trip.items
    trip.guide = trip.guide
    trip.website = nil
    trip.budget = Decimal(string: "12.50") ?? 0
    #expect(!trip.hasChanges && !context.hasChanges && context.changedModelsArray.isEmpty)
    #expect(log.texts.isEmpty && !manager.canUndo)
    try context.save()
    #expect(try store.raw.integer("SELECT count(*) FROM ACHANGE") == history)
    #expect(try store.raw.texts("SELECT Z_OPT FROM ZTRIP") == ["1"])
  }

  @Test("C05 A model needs no container to be made and changed")
  func aModelNeedsNoContainer() throws {
    let trip = Trip(name: "Rome")
    let item = PackingItem(title: "Hat", trip: trip)
    trip.tags = [Tag(name: "sea")]
    trip.name = "Oslo"
    #expect(trip.items == [item] && trip.tags.first?.trips == [trip])
    #expect(trip.modelContext == nil && !trip.hasChanges && !trip.isDeleted)
    #expect(trip.persistentModelID.storeIdentifier == nil && trip.persistentModelID.isTemporary)
    item.trip = nil
    #expect(trip.items.isEmpty)
  }

  @Test("C07 Saving after the deletion of a large graph ends well")
  func savingAfterDeletionsEndsWell() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let places = (0..<400).map { Place(name: "\($0)") }
    for (index, place) in places.enumerated() {
      if index > 0 { place.parent = places[(index - 1) / 3] }
      place.next = places[(index * 7 + 1) % places.count]
      context.insert(place)
    }
    try context.save()
    let other = ModelContext(container)
    for place in try other.fetch(FetchDescriptor<Place>()) where place.name.hasSuffix("9") {
      other.delete(place)
    }
    try other.save()
    let left = try other.fetchCount(FetchDescriptor<Place>())
    #expect(left > 0 && left < 360)
    for place in places where place.name.hasSuffix("5") { context.delete(place) }
    try context.save()
    context.delete(places[0])
    try context.save()
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Place>()) == 0)
    #expect(places.allSatisfy { $0.persistenceState == .gone && !$0.name.isEmpty })
    try store.check()
  }

  @Test("I01 An identifier and its hash stay across the first save, in any collection")
  func anIdentifierStays() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    let atBirth = trip.persistentModelID
    var names = [atBirth: "Rome"]
    context.insert(trip)
    let inserted = trip.persistentModelID
    #expect(throws: SwiftDataError.self) {
      // A save that fails takes nothing away.
      trip.startDate = Date(timeIntervalSinceReferenceDate: .nan)
      try context.save()
    }
    #expect(trip.persistentModelID == atBirth && inserted == atBirth)
    trip.startDate = .distantPast
    try context.save()
    let saved = trip.persistentModelID
    #expect(saved == atBirth && saved.hashValue == atBirth.hashValue && saved.id == atBirth.id)
    #expect(atBirth.isTemporary && inserted.isTemporary && !saved.isTemporary)
    #expect(names.removeValue(forKey: saved) == "Rome")
    let found = try store.fresh(container).fetch(FetchDescriptor<Trip>()).first
    #expect(found?.persistentModelID == atBirth && found?.id == atBirth)
  }

  @Test("C02 What nobody saves waits, however often others look")
  func changesWaitForTheirSave() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    context.autosaveEnabled = true
    let trip = Trip(name: "Rome")
    context.insert(trip)
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(context.hasChanges && trip.persistenceState == .inserted)
    try context.save()
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  enum Before {
    @Model final class Ticket {
      var number: Int
      init(number: Int) { self.number = number }
    }
  }

  enum After {
    @Model final class Ticket {
      @Attribute(.unique) var number: Int
      init(number: Int) { self.number = number }
    }
  }

  @Test("U06 A store with duplicates that a new constraint forbids is refused and stays as it is")
  func duplicatesStayWhereTheyAre() throws {
    let store = try TemporaryStore()
    try {
      let context = ModelContext(try store.container(Before.Ticket.self))
      for number in [1, 1, 2] { context.insert(Before.Ticket(number: number)) }
      try context.save()
    }()
    let error = #expect(throws: SwiftDataError.self) { try store.container(After.Ticket.self) }
    #expect(error?.description.contains(store.url.path) == true)
    #expect(try store.raw.texts("SELECT ZNUMBER FROM ZTICKET ORDER BY Z_PK") == ["1", "1", "2"])
    let context = ModelContext(try store.container(Before.Ticket.self))
    #expect(try context.fetchCount(FetchDescriptor<Before.Ticket>()) == 3)
  }
}
