import Foundation
import Testing

@testable import SwiftData

@Suite struct NestedPrefetchTests {
  private let store: SojournStore
  private var context: ModelContext { store.context }

  init() throws { store = try SojournStore() }

  @Test func eachRelationshipIsOneQuery() throws {
    var descriptor = FetchDescriptor<Resort>()
    descriptor.relationshipKeyPathsForPrefetching = [\.stays, \.region]
    context.report(to: store.list)
    let resorts = try context.fetch(descriptor)
    #expect(
      store.list.take().map(\.relationshipName) == [nil, "Resort.stays", "Resort.region"])
    #expect(resorts.map(\.stays.count) == [3, 2, 2, 2])
    #expect(resorts.map { $0.region?.name } == ["North", "South", "North", nil])
    #expect(store.list.take().isEmpty)
  }

  @Test func relationshipsOfRelatedModelsAreReached() throws {
    var descriptor = store.stays()
    descriptor.relationshipKeyPathsForPrefetching = [
      \.resort?.region, \.resort?.stays, \.resort,
    ]
    context.report(to: store.list)
    let stays = try context.fetch(descriptor)
    #expect(
      store.list.take().map(\.relationshipName) == [
        nil, "Sojourn.resort", "Resort.region", "Resort.stays",
      ])
    #expect(stays[1].resort?.region?.name == "South")
    #expect(stays.map { $0.resort?.stays.count ?? 0 }.reduce(0, +) == 21)
    #expect(store.list.take().isEmpty)
  }

  @Test func whatIsNoRelationshipIsRefusedBeforeAnythingIsRead() throws {
    context.report(to: store.list)
    for keyPath: PartialKeyPath<Sojourn> in [
      \.title, \.summary, \.resort?.name, \.resort?.stays.count,
    ] {
      var descriptor = store.stays()
      descriptor.relationshipKeyPathsForPrefetching = [keyPath]
      #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
    }
    #expect(store.list.take().isEmpty)
  }

  @Test func batchesPrefetchToo() throws {
    var descriptor = store.stays()
    descriptor.relationshipKeyPathsForPrefetching = [\.resort]
    context.report(to: store.list)
    var names: [String?] = []
    try context.enumerate(descriptor, batchSize: 6) { names.append($0.resort?.name) }
    #expect(names.count == 12)
    #expect(store.list.take().allSatisfy { $0.purpose != .relationship })
    descriptor.includePendingChanges = false
    let fresh = ModelContext(store.container)
    fresh.report(to: store.list)
    let stays = try fresh.fetch(descriptor, batchSize: 6)
    #expect(stays[7].resort?.name == "Base")
    #expect(store.list.take().allSatisfy { $0.purpose != .relationship })
  }
}
