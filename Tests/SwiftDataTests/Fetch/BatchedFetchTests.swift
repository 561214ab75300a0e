import Foundation
import Testing

@testable import SwiftData

@Suite struct BatchedFetchTests {
  private let store: SojournStore
  private var context: ModelContext { store.context }

  init() throws { store = try SojournStore() }

  private var stored: FetchDescriptor<Sojourn> {
    var descriptor = store.stays(sortBy: [SortDescriptor(\.nights, order: .reverse)])
    descriptor.includePendingChanges = false
    return descriptor
  }

  @Test func unsavedChangesCannotBeIncluded() {
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(store.stays(), batchSize: 5)
    }
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetchIdentifiers(store.stays(), batchSize: 5)
    }
  }

  @Test func oneBatchIsReadAtATime() throws {
    context.report(to: store.list)
    let stays = try context.fetch(stored, batchSize: 5)
    #expect(store.list.take().map(\.purpose) == [.identifiers])
    #expect(stays.count == 12)
    #expect(stays[6].nights == 5)
    #expect(store.list.take().map(\.rowCount) == [5])
    #expect(stays.map(\.nights) == (0..<12).reversed())
  }

  @Test func identifiersComeInTheSameOrder() throws {
    let identifiers = try context.fetchIdentifiers(stored, batchSize: 5)
    #expect(
      Array(identifiers) == (try context.fetch(stored, batchSize: 5)).map(\.persistentModelID))
  }

  @Test func limitsHold() throws {
    var descriptor = stored
    descriptor.fetchLimit = 4
    descriptor.fetchOffset = 10
    #expect(try context.fetch(descriptor, batchSize: 3).map(\.nights) == [1, 0])
  }

  @Test func modelsDeletedMeanwhileShowSomethingAndEndNothing() throws {
    let stays = try context.fetch(stored, batchSize: 5)
    let other = ModelContext(store.container)
    for stay in try other.fetch(stored) { other.delete(stay) }
    try other.save()
    #expect(stays.count == 12)
    #expect(stays.map(\.title).count == 12)
  }
}
