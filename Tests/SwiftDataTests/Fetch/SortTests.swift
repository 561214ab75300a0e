import Foundation
import Testing

@testable import SwiftData

@Suite struct SortTests {
  private let store: SojournStore
  private var context: ModelContext { store.context }

  init() throws {
    store = try SojournStore()
    store.context.inMemoryEvaluation = .refused
  }

  /// The nights of the stays in an order, which the store must make itself, and which memory must make
  /// alike.
  private func nights(
    _ sortBy: SortDescriptor<Sojourn>..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int] {
    let found = try context.fetch(store.stays(sortBy: sortBy))
    let ordering = RowOrdering(sortBy)
    let sorted = found.sorted { $0.nights < $1.nights }.sorted {
      ordering.compare($0, $1) == .orderedAscending
    }
    #expect(sorted.map(\.nights) == found.map(\.nights), sourceLocation: sourceLocation)
    return found.map(\.nights)
  }

  @Test func truthValuesAreSorted() throws {  // P10
    #expect(try nights(SortDescriptor(\.isPaid)).prefix(3) == [1, 3, 5])
    #expect(try nights(SortDescriptor(\.isPaid, order: .reverse)).prefix(3) == [0, 2, 4])
    #expect(try nights(SortDescriptor(\.isRated)).prefix(6) == [0, 3, 6, 9, 2, 5])
    #expect(try nights(SortDescriptor(\.isRated, order: .reverse)).prefix(2) == [1, 4])
  }

  @Test func enumerationsAreSortedByTheirRawValue() throws {
    #expect(try nights(SortDescriptor(\.board)).prefix(5) == [0, 3, 6, 9, 1])
    #expect(try nights(SortDescriptor(\.season)).prefix(6) == [0, 3, 6, 9, 1, 4])
    #expect(try nights(SortDescriptor(\.season, order: .reverse)).prefix(2) == [2, 5])
  }

  @Test func nilGoesWhereItIsTold() throws {
    #expect(try nights(SortDescriptor(\.rating)).prefix(5) == [0, 3, 6, 9, 11])
    #expect(try nights(SortDescriptor(\.rating, nils: .last)).suffix(4) == [0, 3, 6, 9])
    #expect(try nights(SortDescriptor(\.rating, nils: .last)).first == 11)
    #expect(
      try nights(SortDescriptor(\.rating, order: .reverse, nils: .first)).prefix(5)
        == [0, 3, 6, 9, 1])
    #expect(
      try nights(SortDescriptor(\.rating, order: .reverse, nils: .last)).suffix(4) == [0, 3, 6, 9])
    #expect(try nights(SortDescriptor(\.note, nils: .last)).suffix(3) == [0, 4, 8])
    #expect(try nights(SortDescriptor(\.note, nils: .last)).prefix(3) == [1, 2, 3])
  }

  @Test func relatedModelsAreSortedBy() throws {
    let byName = SortDescriptor<Sojourn>(\.resort?.name)
    #expect(try nights(byName) == [9, 10, 11, 1, 5, 3, 7, 0, 4, 8, 2, 6])
    #expect(
      try nights(SortDescriptor(\.resort?.region?.name), SortDescriptor(\.nights, order: .reverse))
        == [11, 10, 9, 7, 3, 8, 6, 4, 2, 0, 5, 1])
    #expect(
      try nights(SortDescriptor(\.resort?.stars, order: .reverse)).prefix(4) == [3, 7, 1, 5])
    let explanation = try context.explain(store.stays(sortBy: [byName]))
    #expect(explanation.sql.contains("LEFT JOIN ZRESORT t1 ON t1.Z_PK = t0.ZRESORT"))
    #expect(explanation.sql.contains("ORDER BY t1.ZNAME COLLATE SWIFT_LOCALIZED, t0.Z_PK"))
  }

  @Test func textIsSortedAsTold() throws {
    let lexical = SortDescriptor<Sojourn>(\.title, comparator: .lexical)
    #expect(try nights(lexical).prefix(4) == [0, 1, 10, 11])
    #expect(try nights(SortDescriptor(\.title)).prefix(4) == [0, 1, 2, 3])
  }

  @Test func whatIsComputedIsNamedWhenItIsRefused() throws {  // P12
    #expect {
      try context.fetch(store.stays(sortBy: [SortDescriptor(\.summary)]))
    } throws: { error in
      error as? SwiftDataError == .unsupportedSortDescriptor
        && "\(error)".contains("Sojourn.(computed String)")
    }
    #expect {
      try context.fetch(store.stays(sortBy: [SortDescriptor(\.resort?.name.count)]))
    } throws: { "\($0)".contains("Sojourn.resort.name.") }
  }

  @Test func aLimitIsCutFromTheOrderOfRelatedModels() throws {
    var descriptor = store.stays(sortBy: [SortDescriptor(\.resort?.name)])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 3
    #expect(try context.fetch(descriptor).map(\.nights) == [1, 5])
    let apex = try #require(
      context.fetch(FetchDescriptor<Resort>(predicate: #Predicate { $0.name == "apex" })).first)
    apex.name = "zz"
    #expect(try context.fetch(descriptor).map(\.nights) == [3, 7])
  }

  @Test func aCountKeepsToTheLimitWhateverMakesTheOrder() throws {
    context.inMemoryEvaluation = .allowed
    for order in [SortDescriptor<Sojourn>(\.nights), SortDescriptor(\.summary)] {
      var descriptor = store.stays(sortBy: [order])
      (descriptor.fetchLimit, descriptor.fetchOffset) = (4, 10)
      #expect(try context.fetchCount(descriptor) == 2)
      #expect(try context.fetchIdentifiers(descriptor).count == 2)
    }
  }
}
