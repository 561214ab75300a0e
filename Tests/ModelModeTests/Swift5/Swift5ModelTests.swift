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

@Model class Leg {
  #Index<Leg>([\.distance])
  var distance: Double = 0
  var trip: Trip?

  init() {}
}

extension Leg: @unchecked Sendable {}
