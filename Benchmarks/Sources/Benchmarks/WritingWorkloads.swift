import Foundation
import SwiftData

/// The workloads that write: each round on a file of its own.
///
/// The raw side writes once the rows alone, and once the same history rows as SwiftData.
struct WritingWorkloads {
  let fixtures: Fixtures

  var all: [Workload] { [insert, update, deleteCascading] }

  static let withHistory = "raw with history"

  // MARK: W1

  private var insert: Workload {
    let samples = fixtures.samples
    func raw(_ name: String, history: Bool) -> Side {
      Side(name) {
        let database = try RawDatabase(fixtures.emptyItems("insert.raw").path)
        return {
          // As SwiftData's, all objects exist before the first is written.
          let items = samples.map(RawItem.init)
          try insert(items, into: database, history: history)
          return items.count
        }
      }
    }
    return Workload(
      name: "W1", title: "insert \(samples.count) and save", bar: 1.5,
      sides: [
        raw("raw", history: false),
        raw(Self.withHistory, history: true),
        Side("SwiftData", against: Self.withHistory) {
          let container = try ModelContainer(
            for: Item.self, configurations: ModelConfiguration(url: fixtures.fresh("insert.store")))
          let context = ModelContext(container)
          return {
            for sample in samples {
              context.insert(Item(sample))
            }
            try context.save()
            return samples.count
          }
        },
      ])
  }

  private func insert(_ items: [RawItem], into database: RawDatabase, history: Bool) throws {
    try database.run("BEGIN IMMEDIATE")
    let statement = try database.prepare(
      """
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZID, ZTITLE, ZDATE, ZCOUNT, ZPRICE, ZISDONE)
      VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)
      """)
    let history = history ? try RawHistory(database) : nil
    var key: Int64 = 0
    for item in items {
      key += 1
      statement.bind(1, key)
      statement.bind(2, Int64(item.id))
      statement.bind(4, item.date.timeIntervalSinceReferenceDate)
      statement.bind(5, Int64(item.count))
      statement.bind(6, item.price)
      statement.bind(7, item.isDone ? 1 : 0 as Int64)
      try statement.run(text: 3, item.title)
      try history?.add(.insert, entity: 1, key)
    }
    try database.run("COMMIT")
  }

  // MARK: W5

  private var update: Workload {
    let changed = fixtures.samples.count / 10
    func raw(_ name: String, history: Bool) -> Side {
      Side(name) {
        let database = try RawDatabase(fixtures.copy(fixtures.items, "update.raw").path)
        let items = try rawItems(database, below: changed)
        return {
          for item in items {
            item.price += 1
          }
          try update(items, in: database, history: history)
          return items.count
        }
      }
    }
    return Workload(
      name: "W5", title: "change one property of \(changed), save", bar: 1.5,
      sides: [
        raw("raw", history: false),
        raw(Self.withHistory, history: true),
        Side("SwiftData", against: Self.withHistory) {
          let url = try fixtures.copy(fixtures.items, "update.store")
          let container = try ModelContainer(
            for: Item.self, configurations: ModelConfiguration(url: url))
          let context = ModelContext(container)
          let items = try context.fetch(
            FetchDescriptor<Item>(predicate: #Predicate { $0.id < changed }))
          return {
            for item in items {
              item.price += 1
            }
            try context.save()
            return items.count
          }
        },
      ])
  }

  private func rawItems(_ database: RawDatabase, below end: Int) throws -> [RawItem] {
    let statement = try database.prepare("SELECT \(RawItem.columns) FROM ZITEM WHERE ZID < ?")
    statement.bind(1, Int64(end))
    var items: [RawItem] = []
    while statement.step() {
      items.append(RawItem(statement))
    }
    return items
  }

  private func update(_ items: [RawItem], in database: RawDatabase, history: Bool) throws {
    try database.run("BEGIN IMMEDIATE")
    let statement = try database.prepare(
      "UPDATE ZITEM SET ZPRICE = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
    let history = history ? try RawHistory(database) : nil
    for item in items {
      statement.bind(1, item.price)
      statement.bind(2, item.primaryKey)
      try statement.run()
      try history?.add(.update, entity: 1, item.primaryKey)
    }
    try database.run("COMMIT")
  }

  // MARK: W7

  private var deleteCascading: Workload {
    let parents = fixtures.samples.count / 50
    func raw(_ name: String, history: Bool) -> Side {
      Side(name) {
        let database = try RawDatabase(fixtures.copy(fixtures.cascade, "delete.raw").path)
        return {
          try delete(below: parents, in: database, history: history)
          return parents
        }
      }
    }
    return Workload(
      name: "W7",
      title: "delete \(parents * 5) of \(fixtures.samples.count), cascading from \(parents)",
      bar: 1.7,
      sides: [
        raw("raw", history: false),
        raw(Self.withHistory, history: true),
        swiftDataDelete("SwiftData") { context in
          for trip in try context.fetch(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.number < parents }))
          {
            context.delete(trip)
          }
          return parents
        },
        swiftDataDelete("SwiftData, by predicate") { context in
          try context.delete(model: Trip.self, where: #Predicate { $0.number < parents })
          return parents
        },
      ])
  }

  private func swiftDataDelete(
    _ name: String, _ delete: @escaping (ModelContext) throws -> Int
  ) -> Side {
    Side(name, against: Self.withHistory) {
      let url = try fixtures.copy(fixtures.cascade, "delete.store")
      let container = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      return {
        let count = try delete(context)
        try context.save()
        return count
      }
    }
  }

  private func delete(below end: Int, in database: RawDatabase, history: Bool) throws {
    try database.run("BEGIN IMMEDIATE")
    let select = try database.prepare("SELECT Z_PK FROM ZTRIP WHERE ZNUMBER < ?")
    select.bind(1, Int64(end))
    var keys: [Int64] = []
    while select.step() {
      keys.append(select.integer(0))
    }
    select.reset()
    let children = try database.prepare("SELECT Z_PK FROM ZPACKINGITEM WHERE ZTRIP = ?")
    let deleteChildren = try database.prepare("DELETE FROM ZPACKINGITEM WHERE ZTRIP = ?")
    let deleteTrip = try database.prepare("DELETE FROM ZTRIP WHERE Z_PK = ?")
    let history = history ? try RawHistory(database) : nil
    for key in keys {
      if let history {
        children.bind(1, key)
        while children.step() {
          try history.add(.delete, entity: 1, children.integer(0))
        }
        children.reset()
        try history.add(.delete, entity: 2, key)
      }
      deleteChildren.bind(1, key)
      try deleteChildren.run()
      deleteTrip.bind(1, key)
      try deleteTrip.run()
    }
    try database.run("COMMIT")
  }
}
