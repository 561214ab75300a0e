import Foundation
import StoreModelTestSupport
import Testing

@testable import SwiftData

/// What a fetch finds while changes wait to be saved: what it would find after the save.
@Suite struct PendingFetchTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Album.self, Photo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filling = ModelContext(container)
    for number in 0..<6 {
      let album = Album(name: "A\(number)")
      filling.insert(album)
      album.photos = (0..<5).map { Photo(name: "p\($0)") }
    }
    try filling.save()
    context = ModelContext(container)
  }

  /// Fetches, and holds all other ways to ask against the result.
  private func names(
    _ descriptor: FetchDescriptor<Photo>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let found = try context.fetch(descriptor)
    #expect(try context.fetchCount(descriptor) == found.count, sourceLocation: sourceLocation)
    let identifiers = try context.fetchIdentifiers(descriptor)
    #expect(identifiers == found.map(\.persistentModelID), sourceLocation: sourceLocation)
    var enumerated: [PersistentIdentifier] = []
    try context.enumerate(descriptor, batchSize: 2) { enumerated.append($0.persistentModelID) }
    #expect(enumerated == identifiers, sourceLocation: sourceLocation)
    return found.map(\.name)
  }

  private func photos(
    _ predicate: Predicate<Photo>? = nil, by order: SortOrder? = .forward, limit: Int? = nil,
    offset: Int? = nil
  ) -> FetchDescriptor<Photo> {
    var descriptor = FetchDescriptor<Photo>(
      predicate: predicate, sortBy: order.map { [SortDescriptor(\.name, order: $0)] } ?? [])
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return descriptor
  }

  @Test func newModelsTakeTheirPlaceInTheOrder() throws {
    context.insert(Photo(name: "p25"))
    context.insert(Photo(name: "a"))
    context.insert(Photo(name: "z"))
    #expect(try names(photos(limit: 3)) == ["a", "p0", "p0"])
    #expect(try names(photos(by: .reverse, limit: 3)) == ["z", "p25", "p4"])
    #expect(try names(photos(by: .reverse, limit: 1, offset: 1)) == ["p25"])
    #expect(try names(photos(by: nil)).suffix(3) == ["p25", "a", "z"])
    #expect(try names(photos(limit: 0)) == [])
    #expect(try names(photos(offset: 100)) == [])
    #expect(try names(photos(limit: .max, offset: .max)) == [])
  }

  @Test func changedModelsMoveAndMatchByTheirNewValues() throws {
    let first = try #require(context.fetch(photos(limit: 1)).first)
    first.name = "p9"
    let old = "p0"
    let new = "p9"
    #expect(try names(photos(#Predicate { $0.name == old })).count == 5)
    #expect(try names(photos(#Predicate { $0.name == new })) == ["p9"])
    #expect(try names(photos(by: .reverse, limit: 2)) == ["p9", "p4"])
    #expect(try names(photos(by: nil, limit: 1)) == ["p9"])
  }

  @Test func deletedModelsAreGone() throws {
    for photo in try context.fetch(photos(limit: 6)) { context.delete(photo) }
    #expect(try names(photos(limit: 1)) == ["p1"])
    #expect(try names(photos()).count == 24)
    #expect(try names(photos(by: nil, limit: 2)) == ["p1", "p2"])
  }

  @Test func changesOfRelatedModelsDecide() throws {
    let album = try #require(
      context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "A3" })).first)
    let name = "new"
    #expect(try names(photos(#Predicate { $0.album?.name == name })) == [])
    album.name = "new"
    #expect(try names(photos(#Predicate { $0.album?.name == name })).count == 5)
    let photo = Photo(name: "p7")
    photo.album = album
    #expect(
      try names(photos(#Predicate { $0.album?.name == name }, by: .reverse, limit: 1)) == ["p7"])
    context.delete(album)
    #expect(try names(photos(#Predicate { $0.album?.name == name })) == [])
    #expect(try names(photos(#Predicate { $0.album == nil })).count == 6)
  }

  @Test func changesOfUnrelatedModelsLeaveTheStoreItsWork() throws {
    let list = ReportList()
    context.insert(Album(name: "New"))
    let name = "p3"
    context.report(to: list)
    _ = try context.fetch(photos(#Predicate { $0.name == name }, limit: 2))
    let report = try #require(list.take().first)
    #expect(report.rowCount == 2)
    #expect(report.sql.contains("ZNAME = ?"))
    #expect(report.sql.hasSuffix("LIMIT ?"))
    let album = "A1"
    _ = try context.fetch(photos(#Predicate { $0.name == name && $0.album?.name == album }))
    let crossing = try #require(list.take().first)
    #expect(crossing.rowCount == 6)
    #expect(crossing.sql.contains("ZNAME = ?"))
    #expect(crossing.inMemorySteps.contains { $0.reason.contains("Album") })
  }

  @Test func storedRowsAreFoundAsTheyAre() throws {
    let first = try #require(context.fetch(photos(limit: 1)).first)
    first.name = "p9"
    context.insert(Photo(name: "a"))
    let last = try #require(context.fetch(photos(by: .reverse, limit: 1, offset: 1)).first)
    context.delete(last)
    var stored = photos()
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 30)
    #expect(try context.fetchIdentifiers(stored).count == 30)
    stored.fetchLimit = 1
    #expect(try context.fetch(stored).first === first)
  }

  @Test(arguments: 0..<20) func randomChangesAreSeenAsTheyWillBeSaved(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var alive = try context.fetch(FetchDescriptor<Photo>())
    let albums = try context.fetch(FetchDescriptor<Album>())
    for _ in 0..<12 {
      let photo = try #require(alive.randomElement(using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: photo.name = "p\(Int.random(in: 0..<8, using: &random))"
      case 1: photo.album = albums.randomElement(using: &random)
      case 2:
        context.delete(photo)
        alive.removeAll { $0 === photo }
      case 3:
        albums.randomElement(using: &random)?.name = "A\(Int.random(in: 0..<9, using: &random))"
      default:
        let photo = Photo(name: "p\(Int.random(in: 0..<8, using: &random))")
        context.insert(photo)
        photo.album = albums.randomElement(using: &random)
        alive.append(photo)
      }
    }
    let name = "p3"
    let album = "A4"
    let predicates: [Predicate<Photo>?] = [
      nil, #Predicate { $0.name > name }, #Predicate { $0.album?.name == album },
      #Predicate { $0.name != name && ($0.album?.photos?.count ?? 0) > 5 },
    ]
    for predicate in predicates {
      for order: SortOrder? in [nil, .forward, .reverse] {
        let limit = Bool.random(using: &random) ? Int.random(in: 0..<8, using: &random) : nil
        let offset = Bool.random(using: &random) ? Int.random(in: 0..<8, using: &random) : nil
        let matching = try alive.filter { try predicate?.evaluate($0) ?? true }
        let sorted = order.map { order in
          matching.enumerated().sorted { left, right in
            let comparison = left.element.name.compare(right.element.name)
            if comparison == .orderedSame { return left.offset < right.offset }
            return (comparison == .orderedAscending) == (order == .forward)
          }.map(\.element)
        }
        let rest = (sorted ?? matching).dropFirst(offset ?? 0).prefix(limit ?? .max)
        let found = try names(photos(predicate, by: order, limit: limit, offset: offset))
        #expect(found == rest.map(\.name))
      }
    }
  }
}
