import Foundation
import Observation
import SwiftData
import Testing

/// Counts the notices that one round of tracking brings for each named read.
private final class Watch: @unchecked Sendable {
  // Safe to share: a test uses it on one thread.
  private(set) var heard: [String] = []

  func on(_ name: String, _ read: () -> Void) {
    withObservationTracking(read) { [self] in heard.append(name) }
  }

  /// What was heard since the last call, in alphabetical order.
  func take() -> [String] {
    defer { heard = [] }
    return heard.sorted()
  }
}

@Suite struct ModelObservationTests {
  private func watchAll(_ trip: Trip, _ watch: Watch) {
    watch.on("name") { _ = trip.name }
    watch.on("rating") { _ = trip.rating }
    watch.on("kind") { _ = trip.kind }
    watch.on("tagNames") { _ = trip.tagNames }
    watch.on("items") { _ = trip.items }
    watch.on("tags") { _ = trip.tags }
    watch.on("guide") { _ = trip.guide }
  }

  enum Life: CaseIterable { case unmanaged, inserted, saved, fetched, fault }

  private func trip(_ life: Life, _ store: TemporaryStore) throws -> Trip {
    let trip = Trip(name: "Rome")
    guard life != .unmanaged else { return trip }
    let container = try store.container(Trip.self)
    let context = store.fresh(container)
    context.insert(trip)
    guard life != .inserted else { return trip }
    try context.save()
    guard life != .saved else { return trip }
    let other = store.fresh(container)
    if life == .fault {
      return try #require(other.model(for: trip.persistentModelID) as? Trip)
    }
    return try #require(try other.fetch(FetchDescriptor<Trip>()).first)
  }

  @Test(arguments: Life.allCases)
  func onlyTheChangedPropertyIsHeardOf(life: Life) throws {
    let store = try TemporaryStore()
    let trip = try trip(life, store)
    let watch = Watch()
    watchAll(trip, watch)
    trip.rating = 4
    #expect(watch.take() == ["rating"])
    trip.rating = 5
    #expect(watch.take() == [])
    trip.name = "Oslo"
    #expect(watch.take() == ["name"])
    trip.kind = .work
    trip.tagNames.append("c")
    #expect(watch.take() == ["kind", "tagNames"])
    trip.destination = "unwatched"
    #expect(watch.take() == [])
  }

  @Test(arguments: Life.allCases)
  func anEqualValueIsNotHeardOf(life: Life) throws {
    let store = try TemporaryStore()
    let trip = try trip(life, store)
    let watch = Watch()
    watchAll(trip, watch)
    trip.rating = 3
    trip.name = "Rome"
    trip.kind = .leisure
    trip.tagNames = ["a", "b"]
    trip.items = []
    trip.tags = []
    trip.guide = nil
    #expect(watch.take() == [])
  }

  @Test(arguments: Life.allCases)
  func bothEndsOfARelationshipAreHeardOfOnce(life: Life) throws {
    let store = try TemporaryStore()
    let trip = try trip(life, store)
    let (item, tag, guide) = (PackingItem(title: "Hat"), Tag(name: "sea"), Guide(name: "Anna"))
    let watch = Watch()
    func watchEnds() {
      watch.on("items") { _ = trip.items }
      watch.on("item.trip") { _ = item.trip }
      watch.on("tags") { _ = trip.tags }
      watch.on("tag.trips") { _ = tag.trips }
      watch.on("guide") { _ = trip.guide }
      watch.on("guide.trip") { _ = guide.trip }
    }
    watchEnds()
    item.trip = trip
    #expect(watch.take() == ["item.trip", "items"])
    tag.trips.append(trip)
    #expect(watch.take() == ["tag.trips", "tags"])
    trip.guide = guide
    #expect(watch.take() == ["guide", "guide.trip"])
    watchEnds()
    trip.items = []
    #expect(watch.take() == ["item.trip", "items"])
    trip.tags.removeAll()
    #expect(watch.take() == ["tag.trips", "tags"])
    guide.trip = nil
    #expect(watch.take() == ["guide", "guide.trip"])
  }

  @Test func allThreeModelsOfAMoveAreHeardOf() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    let item = PackingItem(title: "Hat", trip: rome)
    context.insert(item)
    context.insert(oslo)
    try context.save()
    let watch = Watch()
    watch.on("rome") { _ = rome.items }
    watch.on("oslo") { _ = oslo.items }
    watch.on("item") { _ = item.trip }
    watch.on("title") { _ = item.title }
    oslo.items.append(item)
    #expect(watch.take() == ["item", "oslo", "rome"])
  }

  @Test func aRollbackIsHeardOfForWhatItTakesBack() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    trip.rating = 1
    trip.items.append(PackingItem(title: "Hat"))
    let watch = Watch()
    watchAll(trip, watch)
    context.rollback()
    #expect(watch.take() == ["items", "rating"])
  }

  @Test func aDeletionIsHeardOfAtTheOtherEnds() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    let (item, tag) = (PackingItem(title: "Hat"), Tag(name: "sea"))
    trip.items = [item]
    trip.tags = [tag]
    context.insert(trip)
    try context.save()
    let watch = Watch()
    watchAll(trip, watch)
    context.delete(item)
    #expect(watch.take() == ["items"])
    watch.on("tag.trips") { _ = tag.trips }
    context.delete(trip)
    #expect(watch.take() == ["tag.trips"])
    watch.on("tag.trips") { _ = tag.trips }
    context.rollback()
    #expect(watch.take().contains("tag.trips"))
  }

  @Test func aSaveIsNotHeardOf() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let trip = Trip(name: "Rome")
    trip.items = [PackingItem(title: "Hat")]
    context.insert(trip)
    let watch = Watch()
    watchAll(trip, watch)
    try context.save()
    trip.destination = "Lazio"
    try context.save()
    _ = try context.fetch(FetchDescriptor<Trip>())
    #expect(watch.take() == [])
  }

  @Test func aRefreshIsHeardOfForWhatDiffers() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip(name: "Rome")
    first.insert(trip)
    try first.save()
    let mine = try #require(try second.fetch(FetchDescriptor<Trip>()).first)
    let watch = Watch()
    watch.on("name") { _ = mine.name }
    watch.on("rating") { _ = mine.rating }
    watch.on("kind") { _ = mine.kind }
    watch.on("tagNames") { _ = mine.tagNames }
    watch.on("guide") { _ = mine.guide }
    _ = try second.fetch(FetchDescriptor<Trip>())
    #expect(watch.take() == [])
    trip.rating = 4
    trip.kind = .work
    try first.save()
    _ = try second.fetch(FetchDescriptor<Trip>())
    #expect(watch.take() == ["kind", "rating"])
    #expect(mine.rating == 4)
    trip.guide = Guide(name: "Anna")
    trip.name = "Oslo"
    try first.save()
    mine.name = "mine"
    #expect(watch.take() == ["name"])
    watch.on("name") { _ = mine.name }
    _ = try second.fetch(FetchDescriptor<Trip>())
    #expect(watch.take() == ["guide"])
    #expect(mine.name == "mine")
    #expect(mine.guide?.name == "Anna")
  }

  @Test func aModelIsWatchedAgainAfterEachNotice() throws {
    let store = try TemporaryStore()
    let trip = try trip(.fetched, store)
    let watch = Watch()
    for round in 10..<15 {
      watch.on("rating") { _ = trip.rating }
      trip.rating = round
      #expect(watch.take() == ["rating"])
    }
  }
}
