import Foundation
import SwiftData
import Synchronization
import Testing

/// One process' part of a soak: eight actors and the main one, each with a context of its own.
struct SoakRun: Sendable {
  static let actors = 8
  static let processes = 2
  static var writers: Int { (actors + 1) * processes }

  let path: String
  let seed: UInt64
  /// 0 or 1.
  let process: Int
  /// How many steps each takes; nil: as many as there is time for.
  let steps: Int?
  let end: Date

  @ModelActor actor Worker {
    private var writer: SoakWriter?

    func work(_ plan: SoakPlan, _ run: SoakRun, _ watchdog: SoakWatchdog) async throws {
      let writer = SoakWriter(plan, in: modelContext, others: SoakRun.writers)
      self.writer = writer
      while run.goesOn(after: writer.plan.steps) {
        try writer.step()
        watchdog.note("step \(writer.plan.steps)", of: plan.writer)
        // Others may have a turn, saves of other contexts above all.
        await Task.yield()
      }
      try writer.end()
    }

    func verify(_ plans: [SoakPlan]) throws { try writer?.verify(plans) }

    var report: (steps: Int, conflicts: Int, busySaves: Int) {
      writer.map { ($0.plan.steps, $0.conflicts, $0.busySaves) } ?? (0, 0, 0)
    }
  }

  static func container(_ path: String) throws -> ModelContainer {
    try ModelContainer(
      for: SoakBox.self, SoakCrate.self, SoakPart.self, SoakLabel.self, SoakCounter.self,
      SoakEnd.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  }

  /// Makes what all share.
  static func prepare(_ path: String) throws {
    let context = ModelContext(try container(path))
    for number in 0..<SoakPlan.labelCount { context.insert(SoakLabel(number: number)) }
    for number in 0..<SoakPlan.counterCount { context.insert(SoakCounter(number: number)) }
    try context.save()
  }

  func goesOn(after done: Int) -> Bool { steps.map { done < $0 } ?? (Date() < end) }

  /// Works until the end, waits for the other process, and verifies what each context shows; returns
  /// what was done.
  @MainActor func run() async throws -> String {
    let container = try Self.container(path)
    let ends = try HistoryObserver(observedModels: [SoakEnd.self], modelContainer: container)
    let first = process * (Self.actors + 1)
    let watchdog = SoakWatchdog(first..<(first + Self.actors + 1))
    let workers = (0..<Self.actors).map { _ in Worker(modelContainer: container) }
    let main = SoakWriter(
      SoakPlan(seed: seed, writer: first + Self.actors), in: container.mainContext,
      others: Self.writers)
    let results = try ResultsObserver<SoakBox, Never>(
      sortBy: [SortDescriptor(\.number)], modelContext: container.mainContext)
    try await withThrowingTaskGroup { group in
      for (index, worker) in workers.enumerated() {
        let plan = SoakPlan(seed: seed, writer: first + index)
        group.addTask { try await worker.work(plan, self, watchdog) }
      }
      while goesOn(after: main.plan.steps) {
        try main.step()
        _ = results.results.count
        watchdog.note("step \(main.plan.steps)", of: first + Self.actors)
        await Task.yield()
      }
      try main.end()
      try await group.waitForAll()
    }
    watchdog.noteAll("waiting for the other process")
    let plans = try await plans(ends, container)
    watchdog.noteAll("verifying")
    for worker in workers { try await worker.verify(plans) }
    try main.verify(plans)
    let numbers = plans.flatMap(\.boxes.keys).sorted()
    #expect(results.results.map(\.number) == numbers)
    watchdog.stop()
    var report = (steps: main.plan.steps, conflicts: main.conflicts, busySaves: main.busySaves)
    for worker in workers {
      let other = await worker.report
      report.steps += other.steps
      report.conflicts += other.conflicts
      report.busySaves += other.busySaves
    }
    return "process \(process): \(report.steps) steps, \(report.conflicts) conflicts, "
      + "\(report.busySaves) saves tried again"
  }

  /// What each writer of both processes has done, once all have said so.
  @MainActor private func plans(
    _ ends: HistoryObserver, _ container: ModelContainer
  ) async throws -> [SoakPlan] {
    for await _ in Observations({ ends.eventCounter }) {
      let found = try ModelContext(container).fetch(FetchDescriptor<SoakEnd>())
      guard found.count == Self.writers else { continue }
      return found.map { SoakPlan(seed: seed, writer: $0.writer, steps: $0.steps) }
    }
    return []
  }
}

/// Ends the process with a report if one of its writers does nothing for too long.
final class SoakWatchdog: Sendable {
  private struct State {
    var notes: [Int: (text: String, date: Date)] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())
  /// Says nothing about speed: among all tests, and with few processors, the actors' turns are far apart.
  private static let patience: TimeInterval = 1_200

  init(_ writers: Range<Int>) {
    for writer in writers { note("begins", of: writer) }
    Thread.detachNewThread {
      while !self.state.withLock({ $0.isStopped }) {
        self.look()
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  func note(_ text: String, of writer: Int) {
    state.withLock { $0.notes[writer] = (text, Date()) }
  }

  func noteAll(_ text: String) {
    state.withLock { state in
      for writer in state.notes.keys { state.notes[writer] = (text, Date()) }
    }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  private func look() {
    let notes = state.withLock { $0.notes }
    let limit = Date(timeIntervalSinceNow: -Self.patience)
    guard notes.values.contains(where: { $0.date < limit }) else { return }
    let lines = notes.sorted { $0.key < $1.key }.map {
      "writer \($0.key): \($0.value.text), \(Int(-$0.value.date.timeIntervalSinceNow)) s ago\n"
    }
    FileHandle.standardError.write(
      Data("Somebody has not got on for too long:\n\(lines.joined())".utf8))
    abort()
  }
}
