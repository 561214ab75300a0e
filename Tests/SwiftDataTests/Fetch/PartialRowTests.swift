import Foundation
import Testing

@testable import SwiftData

/// Models of which a fetch asked for a part: of every kind of class and of property.
@Suite struct PartialRowTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func tours() throws -> ModelContainer {
    let container = try store.tours()
    let filling = ModelContext(container)
    _ = Tours.insertOneOfEach(in: filling)
    try filling.save()
    return container
  }

  private var names: FetchDescriptor<Tours.Trip> {
    var descriptor = FetchDescriptor<Tours.Trip>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.name]
    return descriptor
  }

  @Test func modelsOfSubclassesHaveAllTheirProperties() throws {
    let context = ModelContext(try tours())
    let trips = try context.fetch(names)
    #expect(trips.map(\.name) == ["Alps", "Beach", "Camp", "Deal", "Expo", "Forum", "Gala"])
    let keynote = try #require(trips[6] as? Tours.Keynote)
    #expect(keynote.minutes == 46)
    #expect(keynote.topic == "Rust")
    #expect(keynote.code == 7)
    #expect((trips[3] as? Tours.BusinessTrip)?.expense == 12.5)
    #expect((trips[2] as? Tours.FamilyTrip)?.children == 2)
  }

  @Test func aDeletedPartShowsItsLastValues() throws {
    let context = ModelContext(try tours())
    let trip = try #require(try context.fetch(names).first)
    context.delete(trip)
    try context.save()
    #expect(trip.name == "Alps")
    #expect(trip.code == 1)
    #expect(trip.start == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func aPartThatAnotherContextDeletesShowsItsLastValues() throws {
    let container = try tours()
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(names).first)
    let other = ModelContext(container)
    try other.delete(model: Tours.Trip.self, where: #Predicate { $0.name == "Alps" })
    try other.save()
    #expect(trip.name == "Alps")
    #expect(trip.code == 1)
    #expect(try context.fetch(names).count == 6)
  }

  @Test func anUpsertFindsAPart() throws {
    let context = ModelContext(try tours())
    let trip = try #require(try context.fetch(names).first)
    context.insert(Tours.Trip(code: 1, name: "Andes"))
    try context.save()
    #expect(trip.name == "Andes")
    #expect(try context.fetch(names).map(\.name).first == "Andes")
    #expect(try context.fetchCount(FetchDescriptor<Tours.Trip>()) == 7)
  }

  @Test func compositesAndTheirMembersAreParts() throws {
    let container = try ModelContainer(
      for: Tenant.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filling = ModelContext(container)
    let tenant = Tenant(
      number: 1,
      home: Residence(city: "Rome", floor: 3, rent: 5, since: .distantPast, room: .double))
    tenant.work = tenant.home
    filling.insert(tenant)
    try filling.save()
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Tenant>()
    descriptor.propertiesToFetch = [\.home, \.work?.city]
    let list = ReportList()
    context.report(to: list)
    let found = try #require(try context.fetch(descriptor).first)
    #expect(found.home == tenant.home)
    // A composite is kept as one, so that all of it is fetched.
    #expect(found.work == tenant.home)
    #expect(list.take().count == 1)
    #expect(found.number == 1)
    #expect(list.take().map(\.purpose) == [.fault])
  }

  @Test func undoneChangesOfAPartAreThoseOfTheRow() throws {
    let context = ModelContext(try tours())
    let trips = try context.fetch(names)
    trips[0].name = "Zoo"
    trips[1].start = .distantFuture
    context.rollback()
    #expect(trips[0].name == "Alps")
    #expect(trips[1].start == Date(timeIntervalSinceReferenceDate: 0))
    #expect(!context.hasChanges)
  }
}
