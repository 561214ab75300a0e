import Foundation
import SwiftData
import Testing

@Suite struct ManyToManyTests {
  private func tags(of trip: Trip) -> Set<String> { Set(trip.tags.map(\.name)) }
  private func trips(of tag: Tag) -> Set<String> { Set(tag.trips.map(\.name)) }

  @Test func linksAreMadeAndCutFromBothEnds() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    let (sea, sun) = (Tag(name: "sea"), Tag(name: "sun"))
    rome.tags = [sea, sun]
    sea.trips.append(oslo)
    context.insert(rome)
    #expect(oslo.modelContext === context)
    #expect(tags(of: oslo) == ["sea"])
    try context.save()
    rome.tags.removeAll { $0 === sea }
    sun.trips = [oslo]
    #expect(tags(of: rome) == [])
    #expect(tags(of: oslo) == ["sea", "sun"])
    #expect(trips(of: sea) == ["Oslo"])
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Trip>())
    #expect(found.map(tags(of:)) == [[], ["sea", "sun"]])
    #expect(try other.fetch(FetchDescriptor<Tag>()).allSatisfy { trips(of: $0) == ["Oslo"] })
    try store.check()
  }

  @Test func aLinkMadeAndCutBeforeTheSaveLeavesNothing() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, sea, sun) = (Trip(name: "Rome"), Tag(name: "sea"), Tag(name: "sun"))
    context.insert(rome)
    context.insert(sun)
    rome.tags = [sea]
    try context.save()
    rome.tags.append(sun)
    sun.trips = []
    sea.trips = []
    rome.tags = [sea]
    try context.save()
    let found = try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(tags(of: found) == ["sea"])
    try store.check()
  }

  @Test func anUnloadedEndTakesPartWithoutBeingLoaded() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    let rome = Trip(name: "Rome")
    rome.tags = [Tag(name: "sea"), Tag(name: "sun")]
    first.insert(rome)
    try first.save()

    let context = ModelContext(container)
    let sea = try #require(try context.fetch(FetchDescriptor<Tag>()).first { $0.name == "sea" })
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    sea.trips = []
    let snow = Tag(name: "snow")
    snow.trips = [found]
    #expect(tags(of: found) == ["sun", "snow"])
    context.rollback()
    #expect(tags(of: found) == ["sea", "sun"])
    #expect(trips(of: sea) == ["Rome"])
    sea.trips = []
    try context.save()
    #expect(tags(of: found) == ["sun"])
    try store.check()
  }

  @Test func deletingOneEndCutsItsLinks() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, sea) = (Trip(name: "Rome"), Tag(name: "sea"))
    rome.tags = [sea, Tag(name: "sun")]
    context.insert(rome)
    try context.save()
    context.delete(sea)
    #expect(tags(of: rome) == ["sun"])
    context.rollback()
    #expect(tags(of: rome) == ["sea", "sun"])
    #expect(trips(of: sea) == ["Rome"])
    context.delete(sea)
    try context.save()
    #expect(tags(of: rome) == ["sun"])
    #expect(
      tags(of: try #require(try store.fresh(container).fetch(FetchDescriptor<Trip>()).first))
        == ["sun"])
    try store.check()
  }

  @Test func membersDeletedBeforeTheOtherEndIsLoadedComeBackWithARollback() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    let rome = Trip(name: "Rome")
    rome.tags = [Tag(name: "sea")]
    rome.items = [PackingItem(title: "Hat")]
    first.insert(rome)
    try first.save()

    let context = ModelContext(container)
    let hat = try #require(try context.fetch(FetchDescriptor<PackingItem>()).first)
    context.delete(hat)
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.items.isEmpty)
    context.rollback()
    #expect(found.items.map(\.title) == ["Hat"])
    #expect(hat.trip === found)
  }
}
