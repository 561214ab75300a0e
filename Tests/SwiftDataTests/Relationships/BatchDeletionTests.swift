import Foundation
import Observation
import SwiftData
import Testing

/// `delete(model:where:includeSubclasses:)`.
@Suite struct BatchDeletionTests {
  private func fill(_ context: ModelContext) throws {
    for name in ["Rome", "Oslo", "Paris"] {
      let trip = Trip(name: name)
      context.insert(trip)
      trip.items = ["Hat", "Map"].map { PackingItem(title: "\(name) \($0)") }
      trip.tags = [Tag(name: name)]
      trip.guide = Guide(name: name)
    }
    try context.save()
  }

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Trip>()).map(\.name)
  }

  @Test func theRulesAreObeyed() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    try fill(context)
    try context.delete(model: Trip.self, where: #Predicate { $0.name != "Oslo" })
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(try names(context) == ["Oslo"])
      #expect(
        try context.fetch(FetchDescriptor<PackingItem>()).map(\.title) == ["Oslo Hat", "Oslo Map"])
      #expect(try context.fetch(FetchDescriptor<Tag>()).map(\.trips.count) == [0, 1, 0])
      #expect(
        try context.fetch(FetchDescriptor<Guide>()).map { $0.trip?.name } == [nil, "Oslo", nil])
    }
    let fresh = store.fresh(container)
    #expect(try names(fresh) == ["Oslo"])
    #expect(try fresh.fetchCount(FetchDescriptor<PackingItem>()) == 2)
    #expect(try fresh.fetch(FetchDescriptor<Tag>()).map(\.trips.count) == [0, 1, 0])
    try store.check()
  }

  @Test func aDeletionIsRolledBackWithAllThatWentWithIt() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    try fill(context)
    try context.delete(model: Trip.self)
    #expect(context.deletedModelsArray.count == 9)
    context.rollback()
    #expect(!context.hasChanges)
    let trips = try context.fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.items.count) == [2, 2, 2])
    #expect(trips.map { $0.guide?.name } == trips.map(\.name))
    #expect(trips.allSatisfy { !$0.isDeleted })
  }

  @Test func unsavedChangesDecide() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    try fill(context)
    let trips = try context.fetch(FetchDescriptor<Trip>())
    trips[0].name = "doomed"
    trips[1].name = "spared"
    let unsaved = Trip(name: "doomed")
    unsaved.items = [PackingItem(title: "unsaved")]
    context.insert(unsaved)
    context.insert(Trip(name: "new"))
    context.delete(trips[2])
    try context.delete(model: Trip.self, where: #Predicate { $0.name == "doomed" })
    #expect(unsaved.modelContext == nil)
    #expect(unsaved.items.first?.modelContext == nil)
    #expect(trips[0].isDeleted)
    #expect(try names(context) == ["spared", "new"])
    try context.save()
    #expect(try names(store.fresh(container)) == ["spared", "new"])
    #expect(try context.fetchCount(FetchDescriptor<PackingItem>()) == 2)
    try store.check()
  }

  @Test func denyRefusesTheWholeSave() throws {
    let store = try TemporaryStore()
    let container = try store.container(Crew.self)
    let context = ModelContext(container)
    for name in ["Red", "Blue", "Green"] { context.insert(Crew(name: name)) }
    let crews = try context.fetch(FetchDescriptor<Crew>())
    let anna = Sailor(name: "Anna", crew: crews[1])
    context.insert(anna)
    try context.save()
    try context.delete(model: Crew.self)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Crew>()) == 3)
    // The sailor goes by another batch, and the way is free.
    try context.delete(model: Sailor.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Crew>()) == 0)
    #expect(anna.name == "Anna")
    try store.check()
  }

  @Test func aRequiredReferenceRefusesTheSaveAndARollbackHeals() throws {
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: Schema([Shapes.Ticket.self]), configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    let show = Shapes.Show(number: 1)
    context.insert(Shapes.Ticket(number: 2, show: show))
    try context.save()
    let other = store.fresh(container)
    try other.delete(model: Shapes.Show.self)
    let error = #expect(throws: SwiftDataError.self) { try other.save() }
    #expect(error?.description.contains("Ticket.show of row p1") ?? false)
    other.rollback()
    #expect(try other.fetch(FetchDescriptor<Shapes.Ticket>()).map(\.show.number) == [1])
    try other.delete(model: Shapes.Show.self)
    try other.delete(model: Shapes.Ticket.self)
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Shapes.Show>()) == 0)
    try store.check()
  }

  @Test func everyLiveContextNotices() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    try fill(context)
    let others = (0..<3).map { _ in ModelContext(container) }
    let held = try others.map { other in
      let trip = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.items.count == 2)
      #expect(trip.tags.first?.trips == [trip])
      return (trip: trip, item: trip.items[0], tag: trip.tags[0])
    }
    nonisolated(unsafe) var isHeard = false
    withObservationTracking {
      _ = held[0].tag.trips
    } onChange: {
      isHeard = true
    }
    try context.delete(model: Trip.self, where: #Predicate { $0.name == "Rome" })
    // Nobody hears of what isn't saved.
    #expect(try names(others[0]) == ["Rome", "Oslo", "Paris"])
    try context.save()
    for (other, held) in zip(others, held) {
      #expect(try names(other) == ["Oslo", "Paris"])
      #expect(held.trip.modelContext == nil)
      #expect(held.item.modelContext == nil)
      #expect(!held.trip.isDeleted)
      // The last known values.
      #expect(held.trip.name == "Rome")
      #expect(held.item.title == "Rome Hat")
      #expect(held.tag.trips.isEmpty)
      let known: Trip? = other.registeredModel(for: held.trip.persistentModelID)
      #expect(known == nil)
      #expect(!other.hasChanges)
      held.trip.name = "late"
      try other.save()
      #expect(try names(other) == ["Oslo", "Paris"])
    }
    #expect(isHeard)
    try store.check()
  }

  @Test func theHistoryHasARowForEachModel() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    try fill(context)
    try context.delete(model: Trip.self, where: #Predicate { $0.name == "Rome" })
    try context.save()
    #expect(
      try store.raw.texts(
        """
        SELECT Z_NAME || ' ' || count(*) FROM ACHANGE JOIN Z_PRIMARYKEY ON ZENTITY = Z_PRIMARYKEY.Z_ENT
        WHERE ZCHANGETYPE = 2 GROUP BY Z_NAME ORDER BY Z_NAME
        """) == ["PackingItem 2", "Trip 1"])
  }

  @Test func aPredicateThatTheStoreCannotSayWorksToo() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    try fill(context)
    try context.delete(model: Trip.self, where: #Predicate { $0.tagNames.contains("b") })
    #expect(try names(context).isEmpty)
    context.rollback()
    try context.delete(model: Trip.self, where: #Predicate { _ in false })
    #expect(!context.hasChanges)
  }

  @Test func anUnknownClassThrowsAndDeletesNothing() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    try fill(context)
    let error = #expect(throws: SwiftDataError.self) { try context.delete(model: Crew.self) }
    #expect(error == .unknownSchema)
    #expect(!context.hasChanges)
  }
}
