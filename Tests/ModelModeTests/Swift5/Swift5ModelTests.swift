import Foundation
@preconcurrency import SwiftData
import Testing

/// Models in a module of the Swift 5 language mode.
@Suite struct Swift5ModelTests {
  @Test func modelsAreSaved() throws {
    let container = try ModelContainer(
      for: Schema([Trip.self, Leg.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    let trip = Trip(name: "North")
    trip.legs.append(Leg())
    context.insert(trip)
    try context.save()
    let other = ModelContext(container)
    let reread = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(reread.name == "North")
    #expect(reread.created == trip.created)
    #expect(reread.id == trip.id)
    #expect(reread.legs.count == 1)
  }
}

extension Swift5ModelTests {
  @MainActor @Test func queriesShowWhatTheirContextHas() throws {
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.mainContext.insert(Trip(name: "North"))
    let list = TripList(title: "all")
    QueryEnvironment.provide(container.mainContext, to: list)
    #expect(list.names == ["North"] && list.old.isEmpty)
  }

  @Test func modelsThatInheritAreSaved() throws {
    let container = try ModelContainer(
      for: BusinessTrip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let trip = BusinessTrip(name: "South")
    trip.legs.append(Leg())
    trip.expense = 5
    context.insert(trip)
    context.insert(Trip(name: "North"))
    try context.save()
    let other = ModelContext(container)
    let costly = FetchDescriptor<BusinessTrip>(
      predicate: #Predicate { $0.name == "South" && $0.expense == 5 })
    let reread = try #require(try other.fetch(costly).first)
    #expect(reread.code == 7)
    #expect(reread.legs.first?.trip === reread)
    let all = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map { $0 is BusinessTrip } == [false, true])
    let business = FetchDescriptor<Trip>(
      predicate: #Predicate { ($0 as? BusinessTrip)?.expense == 5 })
    #expect(try other.fetchCount(business) == 1)
  }
}

protocol Named {
  var name: String { get }
}

@Model class Trip: Named {
  @Attribute(.unique) var name: String
  let created = Date()
  let id: UUID
  @Relationship(deleteRule: .cascade, inverse: \Leg.trip) var legs: [Leg] = []
  @Transient var isOpen = false

  init(name: String) {
    self.name = name
    id = UUID()
  }
}

@Model final class BusinessTrip: Trip {
  var expense: Double
  let code = 7

  override init(name: String) {
    expense = 1
    super.init(name: name)
  }
}

@Model class Leg {
  #Index<Leg>([\.distance])
  var distance: Double = 0
  var trip: Trip?

  init() {}
}

extension Leg: @unchecked Sendable {}

@MainActor
private struct TripList {
  @Query(sort: [SortDescriptor(\Trip.name)]) private var trips: [Trip]
  @Query(filter: #Predicate<Trip> { $0.name == "South" }, sort: \.created) var old: [Trip]
  var title: String
  var names: [String] { trips.map(\.name) }
}
