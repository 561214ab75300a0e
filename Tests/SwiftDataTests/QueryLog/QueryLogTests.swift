import Foundation
import Testing

@testable import SwiftData

@Suite struct QueryLogTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let list = ReportList()

  /// 40 albums of two photos each; photo n of album "A0" is "A0-n".
  init() throws {
    container = try ModelContainer(
      for: Album.self, Photo.self, Quote.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filling = ModelContext(container)
    for number in 0..<40 {
      let album = Album(name: "A\(number)")
      filling.insert(album)
      album.photos = (0..<2).map { Photo(name: "A\(number)-\($0)") }
    }
    for year in 2000..<2040 { filling.insert(Quote("It's \(year)", year: year)) }
    try filling.save()
    context = ModelContext(container)
  }

  private func everyAlbum(prefetching: [PartialKeyPath<Album>] = []) -> FetchDescriptor<Album> {
    var descriptor = FetchDescriptor<Album>()
    descriptor.relationshipKeyPathsForPrefetching = prefetching
    return descriptor
  }

  @Test func nothingIsReportedWithoutALog() throws {
    #expect(context.queryLog == nil)
    context.report(to: list)
    context.queryLog = nil
    _ = try context.fetch(everyAlbum())
    #expect(list.take().isEmpty)
  }

  @Test func aFetchIsReportedWithoutItsValues() throws {
    context.report(to: list)
    let name = "A7"
    _ = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == name }))
    let report = try #require(list.take().first)
    #expect(report.purpose == .fetch)
    #expect(report.entityName == "Album")
    #expect(report.relationshipName == nil)
    #expect(report.sql.hasSuffix("FROM ZALBUM t0 WHERE t0.ZNAME = ? ORDER BY t0.Z_PK"))
    #expect(report.bindings == nil)
    #expect(report.rowCount == 1)
    #expect(report.duration > .zero)
    #expect(report.inMemorySteps.isEmpty)
    #expect(report.warnings.isEmpty)
    #expect(!report.description.contains("A7"))
  }

  @Test func valuesAreReportedToWhoAsksForThem() throws {
    context.report(to: list, includesBindings: true)
    let text = "It's 2001"
    let year = 2001
    _ = try context.fetchCount(
      FetchDescriptor<Quote>(predicate: #Predicate { $0.text == text && $0.year == year }))
    let report = try #require(list.take().first)
    #expect(report.purpose == .count)
    #expect(report.rowCount == 1)
    #expect(report.bindings == [.text(text), .integer(2001)])
    #expect(report.description.contains("bindings: 'It''s 2001', 2001"))
  }

  @Test func whatIsDoneInMemoryIsReportedWithTheReason() throws {
    context.report(to: list)
    _ = try context.fetch(
      FetchDescriptor<Quote>(
        predicate: #Predicate { $0.year > 2010 && $0.title != "" },
        sortBy: [SortDescriptor(\.title)]))
    let report = try #require(list.take().first)
    #expect(report.inMemorySteps.map(\.kind) == [.filter, .sort])
    #expect(report.sql.contains("ZYEAR > ?"))
    #expect(report.rowCount == 29)
    #expect(report.description.contains("in memory: filter: "))
  }

  @Test func unsavedChangesAreReported() throws {
    context.insert(Album(name: "New"))
    context.report(to: list)
    #expect(try context.fetch(everyAlbum()).count == 41)
    #expect(list.take().flatMap(\.inMemorySteps).map(\.kind) == [.merge])
  }

  @Test func relationshipsAreNamedWhenTheyAreFollowed() throws {
    let photo = try #require(context.fetch(FetchDescriptor<Photo>()).first)
    context.report(to: list)
    let album = try #require(photo.album)
    _ = album.photos?.count
    let reports = list.take()
    #expect(reports.map(\.purpose) == [.relationship, .relationship])
    #expect(reports.map(\.relationshipName) == ["Photo.album", "Album.photos"])
    #expect(reports.map(\.entityName) == ["Album", "Photo"])
    #expect(reports.map(\.rowCount) == [1, 2])
  }

  @Test func everyWayToReadIsReported() throws {
    let identifiers = try context.fetchIdentifiers(everyAlbum())
    context.report(to: list)
    _ = try context.fetchIdentifiers(everyAlbum())
    _ = (context.model(for: identifiers[0]) as? Album)?.name
    _ = try context.fetch(everyAlbum(prefetching: [\.photos]))
    #expect(list.take().map(\.purpose) == [.identifiers, .fault, .fetch, .prefetch])
    var unmerged = everyAlbum()
    unmerged.includePendingChanges = false
    _ = try context.fetch(unmerged, batchSize: 10)[35].name
    try context.enumerate(everyAlbum(), batchSize: 20) { _ in }
    #expect(!list.take().isEmpty)
  }

  @Test func aContextTakesItsContainersLogOver() throws {
    let list = list
    container.queryLog = QueryLog { list.append($0) }
    _ = try context.fetch(everyAlbum())
    #expect(list.take().isEmpty)
    _ = try ModelContext(container).fetch(everyAlbum())
    #expect(list.take().count == 1)
    container.queryLog = nil
    #expect(ModelContext(container).queryLog == nil)
  }

  @Test func whoIsToldMayUseTheStore() throws {
    let container = container
    let list = list
    context.queryLog = QueryLog { report in
      list.append(report)
      _ = try? ModelContext(container).fetchCount(FetchDescriptor<Album>())
    }
    _ = try context.fetch(everyAlbum())
    #expect(list.take().count == 1)
  }

  // MARK: - Warnings

  @Test func queriesForOneModelEachAreWarnedOfOnce() throws {  // F05
    let albums = try context.fetch(everyAlbum())
    context.report(to: list, singleModelThreshold: 5)
    context.queryLog?.burstGap = .seconds(1000)
    for album in albums { _ = album.photos?.count }
    let warnings = list.take().flatMap(\.warnings)
    let warning = try #require(warnings.first)
    #expect(warnings.count == 1)
    #expect(warning.kind == .singleModelQueries)
    #expect(warning.subject == "Album.photos")
    #expect(warning.count == 5)
    #expect(warning.advice.contains("\\Album.photos"))
    #expect(warning.advice.contains("relationshipKeyPathsForPrefetching"))
  }

  @Test func eachRelationshipIsCountedByItself() throws {
    let photos = try context.fetch(FetchDescriptor<Photo>())
    context.report(to: list, singleModelThreshold: 10)
    context.queryLog?.burstGap = .seconds(1000)
    for photo in photos { _ = photo.album?.photos?.count }
    #expect(Set(list.take().flatMap(\.warnings).map(\.subject)) == ["Photo.album", "Album.photos"])
  }

  @Test func modelsFetchedOneByOneAreWarnedOf() throws {
    let identifiers = try context.fetchIdentifiers(everyAlbum())
    context.report(to: list, singleModelThreshold: 3)
    context.queryLog?.burstGap = .seconds(1000)
    for identifier in identifiers { _ = (context.model(for: identifier) as? Album)?.name }
    #expect(list.take().flatMap(\.warnings).map(\.subject) == ["Album"])
  }

  @Test func prefetchingNeedsNoWarning() throws {
    context.report(to: list, singleModelThreshold: 2)
    for album in try context.fetch(everyAlbum(prefetching: [\.photos])) { _ = album.photos?.count }
    let reports = list.take()
    #expect(reports.map(\.purpose) == [.fetch, .prefetch])
    #expect(reports.flatMap(\.warnings).isEmpty)
  }

  @Test func aPauseEndsWhatComesInARow() throws {
    let albums = try context.fetch(everyAlbum())
    context.report(to: list, singleModelThreshold: 2)
    context.queryLog?.burstGap = .seconds(-1)
    for album in albums { _ = album.photos?.count }
    #expect(list.take().flatMap(\.warnings).isEmpty)
  }

  @Test func searchesWithoutIndexAreWarnedOf() throws {
    context.report(to: list, fullScanThreshold: 20)
    let year = 2001
    let one = FetchDescriptor<Quote>(predicate: #Predicate { $0.year == year })
    _ = try context.fetch(one)
    _ = try context.fetchCount(one)
    let reports = list.take()
    for report in reports {
      let warning = try #require(report.warnings.first)
      #expect(warning.kind == .fullScan)
      #expect(warning.subject == "Quote")
      #expect(warning.count >= 39)
      #expect(warning.advice.contains("SCAN t0"))
    }
    #expect(reports.count == 2)
  }

  @Test func readingAllIsNoSearch() throws {
    context.report(to: list, fullScanThreshold: 20)
    _ = try context.fetch(FetchDescriptor<Quote>())
    _ = try context.fetchCount(FetchDescriptor<Quote>())
    let year = 2010
    _ = try context.fetch(FetchDescriptor<Quote>(predicate: #Predicate { $0.year > year }))
    #expect(list.take().flatMap(\.warnings).isEmpty)
  }
}
