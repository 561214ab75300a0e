import Foundation
import SwiftData

/// The workloads that walk a relationship: W6.
struct RelationshipWorkloads {
  let fixtures: Fixtures

  var all: [Workload] { [oneByOne, prefetched] }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: fixtures.trips))
  }

  private func rawTrips(_ database: RawDatabase) throws -> [RawTrip] {
    let statement = try database.prepare("SELECT \(RawTrip.columns) FROM ZTRIP")
    var trips: [RawTrip] = []
    while statement.step() {
      trips.append(RawTrip(statement))
    }
    return trips
  }

  private func sum(_ trips: [RawTrip]) -> Int {
    var sum = 0
    for trip in trips {
      for item in trip.packingList {
        sum += item.number + 1
      }
    }
    return sum
  }

  private func swiftData(prefetching: Bool) -> Side {
    Side("SwiftData", against: "raw") {
      let container = try container()
      return {
        var descriptor = FetchDescriptor<Trip>()
        if prefetching {
          descriptor.relationshipKeyPathsForPrefetching = [\.packingList]
        }
        let context = ModelContext(container)
        return try withExtendedLifetime(context) {
          var sum = 0
          for trip in try context.fetch(descriptor) {
            for item in trip.packingList {
              sum += item.number + 1
            }
          }
          return sum
        }
      }
    }
  }

  private var oneByOne: Workload {
    Workload(
      name: "W6", title: "\(fixtures.samples.count / 10) parents × 5 children, one by one",
      bar: nil,
      sides: [
        Side("raw") {
          let database = try RawDatabase(fixtures.trips.path)
          return {
            let trips = try rawTrips(database)
            let statement = try database.prepare(
              "SELECT \(RawPackingItem.columns) FROM ZPACKINGITEM WHERE ZTRIP = ?")
            for trip in trips {
              statement.bind(1, trip.primaryKey)
              while statement.step() {
                trip.packingList.append(RawPackingItem(statement, trip: trip))
              }
              statement.reset()
            }
            return sum(trips)
          }
        },
        swiftData(prefetching: false),
      ])
  }

  private var prefetched: Workload {
    Workload(
      name: "W6p", title: "the same, prefetched", bar: 1.7,
      sides: [
        Side("raw") {
          let database = try RawDatabase(fixtures.trips.path)
          return {
            let trips = try rawTrips(database)
            var byKey: [Int64: RawTrip] = [:]
            byKey.reserveCapacity(trips.count)
            for trip in trips {
              byKey[trip.primaryKey] = trip
            }
            let statement = try database.prepare(
              "SELECT \(RawPackingItem.columns) FROM ZPACKINGITEM WHERE ZTRIP IS NOT NULL")
            while statement.step() {
              guard let trip = byKey[statement.integer(3)] else { continue }
              trip.packingList.append(RawPackingItem(statement, trip: trip))
            }
            return sum(trips)
          }
        },
        swiftData(prefetching: true),
      ])
  }
}
