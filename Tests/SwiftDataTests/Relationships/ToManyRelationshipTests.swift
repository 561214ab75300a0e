import Foundation
import Observation
import SwiftData
import Testing

/// The view of a to-many relationship that loads no members.
@Suite struct ToManyRelationshipTests {
  private static let keyed = \Trip.items

  /// A trip with stored items and tags, in a context that has seen nothing yet.
  private func stored(
    _ titles: [String], tags: [String] = []
  ) throws -> (TemporaryStore, ModelContext, Trip) {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let writer = ModelContext(container)
    let trip = Trip(name: "Rome")
    writer.insert(trip)
    trip.items = titles.map { PackingItem(title: $0) }
    trip.tags = tags.map { Tag(name: $0) }
    let other = Trip(name: "Oslo")
    other.items = [PackingItem(title: "Skis")]
    writer.insert(other)
    try writer.save()
    let context = store.fresh(container)
    var descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Rome" })
    descriptor.fetchLimit = 1
    return (store, context, try #require(try context.fetch(descriptor).first))
  }

  private func identifiers(_ context: ModelContext) throws -> [PersistentIdentifier] {
    var descriptor = FetchDescriptor<PackingItem>()
    descriptor.includePendingChanges = false
    return try context.fetchIdentifiers(descriptor)
  }

  private func isInMemory(_ context: ModelContext, _ id: PersistentIdentifier) -> Bool {
    let model: PackingItem? = context.registeredModel(for: id)
    return model != nil
  }

  @Test func storedMembersAreCountedAndNotLoaded() throws {
    let (_, context, trip) = try stored(["Hat", "Map", "Cup"], tags: ["sea", "sun"])
    #expect(try trip.relationship(\.items).count == 3)
    #expect(try !trip.relationship(\.items).isEmpty)
    #expect(try trip.relationship(\.tags).count == 2)
    for id in try identifiers(context) { #expect(!isInMemory(context, id)) }
    #expect(try trip.relationship(\.items).first?.title == "Hat")
    #expect(try identifiers(context).filter { isInMemory(context, $0) }.count <= 1)
    #expect(try trip.relationship(\.tags).first?.name == "sea")
    #expect(!context.hasChanges)
  }

  @Test func anEmptyOneIsEmpty() throws {
    let (_, _, trip) = try stored([])
    #expect(try trip.relationship(\.items).isEmpty)
    #expect(try trip.relationship(\.items).count == 0)
    #expect(try trip.relationship(\.items).first == nil)
    #expect(try trip.relationship(\.tags).isEmpty)
    let loose = Trip(name: "Nowhere")
    #expect(try loose.relationship(\.items).isEmpty)
    try loose.relationship(\.items).append(PackingItem(title: "Hat"))
    #expect(loose.items.map(\.title) == ["Hat"])
    #expect(loose.items.first?.trip === loose)
    #expect(try loose.relationship(\.items).count == 1)
    try loose.relationship(\.items).remove(loose.items[0])
    #expect(loose.items.isEmpty)
  }

  @Test func unsavedChangesCount() throws {
    let (_, context, trip) = try stored(["Hat", "Map", "Cup"], tags: ["sea", "sun"])
    let items = trip.relationship(\.items)
    let all = try context.fetch(FetchDescriptor<PackingItem>())
    let (hat, map) = (all[0], all[1])
    let skis = try #require(all.last)
    context.delete(hat)
    #expect(try items.count == 2)
    #expect(try items.first === map)
    #expect(try !items.contains(hat))
    map.trip = nil
    #expect(try items.count == 1)
    #expect(try !items.contains(map))
    skis.trip = trip
    #expect(try items.count == 2)
    #expect(try items.contains(skis))
    map.trip = trip
    #expect(try items.contains(map))
    #expect(try items.count == 3)
    let tag = Tag(name: "snow")
    tag.trips = [trip]
    #expect(try trip.relationship(\.tags).count == 3)
    #expect(try trip.relationship(\.tags).contains(tag))
    context.rollback()
    #expect(try items.count == 3)
    #expect(try items.first === hat)
    #expect(try trip.relationship(\.tags).count == 2)
    #expect(try !items.contains(skis))
  }

  @Test func changesOfMembersWhoseOwnerIsReadLaterCount() throws {
    let (store, _, _) = try stored(["Hat", "Map", "Cup"])
    let context = store.fresh(try store.container(Trip.self))
    let all = try context.fetch(FetchDescriptor<PackingItem>())
    context.delete(all[0])
    all[1].trip = nil
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Rome" })
    #expect(try trip.relationship(\.items).count == 1)
    #expect(try trip.relationship(\.items).first === all[2])
    #expect(try !trip.relationship(\.items).isEmpty)
    all[2].trip = nil
    #expect(try trip.relationship(\.items).isEmpty)
    #expect(trip.items.isEmpty)
  }

  @Test func membersAreAppendedAndRemovedWithoutLoadingTheOthers() throws {
    let (store, context, trip) = try stored(["Hat", "Map"], tags: ["sea", "sun"])
    let (items, tags) = (trip.relationship(\.items), trip.relationship(\.tags))
    let cup = PackingItem(title: "Cup")
    try items.append(cup)
    try items.append(cup)
    #expect(cup.trip === trip)
    #expect(cup.modelContext === context)
    #expect(try items.count == 3)
    let snow = Tag(name: "snow")
    try tags.append(snow)
    #expect(snow.trips == [trip])
    let sea = try #require(try tags.first)
    try tags.append(sea)
    #expect(try tags.count == 3)
    try tags.remove(sea)
    try tags.remove(sea)
    #expect(sea.trips.isEmpty)
    #expect(try tags.count == 2)
    #expect(try identifiers(context).filter { isInMemory(context, $0) }.isEmpty)
    try context.save()
    #expect(try items.count == 3)
    #expect(try tags.count == 2)
    #expect(trip.items.map(\.title) == ["Hat", "Map", "Cup"])
    #expect(trip.tags.map(\.name) == ["sun", "snow"])
    // Answered from the array now.
    #expect(try items.count == 3)
    try items.remove(cup)
    #expect(trip.items.map(\.title) == ["Hat", "Map"])
    let hat = try #require(try items.first)
    try items.remove(hat)
    try items.append(hat)
    #expect(trip.items.map(\.title) == ["Map", "Hat"])
    try context.save()
    let found = try #require(
      try store.fresh(context.container).fetch(FetchDescriptor<Trip>()).first)
    #expect(found.items.map(\.title) == ["Hat", "Map"])
    try store.check()
  }

  @Test func oneWayAndOptionalRelationshipsAnswerToo() throws {
    let store = try TemporaryStore()
    let container = try store.container(Wishlist.self, Album.self)
    let writer = ModelContext(container)
    let list = Wishlist(name: "Mine")
    list.wishes = [Souvenir(name: "cup"), Souvenir(name: "hat")]
    let album = Album(name: "Summer")
    album.photos = [Photo(name: "Sea")]
    writer.insert(list)
    writer.insert(album)
    try writer.save()
    let context = store.fresh(container)
    let wishes = try #require(try context.fetch(FetchDescriptor<Wishlist>()).first)
      .relationship(\.wishes)
    #expect(try wishes.count == 2)
    let cup = try #require(try wishes.first)
    #expect(try wishes.contains(cup))
    try wishes.remove(cup)
    #expect(try !wishes.contains(cup))
    #expect(try wishes.count == 1)
    try wishes.append(Souvenir(name: "map"))
    try context.save()
    #expect(try wishes.count == 2)
    #expect(try wishes.first?.name == "hat")
    // Until the save a deletion shows, as it does in the array.
    let hat = try #require(try wishes.first)
    context.delete(hat)
    #expect(try wishes.count == 2)
    try context.save()
    #expect(try wishes.count == 1)
    let photos = try #require(try context.fetch(FetchDescriptor<Album>()).first)
      .relationship(\.photos)
    #expect(try photos.count == 1)
    try photos.append(Photo(name: "Sun"))
    #expect(try photos.count == 2)
    try store.check()
  }

  @Test func modelsOfOtherContextsCountByTheirRows() throws {
    let (store, context, trip) = try stored(["Hat", "Map"])
    let other = store.fresh(context.container)
    let items = try other.fetch(FetchDescriptor<PackingItem>())
    #expect(try trip.relationship(\.items).contains(items[0]))
    let skis = try #require(items.last)
    #expect(try !trip.relationship(\.items).contains(skis))
    try trip.relationship(\.items).append(skis)
    #expect(try trip.relationship(\.items).contains(skis))
    #expect(!other.hasChanges)
    try trip.relationship(\.items).remove(items[0])
    try context.save()
    #expect(trip.items.map(\.title) == ["Map", "Skis"])
    // What another context has saved shows at once.
    let oslo = try #require(try other.fetch(FetchDescriptor<Trip>()).last)
    let mine = try #require(try context.fetch(FetchDescriptor<Trip>()).last)
    oslo.items.append(PackingItem(title: "Wax"))
    try other.save()
    #expect(try mine.relationship(\.items).count == 1)
  }

  @Test func aDeletedOwnerKeepsAnswering() throws {
    let (store, context, trip) = try stored(["Hat"])
    let items = trip.relationship(\.items)
    context.delete(trip)
    #expect(try items.count <= 1)
    try context.save()
    _ = try (items.count, items.isEmpty, items.first)
    try items.append(PackingItem(title: "Map"))
    #expect(!context.hasChanges)
    try store.check()
  }

  @Test func observersOfACountHearOfChanges() throws {
    let (_, _, trip) = try stored(["Hat"])
    nonisolated(unsafe) var isHeard = false
    withObservationTracking {
      _ = try? trip.relationship(\.items).count
    } onChange: {
      isHeard = true
    }
    trip.rating += 1
    #expect(!isHeard)
    try trip.relationship(\.items).append(PackingItem(title: "Map"))
    #expect(isHeard)
  }

  @Test func whatIsNoRelationshipThrows() throws {
    let trip = Trip(name: "Rome")
    #expect(throws: SwiftDataError.self) { try trip.relationship(\.computedItems).count }
    #expect(throws: SwiftDataError.self) {
      try trip.relationship(\.computedItems).append(PackingItem(title: "Hat"))
    }
  }

  @Test func denyIsJudgedWithoutLoadingTheMembers() throws {
    let store = try TemporaryStore()
    let container = try store.container(Crew.self)
    let writer = ModelContext(container)
    let red = Crew(name: "Red")
    for name in ["Anna", "Ben"] { writer.insert(Sailor(name: name, crew: red)) }
    try writer.save()
    let context = store.fresh(container)
    let crew = try #require(try context.fetch(FetchDescriptor<Crew>()).first)
    context.delete(crew)
    #expect(throws: SwiftDataError.self) { try context.save() }
    for sailor in try writer.fetch(FetchDescriptor<Sailor>()) {
      let known: Sailor? = context.registeredModel(for: sailor.persistentModelID)
      #expect(known == nil)
    }
    for sailor in try context.fetch(FetchDescriptor<Sailor>()) { context.delete(sailor) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Crew>()) == 0)
  }
}

extension Trip {
  fileprivate var computedItems: [PackingItem] { items }
}
