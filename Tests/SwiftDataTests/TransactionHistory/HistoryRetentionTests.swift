import Foundation
import SwiftData
import Testing

@Suite struct HistoryRetentionTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func container(_ retention: HistoryRetention) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: store.url)
    configuration.historyRetention = retention
    return try ModelContainer(for: Parcel.self, configurations: configuration)
  }

  private func save(_ count: Int, in container: ModelContainer) throws {
    let context = ModelContext(container)
    for number in 0..<count {
      context.insert(Parcel(label: "\(number)"))
      try context.save()
    }
  }

  private func history(_ container: ModelContainer) throws -> [DefaultHistoryTransaction] {
    try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }

  @Test func allIsKeptUnlessSomebodyAsks() throws {
    #expect(ModelConfiguration(url: store.url).historyRetention == .unlimited)
    let container = try container(.unlimited)
    try save(100, in: container)
    #expect(try history(container).count == 100)
  }

  @Test("H03 The history is bounded by the number of its transactions")
  func theNumberIsBounded() throws {
    let container = try container(.transactions(10))
    try save(100, in: container)
    let kept = try history(container)
    #expect(kept.last?.transactionIdentifier == 100)
    #expect((10..<10 + 16).contains(kept.count))
    #expect(kept.map(\.id) == Array((101 - Int64(kept.count))...100))
    let orphans =
      "SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID NOT IN "
      + "(SELECT Z_PK FROM ATRANSACTION)"
    #expect(try store.raw.integer(orphans) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 100)
    try store.check()
  }

  @Test("H03 The history is bounded by age") func theAgeIsBounded() throws {
    do {
      let container = try container(.unlimited)
      try save(40, in: container)
    }
    try store.raw.execute(
      "UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP - 7200 WHERE Z_PK <= 30")
    let container = try container(.age(.seconds(3600)))
    try save(16, in: container)
    #expect(try history(container).map(\.id) == Array(31...56))
    try store.check()
  }

  @Test func aLongHistoryGoesLittleByLittle() throws {
    do {
      let container = try container(.unlimited)
      let context = ModelContext(container)
      let parcel = Parcel(label: "a")
      context.insert(parcel)
      for number in 0..<600 {
        parcel.weight = number
        try context.save()
      }
    }
    let container = try container(.transactions(1))
    try save(8, in: container)
    #expect(try history(container).count == 608 - 256)
    try save(48, in: container)
    #expect(try history(container).count <= 17)
  }

  @Test func aTokenFromBeforeHasExpired() throws {
    let container = try container(.transactions(5))
    try save(1, in: container)
    let token = try #require(try history(container).first).token
    try save(40, in: container)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try ModelContext(container).fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    }
  }

  @Test(.hangGuard) func whatAnObserverHasNotCountedIsKept() async throws {
    let container = try container(.transactions(1))
    let observer = try HistoryObserver(modelContainer: container)
    try save(200, in: container)
    var last = 0
    for await count in Observations({ observer.eventCounter }) {
      last = count
      if count >= 200 { break }
    }
    #expect(last == 200)
  }
}
