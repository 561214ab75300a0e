import Foundation
import SwiftData
import Testing

@Suite struct OneToOneTests {
  @Test func aNewPartnerFreesBothFormerOnes() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let (rome, oslo) = (Trip(name: "Rome"), Trip(name: "Oslo"))
    let (anna, ben) = (Guide(name: "Anna"), Guide(name: "Ben"))
    rome.guide = anna
    ben.trip = oslo
    context.insert(rome)
    context.insert(ben)
    #expect(oslo.guide === ben)
    try context.save()
    rome.guide = ben
    #expect(anna.trip == nil)
    #expect(oslo.guide == nil)
    #expect(ben.trip === rome)
    try context.save()
    let other = ModelContext(container)
    let guides = try other.fetch(FetchDescriptor<Guide>())
    #expect(guides.map { $0.trip?.name } == [nil, "Rome"])
    let trips = try other.fetch(FetchDescriptor<Trip>())
    #expect(trips.map { $0.guide?.name } == ["Ben", nil])
    try store.check()
  }

  @Test func partnersThatAreNotInMemoryAreFreedToo() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    for (city, name) in [("Rome", "Anna"), ("Oslo", "Ben")] {
      let trip = Trip(name: city)
      trip.guide = Guide(name: name)
      first.insert(trip)
    }
    try first.save()

    let context = ModelContext(container)
    let rome = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    let ben = try #require(try context.fetch(FetchDescriptor<Guide>()).last)
    #expect(ben.name == "Ben")
    rome.guide = ben
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Guide>()).map { $0.trip?.name } == [nil, "Rome"])
    #expect(try other.fetch(FetchDescriptor<Trip>()).map { $0.guide?.name } == ["Ben", nil])
    try store.check()
  }

  @Test func theSameValueIsNoChange() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Trip.self))
    let rome = Trip(name: "Rome")
    rome.guide = Guide(name: "Anna")
    context.insert(rome)
    let lonely = Trip(name: "Oslo")
    context.insert(lonely)
    try context.save()
    rome.guide = rome.guide
    lonely.guide = nil
    #expect(!context.hasChanges)
    let other = ModelContext(try store.container(Trip.self))
    for trip in try other.fetch(FetchDescriptor<Trip>()) {
      let guide = trip.guide
      trip.guide = guide
    }
    #expect(!other.hasChanges)
    for trip in try store.fresh(store.container(Trip.self)).fetch(FetchDescriptor<Trip>())
    where trip.name == "Oslo" {
      trip.guide = nil
      #expect(!trip.hasChanges)
    }
  }

  @Test func partingIsSavedAtBothEnds() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let context = ModelContext(container)
    let rome = Trip(name: "Rome")
    let anna = Guide(name: "Anna")
    rome.guide = anna
    context.insert(rome)
    try context.save()
    anna.trip = nil
    #expect(rome.guide == nil)
    #expect(context.changedModelsArray.count == 2)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Trip>()).first?.guide == nil)
    #expect(try other.fetch(FetchDescriptor<Guide>()).first?.trip == nil)
    try store.check()
  }

  @Test func deletingOnePartnerFreesTheOther() throws {
    let store = try TemporaryStore()
    let container = try store.container(Trip.self)
    let first = ModelContext(container)
    let rome = Trip(name: "Rome")
    rome.guide = Guide(name: "Anna")
    first.insert(rome)
    try first.save()
    let context = ModelContext(container)
    let anna = try #require(try context.fetch(FetchDescriptor<Guide>()).first)
    context.delete(anna)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.guide == nil)
    try context.save()
    #expect(trip.guide == nil)
    #expect(anna.name == "Anna")
    try store.check()
  }
}
