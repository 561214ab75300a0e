import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// What a save in one context does to the other contexts of its container.
@Suite struct ContextsInConcertTests {
  @Model final class Band {
    var name: String
    var founded: Int
    @Relationship(deleteRule: .nullify, inverse: \Player.band) var players: [Player] = []
    init(name: String, founded: Int = 1960) {
      self.name = name
      self.founded = founded
    }
  }

  @Model final class Player {
    var name: String
    var band: Band?
    @Relationship(inverse: \Song.players) var songs: [Song] = []
    init(name: String, band: Band? = nil) {
      self.name = name
      self.band = band
    }
  }

  @Model final class Song {
    var title: String
    var players: [Player] = []
    var dedicatee: Player?
    init(title: String) { self.title = title }
  }

  private let store: TemporaryStore
  private let container: ModelContainer
  private let here: ModelContext
  private let there: ModelContext
  private let band: Band
  private let twin: Band

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Band.self)
    here = ModelContext(container)
    there = ModelContext(container)
    band = Band(name: "A")
    here.insert(band)
    band.players = [Player(name: "1"), Player(name: "2")]
    try here.save()
    twin = try #require(try there.fetch(FetchDescriptor<Band>()).first)
    #expect(twin.players.map(\.name) == ["1", "2"])
  }

  /// Lets the other context look, as any fetch does.
  private func look() throws { _ = try there.fetchCount(FetchDescriptor<Song>()) }

  @Test func newValuesShowAndObserversAreTold() throws {
    let name = Mutex(0)
    let founded = Mutex(0)
    withObservationTracking {
      _ = twin.name
    } onChange: {
      name.withLock { $0 += 1 }
    }
    withObservationTracking {
      _ = twin.founded
    } onChange: {
      founded.withLock { $0 += 1 }
    }
    band.name = "B"
    try here.save()
    try look()
    #expect(twin.name == "B")
    #expect(name.withLock { $0 } == 1)
    #expect(founded.withLock { $0 } == 0)
    #expect(!there.hasChanges)
  }

  @Test func ownChangesStayAndAreMergedByProperty() throws {
    twin.name = "mine"
    band.name = "theirs"
    band.founded = 1970
    try here.save()
    try look()
    #expect(twin.name == "mine")
    #expect(twin.founded == 1970)
    #expect(there.changedModelsArray.count == 1)
    there.rollback()
    #expect(twin.name == "theirs")
    twin.name = "last"
    try there.save()
    try here.save()
    #expect(band.name == "last" && band.founded == 1970)
  }

  @Test func membersThatAreAddedTakenAndMovedShow() throws {
    let counter = Mutex(0)
    withObservationTracking {
      _ = twin.players
    } onChange: {
      counter.withLock { $0 += 1 }
    }
    let other = Band(name: "Other")
    here.insert(other)
    band.players.append(Player(name: "3"))
    other.players = [band.players[0]]
    try here.save()
    try look()
    #expect(twin.players.map(\.name) == ["2", "3"])
    #expect(counter.withLock { $0 } == 1)
  }

  @Test func aMemberMovedByItsOwnSideAloneLeavesItsFormerOwner() throws {
    // The third context knows neither owner's list.
    let third = ModelContext(container)
    let player = try #require(
      try third.fetch(FetchDescriptor<Player>(sortBy: [SortDescriptor(\.name)])).first)
    player.band = nil
    try third.save()
    try look()
    #expect(twin.players.map(\.name) == ["2"])
    #expect(try here.fetchCount(FetchDescriptor<Band>()) == 1)
    #expect(band.players.map(\.name) == ["2"])
  }

  @Test func ownUnsavedMembersStayAmongTheOthersNewOnes() throws {
    let mine = Player(name: "mine")
    twin.players.append(mine)
    let first = twin.players[0]
    twin.players.removeAll { $0 === first }
    band.players.append(Player(name: "3"))
    try here.save()
    try look()
    #expect(twin.players.map(\.name) == ["2", "3", "mine"])
    try there.save()
    #expect(try here.fetchCount(FetchDescriptor<Player>()) == 4)
    #expect(band.players.map(\.name) == ["2", "3", "mine"])
  }

  @Test func manyToManyLinksShow() throws {
    let song = Song(title: "S")
    here.insert(song)
    try here.save()
    let twinSong = try #require(try there.fetch(FetchDescriptor<Song>()).first)
    #expect(twinSong.players.isEmpty && twin.players[0].songs.isEmpty)
    song.players = band.players
    song.dedicatee = band.players[0]
    try here.save()
    try look()
    #expect(Set(twinSong.players.map(\.name)) == ["1", "2"])
    #expect(twin.players[0].songs.map(\.title) == ["S"])
    #expect(twinSong.dedicatee === twin.players[0])
  }

  @Test func deletedModelsLeaveWithTheirLastValues() throws {
    let song = Song(title: "S")
    song.players = band.players
    song.dedicatee = band.players[0]
    here.insert(song)
    try here.save()
    let twinSong = try #require(try there.fetch(FetchDescriptor<Song>()).first)
    #expect(twinSong.players.count == 2 && twinSong.dedicatee?.name == "1")
    let player = twin.players[0]
    here.delete(band.players[0])
    try here.save()
    try look()
    #expect(player.name == "1")
    #expect(player.modelContext == nil)
    #expect(!player.isDeleted)
    #expect(twin.players.map(\.name) == ["2"])
    #expect(twinSong.players.map(\.name) == ["2"])
    #expect(twinSong.dedicatee == nil)
    #expect(!there.hasChanges)
  }

  @Test func aDeletedModelWithChangesOfOnesOwnIsRefusedAtTheSave() throws {
    let player = twin.players[0]
    player.name = "changed"
    here.delete(band.players[0])
    try here.save()
    try look()
    #expect(player.name == "changed")
    #expect(throws: SwiftDataError.modelValidationFailure) { try there.save() }
    there.rollback()
    try there.save()
    #expect(try there.fetchCount(FetchDescriptor<Player>()) == 1)
  }

  @Test func deletedInBothIsNoConflict() throws {
    there.delete(twin.players[0])
    here.delete(band.players[0])
    try here.save()
    try there.save()
    #expect(try there.fetchCount(FetchDescriptor<Player>()) == 1)
  }

  @Test func erasingTheContainerEmptiesAllContexts() throws {
    try container.erase()
    try look()
    #expect(try there.fetchCount(FetchDescriptor<Band>()) == 0)
    #expect(twin.name == "A")
    #expect(twin.modelContext == nil)
    #expect(try here.fetch(FetchDescriptor<Band>()).isEmpty)
    #expect(band.modelContext == nil)
  }

  @Test func moreThanIsWorthRememberingIsReadAnew() throws {
    let idle = ModelContext(container)
    let seen = try #require(try idle.fetch(FetchDescriptor<Band>()).first)
    #expect(seen.players.count == 2)
    let added = (0..<11_000).map { Player(name: "\($0)", band: band) }
    try here.save()
    for player in added { player.name += "!" }
    try here.save()
    for player in added.dropFirst() { here.delete(player) }
    band.name = "Z"
    try here.save()
    _ = try idle.fetchCount(FetchDescriptor<Song>())
    #expect(seen.name == "Z")
    #expect(seen.players.map(\.name) == ["1", "2", "0!"])
  }

  @Test func contextsThatAreGoneAreNotKept() throws {
    weak var gone: ModelContext?
    do {
      let context = ModelContext(container)
      gone = context
      _ = try context.fetch(FetchDescriptor<Band>())
    }
    #expect(gone == nil)
    band.name = "B"
    try here.save()
  }
}

