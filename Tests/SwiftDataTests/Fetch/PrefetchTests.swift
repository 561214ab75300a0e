import Foundation
import SwiftData
import Testing

/// Relationships that a fetch reads along with the models.
@Suite struct PrefetchTests {
  private let store: TemporaryStore
  private let container: ModelContainer

  /// Thirty trips, of which each has as many items as its number's last digit says.
  init() throws {
    store = try TemporaryStore()
    container = try store.container(Trip.self)
    let context = ModelContext(container)
    let tags = (0..<3).map { Tag(name: "tag \($0)") }
    for number in 0..<30 {
      let trip = Trip(name: Self.name(number))
      context.insert(trip)
      trip.items = (0..<number % 10).map { PackingItem(title: "\(number) \($0)") }
      trip.tags = Array(tags.prefix(number % 4))
    }
    try context.save()
  }

  private static func name(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func titles(_ number: Int) -> [String] {
    (0..<number % 10).map { "\(number) \($0)" }
  }

  private func trips(
    _ numbers: [Int], prefetching keyPaths: [PartialKeyPath<Trip>], in context: ModelContext,
    order: SortOrder = .forward
  ) throws -> [Trip] {
    let names = numbers.map(Self.name)
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { names.contains($0.name) },
      sortBy: [SortDescriptor(\.name, order: order)])
    descriptor.relationshipKeyPathsForPrefetching = keyPaths
    return try context.fetch(descriptor)
  }

  /// All trips, every second, a few far apart, one, and none.
  static let choices: [[Int]] = [
    Array(0..<30), Array(stride(from: 1, to: 30, by: 2)), [3, 12, 29], [10, 20], [7], [],
  ]

  @Test(arguments: choices, [SortOrder.forward, .reverse])
  func everyOwnerGetsItsOwnMembers(numbers: [Int], order: SortOrder) throws {
    let context = store.fresh(container)
    let found = try trips(numbers, prefetching: [\.items, \.tags], in: context, order: order)
    let expected = order == .forward ? numbers : numbers.reversed()
    #expect(found.map(\.name) == expected.map(Self.name))
    for (number, trip) in zip(expected, found) {
      #expect(trip.items.map(\.title) == Self.titles(number))
      #expect(Set(trip.tags.map(\.name)) == Set((0..<number % 4).map { "tag \($0)" }))
    }
  }

  @Test(arguments: choices)
  func prefetchedMembersAreReadFromMemory(numbers: [Int]) throws {
    let context = store.fresh(container)
    let found = try trips(numbers, prefetching: [\.items], in: context)
    let other = ModelContext(container)
    for item in try other.fetch(FetchDescriptor<PackingItem>()) { other.delete(item) }
    try other.save()
    for (number, trip) in zip(numbers, found) {
      #expect(trip.items.map(\.title) == Self.titles(number))
    }
  }

  @Test(arguments: choices)
  func destinationsOfToOneRelationshipsArePrefetched(numbers: [Int]) throws {
    let context = store.fresh(container)
    let titles = numbers.flatMap { Self.titles($0).prefix(2) }
    var descriptor = FetchDescriptor<PackingItem>(
      predicate: #Predicate { titles.contains($0.title) })
    descriptor.relationshipKeyPathsForPrefetching = [\.trip]
    let items = try context.fetch(descriptor)
    #expect(items.count == titles.count)
    let other = ModelContext(container)
    for trip in try other.fetch(FetchDescriptor<Trip>()) { trip.name = "renamed" }
    try other.save()
    for item in items {
      let number = try #require(Int(item.title.prefix { $0 != " " }))
      #expect(item.trip?.name == Self.name(number))
    }
  }

  @Test func onlyMembersOfTheFetchedOwnersComeIntoTheContext() throws {
    let context = store.fresh(container)
    let found = try trips(
      Array(stride(from: 1, to: 30, by: 2)), prefetching: [\.items], in: context)
    #expect(found.count == 15)
    let foreign = try ModelContext(container).fetch(
      FetchDescriptor<PackingItem>(predicate: #Predicate { $0.title == "8 0" }))
    let identifier = try #require(foreign.first?.persistentModelID)
    let registered: PackingItem? = context.registeredModel(for: identifier)
    #expect(registered == nil)
  }

  @Test func unsavedChangesHavePrecedence() throws {
    let context = store.fresh(container)
    let all = try context.fetch(FetchDescriptor<PackingItem>(sortBy: [SortDescriptor(\.title)]))
    let moved = try #require(all.first { $0.title == "5 1" })
    let deleted = try #require(all.first { $0.title == "5 2" })
    let orphaned = try #require(all.first { $0.title == "5 3" })
    let six = try #require(try trips([6], prefetching: [], in: context).first)
    moved.trip = six
    context.delete(deleted)
    orphaned.trip = nil
    let found = try trips([4, 5, 6], prefetching: [\.items], in: context)
    #expect(found.map { $0.items.map(\.title) }[0] == Self.titles(4))
    #expect(found[1].items.map(\.title) == ["5 0", "5 4"])
    #expect(found[2].items.map(\.title) == Self.titles(6) + ["5 1"])
    context.rollback()
    #expect(found.map { $0.items.map(\.title) } == [4, 5, 6].map(Self.titles))
  }

  @Test func keysFarApartArePrefetchedToo() throws {
    let raw = store.raw
    try raw.execute("UPDATE ZTRIP SET Z_PK = 9223372036854775807 WHERE ZNAME = '29'")
    try raw.execute("UPDATE ZTRIP SET Z_PK = -9223372036854775807 WHERE ZNAME = '03'")
    try raw.execute("UPDATE ZPACKINGITEM SET ZTRIP = 9223372036854775807 WHERE ZTITLE LIKE '29 %'")
    try raw.execute("UPDATE ZPACKINGITEM SET ZTRIP = -9223372036854775807 WHERE ZTITLE LIKE '3 %'")
    let context = store.fresh(container)
    let found = try trips([3, 5, 29], prefetching: [\.items], in: context)
    #expect(found.map { $0.items.map(\.title) } == [3, 5, 29].map(Self.titles))
  }
}
