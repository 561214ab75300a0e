import Foundation
import RelationalStore
import SQLiteEngine
import StoreModel
import Testing

@testable import SwiftData

@Suite struct SortTranslatorTests {
  private let translator = SortTranslator(resolver: PredicateTestResolver())

  private func order(_ descriptors: SortDescriptor<Journey>...) -> [QueryOrder]? {
    translator.translate(descriptors, entity: PredicateTestStore.journey).order
  }

  private func attribute(_ ordinal: Int) -> QueryExpression {
    .attribute(QueryPath(), ordinal: ordinal, leaf: 0)
  }

  @Test func stringsAreOrderedAsOnApplesPlatforms() {
    #expect(
      order(SortDescriptor(\.title)) == [
        QueryOrder(attribute(0), collation: .localizedStandard)
      ])
    #expect(
      order(SortDescriptor(\.note, order: .reverse)) == [
        QueryOrder(attribute(1), isAscending: false, collation: .localizedStandard)
      ])
    #expect(
      order(SortDescriptor(\.title, comparator: .lexical)) == [
        QueryOrder(attribute(0), collation: .canonical)
      ])
  }

  @Test func severalKeysAndPathsKeepTheirOrder() {
    let name = QueryExpression.attribute(
      QueryPath(steps: [QueryStep(entity: PredicateTestStore.journey, ordinal: 15)]),
      ordinal: 0, leaf: 0)
    #expect(
      order(SortDescriptor(\.hotel?.name), SortDescriptor(\.rating, order: .reverse)) == [
        QueryOrder(name, collation: .localizedStandard),
        QueryOrder(attribute(2), isAscending: false),
      ])
    #expect(order() == [])
  }

  @Test func whatTheStoreCannotSortIsSortedInMemory() {
    #expect(order(SortDescriptor(\.rating), SortDescriptor(\.computed)) == nil)
  }

  @Test func theStoresOrderIsThatInMemory() throws {
    let world = try PredicateTestWorld(seed: 21, count: 120)
    let planner = SelectPlanner(mapping: PredicateTestStore.mapping)
    for order in [SortOrder.forward, .reverse] {
      for descriptors: [SortDescriptor<Journey>] in [
        [SortDescriptor(\.title, order: order)], [SortDescriptor(\.note, order: order)],
        [SortDescriptor(\.title, comparator: .lexical, order: order)],
        [SortDescriptor(\.rating, order: order)], [SortDescriptor(\.score, order: order)],
        [SortDescriptor(\.big, order: order)], [SortDescriptor(\.cost, order: order)],
        [SortDescriptor(\.budget, order: order)], [SortDescriptor(\.end, order: order)],
        [SortDescriptor(\.code, order: order)], [SortDescriptor(\.price, order: order)],
        [SortDescriptor(\.hotel?.name, order: order)],
        [SortDescriptor(\.small, order: order), SortDescriptor(\.start)],
      ] {
        let query = StoreQuery(
          entity: PredicateTestStore.journey,
          order: try #require(
            translator.translate(descriptors, entity: PredicateTestStore.journey).order),
          result: .identifiers)
        let page = try world.database.query(planner.plan(query).statement)
        let stored = (0..<page.rowCount).map { page.integer(row: $0, column: 0) }
        let ordering = RowOrdering(descriptors)
        let sorted = world.journeys.sorted { ordering.compare($0, $1) == .orderedAscending }
        #expect(stored == sorted.map(\.key), "\(descriptors)")
      }
    }
  }
}
