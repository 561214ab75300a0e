import Foundation
import SwiftData
import Synchronization
import Testing

/// Uses of a context off its actor, which only code that talks the compiler out of it can make.
@Suite struct ContextMisuseTests {
  /// What was reported; suites run at the same time, so that only this file's counts.
  private static let reports = Mutex<[ContextMisuse]>([])
  private static let installation: Void = {
    ContextMisuse.handler = { misuse in
      guard misuse.file?.hasSuffix("ContextMisuseTests.swift") ?? true else { return }
      reports.withLock { $0.append(misuse) }
    }
  }()

  private static func reported(atLine line: Int) -> [ContextMisuse] {
    reports.withLock { $0.filter { $0.line == line } }
  }

  fileprivate struct Smuggled: @unchecked Sendable {
    let context: ModelContext
  }

  @ModelActor actor Owner {
    fileprivate func smuggle() -> Smuggled { Smuggled(context: modelContext) }
    func use() throws -> Int {
      modelContext.insert(Parcel(label: "own"))
      try modelContext.save()
      return try modelContext.fetchCount(FetchDescriptor<Parcel>())
    }
  }

  @Test("K04 A main context used off the main actor is reported with its line")
  func theMainContextIsWatched() async throws {
    _ = Self.installation
    let store = try TemporaryStore()
    let container = try store.container(Parcel.self)
    let smuggled = await MainActor.run { Smuggled(context: container.mainContext) }
    // Nobody else uses it, so that this goes well.
    let line = #line + 2
    try await Task.detached {
      _ = try smuggled.context.fetch(FetchDescriptor<Parcel>())
    }.value
    let misuse = try #require(Self.reported(atLine: line).first)
    #expect(misuse.operation.hasPrefix("fetch"))
    #expect(misuse.isMainContext)
    #expect(misuse.description.contains(":\(line): fetch"))
    await MainActor.run {
      smuggled.context.insert(Parcel(label: "a"))
      try? smuggled.context.save()
    }
    #expect(Self.reported(atLine: line).count == 1)
    let saves = Self.reports.withLock {
      $0.filter { $0.operation == "save()" && $0.isMainContext }
    }
    #expect(saves.isEmpty)
  }

  @Test("K04 A model actor's context used off the actor is reported with its line")
  func aModelActorsContextIsWatched() async throws {
    _ = Self.installation
    let store = try TemporaryStore()
    let owner = Owner(modelContainer: try store.container(Parcel.self))
    let smuggled = await owner.smuggle()
    #expect(try await owner.use() == 1)
    let line = #line + 1
    try smuggled.context.save()
    let misuse = try #require(Self.reported(atLine: line).first)
    #expect(misuse.operation == "save()")
    #expect(!misuse.isMainContext)
    #expect(try await owner.use() == 2)
  }

  @Test func aContextOfNobodyIsNotWatched() async throws {
    _ = Self.installation
    let store = try TemporaryStore()
    let smuggled = Smuggled(context: ModelContext(try store.container(Parcel.self)))
    let line = #line + 2
    try await Task.detached {
      try smuggled.context.save()
    }.value
    #expect(Self.reported(atLine: line).isEmpty)
  }
}
