import Foundation
import SwiftData

/// The files that the workloads read, or copy and change: made once, by SwiftData.
final class Fixtures {
  let folder: URL
  let samples: [Sample]
  /// A store of all samples as items.
  let items: URL
  /// A store of `rows / 10` trips with 5 packing items each.
  let trips: URL
  /// A store of `rows` rows in all: one trip to 4 packing items.
  let cascade: URL
  /// A store of one trip without packing items, and one of a trip with `rows` of them.
  let lonely: URL
  let crowd: URL

  init(rows: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "OpenSwiftData-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    samples = Sample.make(rows)
    items = folder.appendingPathComponent("items.store")
    trips = folder.appendingPathComponent("trips.store")
    cascade = folder.appendingPathComponent("cascade.store")
    lonely = folder.appendingPathComponent("lonely.store")
    crowd = folder.appendingPathComponent("crowd.store")
    try Self.makeItems(items, samples)
    try Self.makeTrips(trips, trips: rows / 10, children: 5)
    try Self.makeTrips(cascade, trips: rows / 5, children: 4)
    try Self.makeTrips(lonely, trips: 1, children: 0)
    try Self.makeTrips(crowd, trips: 1, children: rows)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path where no file is.
  func fresh(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + ending)
    }
    return url
  }

  /// A copy of a store that a workload may change.
  func copy(_ source: URL, _ name: String) throws -> URL {
    let url = try fresh(name)
    try FileManager.default.copyItem(at: source, to: url)
    return url
  }

  /// An empty store of items with all its tables.
  func emptyItems(_ name: String) throws -> URL {
    let url = try fresh(name)
    _ = try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: url))
    return url
  }

  private static func makeItems(_ url: URL, _ samples: [Sample]) throws {
    let container = try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for sample in samples {
      context.insert(Item(sample))
    }
    try context.save()
  }

  private static func makeTrips(_ url: URL, trips: Int, children: Int) throws {
    let container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for number in 0..<trips {
      let trip = Trip(number: number, name: "Name of trip " + String(1_000_000 + number))
      context.insert(trip)
      trip.packingList = (0..<children).map { child in
        PackingItem(number: child, name: "Packing item " + String(1_000_000 + number + child))
      }
    }
    try context.save()
  }
}

extension Item {
  convenience init(_ sample: Sample) {
    self.init(
      id: sample.id, title: sample.title, date: sample.date, count: sample.count,
      price: sample.price, isDone: sample.isDone)
  }
}

extension RawItem {
  convenience init(_ sample: Sample) {
    self.init(
      id: sample.id, title: sample.title, date: sample.date, count: sample.count,
      price: sample.price, isDone: sample.isDone)
  }
}
