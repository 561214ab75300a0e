#if os(Linux)
  import Foundation
  import SwiftData
  import TestSupport
  import Testing

  /// Eight actors and the main one in each of two processes, all at work on one store, against plain
  /// values.
  ///
  /// `SWIFTDATA_SOAK_MINUTES` says for how long (a few seconds by default), `SWIFTDATA_SEED` where the
  /// numbers begin.
  @Suite(.enabled(if: TestTier.current == .full, "starts a process")) struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let minutes = environment["SWIFTDATA_SOAK_MINUTES"].flatMap { Double($0) }
    private static let seed = environment["SWIFTDATA_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("K01 K02 Nobody waits for good, and all agree on what all have done")
    func allAgreeOnWhatAllHaveDone() async throws {
      let store = try TemporaryStore()
      try SoakRun.prepare(store.url.path)
      let end = Date(timeIntervalSinceNow: (Self.minutes ?? 0) * 60)
      let steps = Self.minutes == nil ? 40 : nil
      let path = store.url.path
      async let other: Void = Self.runInChild(path, Self.seed, steps, end)
      let report = try await SoakRun(
        path: path, seed: Self.seed, process: 0, steps: steps, end: end
      ).run()
      await other
      #expect(try store.raw.texts("PRAGMA integrity_check") == ["ok"])
      try store.check()
      if let minutes = Self.minutes {
        FileHandle.standardError.write(
          Data("soak of \(minutes) minutes, seed \(Self.seed), \(report)\n".utf8))
      }
    }

    private nonisolated static func runInChild(
      _ path: String, _ seed: UInt64, _ steps: Int?, _ end: Date
    ) async {
      await #expect(processExitsWith: .success) {
        [
          path = path as String, seed = seed as UInt64, steps = steps as Int?, end = end as Date,
        ] in
        let report = try await SoakRun(
          path: path, seed: seed, process: 1, steps: steps, end: end
        ).run()
        if steps == nil { FileHandle.standardError.write(Data("\(report)\n".utf8)) }
      }
    }
  }
#endif
