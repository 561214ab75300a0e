import Foundation
import SwiftData

/// The workloads that only read: all on one file, written by SwiftData.
struct ReadingWorkloads {
  let fixtures: Fixtures

  static let mapped = "PRAGMA mmap_size=1073741824;"

  var all: [Workload] {
    [fetchOne, fetchEvery, fetchSorted, fetchByIdentifier, count, openCold]
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: fixtures.items))
  }

  private func database(_ settings: String = "") throws -> RawDatabase {
    try RawDatabase(fixtures.items.path, settings: settings)
  }

  // MARK: W2

  private var fetchOne: Workload {
    let rows = fixtures.samples.count
    return Workload(
      name: "W2", title: "fetch \(rows), sum one property", bar: 1.7,
      sides: [
        Side("raw") {
          let database = try database()
          return { try rawItems(database).reduce(0) { $0 + $1.count } }
        },
        Side("SwiftData", against: "raw") {
          let container = try container()
          return {
            let context = ModelContext(container)
            return try withExtendedLifetime(context) {
              try context.fetch(FetchDescriptor<Item>()).reduce(0) { $0 + $1.count }
            }
          }
        },
      ])
  }

  private var fetchEvery: Workload {
    Workload(
      name: "W2b", title: "the same, every property read", bar: 2.2,
      sides: [
        Side("raw") {
          let database = try database()
          return {
            try rawItems(database).reduce(0) { sum, item in
              sum
                &+ digest(
                  item.id, item.title, item.date, item.count, item.price, item.isDone)
            }
          }
        },
        Side("SwiftData", against: "raw") {
          let container = try container()
          return {
            let context = ModelContext(container)
            return try withExtendedLifetime(context) {
              try context.fetch(FetchDescriptor<Item>()).reduce(0) { sum, item in
                sum
                  &+ digest(
                    item.id, item.title, item.date, item.count, item.price, item.isDone)
              }
            }
          }
        },
      ])
  }

  private func rawItems(_ database: RawDatabase) throws -> [RawItem] {
    let statement = try database.prepare("SELECT \(RawItem.columns) FROM ZITEM")
    var items: [RawItem] = []
    while statement.step() {
      items.append(RawItem(statement))
    }
    return items
  }

  @inline(__always)
  private func digest(
    _ id: Int, _ title: String, _ date: Date, _ count: Int, _ price: Double, _ isDone: Bool
  ) -> Int {
    id &+ title.utf8.count &+ Int(date.timeIntervalSinceReferenceDate) &+ count &+ Int(price)
      &+ (isDone ? 1 : 0)
  }

  // MARK: W3

  /// Where each of the fetches of W3 and W8 begins.
  private var starts: [Int] {
    var steps = Steps(seed: 3)
    let rows = fixtures.samples.count
    return (0..<min(1000, rows)).map { _ in Int.random(in: 0..<rows * 9 / 10, using: &steps) }
  }

  private var fetchSorted: Workload {
    let starts = starts
    let width = fixtures.samples.count / 20
    func raw(_ database: RawDatabase) throws -> Int {
      let statement = try database.prepare(
        """
        SELECT \(RawItem.columns) FROM ZITEM WHERE ZCOUNT >= ? AND ZCOUNT < ?
        ORDER BY ZCOUNT LIMIT 100
        """)
      var sum = 0
      for start in starts {
        statement.bind(1, Int64(start))
        statement.bind(2, Int64(start + width))
        var items: [RawItem] = []
        while statement.step() {
          items.append(RawItem(statement))
        }
        statement.reset()
        sum += items.reduce(0) { $0 + $1.count }
      }
      return sum
    }
    return Workload(
      name: "W3", title: "predicate, sort, limit 100 on an index, ×\(starts.count)", bar: 1.4,
      sides: [
        Side("raw") {
          let database = try database()
          return { try raw(database) }
        },
        Side("raw, mapped", against: "raw") {
          let database = try database(Self.mapped)
          return { try raw(database) }
        },
        Side("SwiftData", against: "raw") {
          let context = ModelContext(try container())
          return { try fetchSorted(context, starts, width) }
        },
      ])
  }

  private func fetchSorted(_ context: ModelContext, _ starts: [Int], _ width: Int) throws -> Int {
    var sum = 0
    for start in starts {
      let end = start + width
      var descriptor = FetchDescriptor<Item>(
        predicate: #Predicate { $0.count >= start && $0.count < end },
        sortBy: [SortDescriptor(\.count)])
      descriptor.fetchLimit = 100
      sum += try context.fetch(descriptor).reduce(0) { $0 + $1.count }
    }
    return sum
  }

  // MARK: W4

  private var fetchByIdentifier: Workload {
    let calls = min(10_000, fixtures.samples.count)
    var steps = Steps(seed: 4)
    let rows = fixtures.samples.count
    let picks = (0..<calls).map { _ in Int.random(in: 0..<rows, using: &steps) }
    func raw(_ database: RawDatabase) throws -> Int {
      let statement = try database.prepare("SELECT \(RawItem.columns) FROM ZITEM WHERE Z_PK = ?")
      var sum = 0
      var items: [RawItem] = []
      for pick in picks {
        statement.bind(1, Int64(pick + 1))
        guard statement.step() else { throw RawError(message: "no row \(pick)") }
        let item = RawItem(statement)
        statement.reset()
        sum += item.count
        items.append(item)
      }
      return sum
    }
    func inTransaction(_ database: RawDatabase) throws -> Int {
      try database.run("BEGIN")
      defer { try? database.run("COMMIT") }
      return try raw(database)
    }
    return Workload(
      name: "W4", title: "by identifier ×\(calls), fresh context", bar: 2.0,
      sides: [
        Side("raw") {
          let database = try database()
          return { try inTransaction(database) }
        },
        Side("raw, mapped", against: "raw") {
          let database = try database(Self.mapped)
          return { try inTransaction(database) }
        },
        Side("raw, no transaction", against: "raw") {
          let database = try database()
          return { try raw(database) }
        },
        Side("SwiftData", against: "raw") {
          let container = try container()
          let all = try ModelContext(container).fetchIdentifiers(
            FetchDescriptor<Item>(sortBy: [SortDescriptor(\.id)]))
          let identifiers = picks.map { all[$0] }
          let context = ModelContext(container)
          return {
            try withExtendedLifetime(context) {
              var items: [Item] = []
              var sum = 0
              for identifier in identifiers {
                guard let item = context.model(for: identifier) as? Item else {
                  throw RawError(message: "no item")
                }
                sum += item.count
                items.append(item)
              }
              return sum
            }
          }
        },
      ])
  }

  // MARK: W8

  private var count: Workload {
    let starts = starts
    let width = 200
    return Workload(
      name: "W8", title: "count with predicate ×\(starts.count)", bar: 1.3,
      sides: [
        Side("raw") {
          let database = try database()
          return {
            let statement = try database.prepare(
              "SELECT count(*) FROM ZITEM WHERE ZCOUNT >= ? AND ZCOUNT < ?")
            var sum = 0
            for start in starts {
              statement.bind(1, Int64(start))
              statement.bind(2, Int64(start + width))
              guard statement.step() else { throw RawError(message: "no count") }
              sum += Int(statement.integer(0))
              statement.reset()
            }
            return sum
          }
        },
        Side("SwiftData", against: "raw") {
          let context = ModelContext(try container())
          return {
            var sum = 0
            for start in starts {
              let end = start + width
              sum += try context.fetchCount(
                FetchDescriptor<Item>(
                  predicate: #Predicate { $0.count >= start && $0.count < end }))
            }
            return sum
          }
        },
      ])
  }

  // MARK: W9

  private var openCold: Workload {
    let times = 10
    return Workload(
      name: "W9", title: "open a store of \(fixtures.samples.count), fetch 20, ×\(times)", bar: 4,
      sides: [
        Side("raw") {
          {
            var sum = 0
            for _ in 0..<times {
              let database = try database()
              let statement = try database.prepare(
                "SELECT \(RawItem.columns) FROM ZITEM ORDER BY ZCOUNT LIMIT 20")
              while statement.step() {
                sum += RawItem(statement).count
              }
            }
            return sum
          }
        },
        Side("SwiftData", against: "raw") {
          {
            var sum = 0
            for _ in 0..<times {
              let context = ModelContext(try container())
              var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.count)])
              descriptor.fetchLimit = 20
              sum += try context.fetch(descriptor).reduce(0) { $0 + $1.count }
            }
            return sum
          }
        },
      ])
  }
}
