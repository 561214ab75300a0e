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

  @Test nonisolated func schemasAreReadOffTheMainActor() async {
    let names = await Task.detached { Schema([Trip.self, Leg.self]).entities.map(\.name) }.value
    #expect(names.sorted() == ["Leg", "Trip"])
  }
}

/// Belongs to the main actor, and so do the models that conform.
protocol Named {
  var name: String { get }
}

@Model final class Trip: Named {
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

@MainActor @Model class Leg {
  #Index<Leg>([\.distance])
  var distance: Double = 0
  var trip: Trip?

  init() {}
}
