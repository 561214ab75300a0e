import Foundation
import Testing

@testable import SwiftData

/// Models, storages, contexts and containers that go before or after each other.
@Suite struct OutlivingTests {
  private let store: TemporaryStore
  private let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Trip.self)
  }

  @Test(arguments: [false, true])
  func anObserverOfASaveFetchesWhatNobodyHolds(isChange: Bool) throws {
    let context = ModelContext(container)
    context.insert(Trip(name: "Rome"))
    if isChange {
      try context.save()
      try context.fetch(FetchDescriptor<Trip>()).first?.name = "Oslo"
    }
    nonisolated(unsafe) let observed = context
    nonisolated(unsafe) var names: [String] = []
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notice in
      names = (try? observed.fetch(FetchDescriptor<Trip>()).map(\.name)) ?? []
      for key in [ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers] {
        for identifier in notice.userInfo?[key] as? [PersistentIdentifier] ?? [] {
          names.append((observed.model(for: identifier) as? Trip)?.name ?? "none")
        }
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    #expect(names == Array(repeating: isChange ? "Oslo" : "Rome", count: 2))
  }

  @Test func backingDataMayOutliveItsModel() throws {
    let context = ModelContext(container)
    context.insert(Trip(name: "Rome"))
    try context.save()
    func find() throws -> Trip {
      try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    }
    let backing = try find().persistentBackingData
    #expect(try find().name == "Rome")
    #expect(backing.getValue(forKey: \.name) == "Rome")
    try find().name = "Oslo"
    try context.save()
    #expect(try find().name == "Oslo")
  }

  @Test func aModelMayBeGivenItsOwnBackingData() throws {
    let context = ModelContext(container)
    let trip = Trip(name: "Rome")
    context.insert(trip)
    try context.save()
    trip.persistentBackingData = trip.persistentBackingData
    #expect(trip.name == "Rome")
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
  }

  @Test func attributesStayReadableWhenTheContextIsGone() throws {
    var context: ModelContext? = ModelContext(container)
    let trip = Trip(name: "Rome")
    context?.insert(trip)
    try context?.save()
    let identifier = trip.persistentModelID
    // Never read before its context goes.
    let other = try #require(ModelContext(container).model(for: identifier) as? Trip)
    #expect(other !== trip)
    #expect(other.name == "Rome")
    #expect(other.modelContext == nil)
    context = nil
    #expect(trip.name == "Rome")
  }

  @Test func longChainsGoWithoutEnd() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Chained.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    do {
      let top = Chained(name: "top")
      context.insert(top)
      var last = top
      for number in 0..<50_000 {
        let next = Chained(name: "\(number)")
        last.children = [next]
        last = next
      }
    }
    do {
      var last: Chained?
      for number in 0..<50_000 {
        let next = Chained(name: "\(number)")
        next.parent = last
        last = next
      }
    }
    context.rollback()
    #expect(!context.hasChanges)
  }
}

@Model
private final class Chained {
  var name: String
  var parent: Chained?
  @Relationship(inverse: \Chained.parent) var children: [Chained] = []

  init(name: String) { self.name = name }
}

/// Containers and their main contexts.
@MainActor @Suite struct MainContextTests {
  @Test func aContainerGoesWithItsMainContext() throws {
    let store = try TemporaryStore()
    weak var stack: StoreStack?
    weak var context: ModelContext?
    do {
      let container = try store.container(Trip.self)
      stack = container.stack
      context = container.mainContext
      container.mainContext.insert(Trip(name: "Rome"))
      #expect(container.mainContext === context)
    }
    #expect(context == nil)
    #expect(stack == nil)
    // Saved by itself when it went.
    #expect(try store.raw.texts("SELECT ZNAME FROM ZTRIP") == ["Rome"])
  }

  @Test func aMainContextMayOutliveItsContainer() throws {
    let store = try TemporaryStore()
    let context = try store.container(Trip.self).mainContext
    context.insert(Trip(name: "Rome"))
    try context.save()
    let container = context.container
    #expect(container == context.container)
    #expect(container.mainContext === context)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Rome"])
  }
}

/// Stores that many open at once.
@Suite struct OpeningTogetherTests {
  @Test func whoeverComesFirstMakesTheStore() async throws {
    for _ in 0..<10 {
      let store = try TemporaryStore()
      let url = store.url
      let opened = await withTaskGroup(of: String?.self) { group in
        for number in 0..<8 {
          group.addTask {
            do {
              let container = try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration(url: url))
              let context = ModelContext(container)
              context.insert(Trip(name: "\(number)"))
              try context.save()
              return nil
            } catch {
              return "\(error)"
            }
          }
        }
        return await group.reduce(into: [String]()) { if let error = $1 { $0.append(error) } }
      }
      #expect(opened == [])
      #expect(try store.raw.integer("SELECT count(*) FROM ZTRIP") == 8)
      let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
      #expect(Set(names).isSubset(of: ["test.store", "test.store-wal", "test.store-shm"]))
      try store.check()
    }
  }
}
