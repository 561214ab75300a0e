import Foundation
import Testing

/// Random histories against a model of plain values.
///
/// `SWIFTDATA_HISTORY_SEED` replays one history, `SWIFTDATA_HISTORY_COUNT` runs more than the usual
/// number.
@Suite struct RandomHistoryTests {
  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SWIFTDATA_HISTORY_SEED"].flatMap(UInt64.init) { return [seed] }
    let count = environment["SWIFTDATA_HISTORY_COUNT"].flatMap(UInt64.init) ?? 200
    return Array(1...max(1, count))
  }

  @Test func everyHistoryLeadsWhereItShould() throws {
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      let run = try HistoryRun(seed: seed)
      do {
        // Short ones more often than long ones: what they find is easier to understand.
        // The checker takes longer than a history, so that it sees one in seven.
        try run.run(
          steps: 5 + Int(seed % 5) * 12,
          checksStore: seed.isMultiple(of: 7) || Self.seeds.count == 1)
      } catch {
        failures += 1
        Issue.record(
          "SWIFTDATA_HISTORY_SEED=\(seed) leads astray:\n\(run.steps)\n\(error)")
      }
    }
  }
}
