import Foundation
import Testing

@testable import SwiftData

/// Values of properties without models.
@Suite struct SelectTests {
  private typealias Trip = Itinerary.Trip
  private let container: ModelContainer
  private let context: ModelContext
  private let list = ReportList()

  init() throws {
    container = try Itinerary.container()
    context = ModelContext(container)
    context.report(to: list)
  }

  @Test func onlyTheirColumnsAreRead() throws {
    let byRating = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.rating > 1 }, sortBy: [SortDescriptor(\.rating, order: .reverse)])
    let found = try context.select(\.name, \.stars, \.accommodation?.name, from: byRating)
    #expect(found.map(\.0) == ["Kyōto", "", "Élan"])
    #expect(found.map(\.1) == [nil, nil, 2])
    #expect(found.map(\.2) == [nil, "Élan", "Inn"])
    let report = try #require(list.take().first)
    #expect(report.purpose == .values)
    #expect(
      report.sql.hasPrefix("SELECT t0.Z_PK, t0.Z_ENT, t0.ZNAME, t0.ZSTARS, t1.ZNAME FROM ZTRIP t0"))
  }

  @Test func everyKindOfValueComesAsItIs() throws {
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let fresh = ModelContext(container)
    fresh.inMemoryEvaluation = .refused
    let found = try fresh.select(
      \Trip.persistentModelID, \.home, \.stop, \.kind, \.season, \.weather, \.price, \.codes,
      \.endDate, \.website, \.isPaid, \.distance, \.nights, \.stop?.zip, \.guest?.guest?.name)
    #expect(found.count == trips.count)
    for (trip, row) in zip(trips, found) {
      #expect(row.0 == trip.persistentModelID)
      #expect(row.1 == trip.home && row.2 == trip.stop)
      #expect(row.3 == trip.kind && row.4 == trip.season && row.5 == trip.weather)
      #expect(row.6 == trip.price && row.7 == trip.codes && row.8 == trip.endDate)
      #expect(row.9 == trip.website && row.10 == trip.isPaid)
      #expect(row.11 == trip.distance && row.12 == trip.nights)
      #expect(row.13 == trip.stop?.zip && row.14 == trip.guest?.guest?.name)
    }
    #expect(try fresh.select(\Trip.name) == trips.map(\.name))
  }

  @Test func unsavedChangesAndComputedPropertiesAreReadFromModels() throws {
    let trips = try context.fetch(FetchDescriptor<Trip>())
    trips[0].name = "Milano"
    #expect(try context.select(\Trip.name).first == "Milano")
    #expect(try context.select(\Trip.title, \.items.count).map(\.0) == trips.map(\.title))
    var stored = FetchDescriptor<Trip>()
    stored.includePendingChanges = false
    #expect(try context.select(\.name, from: stored).first == "Rome")
    context.inMemoryEvaluation = .refused
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.select(\Trip.title) }
  }

  @Test func valuesAreReadOffTheActor() async throws {
    let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    let names = try await container.select(\.name, \.rating, from: descriptor)
    #expect(names.map(\.1) == [-4, 0, 1, 2, 3, 5])
    #expect(try await container.fetchCount(descriptor) == 6)
    let identifiers = try await container.fetchIdentifiers(descriptor)
    #expect(identifiers == (try context.fetchIdentifiers(descriptor)))
    let total = try await container.read { try $0.aggregate(.sum(\Trip.rating)) }
    #expect(total == 7)
    await #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try await container.read { context in
        context.inMemoryEvaluation = .refused
        return try context.select(\Trip.title)
      }
    }
  }
}
