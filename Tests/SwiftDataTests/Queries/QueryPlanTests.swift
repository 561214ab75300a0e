import Foundation
import Testing

@testable import SwiftData

/// Where there is an index, SQLite uses it.
@Suite struct QueryPlanTests {
  private let context: ModelContext

  init() throws { context = ModelContext(try Itinerary.container()) }

  private func indexes(
    _ predicate: Predicate<Itinerary.Trip>? = nil, sortBy: [SortDescriptor<Itinerary.Trip>] = []
  ) throws -> [String] {
    try context.explain(FetchDescriptor(predicate: predicate, sortBy: sortBy)).indexes
  }

  private func plan(_ predicate: Predicate<Itinerary.Trip>) throws -> String {
    try context.explain(FetchDescriptor(predicate: predicate)).plan.joined(separator: "\n")
  }

  @Test func declaredIndexesServeComparisons() throws {
    let day = Date(timeIntervalSinceReferenceDate: 0)
    let names = ["Rome", "Roma 10"]
    let kind = Itinerary.Kind.beach
    let byName = try #require(try indexes(#Predicate { $0.name == "Rome" }).first)
    #expect(byName.uppercased().contains("NAME"))
    #expect(try indexes(#Predicate { $0.name == "Café" }) == [byName])
    #expect(try indexes(#Predicate { names.contains($0.name) }).contains(byName))
    #expect(try indexes(#Predicate { $0.name.starts(with: "Ro") }) == [byName])
    #expect(try indexes(#Predicate { $0.name == "Rome" && $0.isPacked }) == [byName])
    #expect(try indexes(#Predicate { $0.name == "Rome" && $0.title == "" }) == [byName])
    let byDate = try #require(try indexes(#Predicate { $0.startDate == day }).first)
    #expect(byDate.uppercased().contains("STARTDATE"))
    // Without an order SQLite prefers that of the keys to so wide a range.
    #expect(
      try indexes(#Predicate { $0.startDate > day }, sortBy: [SortDescriptor(\.startDate)])
        == [byDate])
    let byKind = try #require(try indexes(#Predicate { $0.kind == kind }).first)
    #expect(byKind.uppercased().contains("KIND"))
    #expect(try indexes(#Predicate { $0.kind == kind && $0.rating > 3 }) == [byKind])
    #expect(try plan(#Predicate { $0.kind == kind && $0.rating > 3 }).contains("RATING>?"))
    #expect(try !indexes(#Predicate { $0.stop?.city == "Bern" }).isEmpty)
  }

  @Test func keysServeRelationshipsAndIdentity() throws {
    let trip = try #require(try context.fetch(FetchDescriptor<Itinerary.Trip>()).first)
    let identifier = trip.persistentModelID
    let place = try #require(trip.accommodation).persistentModelID
    #expect(
      try plan(#Predicate { $0.persistentModelID == identifier }).contains("INTEGER PRIMARY KEY"))
    #expect(try !indexes(#Predicate { $0.accommodation?.persistentModelID == place }).isEmpty)
    #expect(try !indexes(#Predicate { $0.accommodation == nil }).isEmpty)
    #expect(try plan(#Predicate { $0.accommodation?.name == "Inn" }).contains("PRIMARY KEY"))
    #expect(!(try plan(#Predicate { $0.items.contains { $0.isPacked } }).contains("SCAN ZITEM")))
    #expect(!(try plan(#Predicate { $0.items.count > 1 }).contains("SCAN t1")))
    #expect(!(try plan(#Predicate { $0.tags.contains { $0.name == "sea" } }).contains("SCAN t2")))
  }

  @Test func declaredIndexesServeOrders() throws {
    #expect(try indexes(sortBy: [SortDescriptor(\.startDate)]).count == 1)
    #expect(try indexes(sortBy: [SortDescriptor(\.startDate, order: .reverse)]).count <= 1)
    #expect(
      try indexes(
        #Predicate { $0.rating > 1 }, sortBy: [SortDescriptor(\.startDate)]
      ).count == 1)
  }
}
