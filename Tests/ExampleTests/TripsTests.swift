import Foundation
import SwiftData
import TestSupport
import Testing

@testable import Trips

@Suite struct TripsTests {
  /// A fresh store in memory with three trips.
  let planner: TripPlanner
  let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws {
    let container = try TripPlanner.container(ModelConfiguration(isStoredInMemoryOnly: true))
    planner = TripPlanner(context: ModelContext(container))
    let alps = try planner.plan(
      "Über die Alpen", to: "Sankt Moritz", start: start, days: 7,
      packing: ["Rope", "Tent"], tags: ["mountains", "hiking"])
    for item in alps.packingList { item.weight = item.title == "Tent" ? 3.5 : 1.2 }
    let stay = LivingAccommodation(
      placeName: "Hut", address: "Pass", website: URL(string: "https://hut.example"))
    alps.livingAccommodation = stay
    stay.isConfirmed = true
    _ = try planner.plan(
      "Conference", to: "Zürich", start: start.addingTimeInterval(-900_000), days: 2,
      tags: ["work"])
    _ = try planner.plan(
      "Bike ride", to: "Alpnach", start: start.addingTimeInterval(900_000), days: 3,
      packing: ["Helmet"], tags: ["hiking"])
    try planner.context.save()
  }

  @Test func emptySearchesFindNothingAndDoNotFail() throws {
    #expect(try planner.trips(taggedWithAnyOf: []).isEmpty)
    #expect(try planner.trips(matching: "nowhere").isEmpty)
    #expect(try planner.upcomingTrips(after: .distantFuture).isEmpty)
    #expect(try planner.tripsWithHeavyLuggage(over: .infinity).isEmpty)
  }

  @Test func textIsFoundWhateverItsCaseAndAccents() throws {
    #expect(try planner.trips(matching: "UBER").map(\.name) == ["Über die Alpen"])
    #expect(try planner.trips(matching: "zurich").map(\.name) == ["Conference"])
    #expect(try planner.trips(matching: "alp").map(\.name) == ["Bike ride", "Über die Alpen"])
  }

  @Test func tripsAreFoundByTheirToManyRelationships() throws {
    #expect(try planner.tripsWithHeavyLuggage(over: 3).map(\.name) == ["Über die Alpen"])
    #expect(
      try planner.trips(taggedWithAnyOf: ["hiking", "work"]).map(\.name)
        == ["Bike ride", "Conference", "Über die Alpen"])
  }

  @Test func anAbsentAccommodationIsNoConfirmedOne() throws {
    #expect(try planner.tripsWithoutBed().map(\.name) == ["Bike ride", "Conference"])
  }

  @Test func upcomingTripsComeInTheOrderOfTheirStart() throws {
    #expect(
      try planner.upcomingTrips(after: start).map(\.name) == ["Über die Alpen", "Bike ride"])
  }

  @Test func tagsAreSharedAndNotMadeTwice() throws {
    let hiking = try planner.tag(named: "hiking")
    #expect(hiking.trips.map(\.name).sorted() == ["Bike ride", "Über die Alpen"])
    #expect(try planner.context.fetchCount(FetchDescriptor<Trips.Tag>()) == 3)
  }

  @Test func cancellingATripTakesWhatBelongsToItAlong() throws {
    let alps = try #require(try planner.trips(matching: "Alpen").first)
    #expect(planner.weightToPack(for: alps) == 4.7)
    try planner.cancel(alps)
    let context = ModelContext(planner.context.container)
    #expect(try context.fetch(FetchDescriptor<PackingItem>()).map(\.title) == ["Helmet"])
    #expect(try context.fetchCount(FetchDescriptor<LivingAccommodation>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Trips.Tag>()) == 3)
    let mountains = "mountains"
    let tag = try context.fetch(
      FetchDescriptor<Trips.Tag>(predicate: #Predicate { $0.name == mountains }))
    #expect(tag.first?.trips.isEmpty == true)
  }

  @Test func everyValueOfATripComesBackFromTheStore() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("Trips.store"))
    let address = Address(street: "Weg 1", city: "Bern")
    do {
      let context = ModelContext(try TripPlanner.container(configuration))
      let trip = Trip(name: "", destination: "e\u{301}\0\u{1F3D4}", startDate: .distantPast)
      trip.kind = .work
      trip.budget = Decimal(string: "1234.5")
      trip.wishes = ["sea", "", "sun", "sea"]
      trip.isSelected = true
      let person = Person(name: "Ada", address: address, birthday: start)
      person.photo = Data([0, 255, 0])
      trip.traveller = person
      context.insert(trip)
      try context.save()
    }
    let context = ModelContext(try TripPlanner.container(configuration))
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.name.isEmpty)
    #expect(trip.destination.unicodeScalars.map(\.value) == [0x65, 0x301, 0, 0x1F3D4])
    #expect(trip.startDate == .distantPast && trip.endDate == .distantFuture)
    #expect(trip.kind == .work)
    #expect(trip.budget == Decimal(string: "1234.5"))
    #expect(trip.wishes == ["sea", "", "sun", "sea"])
    #expect(!trip.isSelected)
    let person = try #require(trip.traveller)
    #expect(person.address == address && person.birthday == start)
    #expect(person.photo == Data([0, 255, 0]))
    #expect(person.trips.map(\.persistentModelID) == [trip.persistentModelID])
  }
}
