import Foundation
import SwiftData

/// The workloads of one large to-many relationship: W12 to W14.
struct ToManyWorkloads {
  let fixtures: Fixtures

  var all: [Workload] {
    let rows = fixtures.samples.count
    return [
      appending("W12", rows / 10), appending("W12b", rows / 5), appendingOne, asking, counting,
    ]
  }

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
  }

  private static func item(_ number: Int) -> PackingItem {
    PackingItem(number: number, name: "Packing item " + String(1_000_000 + number))
  }

  // MARK: W12

  /// The ways to give a parent a child.
  private static let spellings:
    [(name: String, add: @Sendable (PackingItem, Trip) throws -> Void)] = [
      ("SwiftData, child.parent =", { $0.trip = $1 }),
      ("SwiftData, array append", { $1.packingList.append($0) }),
      ("SwiftData, relationship", { try $1.relationship(\.packingList).append($0) }),
    ]

  private func appending(_ name: String, _ count: Int) -> Workload {
    Workload(
      name: name, title: "append \(count) children one by one, save", bar: nil,
      sides: [
        Side(WritingWorkloads.withHistory) {
          let database = try RawDatabase(fixtures.copy(fixtures.lonely, "append.raw").path)
          return {
            try insert(0..<count, into: database)
            return count
          }
        }
      ]
        + Self.spellings.map { spelling in
          Side(spelling.name, against: WritingWorkloads.withHistory) {
            let url = try fixtures.copy(fixtures.lonely, "append.store")
            let context = ModelContext(try container(url))
            let trip = try context.fetch(FetchDescriptor<Trip>())[0]
            return {
              for number in 0..<count { try spelling.add(Self.item(number), trip) }
              try context.save()
              return count
            }
          }
        })
  }

  private func insert(_ numbers: Range<Int>, into database: RawDatabase) throws {
    try database.run("BEGIN IMMEDIATE")
    let statement = try database.prepare(
      "INSERT INTO ZPACKINGITEM (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTRIP, ZNAME) "
        + "VALUES (NULL, 1, 1, ?, 1, ?)")
    let history = try RawHistory(database)
    for number in numbers {
      statement.bind(1, Int64(number))
      try statement.run(text: 2, "Packing item " + String(1_000_000 + number))
      try history.add(.insert, entity: 1, Int64(number) + 1)
    }
    try database.run("COMMIT")
  }

  // MARK: W13

  private var appendingOne: Workload {
    let stored = fixtures.samples.count
    return Workload(
      name: "W13", title: "append one child to a parent with \(stored), save", bar: nil,
      sides: [
        Side(WritingWorkloads.withHistory) {
          let database = try RawDatabase(fixtures.copy(fixtures.crowd, "one.raw").path)
          return {
            try insert(stored..<(stored + 1), into: database)
            return 1
          }
        }
      ]
        + Self.spellings.map { spelling in
          Side(spelling.name, against: WritingWorkloads.withHistory) {
            let context = ModelContext(
              try container(fixtures.copy(fixtures.crowd, "one.store")))
            let trip = try context.fetch(FetchDescriptor<Trip>())[0]
            return {
              try spelling.add(Self.item(stored), trip)
              try context.save()
              return 1
            }
          }
        })
  }

  // MARK: W14

  private var asking: Workload {
    Workload(
      name: "W14", title: "isEmpty, first, contains of \(fixtures.samples.count) ×1000", bar: nil,
      sides: [
        Side("raw") {
          let database = try RawDatabase(fixtures.crowd.path)
          return {
            let first = try database.prepare(
              "SELECT Z_PK FROM ZPACKINGITEM WHERE ZTRIP = ? ORDER BY Z_PK LIMIT 1")
            let row = try database.prepare(
              "SELECT \(RawPackingItem.columns) FROM ZPACKINGITEM WHERE Z_PK = ?")
            let contains = try database.prepare(
              "SELECT 1 FROM ZPACKINGITEM WHERE ZTRIP = ? AND Z_PK = ?")
            var found = 0
            for _ in 0..<1_000 {
              first.bind(1, Int64(1))
              found += first.step() ? 1 : 0
              first.reset()
              first.bind(1, Int64(1))
              if first.step() {
                row.bind(1, first.integer(0))
                found += row.step() ? 1 : 0
                row.reset()
              }
              first.reset()
              contains.bind(1, Int64(1))
              contains.bind(2, Int64(77))
              found += contains.step() ? 1 : 0
              contains.reset()
            }
            return found
          }
        },
        Side("SwiftData", against: "raw") {
          let context = ModelContext(try container(fixtures.crowd))
          let trip = try context.fetch(FetchDescriptor<Trip>())[0]
          var descriptor = FetchDescriptor<PackingItem>()
          descriptor.fetchLimit = 1
          descriptor.fetchOffset = 76
          let member = try context.fetch(descriptor)[0]
          return {
            let items = trip.relationship(\.packingList)
            return try withExtendedLifetime(context) {
              var found = 0
              for _ in 0..<1_000 {
                found += try items.isEmpty ? 0 : 1
                found += try items.first == nil ? 0 : 1
                found += try items.contains(member) ? 1 : 0
              }
              return found
            }
          }
        },
      ])
  }

  private var counting: Workload {
    Workload(
      name: "W14b", title: "count of \(fixtures.samples.count) ×10", bar: nil,
      sides: [
        Side("raw") {
          let database = try RawDatabase(fixtures.crowd.path)
          return {
            let count = try database.prepare(
              "SELECT COUNT(*) FROM ZPACKINGITEM WHERE ZTRIP = ?")
            var found = 0
            for _ in 0..<10 {
              count.bind(1, Int64(1))
              found += count.step() ? Int(count.integer(0)) : 0
              count.reset()
            }
            return found
          }
        },
        Side("SwiftData", against: "raw") {
          let context = ModelContext(try container(fixtures.crowd))
          let trip = try context.fetch(FetchDescriptor<Trip>())[0]
          return {
            try withExtendedLifetime(context) {
              var found = 0
              for _ in 0..<10 { found += try trip.relationship(\.packingList).count }
              return found
            }
          }
        },
      ])
  }
}
