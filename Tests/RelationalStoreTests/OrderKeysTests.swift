import StoreModelTestSupport
import Testing

@testable import RelationalStore

@Suite struct OrderKeysTests {
  private func changes(_ keys: [Int64?]) -> [OrderKeys.Change] { OrderKeys.changes(of: keys) }

  private func applied(_ keys: [Int64?]) -> [Int64?] {
    var keys = keys
    for change in changes(keys) { keys[change.index] = change.key }
    return keys
  }

  @Test func aNewListIsNumberedAsCoreDataNumbersIt() {
    #expect(applied([nil, nil, nil]) == [2_048, 3_072, 4_096])
    #expect(changes([]) == [])
    #expect(OrderKeys.first(after: nil, count: 3) == 2_048)
    #expect(OrderKeys.first(after: 4_096, count: 1) == 5_120)
  }

  @Test func whatIsInOrderStays() {
    #expect(changes([2_048, 3_072, 4_096]) == [])
    #expect(changes([1, 2, 3]) == [])
  }

  @Test func oneThatMovesIsTheOnlyOneRenumbered() {
    let last = changes([5_120, 2_048, 3_072, 4_096])
    #expect(last == [OrderKeys.Change(index: 0, key: 1_024)])
    let middle = changes([2_048, 5_120, 3_072, 4_096])
    #expect(middle == [OrderKeys.Change(index: 1, key: 2_560)])
    let end = changes([3_072, 4_096, 2_048])
    #expect(end == [OrderKeys.Change(index: 2, key: 5_120)])
  }

  @Test func severalShareAGap() {
    #expect(applied([2_048, nil, nil, nil, 3_072]) == [2_048, 2_304, 2_560, 2_816, 3_072])
    #expect(applied([10, nil, nil, 13]) == [10, 11, 12, 13])
  }

  @Test(
    arguments: [
      [10, nil, 11], [1, nil, 2, 3], [nil, 1], [Int64.max, nil], [Int64.max - 5, nil, nil],
      [-3, -2, -1], [Int64.min, nil, Int64.max, nil],
    ])
  func whereThereIsNoRoomAllAreNumberedAnew(keys: [Int64?]) {
    #expect(applied(keys) == keys.indices.map { (Int64($0) + 2) * 1_024 })
  }

  @Test func equalNumbersAreToldApart() {
    #expect(applied([5, 5, 5]) == [1, 2, 5])
  }

  @Test func aNumberThatCannotBePassedLeavesNoneBehindIt() {
    #expect(OrderKeys.first(after: Int64.max, count: 1) == nil)
    #expect(OrderKeys.first(after: Int64.max - 1_024, count: 1) == Int64.max)
    #expect(OrderKeys.first(after: Int64.max - 1_024, count: 2) == nil)
  }

  @Test(arguments: 1...50)
  func anyListEndsInOrderWithAsFewChangesAsThereAreMembersOutOfPlace(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var keys: [Int64?] = (0..<20).map { _ in
      Bool.random(using: &generator) ? Int64.random(in: 1...200_000, using: &generator) : nil
    }
    for _ in 0..<10 {
      keys.shuffle(using: &generator)
      let result = applied(keys).compactMap(\.self)
      #expect(result.count == keys.count)
      #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 })
      #expect(changes(result) == [])
      keys = result
      // One step to the front changes one number, unless there is no room for it.
      keys.swapAt(3, 4)
      #expect(changes(keys).count == 1 || changes(keys).count > 10)
      keys.insert(nil, at: Int.random(in: 0...keys.count, using: &generator))
    }
  }
}
