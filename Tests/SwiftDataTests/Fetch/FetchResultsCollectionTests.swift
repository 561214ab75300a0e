import Testing

@testable import SwiftData

@Suite struct FetchResultsCollectionTests {
  private final class Log {
    var ranges: [Range<Int>] = []
  }

  private func collection(
    count: Int, batchSize: Int, _ log: Log
  ) -> FetchResultsCollection<Int> {
    FetchResultsCollection(count: count, batchSize: batchSize) { range in
      log.ranges.append(range)
      return range.map { $0 * 10 }
    }
  }

  @Test func nothingIsLoadedBeforeItIsAskedFor() {
    let log = Log()
    let results = collection(count: 10, batchSize: 4, log)
    #expect(results.count == 10)
    #expect(results.endIndex == 10)
    #expect(!results.isEmpty)
    #expect(log.ranges.isEmpty)
  }

  @Test func aBatchIsLoadedOnce() {
    let log = Log()
    let results = collection(count: 10, batchSize: 4, log)
    let copy = results
    #expect(results[5] == 50)
    #expect(copy[4] == 40)
    #expect(log.ranges == [4..<8])
    #expect(results.last == 90)
    #expect(log.ranges == [4..<8, 8..<10])
  }

  @Test func iterationGoesThroughAllBatchesInOrder() {
    let log = Log()
    let results = collection(count: 10, batchSize: 3, log)
    #expect(Array(results) == (0..<10).map { $0 * 10 })
    #expect(log.ranges == [0..<3, 3..<6, 6..<9, 9..<10])
    #expect(Array(results[2..<5]) == [20, 30, 40])
  }

  @Test(arguments: [0, -1, 100])
  func anOddBatchSizeLoadsAllAtOnce(_ size: Int) {
    let log = Log()
    let results = collection(count: 5, batchSize: size, log)
    #expect(results.map { $0 } == [0, 10, 20, 30, 40])
    #expect(log.ranges == [0..<5])
  }

  @Test func anEmptyResultLoadsNothing() {
    let log = Log()
    let results = collection(count: 0, batchSize: 0, log)
    #expect(results.isEmpty)
    #expect(results.first == nil)
    #expect(Array(results).isEmpty)
    #expect(log.ranges.isEmpty)
  }
}
