import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

/// Random queries from the whole grammar: what a store finds is what Swift finds, however it is asked.
///
/// `SWIFTDATA_QUERY_CHECKS` sets the number of checks, `SWIFTDATA_QUERY_SEED` the first seed: an issue
/// names the seed that makes it again.
@Suite struct RandomQueryTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test func aStoreFindsWhatSwiftFinds() throws {
    let first = Self.number("SWIFTDATA_QUERY_SEED") ?? 0
    let count = Self.number("SWIFTDATA_QUERY_CHECKS") ?? 1_500
    var tally = QueryCheck.Tally()
    var worlds = FleetWorlds()
    for seed in first..<first + count {
      try QueryCheck(seed: seed, world: worlds.world(of: seed)).run(&tally)
    }
    // Most of the grammar must reach the store, and find something, or the checks say little.
    if count >= 500 {
      #expect(tally.whole * 2 > tally.checks)
      #expect(tally.nonempty * 3 > tally.checks)
    }
    #expect(tally.checks == Int(count))
  }
}

/// Random changes under live results: what they show is what a fetch finds.
@Suite struct RandomResultsTests {
  @Test func liveResultsAreThoseOfAFetch() throws {
    let world = try FleetWorld(seed: 1)
    var kept = 0
    for seed in 0..<200 as Range<UInt64> {
      var values = FleetValues(seed: seed)
      let context = ModelContext(world.container)
      var changing = try FleetWorld.Changing(context)
      let descriptor = FetchDescriptor(
        predicate: FleetQueryGenerator.predicate(seed: seed, in: world),
        sortBy: FleetSorts.random(&values))
      let observer = ResultsObserver<Fleet.Voyage, String>(descriptor, nil, context)
      for step in 0..<8 {
        let before = observer.models
        if step == 5 { context.rollback() }
        let isTold = Mutex(false)
        withObservationTracking {
          _ = observer.models
        } onChange: {
          isTold.withLock { $0 = true }
        }
        if step != 5 { changing.change(&values) }
        let found = try context.fetch(descriptor)
        #expect(observer.models == found, "seed \(seed), step \(step)")
        if !isTold.withLock({ $0 }) {
          kept += 1
          #expect(before == found || step == 5, "seed \(seed), step \(step): nobody was told")
        }
      }
    }
    // Many changes concern nothing that is asked for.
    #expect(kept > 300)
  }
}

/// Each predicate is asked of several worlds, each world of several predicates.
private struct FleetWorlds {
  static let perPredicate: UInt64 = 10
  private static let lifetime: UInt64 = 1_000

  private var worlds: [UInt64: FleetWorld] = [:]

  /// The world of a check; the same for the same seed whatever was asked before.
  mutating func world(of seed: UInt64) throws -> FleetWorld {
    let number = seed / Self.lifetime * Self.perPredicate + seed % Self.perPredicate
    if let world = worlds[number] { return world }
    worlds = worlds.filter { $0.key / Self.perPredicate == number / Self.perPredicate }
    let made = try FleetWorld(seed: number)
    worlds[number] = made
    return made
  }
}

/// One predicate with an order and a window, asked of a world in one of its views.
struct QueryCheck {
  struct Tally {
    var checks = 0
    /// Predicates that the store answers alone.
    var whole = 0
    var nonempty = 0
  }

  private let seed: UInt64
  private let predicate: Predicate<Fleet.Voyage>
  private let negation: Predicate<Fleet.Voyage>
  private let context: ModelContext
  /// What is to be found, before order and window.
  private let models: [Fleet.Voyage]
  private var descriptor: FetchDescriptor<Fleet.Voyage>

