import Foundation
import Testing

@testable import SwiftData

/// Single values made of many models: by the store, and alike in memory.
@Suite struct AggregateTests {
  private typealias Trip = Itinerary.Trip
  private let container: ModelContainer
  private let context: ModelContext
  private let list = ReportList()

  init() throws {
    container = try Itinerary.container()
    context = ModelContext(container)
    context.report(to: list)
  }

  @Test func theStoreDoesItWithoutModels() throws {
    #expect(try context.aggregate(.count, over: FetchDescriptor<Trip>()) == 6)
    #expect(try context.aggregate(.count(\Trip.stars)) == 3)
    #expect(try context.aggregate(.sum(\Trip.rating)) == 7)
    #expect(try context.aggregate(.sum(\Trip.stars)) == 6)
    #expect(try context.aggregate(.sum(\Trip.cost)) == 3.5)
    #expect(try context.aggregate(.average(\Trip.stars)) == 2)
    #expect(try context.aggregate(.minimum(\Trip.rating)) == -4)
    #expect(try context.aggregate(.maximum(\Trip.stars)) == 4)
    #expect(try context.aggregate(.maximum(\Trip.name)) == "Élan")
    #expect(
      try context.aggregate(.maximum(\Trip.startDate))
        == Date(timeIntervalSinceReferenceDate: 5 * 86_400))
    #expect(try context.aggregate(.maximum(\Trip.accommodation?.name)) == "Élan")
    #expect(try context.aggregate(.sum(\Trip.home.zip)) == 15_000)
    let reports = list.take()
    #expect(reports.allSatisfy { $0.purpose == .values })
    #expect(reports[2].sql == "SELECT COUNT(*), COUNT(t0.ZRATING), SUM(t0.ZRATING) FROM ZTRIP t0")
    #expect(context.insertedModelsArray.isEmpty)
  }

  @Test func groupsHaveTheirOwnValue() throws {
    let counts: [Itinerary.Kind: Int] = try context.aggregate(
      .count, over: FetchDescriptor<Trip>(), groupedBy: \.kind)
    #expect(counts == [.city: 2, .beach: 4])
    let sums = try context.aggregate(
      .sum(\Trip.rating), over: FetchDescriptor(predicate: #Predicate { $0.rating > 0 }),
      groupedBy: \.accommodation?.name)
    #expect(sums == ["Inn": 2, "Élan": 4, nil: 5])
    let latest = try context.aggregate(.maximum(\Trip.rating), groupedBy: \.isPaid)
    #expect(latest == [nil: 5, true: 2, false: 0])
    let cities = try context.aggregate(.count(\Trip.notes), groupedBy: \.home.city)
    #expect(cities == ["Bern": 3, "": 0])
    #expect(list.take().allSatisfy { $0.purpose == .values })
  }

  @Test func ofNothingThereIsLittle() throws {
    let none = FetchDescriptor<Trip>(predicate: #Predicate { $0.rating > 100 })
    #expect(try context.aggregate(.count, over: none) == 0)
    #expect(try context.aggregate(.sum(\.rating), over: none) == 0)
    #expect(try context.aggregate(.average(\.rating), over: none) == nil)
    #expect(try context.aggregate(.minimum(\.name), over: none) == nil)
    #expect(try context.aggregate(.maximum(\.rating), over: none, groupedBy: \.kind).isEmpty)
  }

  @Test func aSumOutOfRangeThrows() throws {
    for trip in try context.fetch(FetchDescriptor<Trip>()) {
      (trip.rating, trip.nights) = (.max, 100)
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try context.aggregate(.sum(\Trip.rating))
      }
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try context.aggregate(.sum(\Trip.nights))
      }
      #expect(try context.aggregate(.average(\Trip.nights)) == 100)
    }
  }

  @Test func notANumberIsNoneOfAnything() throws {
    let trips = try context.fetch(FetchDescriptor<Trip>())
    trips[0].cost = .nan
    trips[1].budget = .infinity
    trips[2].budget = -.infinity
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(try context.aggregate(.sum(\Trip.cost)).isNaN)
      #expect(try context.aggregate(.average(\Trip.cost))?.isNaN == true)
      #expect(try context.aggregate(.maximum(\Trip.cost)) == 2.5)
      #expect(try context.aggregate(.sum(\Trip.budget)).isNaN)
      #expect(try context.aggregate(.minimum(\Trip.budget)) == -.infinity)
    }
  }

  @Test func whatTheStoreCannotDoIsDoneInMemory() throws {
    #expect(try context.aggregate(.maximum(\Trip.title)) == "Élan (2)")
    #expect(try context.aggregate(.sum(\Trip.price)) == 7)
    var limited = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating, order: .reverse)])
    limited.fetchLimit = 2
    #expect(try context.aggregate(.sum(\.rating), over: limited) == 8)
    let odd = FetchDescriptor<Trip>(predicate: #Predicate { $0.title == "Rome (0)" })
    #expect(try context.aggregate(.count, over: odd) == 1)
    context.inMemoryEvaluation = .refused
    let refused: [() throws -> Void] = [
      { _ = try context.aggregate(.maximum(\Trip.title)) },
      { _ = try context.aggregate(.sum(\Trip.price)) },
      { _ = try context.aggregate(.sum(\Trip.distance)) },
      { _ = try context.aggregate(.sum(\.rating), over: limited) },
      { _ = try context.aggregate(.sum(\Trip.rating), groupedBy: \.codes) },
      { _ = try context.aggregate(.sum(\Trip.rating), groupedBy: \.home) },
    ]
    for aggregate in refused {
      #expect(throws: SwiftDataError.unsupportedKeyPath) { try aggregate() }
    }
    #expect(try context.aggregate(.sum(\Trip.rating), groupedBy: \.isPacked).count == 2)
  }

  @Test func aSumMayLeaveTheRangeOnItsWay() throws {
    let trips = try context.fetch(FetchDescriptor<Trip>())
    for trip in trips { (trip.rating, trip.nights) = (0, 0) }
    let extremes: [(Int, Int8)] = [(.max, 100), (5, 100), (.min, -100), (-4, -100)]
    for (trip, values) in zip(trips, extremes) { (trip.rating, trip.nights) = values }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(try context.aggregate(.sum(\Trip.rating)) == 0)
      #expect(try context.aggregate(.sum(\Trip.nights)) == 0)
      #expect(
        try context.aggregate(.sum(\Trip.rating), groupedBy: \.isPacked).values.reduce(0, &+) == 0)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func storeAndMemoryAgree(_ seed: UInt64) throws {
    typealias Voyage = Fleet.Voyage
    let world = try FleetWorld(seed: seed)
    let predicate = FleetQueryGenerator.predicate(seed: seed, in: world)
    for (context, all) in [(world.clean, world.stored), (world.dirty, world.living)] {
      let descriptor = FetchDescriptor(predicate: predicate)
      let found = all.filter { predicate.matches($0) }
      #expect(try context.aggregate(.count, over: descriptor) == found.count)
      #expect(
        try context.aggregate(.minimum(\.title), over: descriptor) == found.map(\.title).min())
      #expect(
        try context.aggregate(.maximum(\.score), over: descriptor)
          == found.compactMap(\.score).max())
      #expect(
        try context.aggregate(.maximum(\.port?.name), over: descriptor)
          == found.compactMap { $0.port?.name }.max())
      #expect(
        try context.aggregate(.maximum(\.big), over: descriptor) == found.map(\.big).max())
      #expect(
        try context.aggregate(.count, over: descriptor, groupedBy: \.note)
          == Dictionary(grouping: found, by: \.note).mapValues(\.count))
      #expect(
        try context.aggregate(.minimum(\.start), over: descriptor, groupedBy: \.mood)
          == Dictionary(grouping: found, by: \.mood).mapValues { $0.map(\.start).min() })
      #expect(
        try context.aggregate(.sum(\.home.floor), over: descriptor, groupedBy: \.code)
          == Dictionary(grouping: found, by: \.code).mapValues { $0.map(\.home.floor).reduce(0, +) }
      )
    }
  }
}
