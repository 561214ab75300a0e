import Foundation
import SwiftData
import Testing

/// One file in the hands of several processes, containers and people.
@Suite struct SharedFileTests {
  /// Saves parcels one by one in a process of their own.
  private nonisolated static func saveInChild(_ count: Int, to path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String, count = count as Int] in
      let container = try ModelContainer(
        for: Parcel.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      for number in 0..<count {
        let context = ModelContext(container)
        context.insert(Parcel(label: "child \(number)"))
        try context.save()
      }
    }
  }

  @Test func aSecondProcessReadsAndWritesWhileTheFirstHoldsTheStore() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Parcel.self)
    let context = ModelContext(container)
    let parcel = Parcel(label: "first")
    context.insert(parcel)
    try context.save()
    await #expect(processExitsWith: .success) { [path = store.url.path as String] in
      let container = try ModelContainer(
        for: Parcel.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let context = ModelContext(container)
      let found = try context.fetch(FetchDescriptor<Parcel>())
      #expect(found.map(\.label) == ["first"])
      context.insert(Parcel(label: "second"))
      found.first?.weight = 7
      try context.save()
    }
    #expect(try context.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["first", "second"])
    #expect(parcel.weight == 7)
    context.insert(Parcel(label: "third"))
    try context.save()
    #expect(try store.raw.texts("SELECT Z_PK FROM ZPARCEL ORDER BY 1") == ["1", "2", "3"])
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 3)
    try store.check()
  }

  @Test func twoProcessesThatWriteAtOnceLoseNothing() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Parcel.self)
    let path = store.url.path
    async let child: Void = Self.saveInChild(100, to: path)
    for number in 0..<100 {
      let context = ModelContext(container)
      context.insert(Parcel(label: "parent \(number)"))
      try context.save()
    }
    await child
    let found = try ModelContext(container).fetch(FetchDescriptor<Parcel>())
    #expect(Set(found.map(\.label)).count == 200)
    #expect(try store.raw.integer("SELECT max(Z_PK) FROM ZPARCEL") == 200)
    #expect(try store.raw.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == 200)
    #expect(try store.raw.integer("SELECT count(*) FROM ATRANSACTION") == 200)
    #expect(try store.raw.integer("SELECT count(DISTINCT ZTRANSACTIONID) FROM ACHANGE") == 200)
    try store.check()
  }

  @Test func twoProcessesThatMakeTheSameStoreAgreeOnIt() async throws {
    let store = try TemporaryStore()
    let path = store.url.path
    async let child: Void = Self.saveInChild(1, to: path)
    let context = ModelContext(try store.container(Parcel.self))
    context.insert(Parcel(label: "parent"))
    try context.save()
    await child
    #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 2)
    try store.check()
  }

  @Test func aKilledProcessLeavesTheStateBeforeItsUnfinishedSave() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .failure) { [path = store.url.path as String] in
      let context = ModelContext(
        try ModelContainer(
          for: Parcel.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path))))
      context.insert(Parcel(label: "saved"))
      try context.save()
      context.insert(Parcel(label: "lost"))
      kill(getpid(), SIGKILL)
    }
    let context = ModelContext(try store.container(Parcel.self))
    #expect(try context.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["saved"])
    try store.check()
  }

  @Test func twoContainersOnOneFileSeeEachOther() throws {
    let store = try TemporaryStore()
    let first = ModelContext(try store.container(Parcel.self))
    let second = ModelContext(try store.container(Parcel.self))
    let parcel = Parcel(label: "a")
    first.insert(parcel)
    try first.save()
    let other = try #require(try second.fetch(FetchDescriptor<Parcel>()).first)
    #expect(other.persistentModelID == parcel.persistentModelID)
    parcel.label = "b"
    other.weight = 9
    try first.save()
    try second.save()
    let third = ModelContext(try store.container(Parcel.self))
    let found = try #require(try third.fetch(FetchDescriptor<Parcel>()).first)
    #expect(found.label == "b" && found.weight == 9)
    #expect(try store.raw.integer("SELECT Z_OPT FROM ZPARCEL") == 3)
  }

  /// The way out that many programs take when a store can't be opened.
  @Test func filesDeletedByHandAreMadeAnew() throws {
    let store = try TemporaryStore()
    let old = ModelContext(try store.container(Parcel.self))
    old.insert(Parcel(label: "old"))
    try old.save()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.url.path + suffix)
    }
    let new = ModelContext(try store.container(Parcel.self))
    #expect(try new.fetchCount(FetchDescriptor<Parcel>()) == 0)
    new.insert(Parcel(label: "new"))
    try new.save()
    #expect(try new.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["new"])
    try store.check()
  }

  @Test func aStoreWhoseMainFileAloneIsDeletedIsMadeAnew() throws {
    let store = try TemporaryStore()
    do {
      let container = try store.container(Parcel.self)
      let context = ModelContext(container)
      context.insert(Parcel(label: "old"))
      try context.save()
      try FileManager.default.removeItem(at: store.url)
    }
    let context = ModelContext(try store.container(Parcel.self))
    #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 0)
    context.insert(Parcel(label: "new"))
    try context.save()
    try store.check()
  }

  @Test func aCopyOfTheThreeFilesIsTheWholeStore() throws {
    let store = try TemporaryStore()
    let copy = try TemporaryStore()
    let context = ModelContext(try store.container(Parcel.self))
    context.insert(Parcel(label: "copied"))
    try context.save()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.copyItem(
        atPath: store.url.path + suffix, toPath: copy.url.path + suffix)
    }
    context.insert(Parcel(label: "later"))
    try context.save()
    let found = ModelContext(try copy.container(Parcel.self))
    #expect(try found.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["copied"])
  }
}

@Model final class Parcel {
  var label: String
  var weight: Int = 0
  init(label: String) { self.label = label }
}

/// What a process shows of the saves of another one.
@Suite struct ForeignSaveTests {
  private nonisolated static func changeInChild(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let container = try ModelContainer(
        for: Band.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let context = ModelContext(container)
      let band = try #require(try context.fetch(FetchDescriptor<Band>()).first)
      let leaving = try #require(band.players.first)
      band.players.append(Player(name: "3"))
      context.delete(leaving)
      band.name = "B"
      try context.save()
    }
  }

  private typealias Band = ContextsInConcertTests.Band
  private typealias Player = ContextsInConcertTests.Player

  @MainActor @Test(.hangGuard)
  func theMainContextIsToldOfWhatAnotherProcessSaves() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Band.self)
    let context = container.mainContext
    let band = Band(name: "A")
    band.players = [Player(name: "1"), Player(name: "2")]
    context.insert(band)
    try context.save()
    let first = band.players[0]
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = band.name
    } onChange: {
      continuation.yield()
    }
    await Self.changeInChild(store.url.path)
    for await _ in changes { break }
    await Task.yield()
    #expect(band.name == "B")
    #expect(band.players.map(\.name) == ["2", "3"])
    #expect(first.name == "1" && first.modelContext == nil)
    #expect(!context.hasChanges)
    try store.check()
  }

  @Test func aContainerThatGoesWaitsForItsWatch() throws {
    let store = try TemporaryStore()
    for number in 0..<20 {
      let container = try store.container(Band.self)
      let context = ModelContext(container)
      context.insert(Band(name: "\(number)"))
      try context.save()
    }
    // Closed by the last connection: nothing is left of the log.
    #expect(!FileManager.default.fileExists(atPath: store.url.path + "-wal"))
    let context = ModelContext(try store.container(Band.self))
    #expect(try context.fetchCount(FetchDescriptor<Band>()) == 20)
  }
}
