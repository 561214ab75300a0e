import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Contexts that save by themselves.
@MainActor @Suite struct AutosaveTests {
  private let store: TemporaryStore
  private let clock = ManualClock()

  init() throws { store = try TemporaryStore() }

  private var policy: AutosavePolicy {
    var policy = AutosavePolicy()
    policy.delay = .seconds(1)
    policy.clock = clock
    return policy
  }

  private func storedNames() throws -> [String] {
    try store.raw.texts("SELECT ZNAME FROM ZTRIP ORDER BY Z_PK")
  }

  /// Lets the clock come to the next autosave, and waits for the context's notice.
  private func passTime(_ duration: Duration, in context: ModelContext) async {
    await clock.sleeper()
    var notices = NotificationCenter.default.notifications(
      named: ModelContext.didSave, object: context
    ).makeAsyncIterator()
    clock.advance(by: duration)
    _ = await notices.next()
  }

  @Test func onlyTheMainContextSavesByItselfUnlessAskedTo() throws {
    let container = try store.container(Trip.self)
    #expect(container.mainContext.autosaveEnabled)
    #expect(!ModelContext(container).autosaveEnabled)
  }

  @Test func changesAreSavedTogetherAfterTheDelay() async throws {
    let context = try store.container(Trip.self).mainContext
    context.autosavePolicy = policy
    let trip = Trip(name: "a")
    context.insert(trip)
    context.insert(Trip(name: "b"))
    await clock.sleeper()
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(999))
    await Task.yield()
    #expect(context.hasChanges)
    #expect(try storedNames() == [])
    trip.name = "c"
    await passTime(.milliseconds(1), in: context)
    #expect(!context.hasChanges)
    #expect(try storedNames() == ["c", "b"])
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 1)
    trip.name = "d"
    await passTime(.seconds(1), in: context)
    #expect(try storedNames() == ["d", "b"])
    context.delete(trip)
    await passTime(.seconds(1), in: context)
    #expect(try storedNames() == ["b"])
    try store.check()
  }

  @Test func whatIsRolledBackOrSavedMeanwhileIsNotSavedAgain() async throws {
    let context = try store.container(Trip.self).mainContext
    context.autosavePolicy = policy
    context.insert(Trip(name: "a"))
    context.rollback()
    await clock.sleeper()
    clock.advance(by: .seconds(1))
    while context.autosaver?.isScheduled ?? false { await Task.yield() }
    #expect(try storedNames() == [])
    context.insert(Trip(name: "b"))
    try context.save()
    await clock.sleeper()
    clock.advance(by: .seconds(1))
    while context.autosaver?.isScheduled ?? false { await Task.yield() }
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 1)
  }

  @Test("C01: an autosave that fails is reported, and its changes wait")
  func failuresAreReportedAndNothingIsLost() async throws {
    let context = try store.container(Trip.self).mainContext
    let (errors, failed) = AsyncStream<any Error>.makeStream()
    context.autosavePolicy = policy
    context.autosavePolicy.failureHandler = { failed.yield($0) }
    var failures = errors.makeAsyncIterator()
    context.insert(Trip(name: "a"))
    // Not one of the container's entities.
    let stranger = Parcel(label: "x")
    context.insert(stranger)
    for wait in [1, 2, 4] {
      await clock.sleeper()
      clock.advance(by: .seconds(wait))
      let error = try #require(await failures.next() as? SwiftDataError)
      #expect(error == .unknownSchema)
      #expect(context.hasChanges)
    }
    #expect(try storedNames() == [])
    context.rollback()
    context.insert(Trip(name: "b"))
    await passTime(.seconds(8), in: context)
    #expect(try storedNames() == ["b"])
    try store.check()
  }

  @Test func aSaveThatSucceedsEndsTheLongerWaits() async throws {
    let context = try store.container(Trip.self).mainContext
    let (errors, failed) = AsyncStream<any Error>.makeStream()
    context.autosavePolicy = policy
    context.autosavePolicy.failureHandler = { failed.yield($0) }
    var failures = errors.makeAsyncIterator()
    context.insert(Parcel(label: "no entity of the container's"))
    for wait in [1, 2] {
      await clock.sleeper()
      clock.advance(by: .seconds(wait))
      _ = await failures.next()
    }
    context.rollback()
    context.insert(Trip(name: "a"))
    while clock.sleeperCount < 2 { await Task.yield() }
    await passTime(.seconds(1), in: context)
    #expect(try storedNames() == ["a"])
  }

  @Test func aTransactionUnderWayIsNotSavedByAnybodyElse() throws {
    let context = try store.container(Trip.self).mainContext
    try context.transaction {
      context.insert(Trip(name: "a"))
      context.autosave()
      let names = try storedNames()
      #expect(names == [])
    }
    #expect(try storedNames() == ["a"])
  }

  @Test("C02: a context without an actor is saved when it goes")
  func aContextWithoutAnActorIsSavedWhenItGoes() throws {
    let container = try store.container(Trip.self)
    var context: ModelContext? = ModelContext(container)
    context?.autosaveEnabled = true
    let trip = Trip(name: "a")
    context?.insert(trip)
    trip.items = [PackingItem(title: "Hat")]
    #expect(try storedNames() == [])
    context = nil
    #expect(try storedNames() == ["a"])
    #expect(trip.modelContext == nil)
    #expect(trip.name == "a")
    var second: ModelContext? = ModelContext(container)
    second?.insert(Trip(name: "b"))
    second = nil
    #expect(try storedNames() == ["a"])
    try store.check()
  }

  @Test func aContextThatCannotBeSavedWhenItGoesReportsIt() throws {
    let container = try store.container(Trip.self)
    let errors = ErrorList()
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.autosavePolicy.failureHandler = { errors.append($0) }
      context.insert(Parcel(label: "x"))
    }
    #expect(errors.count == 1)
  }

  @Test func aModelActorSavesInItsOwnTurns() async throws {
    let container = try store.container(Trip.self)
    let actor = AutosavingActor(modelContainer: container)
    await actor.begin(policy)
    await actor.insert("a")
    await clock.sleeper()
    #expect(try storedNames() == [])
    clock.advance(by: .seconds(1))
    while await actor.hasChanges { await Task.yield() }
    #expect(try storedNames() == ["a"])
  }

  @Test func changesMadeBeforeItIsSwitchedOnAreSavedToo() async throws {
    let context = try store.container(Trip.self).mainContext
    context.autosaveEnabled = false
    context.autosavePolicy = policy
    context.insert(Trip(name: "a"))
    #expect(clock.sleeperCount == 0)
    context.autosaveEnabled = true
    await passTime(.seconds(1), in: context)
    #expect(try storedNames() == ["a"])
  }

  @Test("C02: a program that ends saves its contexts")
  func aProgramThatEndsSavesItsContexts() async throws {
    await #expect(processExitsWith: .success) { [path = store.url.path as String] in
      let container = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let actor = AutosavingActor(modelContainer: container)
      var policy = AutosavePolicy()
      policy.delay = .seconds(1_000_000)
      await actor.begin(policy)
      await actor.insert("actor")
      await MainActor.run {
        container.mainContext.autosavePolicy = policy
        container.mainContext.insert(Trip(name: "main"))
        exit(0)
      }
    }
    let names = Set(try storedNames())
    #expect(names == ["actor", "main"])
    try store.check()
  }
}

private final class ErrorList: Sendable {
  private let errors = Mutex<[any Error]>([])

  var count: Int { errors.withLock { $0.count } }
  func append(_ error: any Error) { errors.withLock { $0.append(error) } }
}

@ModelActor
private actor AutosavingActor {
  var hasChanges: Bool { modelContext.hasChanges }

  func begin(_ policy: AutosavePolicy) {
    modelContext.autosavePolicy = policy
    modelContext.autosaveEnabled = true
  }

  func insert(_ name: String) { modelContext.insert(Trip(name: name)) }
}
