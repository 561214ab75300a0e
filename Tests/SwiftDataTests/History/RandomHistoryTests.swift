import Foundation
import StoreModelTestSupport
import TestSupport
import Testing

/// Random histories against a model of plain values.
///
/// Environment variables choose what is run, as CONTRIBUTING.md says: `SWIFTDATA_HISTORY_SEED` the
/// one history to replay, or the first of many; `SWIFTDATA_HISTORY_COUNT` how many;
/// `SWIFTDATA_HISTORY_MINUTES` for how long instead.
@Suite struct RandomHistoryTests {
  @Test func everyHistoryLeadsWhereItShould() throws {
    let plan = HistoryPlan()
    var failures = 0
    var count: UInt64 = 0
    while failures < plan.failureLimit, plan.goesOn(after: count) {
      let seed = plan.first &+ count
      count += 1
      let run = try HistoryRun(seed: seed)
      do {
        // Short ones more often than long ones: what they find is easier to understand.
        // The checker takes longer than a history, so that it sees one in seven.
        try run.run(
          steps: seed % 20 == 9 ? 150 : 5 + Int(seed % 5) * 12,
          checksStore: seed.isMultiple(of: 7) || plan.isReplay)
      } catch {
        failures += 1
        Issue.record("SWIFTDATA_HISTORY_SEED=\(seed) leads astray:\n\(run.steps)\n\(error)")
      }
    }
    plan.report(count, failures)
  }
}

/// Which histories are run.
private struct HistoryPlan {
  /// The first seed; each history has the next one.
  let first: UInt64
  /// Whether one history is run that was run before.
  let isReplay: Bool
  /// How many failures are enough: by the clock, one looks at all of them afterwards.
  let failureLimit: Int
  private let count: UInt64
  private let end: Date?
  private let minutes: Double?

  init() {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SWIFTDATA_HISTORY_SEED"].flatMap(UInt64.init)
    let count = environment["SWIFTDATA_HISTORY_COUNT"].flatMap(UInt64.init)
    minutes = environment["SWIFTDATA_HISTORY_MINUTES"].flatMap(Double.init)
    end = minutes.map { Date(timeIntervalSinceNow: $0 * 60) }
    failureLimit = minutes == nil ? 3 : 50
    first = seed ?? 1
    isReplay = seed != nil && count == nil && minutes == nil
    self.count = isReplay ? 1 : count ?? (TestTier.current == .quick ? 60 : 600)
  }

  func goesOn(after done: UInt64) -> Bool { end.map { Date() < $0 } ?? (done < count) }

  /// Tells how a run by the clock went, which nothing else would tell.
  func report(_ done: UInt64, _ failures: Int) {
    guard let minutes else { return }
    let last = first &+ done &- 1
    let text =
      "\(done) histories in \(minutes) minutes, seeds \(first) to \(last), \(failures) failures\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
