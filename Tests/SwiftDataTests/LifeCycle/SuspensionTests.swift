import Foundation
import SwiftData
import Synchronization
import Testing

@Suite struct SuspensionTests {
  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Parcel.self, Gate.self)
    context = ModelContext(container)
    context.insert(Parcel(label: "a"))
    try context.save()
  }

  /// A value whose encoding waits, in the midst of a save's transaction.
  struct Latch: Codable, Hashable {
    static let reached = DispatchSemaphore(value: 0)
    static let opened = DispatchSemaphore(value: 0)
    private static let isArmed = Mutex(true)
    var number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      let waits =
        number == 4711
        && Self.isArmed.withLock { isArmed in
          defer { isArmed = false }
          return isArmed
        }
      if waits {
        Self.reached.signal()
        Self.opened.wait()
      }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Model final class Gate {
    @Attribute(.codable) var latch: Latch
    init(latch: Latch) { self.latch = latch }
  }

  @Test("K07 Nothing is saved while the container is suspended, and nothing is lost")
  func nothingIsSavedMeanwhile() throws {
    container.suspend()
    container.suspend()
    context.insert(Parcel(label: "b"))
    for _ in 0..<2 {
      #expect(throws: SwiftDataError.containerSuspended) { try context.save() }
    }
    #expect(throws: SwiftDataError.containerSuspended) { try container.erase() }
    #expect(throws: SwiftDataError.containerSuspended) {
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(context.hasChanges)
    // Reading goes on, and others may write.
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 1)
    let other = ModelContext(try store.container(Parcel.self, Gate.self))
    other.insert(Parcel(label: "c"))
    try other.save()
    container.resume()
    try context.save()
    #expect(try other.fetchCount(FetchDescriptor<Parcel>()) == 3)
    container.resume()
    try store.check()
  }

  @Test("K07 A save that is under way is stopped, and leaves no lock", .hangGuard)
  func aSaveUnderWayIsStopped() async throws {
    let container = container
    async let saving = Self.inThread { () throws -> Bool in
      let context = ModelContext(container)
      context.insert(Gate(latch: Latch(number: 4711)))
      do {
        try context.save()
        return false
      } catch let error as SwiftDataError where error == .containerSuspended {
        container.resume()
        guard context.hasChanges else { return false }
        try context.save()
        return true
      }
    }
    try await Self.inThread { Latch.reached.wait() }
    async let suspending: Void = Self.inThread { container.suspend() }
    while !container.isSuspended { await Task.yield() }
    Latch.opened.signal()
    try await suspending
    #expect(try await saving)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Gate>()) == 1)
    try store.check()
  }

  /// Runs what blocks in a thread of its own: there may be no more than two for all tasks together.
  private nonisolated static func inThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try body() }) }
    }
    return try result.get()
  }

  @Test func storesInMemoryHaveNoLocks() throws {
    let container = try ModelContainer(
      for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.suspend()
    #expect(!container.isSuspended)
    let context = ModelContext(container)
    context.insert(Parcel(label: "a"))
    try context.save()
  }
}