  init(seed: UInt64, world: FleetWorld) {
    self.seed = seed
    let number = seed / FleetWorlds.perPredicate
    predicate = Self.make(number, negated: false, in: world)
    negation = Self.make(number, negated: true, in: world)
    var values = FleetValues(seed: ~seed)
    descriptor = FetchDescriptor(predicate: predicate, sortBy: FleetSorts.random(&values))
    descriptor.fetchLimit = values.pick([nil, nil, 0, 1, 3, 100, .max])
    descriptor.fetchOffset = values.pick([nil, nil, 0, 1, 4, 100, .max])
    switch values.choose(3) {
    case 0: (context, models) = (world.clean, world.stored)
    case 1: (context, models) = (world.dirty, world.living)
    default:
      (context, models) = (ModelContext(world.container), world.stored)
      descriptor.propertiesToFetch = values.flip() ? [\.title, \.port] : []
      descriptor.includePendingChanges = values.flip()
    }
  }

  /// A predicate of the grammar, or several combined.
  private static func make(
    _ number: UInt64, negated: Bool, in world: FleetWorld
  ) -> Predicate<Fleet.Voyage> {
    func simple(_ seed: UInt64) -> Predicate<Fleet.Voyage> {
      FleetQueryGenerator.predicate(seed: seed, negated: negated, in: world)
    }
    let parts = { [simple(number), simple(~number)] }
    return switch number % 16 {
    case 3: negated ? Predicate(any: parts()) : Predicate(all: parts())
    case 7: negated ? Predicate(all: parts()) : Predicate(any: parts())
    default: simple(number)
    }
  }

  func run(_ tally: inout Tally) throws {
    tally.checks += 1
    let truths = models.map(truth)
    let matching = zip(models, truths).filter { $1 == true }.map(\.0)
    if !matching.isEmpty { tally.nonempty += 1 }
    do {
      if try context.explain(descriptor).inMemorySteps.allSatisfy({ $0.kind != .filter }) {
        tally.whole += 1
      }
      try compare(expected(matching))
      let rest = zip(models, truths).filter { $1 == false }.map(\.0)
      var opposite = descriptor
      opposite.predicate = negation
      (opposite.fetchLimit, opposite.fetchOffset, opposite.sortBy) = (nil, nil, [])
      try expect(
        Set(context.fetchIdentifiers(opposite)) == Set(rest.map(\.persistentModelID)), "negation")
    } catch {
      Issue.record("seed \(seed): \(error)\n\(PredicateText(predicate))")
    }
  }

  /// What Swift says of a model; nil if the evaluation has no result.
  private func truth(_ model: Fleet.Voyage) -> Bool? {
    var bindings = PredicateBindings()
    bindings[predicate.variable] = model
    return try? predicate.expression.guarded(bindings)
  }

  private func expected(_ matching: [Fleet.Voyage]) -> [PersistentIdentifier] {
    let ordering = RowOrdering(descriptor.sortBy)
    let sorted = matching.enumerated().sorted { left, right in
      switch ordering.compare(left.element, right.element) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: left.offset < right.offset
      }
    }.map(\.element.persistentModelID)
    let rest = sorted.dropFirst(descriptor.fetchOffset ?? 0)
    return Array(rest.prefix(descriptor.fetchLimit ?? .max))
  }

  private func compare(_ expected: [PersistentIdentifier]) throws {
    try expect(context.fetch(descriptor).map(\.persistentModelID) == expected, "fetch")
    try expect(context.fetchCount(descriptor) == expected.count, "count")
    try expect(context.fetchIdentifiers(descriptor) == expected, "identifiers")
    var enumerated: [PersistentIdentifier] = []
    try context.enumerate(descriptor, batchSize: 3) { enumerated.append($0.persistentModelID) }
    expect(enumerated == expected, "enumerate")
  }

  private func expect(_ condition: @autoclosure () throws -> Bool, _ what: String) rethrows {
    if try condition() { return }
    let sql = (try? context.explain(descriptor)).map(String.init(describing:)) ?? ""
    let order = descriptor.sortBy.map { descriptor in
      descriptor.keyPath.map { "\(KeyPathText.readable($0)) \(descriptor.order)" } ?? "?"
    }
    Issue.record(
      """
      seed \(seed), \(what): \(sql.drop { $0 != "W" })
      \(PredicateText(predicate))
      \(order), \(descriptor.fetchLimit ?? -1), \(descriptor.fetchOffset ?? -1)
      """)
  }
}
