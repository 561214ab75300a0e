import Foundation
import SwiftData
import Testing

/// Models in a module whose declarations belong to the main actor unless they say otherwise.
@Suite struct IsolatedModelTests {
  @Test func modelsAreSavedOnTheMainActor() throws {
    let container = try ModelContainer(
      for: Schema([Trip.self, Leg.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let trip = Trip(name: "North")
    trip.legs.append(Leg())
    container.mainContext.insert(trip)
    try container.mainContext.save()
    let context = ModelContext(container)
    let reread = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(reread.name == "North")
    #expect(reread.created == trip.created)
    #expect(reread.legs.count == 1)
  }

  @Test func modelsThatInheritAreSaved() throws {
    let container = try ModelContainer(
      for: BusinessTrip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let trip = BusinessTrip(name: "South")
    trip.legs.append(Leg())
    trip.expense = 5
    container.mainContext.insert(trip)
    container.mainContext.insert(Trip(name: "North"))
    try container.mainContext.save()
    let context = ModelContext(container)
    let reread = try #require(try context.fetch(FetchDescriptor<BusinessTrip>()).first)
    #expect(reread.label == "South, 5.0")
    #expect(reread.created == trip.created)
    #expect(reread.legs.first?.trip === reread)
    #expect(try context.fetch(FetchDescriptor<Trip>()).map { $0 is BusinessTrip } == [true, false])
    let business = FetchDescriptor<Trip>(predicate: #Predicate { $0 is BusinessTrip })
    #expect(try context.fetchCount(business) == 1)
  }

  @Test func modelsThatNothingIsolatesAreAskedForByValue() throws {
    let container = try ModelContainer(
      for: Ferry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let ferry = Ferry()
    ferry.name = "Hel"
    ferry.decks = 4
    container.mainContext.insert(ferry)
    container.mainContext.insert(Boat())
    try container.mainContext.save()
    let context = ModelContext(container)
    let found = FetchDescriptor<Ferry>(predicate: #Predicate { $0.name == "Hel" && $0.decks > 3 })
    #expect(try context.fetch(found).first?.decks == 4)
    let all = FetchDescriptor<Boat>(sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(all).map { $0 is Ferry } == [false, true])
  }

  @Test func queriesNeedNoAnnotation() throws {
    let container = try ModelContainer(
      for: Ferry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.mainContext.insert(Ferry())
    let list = BoatList(title: "all")
    QueryEnvironment.provide(container.mainContext, to: list)
    #expect(list.count == 1 && list.sections.count == 1)
  }

  @Test nonisolated func schemasAreReadOffTheMainActor() async {
    let names = await Task.detached { Schema([Trip.self, Leg.self]).entities.map(\.name) }.value
    #expect(names.sorted() == ["Leg", "Trip"])
  }
}

private struct BoatList {
  @Query(sort: \Boat.name) private var boats: [Boat]
  @Query(sectionBy: \Boat.name) var sections: SectionedResults<Boat, String>
  var title: String
  var count: Int { boats.count }
}

/// Belongs to the main actor, and so do the models that conform.
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
  override var name: String { didSet { label = "" } }
  @Transient private var kept: String?
  var label: String {
    get { kept ?? "\(name), \(expense)" }
    set { kept = newValue.isEmpty ? nil : newValue }
  }

  override init(name: String) {
    expense = 1
    super.init(name: name)
  }
}

@Model class Boat {
  var name = ""

  init() {}
}

@Model final class Ferry: Boat {
  var decks = 1
}

@MainActor @Model class Leg {
  #Index<Leg>([\.distance])
  var distance: Double = 0
  var trip: Trip?

  init() {}
}
