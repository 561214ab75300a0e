import Foundation
import Testing

@testable import SwiftData

@Suite struct EnumerateTests {
  private let store: SojournStore
  private var context: ModelContext { store.context }

  init() throws { store = try SojournStore() }

  @Test(arguments: [-1, 0, 1, 5, 12, 100]) func everyModelComesOnce(_ size: Int) throws {
    var nights: [Int] = []
    let descriptor = store.stays(sortBy: [SortDescriptor(\.nights, order: .reverse)])
    try context.enumerate(descriptor, batchSize: size) { nights.append($0.nights) }
    #expect(nights == (0..<12).reversed())
  }

  @Test func modelsGoWhenTheirBatchIsDone() throws {
    final class Last { weak var model: Sojourn? }
    let last = Last()
    var alive = 0
    try context.enumerate(store.stays(), batchSize: 3) { stay in
      if stay.nights % 3 == 0, last.model != nil { alive += 1 }
      last.model = stay
    }
    #expect(alive == 0)
    #expect(last.model == nil)
  }

  @Test func whatIsEvaluatedInMemoryComesInBatchesToo() throws {
    var descriptor = store.stays(#Predicate { $0.nights > 1 && $0.summary != "S5, 5" })
    descriptor.fetchLimit = 4
    descriptor.fetchOffset = 2
    var nights: [Int] = []
    context.report(to: store.list)
    try context.enumerate(descriptor, batchSize: 3) { nights.append($0.nights) }
    #expect(nights == [4, 6, 7, 8])
    #expect(nights == (try context.fetch(descriptor).map(\.nights)))
    #expect(
      store.list.take().filter { $0.purpose == .fetch }.map(\.rowCount).prefix(3) == [3, 3, 3])
  }

  @Test func changesThatAreLeftBehindAreRefused() throws {
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.enumerate(store.stays(), batchSize: 4) { $0.nights += 1 }
    }
    #expect(context.changedModelsArray.count == 4)
    context.rollback()
    try context.enumerate(store.stays(), batchSize: 4, allowEscapingMutations: true) {
      $0.nights += 1
    }
    #expect(context.changedModelsArray.count == 12)
  }

  @Test func changesThatAreSavedMayBeMade() throws {
    try context.enumerate(store.stays(), batchSize: 4) { stay in
      stay.nights += 100
      try context.save()
    }
    #expect(try context.fetch(store.stays()).map(\.nights) == Array(100..<112))
  }

  @Test func changesFromBeforeAreNoneOfTheBlocks() throws {
    let region = Coast("Pending")
    context.insert(region)
    try context.enumerate(store.stays(), batchSize: 4) { _ in }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.enumerate(store.stays(), batchSize: 4) { _ in context.insert(Coast("New")) }
    }
  }

  @Test func anErrorOfTheBlockEndsTheEnumeration() throws {
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try context.enumerate(store.stays()) { _ in
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    #expect(count == 3)
  }

  @Test func modelsDeletedMeanwhileAreLeftOut() throws {
    var nights: [Int] = []
    try context.enumerate(store.stays(), batchSize: 4) { stay in
      nights.append(stay.nights)
      guard stay.nights == 0 else { return }
      for other in try context.fetch(store.stays(#Predicate { $0.nights % 2 == 1 })) {
        context.delete(other)
      }
      try context.save()
    }
    #expect(nights == [0, 2, 4, 6, 8, 10])
  }
}
