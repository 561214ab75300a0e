import Foundation
import Observation
import SwiftData
import Testing

@Suite(.hangGuard) struct HistoryObserverTests {
  @Model class Plant {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Leaf.plant) var leaves: [Leaf] = []
    init(name: String) { self.name = name }
  }

  @available(macOS 26, *)
  @Model final class Tree: Plant {
    var height: Int
    init(name: String, height: Int) {
      self.height = height
      super.init(name: name)
    }
  }

  @Model final class Leaf {
    var number: Int
    var plant: Plant?
    init(number: Int) { self.number = number }
  }

  private let store: TemporaryStore
  private let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try Self.container(store)
  }

  private static func container(_ store: TemporaryStore) throws -> ModelContainer {
    try store.container(Plant.self, Tree.self, Leaf.self)
  }

  @discardableResult
  private func save(
    by author: String? = nil, in container: ModelContainer? = nil,
    _ body: (ModelContext) throws -> Void
  ) throws -> ModelContext {
    let context = ModelContext(container ?? self.container)
    context.author = author
    try body(context)
    try context.save()
    return context
  }

  private func first<Model: PersistentModel>(
    _ type: Model.Type, in context: ModelContext
  ) throws -> Model {
    try #require(try context.fetch(FetchDescriptor<Model>()).first)
  }

  private func tokens(_ container: ModelContainer) throws -> [DefaultHistoryToken] {
    try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .map(\.token)
  }

  /// Something that happens, and that somebody waits for.
  private final class Once: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func happen() { continuation.finish() }
    func value() async { for await _ in stream {} }
  }

  /// Waits until an observer has counted so many transactions; returns what it has counted.
  private func count(_ observer: HistoryObserver, isAtLeast number: Int) async -> Int {
    for await counter in Observations({ observer.eventCounter }) where counter >= number {
      return counter
    }
    return observer.eventCounter
  }

  // MARK: What counts

  @Test func eachSaveOfAnyContextCountsOnce() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    #expect(observer.modelContainer === container)
    #expect(observer.observedModels.isEmpty && observer.authors.isEmpty)
    for number in 0..<5 { try save { $0.insert(Leaf(number: number)) } }
    let context = ModelContext(container)
    try context.save()
    context.insert(Leaf(number: 6))
    context.rollback()
    try context.save()
    try first(Leaf.self, in: context).number = 7
    try context.save()
    #expect(await count(observer, isAtLeast: 6) == 6)
  }

  @Test func whatWasSavedBeforeDoesNotCount() async throws {
    try save { $0.insert(Leaf(number: 1)) }
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    try save { $0.insert(Leaf(number: 2)) }
    #expect(await count(observer, isAtLeast: 1) == 1)
  }

  @Test func aBaseClassStandsForAllBelowIt() async throws {
    let plants = try HistoryObserver(observedModels: [Plant.self], modelContainer: container)
    let trees = try HistoryObserver(observedModels: [Tree.self], modelContainer: container)
    let leaves = try HistoryObserver(observedModels: [Leaf.self], modelContainer: container)
    let both = try HistoryObserver(
      observedModels: [Leaf.self, Tree.self], modelContainer: container)
    try save { $0.insert(Plant(name: "moss")) }
    try save { $0.insert(Tree(name: "oak", height: 1)) }
    try save { $0.insert(Leaf(number: 1)) }
    try save { context in
      context.insert(Leaf(number: 2))
      context.insert(Tree(name: "elm", height: 2))
    }
    #expect(await count(plants, isAtLeast: 3) == 3)
    #expect(await count(trees, isAtLeast: 2) == 2)
    #expect(await count(leaves, isAtLeast: 2) == 2)
    #expect(await count(both, isAtLeast: 3) == 3)
  }

  @Test func whatRulesAndBatchesDeleteCounts() async throws {
    try save { context in
      for name in ["a", "b"] {
        let plant = Plant(name: name)
        plant.leaves = [Leaf(number: 1), Leaf(number: 2)]
        context.insert(plant)
      }
    }
    let leaves = try HistoryObserver(observedModels: [Leaf.self], modelContainer: container)
    // The rule takes the leaves along.
    try save { $0.delete(try first(Plant.self, in: $0)) }
    #expect(await count(leaves, isAtLeast: 1) == 1)
    try save { try $0.delete(model: Leaf.self) }
    #expect(await count(leaves, isAtLeast: 2) == 2)
    // Nothing is left to be deleted, and plants are none of its business.
    try save { try $0.delete(model: Leaf.self) }
    try save { try $0.delete(model: Plant.self) }
    try save { $0.insert(Leaf(number: 9)) }
    #expect(await count(leaves, isAtLeast: 3) == 3)
  }

  @Test func authorsAreTakenByName() async throws {
    let app = try HistoryObserver(authors: ["app"], modelContainer: container)
    let two = try HistoryObserver(authors: ["app", "imp'ort"], modelContainer: container)
    let all = try HistoryObserver(modelContainer: container)
    for author in ["app", nil, "App", "imp'ort", "app"] {
      try save(by: author) { $0.insert(Leaf(number: 1)) }
    }
    #expect(await count(app, isAtLeast: 2) == 2)
    #expect(await count(two, isAtLeast: 3) == 3)
    #expect(await count(all, isAtLeast: 5) == 5)
  }

  @Test func authorAndModelMustBeOfOneTransaction() async throws {
    let observer = try HistoryObserver(
      observedModels: [Leaf.self], authors: ["app"], modelContainer: container)
    try save(by: "app") { $0.insert(Plant(name: "a")) }
    try save(by: "other") { $0.insert(Leaf(number: 1)) }
    try save(by: "app") { $0.insert(Leaf(number: 2)) }
    #expect(await count(observer, isAtLeast: 1) == 1)
  }

  // MARK: Where it begins

  @Test func whatCameAfterATokenCountsAtOnce() async throws {
    for number in 0..<4 {
      try save(by: number % 2 == 0 ? "even" : nil) { $0.insert(Leaf(number: number)) }
    }
    let tokens = try tokens(container)
    let id = try #require(tokens.first?.storeIdentifier)
    let observer = try HistoryObserver(historyTokens: [id: tokens[0]], modelContainer: container)
    #expect(observer.eventCounter == 3)
    let even = try HistoryObserver(
      historyTokens: [id: tokens[0]], authors: ["even"], modelContainer: container)
    #expect(even.eventCounter == 1)
    let last = try HistoryObserver(historyTokens: [id: tokens[3]], modelContainer: container)
    #expect(last.eventCounter == 0)
    try save { $0.insert(Leaf(number: 5)) }
    #expect(await count(observer, isAtLeast: 4) == 4)
    #expect(await count(last, isAtLeast: 1) == 1)
  }

  @Test func tokensThatLeadNowhereAreRefused() throws {
    for number in 0..<4 { try save { $0.insert(Leaf(number: number)) } }
    let tokens = try tokens(container)
    let id = try #require(tokens.first?.storeIdentifier)
    let third = tokens[2]
    let other = try TemporaryStore()
    let elsewhere = try Self.container(other)
    try save(in: elsewhere) { $0.insert(Leaf(number: 1)) }
    let foreign = try #require(try self.tokens(elsewhere).first)
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try HistoryObserver(historyTokens: [id: foreign], modelContainer: container)
    }
    // Of no store that there is here.
    let observer = try HistoryObserver(
      historyTokens: [foreign.storeIdentifier: foreign], modelContainer: container)
    #expect(observer.eventCounter == 0)
    try ModelContext(container).deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= third }))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [id: tokens[0]], modelContainer: container)
    }
    #expect(
      try HistoryObserver(historyTokens: [id: third], modelContainer: container).eventCounter == 1)
  }

  @Test func aModelWithoutStoreIsRefused() throws {
    #expect(throws: SwiftDataError.unknownSchema) {
      try HistoryObserver(observedModels: [Parcel.self], modelContainer: container)
    }
  }

  // MARK: How it tells

  @Test func nothingIsMissedBetweenTwoTrackings() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    let container = container
    let saving = Task.detached {
      for number in 0..<200 {
        let context = ModelContext(container)
        context.insert(Leaf(number: number))
        try context.save()
      }
    }
    var seen = observer.eventCounter
    while seen < 200 {
      let once = Once()
      let now = withObservationTracking {
        observer.eventCounter
      } onChange: {
        once.happen()
      }
      if now > seen { once.happen() }
      await once.value()
      seen = observer.eventCounter
    }
    #expect(seen == 200)
    try await saving.value
  }

  @Test func anObserverOutlivesTheActorThatMadeIt() async throws {
    actor Maker {
      func make(_ container: ModelContainer) throws -> HistoryObserver {
        try HistoryObserver(modelContainer: container)
      }
    }
    let observer = try await Maker().make(container)
    try save { $0.insert(Leaf(number: 1)) }
    #expect(await count(observer, isAtLeast: 1) == 1)
  }

  @Test func neitherObserverNorContainerIsKept() async throws {
    weak var gone: ModelContainer?
    weak var goneObserver: HistoryObserver?
    do {
      let container = try Self.container(store)
      gone = container
      let observer = try HistoryObserver(modelContainer: container)
      goneObserver = observer
      try save(in: container) { $0.insert(Leaf(number: 1)) }
      #expect(await count(observer, isAtLeast: 1) == 1)
    }
    #expect(goneObserver == nil)
    #expect(gone == nil)
  }

  @Test func aTrackingMayBeTheLastToHoldTheObserver() async throws {
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    func track() throws {
      let observer = try HistoryObserver(
        modelContainer: try Self.container(store), isolation: nil)
      withObservationTracking {
        _ = observer.eventCounter
      } onChange: {
        _ = observer
        continuation.yield()
      }
    }
    // The observer holds its listener, whose registrar holds the tracking: somebody must let go.
    try track()
    try save { $0.insert(Leaf(number: 1)) }
    for await _ in ends { break }
  }

  // MARK: Other places

  @Test func historyDeletedUnseenCountsAsOne() async throws {
    let other = try Self.container(store)
    for number in 0..<3 { try save { $0.insert(Leaf(number: number)) } }
    let tokens = try tokens(container)
    let id = try #require(tokens.first?.storeIdentifier)
    let observer = try HistoryObserver(historyTokens: [id: tokens[2]], modelContainer: container)
    let context = try save(in: other) { $0.insert(Leaf(number: 4)) }
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try save { $0.insert(Leaf(number: 5)) }
    #expect(await count(observer, isAtLeast: 2) == 2)
  }

  @Test func erasingCounts() async throws {
    let observer = try HistoryObserver(observedModels: [Plant.self], modelContainer: container)
    try save { $0.insert(Plant(name: "a")) }
    #expect(await count(observer, isAtLeast: 1) == 1)
    try container.erase()
    #expect(await count(observer, isAtLeast: 2) == 2)
    try save { $0.insert(Plant(name: "b")) }
    #expect(await count(observer, isAtLeast: 3) == 3)
  }

  @Test func storesInMemoryAreObserved() async throws {
    let container = try ModelContainer(
      for: Leaf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let observer = try HistoryObserver(observedModels: [Leaf.self], modelContainer: container)
    try save(in: container) { $0.insert(Leaf(number: 1)) }
    #expect(await count(observer, isAtLeast: 1) == 1)
  }

  @Test func allStoresOfAContainerAreObserved() async throws {
    let configurations = [
      ModelConfiguration(
        "a", schema: Schema([Leaf.self, Plant.self]), url: store.folder.appending(path: "a")),
      ModelConfiguration(
        "b", schema: Schema([Parcel.self]), url: store.folder.appending(path: "b")),
    ]
    let container = try ModelContainer(
      for: Schema([Leaf.self, Plant.self, Parcel.self]), configurations: configurations)
    let all = try HistoryObserver(modelContainer: container)
    let parcels = try HistoryObserver(observedModels: [Parcel.self], modelContainer: container)
    try save(in: container) { context in
      context.insert(Leaf(number: 1))
      context.insert(Parcel(label: "x"))
    }
    try save(in: container) { $0.insert(Leaf(number: 2)) }
    #expect(await count(all, isAtLeast: 3) == 3)
    #expect(parcels.eventCounter <= 1)
    #expect(await count(parcels, isAtLeast: 1) == 1)
  }

  #if os(Linux)
    private nonisolated static func saveInChild(_ path: String) async {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let container = try ModelContainer(
          for: Plant.self, Tree.self, Leaf.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        let context = ModelContext(container)
        context.author = "child"
        context.insert(Tree(name: "oak", height: 1))
        try context.save()
        context.insert(Leaf(number: 1))
        try context.save()
      }
    }

    @Test func savesOfAnotherProcessCount() async throws {
      // No context has ever been made on this container.
      let trees = try HistoryObserver(
        observedModels: [Plant.self], authors: ["child"], modelContainer: container)
      let all = try HistoryObserver(modelContainer: container)
      await Self.saveInChild(store.url.path)
      #expect(await count(all, isAtLeast: 2) == 2)
      #expect(await count(trees, isAtLeast: 1) == 1)
    }

    @Test func savesOfAnotherContainerCount() async throws {
      let observer = try HistoryObserver(modelContainer: container)
      try save(in: try Self.container(store)) { $0.insert(Leaf(number: 1)) }
      #expect(await count(observer, isAtLeast: 1) == 1)
    }

    /// What another container has saved shows in a context even where the history was deleted before
    /// it could be read.
    @Test func contextsFollowWhatTheHistoryNoLongerTells() async throws {
      try save { $0.insert(Leaf(number: 1)) }
      let context = ModelContext(container)
      let leaf = try first(Leaf.self, in: context)
      #expect(leaf.number == 1)
      let observer = try HistoryObserver(modelContainer: container)
      let other = try save(in: try Self.container(store)) {
        try first(Leaf.self, in: $0).number = 2
      }
      try other.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(await count(observer, isAtLeast: 1) == 1)
      _ = try context.fetchCount(FetchDescriptor<Plant>())
      #expect(leaf.number == 2)
    }
  #endif
}

/// As `HistoryObserverTests`, where the observer has an actor.
@Suite(.hangGuard) struct HistoryObserverTurnTests {
  @MainActor @Test func theCounterGoesUpInTurnsOfTheActor() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Parcel.self)
    let observer = try HistoryObserver(modelContainer: container)
    let (turns, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      MainActor.preconditionIsolated()
      continuation.yield()
    }
    let context = ModelContext(container)
    context.insert(Parcel(label: "a"))
    try context.save()
    // This turn has not ended.
    #expect(observer.eventCounter == 0)
    for await _ in turns { break }
    #expect(observer.eventCounter == 1)
  }
}