/// As `ContextsInConcertTests`, where contexts have an actor that lets them look by themselves.
@Suite struct ContextTurnTests {
  private static func containerWithBand(
    in store: TemporaryStore
  ) throws -> (ModelContainer, PersistentIdentifier) {
    let container = try store.container(ContextsInConcertTests.Band.self)
    let context = ModelContext(container)
    let band = ContextsInConcertTests.Band(name: "A")
    context.insert(band)
    try context.save()
    return (container, band.persistentModelID)
  }

  @MainActor @Test("K01 The main context looks by itself", .hangGuard)
  func theMainContextLooksByItself() async throws {
    let store = try TemporaryStore()
    let (container, id) = try Self.containerWithBand(in: store)
    let main = container.mainContext
    let shown = try #require(try main.fetch(FetchDescriptor<ContextsInConcertTests.Band>()).first)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = shown.name
    } onChange: {
      continuation.yield()
    }
    let roadie = Roadie(modelContainer: container)
    try await roadie.rename(id, to: "on tour")
    for await _ in changes { break }
    await Task.yield()
    #expect(shown.name == "on tour")
    #expect(!main.hasChanges)
  }

  @ModelActor actor Roadie {
    func rename(_ id: PersistentIdentifier, to name: String) throws {
      self[id, as: ContextsInConcertTests.Band.self]?.name = name
      try modelContext.save()
    }
    func hold(_ id: PersistentIdentifier) -> String? {
      held = self[id, as: ContextsInConcertTests.Band.self]
      return held?.name
    }
    func heldName() -> String? { held?.name }
    private var held: ContextsInConcertTests.Band?
  }

  @Test func anActorsContextLooksInATurnOfItsOwn() async throws {
    let store = try TemporaryStore()
    let (container, id) = try Self.containerWithBand(in: store)
    let roadie = Roadie(modelContainer: container)
    #expect(await roadie.hold(id) == "A")
    let here = ModelContext(container)
    try #require(try here.fetch(FetchDescriptor<ContextsInConcertTests.Band>()).first).name = "B"
    try here.save()
    // Enqueued behind the turn that the save has asked for.
    #expect(await roadie.heldName() == "B")
  }
}
