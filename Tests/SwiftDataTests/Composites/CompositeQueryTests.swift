import Foundation
import StoreModelTestSupport
import Testing

@testable import SwiftData

/// Key paths into composites: in predicates, sort descriptors and indexes.
@Suite struct CompositeQueryTests {
  private func store(_ count: Int, seed: UInt64 = 3) throws -> (ModelContext, [Tenant]) {
    let container = try ModelContainer(
      for: Tenant.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    var random = SeededGenerator(seed: seed)
    var lodgers: [Tenant] = []
    for number in 0..<count {
      let lodger = Tenant.random(number, &random)
      lodger.host = Bool.random(using: &random) ? lodgers.randomElement(using: &random) : nil
      context.insert(lodger)
      lodgers.append(lodger)
    }
    try context.save()
    return (context, lodgers)
  }

  private func isExact(_ descriptor: FetchDescriptor<Tenant>, _ context: ModelContext) throws
    -> Bool
  {
    let binding = try context.container.stack.binding(for: Tenant.self)
    return try FetchTranslation(descriptor, binding).inMemorySteps.isEmpty
  }

  /// Fetches with a predicate that the store has to answer alone, and compares with Swift's answer.
  private func expect(
    _ predicate: Predicate<Tenant>, isExact expected: Bool = true, _ context: ModelContext,
    _ lodgers: [Tenant], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let descriptor = FetchDescriptor(predicate: predicate)
    #expect(try isExact(descriptor, context) == expected, sourceLocation: sourceLocation)
    let found = try context.fetch(descriptor).map(\.number)
    let matching = lodgers.filter { predicate.matches($0) }.map(\.number)
    #expect(found == matching, sourceLocation: sourceLocation)
    #expect(try context.fetchCount(descriptor) == matching.count, sourceLocation: sourceLocation)
  }

  @Test func membersAreAskedOfTheStore() throws {
    let (context, lodgers) = try store(80)
    try expect(#Predicate { $0.home.city == "a" }, context, lodgers)
    try expect(#Predicate { $0.home.street == nil }, context, lodgers)
    try expect(#Predicate { $0.home.floor < 1 && $0.home.flat != 1 }, context, lodgers)
    try expect(#Predicate { $0.home.city.contains("e") }, context, lodgers)
    try expect(#Predicate { $0.home.street?.isEmpty ?? true }, context, lodgers)
    try expect(#Predicate { $0.home.rent > 0 }, context, lodgers)
    let room = RoomKind.single
    try expect(#Predicate { $0.home.room == room }, context, lodgers)
    let cities = ["a", "b"]
    try expect(#Predicate { cities.contains($0.home.city) }, context, lodgers)
    try expect(#Predicate { $0.home.plot?.size == 1 }, context, lodgers)
    try expect(#Predicate { $0.home.plot == nil }, context, lodgers)
    try expect(#Predicate { $0.home.plot?.note == nil }, context, lodgers)
  }

  @Test func optionalCompositesAreAskedOfTheStore() throws {
    let (context, lodgers) = try store(80)
    try expect(#Predicate { $0.work == nil }, context, lodgers)
    try expect(#Predicate { $0.work != nil }, context, lodgers)
    try expect(#Predicate { $0.work?.city == "a" }, context, lodgers)
    try expect(#Predicate { $0.work?.city != "a" }, context, lodgers)
    try expect(#Predicate { $0.work?.flat == nil }, context, lodgers)
    try expect(#Predicate { $0.work!.city == "a" }, context, lodgers)
    try expect(#Predicate { $0.work?.plot?.size == 1 }, context, lodgers)
    try expect(#Predicate { $0.work?.plot == nil }, context, lodgers)
    try expect(
      #Predicate {
        if let work = $0.work { work.floor == 0 || work.city == "b" } else { $0.number < 40 }
      }, context, lodgers)
    try expect(#Predicate { ($0.work?.street ?? "none") == "none" }, context, lodgers)
    try expect(#Predicate { $0.host?.home.city == "a" }, context, lodgers)
    try expect(#Predicate { $0.host?.work?.flat == 1 }, context, lodgers)
  }

  /// SQLite makes one search in an index of such a pair, if it is let.
  @Test func aPairOfTextsIsFoundThoughOneHasSeveralSpellings() throws {
    let (context, lodgers) = try store(80)
    try expect(#Predicate { $0.work?.city == "e\u{301}" || $0.work?.city == "" }, context, lodgers)
    try expect(#Predicate { $0.home.city == "" || $0.home.city == "\u{e9}" }, context, lodgers)
    let texts = ["\u{e9}"]
    try expect(
      #Predicate { texts.contains($0.home.city) || $0.home.city == "a" }, context, lodgers)
  }

  @Test func casesAreAskedOfTheStore() throws {
    let (context, lodgers) = try store(80)
    let rainy = Weather.rainy
    try expect(#Predicate { $0.mood == rainy }, context, lodgers)
    try expect(#Predicate { $0.mood != rainy }, context, lodgers)
    try expect(#Predicate { $0.wish == rainy }, context, lodgers)
    try expect(#Predicate { $0.wish != rainy }, context, lodgers)
    try expect(#Predicate { $0.wish == nil }, context, lodgers)
    try expect(#Predicate { $0.home.view == rainy }, context, lodgers)
    let moods: [Weather] = [.rainy, .none]
    try expect(#Predicate { moods.contains($0.mood) }, context, lodgers)
    let wishes: [Weather?] = [.rainy, nil]
    try expect(#Predicate { wishes.contains($0.wish) }, context, lodgers)
  }

  /// What only Swift knows is left to it.
  @Test func theRestIsEvaluatedInMemory() throws {
    let (context, lodgers) = try store(80)
    let home = lodgers[3].home
    try expect(#Predicate { $0.home == home }, isExact: false, context, lodgers)
    try expect(#Predicate { $0.home.label == "0" }, isExact: false, context, lodgers)
    try expect(#Predicate { $0.home.view == $0.wish }, isExact: false, context, lodgers)
  }

  @Test func thousandsOfPredicatesAreAnsweredAsSwiftAnswersThem() throws {
    let count = UInt64(ProcessInfo.processInfo.environment["SWIFTDATA_PREDICATES"] ?? "") ?? 1_500
    let (context, lodgers) = try store(60, seed: 5)
    var exact = 0
    for seed in 0..<count {
      var numbers: [Int] = []
      for negated in [false, true] {
        let predicate = MemberPredicateGenerator.predicate(seed: seed, negated: negated)
        let descriptor = FetchDescriptor(predicate: predicate)
        let found = try context.fetch(descriptor).map(\.number)
        let expected = lodgers.filter { predicate.matches($0) }.map(\.number)
        #expect(found == expected, "seed \(seed): \(predicate)")
        numbers += found
        if try isExact(descriptor, context) { exact += 1 }
      }
      #expect(Set(numbers).count == numbers.count, "seed \(seed)")
    }
    #expect(exact == Int(count) * 2)
  }

  @Test func unsavedChangesAreFoundAsSavedOnesAre() throws {
    let (context, lodgers) = try store(10)
    lodgers[0].home.city = "changed"
    lodgers[1].work = nil
    lodgers[2].mood = .none
    let predicate = #Predicate<Tenant> { $0.home.city == "changed" || $0.work == nil }
    #expect(
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number)
        == lodgers.filter { predicate.matches($0) }.map(\.number))
    context.rollback()
    #expect(
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number)
        == lodgers.filter { predicate.matches($0) }.map(\.number))
  }

  // MARK: Order

  private func expectOrder<Value>(
    _ context: ModelContext, by keyPath: KeyPath<Tenant, Value>,
    _ orders: SortDescriptor<Tenant>...,
    precedes: (Value, Value) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let all = try context.fetch(FetchDescriptor<Tenant>())
    for var order in orders {
      for direction in [SortOrder.forward, .reverse] {
        order.order = direction
        let descriptor = FetchDescriptor(sortBy: [order])
        #expect(try isExact(descriptor, context), sourceLocation: sourceLocation)
        let expected = all.sorted {
          direction == .forward
            ? precedes($0[keyPath: keyPath], $1[keyPath: keyPath])
            : precedes($1[keyPath: keyPath], $0[keyPath: keyPath])
        }
        #expect(
          try context.fetch(descriptor).map(\.number) == expected.map(\.number),
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func membersAreSortedByTheStore() throws {
    let (context, _) = try store(50)
    func optionally<T: Comparable>(_ left: T?, _ right: T?) -> Bool {
      guard let right else { return false }
      return left.map { $0 < right } ?? true
    }
    try expectOrder(
      context, by: \.home.city, SortDescriptor(\.home.city, comparator: .lexical), precedes: <)
    try expectOrder(context, by: \.home.floor, SortDescriptor(\.home.floor), precedes: <)
    try expectOrder(context, by: \.home.since, SortDescriptor(\.home.since), precedes: <)
    try expectOrder(context, by: \.home.flat, SortDescriptor(\.home.flat), precedes: optionally)
    try expectOrder(context, by: \.work?.floor, SortDescriptor(\.work?.floor), precedes: optionally)
    try expectOrder(context, by: \.work?.flat, SortDescriptor(\.work?.flat), precedes: optionally)
    try expectOrder(
      context, by: \.home.plot?.size, SortDescriptor(\.home.plot?.size), precedes: optionally)
    try expectOrder(
      context, by: \.work?.plot?.size, SortDescriptor(\.work?.plot?.size), precedes: optionally)
  }

  @Test func twoKeysAreSortedTogether() throws {
    let (context, lodgers) = try store(50)
    let found = try context.fetch(
      FetchDescriptor<Tenant>(sortBy: [
        SortDescriptor(\.home.since, order: .reverse), SortDescriptor(\.number, order: .reverse),
      ]))
    #expect(
      found.map(\.number)
        == lodgers.sorted { ($0.home.since, $0.number) > ($1.home.since, $1.number) }
        .map(\.number))
  }

  // MARK: Indexes

  @Test func membersAreIndexed() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Tenant.self))
    context.insert(Tenant(number: 1, home: Self.home))
    try context.save()
    #expect(
      try store.raw.texts(
        "SELECT sql FROM sqlite_master WHERE name LIKE '%SwiftDataIndex%' ORDER BY name") == [
          "CREATE INDEX Z_Tenant_SwiftDataIndexOnBinaryhome_city ON ZTENANT (ZCITY COLLATE BINARY ASC)",
          "CREATE INDEX Z_Tenant_SwiftDataIndexOnBinarywork_citynumber ON ZTENANT "
            + "(ZCITY1 COLLATE BINARY ASC, ZNUMBER COLLATE BINARY ASC)",
        ])
    let plan = try store.raw.rows(
      "EXPLAIN QUERY PLAN SELECT 1 FROM ZTENANT t0 WHERE t0.ZCITY = 'a'")
    #expect("\(plan)".contains("SwiftDataIndexOnBinaryhome_city"))
    try store.check()
    let index = Schema.Index<Tenant>([\.home.city], [\.number])
    let data = try JSONEncoder().encode(index)
    #expect(try JSONDecoder().decode(Schema.Index<Tenant>.self, from: data) == index)
  }

  @Test func anIndexOnWhatIsNotStoredIsRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Misindexed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.description.contains("Misindexed") == true)
  }

  private static let home = Residence(
    city: "a", street: nil, floor: 1, flat: nil, rent: 1, since: .distantPast, room: .single,
    view: nil, plot: nil)
}

@Model final class Misindexed {
  #Index<Misindexed>([\.home?.label])

  var home: Residence?
  var number: Int = 0

  init() {}
}
