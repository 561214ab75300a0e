import Foundation
import SwiftData
import Testing

/// Backing data in the program's hands.
@Suite struct BackingDataTests {
  private struct Setting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext

    init() throws {
      store = try TemporaryStore()
      container = try store.container(Trip.self)
      let writer = ModelContext(container)
      let trip = Trip(name: "Rome")
      trip.items = [PackingItem(title: "Map")]
      writer.insert(trip)
      try writer.save()
      context = ModelContext(container)
    }

    /// The backing data of a model that nobody else holds.
    func backing() throws -> any BackingData<Trip> {
      try #require(try context.fetch(FetchDescriptor<Trip>()).first).persistentBackingData
    }

    func stored() throws -> Trip {
      try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    }
  }

  @Test func whatIsWrittenThroughItIsSavedThoughNobodyHoldsTheModel() throws {
    let setting = try Setting()
    let backing = try setting.backing()
    backing.setValue(forKey: \.items, to: [PackingItem(title: "Hat")])
    backing.setValue(forKey: \.name, to: "Oslo")
    let found = try #require(try setting.context.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Oslo" && found.items.map(\.title) == ["Hat"])
    #expect(setting.context.changedModelsArray.contains { $0 === found })
    try setting.context.save()
    #expect(try setting.stored().items.map(\.title) == ["Hat"])
    try setting.store.check()
  }

  @Test func itOutlivesItsContext() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    var context: ModelContext? = ModelContext(container)
    var trip: Trip? = Trip(name: "Rome")
    let backing = try #require(trip).persistentBackingData
    try context?.insert(#require(trip))
    try context?.save()
    (trip, context) = (nil, nil)
    backing.setValue(forKey: \.name, to: "Oslo")
    #expect(backing.getValue(forKey: \.name) == "Oslo")
    backing.setValue(forKey: \.items, to: [PackingItem(title: "Hat")])
    #expect(backing.getValue(forKey: \.items).count <= 1)
  }

  @Test func aSecondModelHasACopyOfTheAttributes() throws {
    let setting = try Setting()
    let first = try #require(try setting.context.fetch(FetchDescriptor<Trip>()).first)
    let second = Trip(backingData: first.persistentBackingData)
    #expect(second.name == "Rome" && second.tagNames == first.tagNames && second.items.isEmpty)
    #expect(second.modelContext == nil && second.persistentModelID != first.persistentModelID)
    second.name = "Oslo"
    #expect(first.name == "Rome" && first.items.count == 1 && !setting.context.hasChanges)
    setting.context.insert(second)
    try setting.context.save()
    #expect(
      try setting.context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        .map(\.name) == ["Oslo", "Rome"])
    try setting.store.check()
  }

  @Test func assigningAModelItsOwnChangesNothing() throws {
    let setting = try Setting()
    let trip = try #require(try setting.context.fetch(FetchDescriptor<Trip>()).first)
    trip.persistentBackingData = trip.persistentBackingData
    trip.persistentBackingData.persistentModelID = nil
    #expect(trip.modelContext === setting.context && trip.items.count == 1)
    trip.name = "Oslo"
    try setting.context.save()
    #expect(try setting.stored().name == "Oslo")
  }

  @Test func aModelOfATreeKeepsItsClass() throws {
    let setting = try HistorySetting()
    let beacon: Landmark = Beacon(number: 1, value: 2, code: "A", photo: nil, light: 3)
    setting.context.insert(beacon)
    beacon.persistentBackingData.setValue(forKey: \.value, to: 5)
    try setting.context.save()
    let found = try setting.store.fresh(setting.container).fetch(FetchDescriptor<Beacon>()).first
    #expect(found?.value == 5 && found?.light == 3)
  }

  private struct HistorySetting {
    let store: TemporaryStore
    let container: ModelContainer
    let context: ModelContext

    init() throws {
      store = try TemporaryStore()
      container = try HistoryRun.container(store)
      context = ModelContext(container)
    }
  }
}
