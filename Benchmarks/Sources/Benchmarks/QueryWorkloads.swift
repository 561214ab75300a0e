import Foundation
import SwiftData

/// The workloads whose predicates are more than comparisons: W16 and W17.
struct QueryWorkloads {
  let fixtures: Fixtures

  var all: [Workload] { [containing, searching] }

  // MARK: W16

  private var containing: Workload {
    let count = fixtures.samples.count / 10
    let bounds = (0..<10).map { ($0 * count / 2, $0 * count / 2 + count / 4) }
    func raw(_ condition: String) throws -> () throws -> Int {
      let database = try RawDatabase(fixtures.trips.path, settings: ReadingWorkloads.mapped)
      return {
        let statement = try database.prepare("SELECT COUNT(*) FROM ZTRIP t WHERE \(condition)")
        var found = 0
        for (lower, upper) in bounds {
          statement.bind(1, Int64(lower))
          statement.bind(2, Int64(upper))
          found += statement.step() ? Int(statement.integer(0)) : 0
          statement.reset()
        }
        return found
      }
    }
    return Workload(
      name: "W16", title: "\(count) × 5, contains(where:), ×10", bar: 1.3,
      sides: [
        Side("raw") {
          try raw(
            "EXISTS (SELECT 1 FROM ZPACKINGITEM i WHERE i.ZTRIP = t.Z_PK "
              + "AND i.ZNUMBER >= ? AND i.ZNUMBER < ?)")
        },
        Side("raw, IN", against: "raw") {
          try raw(
            "t.Z_PK IN (SELECT ZTRIP FROM ZPACKINGITEM WHERE ZNUMBER >= ? AND ZNUMBER < ?)")
        },
        Side("SwiftData", against: "raw") {
          let context = ModelContext(
            try ModelContainer(
              for: Trip.self, configurations: ModelConfiguration(url: fixtures.trips)))
          return {
            var found = 0
            for (lower, upper) in bounds {
              found += try context.fetchCount(
                FetchDescriptor<Trip>(
                  predicate: #Predicate { trip in
                    trip.packingList.contains { $0.number >= lower && $0.number < upper }
                  }))
            }
            return found
          }
        },
      ])
  }

  // MARK: W17

  private var searching: Workload {
    let terms = ["99", "no such title", "Item 1"]
    return Workload(
      name: "W17", title: "text search in \(fixtures.samples.count) titles, ×\(terms.count)",
      bar: 10,
      sides: [
        Side("raw, LIKE") {
          let database = try RawDatabase(fixtures.items.path, settings: ReadingWorkloads.mapped)
          return {
            var found = 0
            for term in terms {
              let statement = try database.prepare(
                "SELECT COUNT(*) FROM ZITEM WHERE ZTITLE LIKE '%\(term)%'")
              found += statement.step() ? Int(statement.integer(0)) : 0
            }
            return found
          }
        },
        Side("SwiftData", against: "raw, LIKE") {
          let context = ModelContext(
            try ModelContainer(
              for: Item.self, configurations: ModelConfiguration(url: fixtures.items)))
          return {
            try terms.reduce(0) { sum, term in
              try sum
                + context.fetchCount(
                  FetchDescriptor<Item>(
                    predicate: #Predicate { $0.title.localizedStandardContains(term) }))
            }
          }
        },
      ])
  }
}
