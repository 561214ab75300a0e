import Foundation
import Testing

@testable import SwiftData

@Suite struct PartialFetchTests {
  private let store: SojournStore
  private var context: ModelContext { store.context }

  init() throws { store = try SojournStore() }

  private func partial(_ keyPaths: PartialKeyPath<Sojourn>...) -> FetchDescriptor<Sojourn> {
    var descriptor = store.stays()
    descriptor.propertiesToFetch = keyPaths
    return descriptor
  }

  @Test func theStoreReadsNothingElse() throws {
    context.report(to: store.list)
    let stays = try context.fetch(partial(\.title, \.resort))
    let sql = try #require(store.list.take().first).sql
    #expect(sql.contains("t0.ZTITLE"))
    #expect(sql.contains("t0.ZRESORT"))
    #expect(!sql.contains("ZPICTURE"))
    #expect(!sql.contains("ZNIGHTS"))
    #expect(stays.map(\.title).count == 12)
    #expect(store.list.take().isEmpty)
    #expect(stays[1].resort?.name == "apex")
    #expect(store.list.take().map(\.purpose) == [.relationship])
  }

  @Test func theRestIsFetchedWhenFirstRead() throws {
    let stays = try context.fetch(partial(\.title))
    context.report(to: store.list)
    #expect(stays[5].nights == 5)
    #expect(stays[5].note == "n5")
    #expect(stays[5].isRated == false)
    #expect(stays[5].board == .none)
    #expect(stays[5].resort?.name == "apex")
    #expect(stays[5].title == "S5")
    #expect(store.list.take().map(\.purpose) == [.fault, .relationship])
  }

  @Test func nilAndDefaultsAreFetchedValuesToo() throws {
    let stays = try context.fetch(partial(\.note, \.rating, \.resort, \.season))
    context.report(to: store.list)
    #expect(stays[0].note == nil)
    #expect(stays[0].rating == nil)
    #expect(stays[0].season == nil)
    #expect(stays[10].resort == nil)
    #expect(store.list.take().isEmpty)
  }

  @Test func aFullFetchCompletesTheModels() throws {
    let stays = try context.fetch(partial(\.title))
    context.report(to: store.list)
    let all = try context.fetch(store.stays())
    #expect(all.first === stays.first)
    _ = store.list.take()
    #expect(stays.map(\.nights) == Array(0..<12))
    #expect(store.list.take().isEmpty)
  }

  @Test func fullModelsStayFull() throws {
    let all = try context.fetch(store.stays())
    _ = try context.fetch(partial(\.title))
    context.report(to: store.list)
    #expect(all.map(\.nights) == Array(0..<12))
    #expect(store.list.take().isEmpty)
  }

  @Test func twoPartsMakeOneModel() throws {
    let stays = try context.fetch(partial(\.title))
    _ = try context.fetch(partial(\.nights, \.note))
    context.report(to: store.list)
    #expect(stays[5].title == "S5")
    #expect(stays[5].nights == 5)
    #expect(stays[5].note == "n5")
    #expect(store.list.take().isEmpty)
  }

  @Test func aPartIsChangedAndSaved() throws {
    let stays = try context.fetch(partial(\.title))
    stays[3].title = "changed"
    stays[4].nights = 44
    try context.save()
    let other = try ModelContext(store.container).fetch(store.stays())
    #expect(other[3].summary == "changed, 3")
    #expect(other[4].summary == "S4, 44")
    #expect(other[4].note == nil)
    #expect(stays[3].nights == 3)
    stays[5].note = "rolled back"
    context.rollback()
    #expect(stays[5].note == "n5")
  }

  @Test func whatOthersSavedShowsInAllParts() throws {
    let stays = try context.fetch(partial(\.title))
    let other = ModelContext(store.container)
    let theirs = try other.fetch(store.stays())
    theirs[2].title = "theirs"
    theirs[2].nights = 22
    try other.save()
    _ = try context.fetch(partial(\.title))
    #expect(stays[2].title == "theirs")
    #expect(stays[2].nights == 22)
  }

  @Test func whatIsDoneInMemoryReadsWholeRows() throws {
    var descriptor = partial(\.title)
    descriptor.predicate = #Predicate { $0.summary == "S3, 3" }
    context.report(to: store.list)
    #expect(try context.fetch(descriptor).map(\.nights) == [3])
    #expect(store.list.take().map(\.purpose) == [.fetch])
  }

  @Test func whatHasNoColumnIsRefused() throws {
    for keyPath: PartialKeyPath<Resort> in [\.stays, \.region?.name] {
      var descriptor = FetchDescriptor<Resort>()
      descriptor.propertiesToFetch = [keyPath]
      #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(partial(\.summary)) }
    #expect(try context.fetch(partial(\.persistentModelID)).count == 12)
  }

  @Test func batchesArePartialToo() throws {
    context.report(to: store.list)
    try context.enumerate(partial(\.title), batchSize: 5) { _ in }
    var descriptor = partial(\.title)
    descriptor.includePendingChanges = false
    _ = try ModelContext(store.container).fetch(descriptor, batchSize: 5).map(\.title)
    #expect(store.list.take().allSatisfy { !$0.sql.contains("ZNIGHTS") })
  }
}
