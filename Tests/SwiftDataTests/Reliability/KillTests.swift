import Foundation
import StoreModelTestSupport
import TestSupport
import Testing

@testable import SwiftData

/// Processes that are killed while they save, and files that can't be written.
///
/// `SWIFTDATA_KILLS` says how often (20 by default), `SWIFTDATA_SEED` where the numbers begin.
@Suite(.enabled(if: TestTier.current == .full, "starts many processes"), .serialized)
struct KillTests {
  private static let count = number("SWIFTDATA_KILLS") ?? 20
  private static let seed = UInt64(number("SWIFTDATA_SEED") ?? 1)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test func aProcessKilledAtAnyInstantLeavesAWholeStep() async throws {
    var store = try TemporaryStore()
    var random = SeededGenerator(seed: Self.seed)
    for round in 0..<Self.count {
      // Old enough a store, a new one: its making can be cut off as well.
      if round % 10 == 0 { store = try TemporaryStore() }
      let delay = UInt32.random(in: 0...120_000, using: &random)
      await Self.killChild(after: delay, seed: Self.seed, path: store.url.path)
      try verify(store, seed: Self.seed, "round \(round), seed \(Self.seed)")
    }
  }

  @Test(arguments: FileFault.Kind.allCases, [false, true])
  func aWriteThatFailsLeavesAWholeStep(kind: FileFault.Kind, isLasting: Bool) async throws {
    let count = max(Self.count / 5, 3)
    for round in 0..<count {
      let store = try TemporaryStore()
      // The store is made before the first write that fails in most rounds, and not in all.
      let number = 1 + round * 211 / count
      await Self.failChild(
        kind.rawValue, number, isLasting, seed: Self.seed, path: store.url.path)
      try verify(store, seed: Self.seed, "\(kind) at \(number), lasting: \(isLasting)")
    }
  }

  @Test func aStoreThatCannotBeMadeCanBeMadeLater() async throws {
    let store = try TemporaryStore()
    await Self.failMaking(in: store.folder.path)
  }

  /// Checks that a store holds just what it held after some step: the last one whose save returned,
  /// or the one after.
  private func verify(_ store: TemporaryStore, seed: UInt64, _ comment: String) throws {
    let reported = StepReport(store.url).read()
    guard FileManager.default.fileExists(atPath: store.url.path) else {
      #expect(reported == 0, "\(comment): no store")
      return
    }
    let context = ModelContext(try Ledger.container(at: store.url))
    let stored = try Ledger(seed: seed, in: context)
    #expect((reported...(reported + 1)).contains(stored.step), "\(comment)")
    #expect(stored == Ledger(seed: seed, steps: stored.step), "\(comment)")
    #expect(
      try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == Int64(stored.step),
      "\(comment)")
    #expect(try store.raw.texts("PRAGMA integrity_check") == ["ok"], "\(comment)")
    try store.check()
  }

  // MARK: In processes of their own

  private nonisolated static func killChild(
    after delay: UInt32, seed: UInt64, path: String
  ) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [delay = delay as UInt32, seed = seed as UInt64, path = path as String] in
      Thread.detachNewThread {
        usleep(delay)
        kill(getpid(), SIGKILL)
      }
      try takeSteps(seed: seed, path: path, steps: .max)
    }
  }

  /// Makes stores with each write failing in turn, and each anew when the fault is over.
  private nonisolated static func failMaking(in folder: String) async {
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      FaultyFiles.install()
      for kind in [FileFault.Kind.failure, .fullDisk, .shortWrite] {
        for isLasting in [false, true] {
          var number = 0
          repeat {
            number += 1
            let url = URL(fileURLWithPath: "\(folder)/\(kind) \(isLasting) \(number)")
            FaultyFiles.arm(FileFault(kind: kind, number: number, isLasting: isLasting))
            _ = try? Ledger.container(at: url)
            let isHit = FaultyFiles.writeCount >= number
            FaultyFiles.arm(nil)
            guard isHit else { break }
            let context = ModelContext(try Ledger.container(at: url))
            context.insert(LedgerProgress(step: number))
            try context.save()
            guard try Ledger.step(in: ModelContext(context.container)) == number else { exit(1) }
          } while number < 1_000
        }
      }
      exit(0)
    }
  }

  private nonisolated static func failChild(
    _ kind: String, _ number: Int, _ isLasting: Bool, seed: UInt64, path: String
  ) async {
    let ends: ExitTest.Condition =
      kind.hasPrefix("kill") ? .signal(SIGKILL) : .success
    await #expect(processExitsWith: ends) {
      [
        kind = kind as String, number = number as Int, isLasting = isLasting as Bool,
        seed = seed as UInt64, path = path as String,
      ] in
      guard let kind = FileFault.Kind(rawValue: kind) else { exit(1) }
      FaultyFiles.install()
      FaultyFiles.arm(FileFault(kind: kind, number: number, isLasting: isLasting))
      do {
        try takeSteps(seed: seed, path: path, steps: 60)
      } catch {
        // The store could not even be made.
      }
      exit(0)
    }
  }
}

/// Takes steps and saves each; what can't be saved is rolled back, and tried again.
private func takeSteps(seed: UInt64, path: String, steps: Int) throws {
  let url = URL(fileURLWithPath: path)
  let report = StepReport(url)
  let container = try Ledger.container(at: url)
  let context = ModelContext(container)
  var ledger = Ledger(seed: seed, steps: try Ledger.step(in: context))
  var failures = 0
  while ledger.step < steps, failures < 5 {
    let before = ledger
    let operations = ledger.advance()
    do {
      try Ledger.apply(operations, step: ledger.step, in: context)
      try context.save()
      report.write(ledger.step)
    } catch {
      failures += 1
      context.rollback()
      ledger = before
      // Whether the save that failed has been made all the same, only the store can tell.
      if try Ledger.step(in: ModelContext(container)) > ledger.step { _ = ledger.advance() }
    }
  }
}

/// Where a process says which step it has saved, so that it is known even if it is killed.
private struct StepReport {
  private let path: String

  init(_ store: URL) { path = store.path + ".step" }

  func write(_ step: Int) {
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    _ = withUnsafeBytes(of: Int64(step)) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  func read() -> Int {
    guard let data = FileManager.default.contents(atPath: path), data.count == 8 else { return 0 }
    return Int(data.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
  }
}
