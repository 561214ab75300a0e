import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// Serialized, since the context for all queries is the process's.
@MainActor @Suite(.serialized, .hangGuard) struct QueryTests {
  @Model final class Film {
    var title: String
    var genre: String?
    var year: Int
    init(title: String, genre: String? = nil, year: Int) {
      self.title = title
      self.genre = genre
      self.year = year
    }
  }

  @MainActor private struct FilmList {
    @Query(sort: \Film.title) private var films: [Film]
    @Query(filter: #Predicate<Film> { $0.year < 1945 }, sort: \.year, order: .reverse)
    var old: [Film]
    var caption = ""
    var titles: [String] { films.map(\.title) }
    var error: (any Error)? { _films.fetchError }
    var context: ModelContext { _films.modelContext }
    func changes() -> AsyncStream<Void> { _films.changes() }
  }

  @MainActor private class Base {
    @Query var all: [Film]
  }

  private final class Derived: Base {
    @Query(sort: \Film.year, sectionBy: \.genre) var sections: SectionedResults<Film, String>
    @Query(sort: \Film.year, sectionBy: \.genre) var films: [Film]
    var sectionsOfFilms: SectionedResults<Film, String> { _films.sections }
    var sectionsOfAll: SectionedResults<Film, String> { _all.sections }
  }

  @MainActor private struct Chosen {
    @Query var films: [Film]
    init(since year: Int) {
      _films = Query(filter: #Predicate { $0.year >= year }, sort: [SortDescriptor(\.year)])
    }
  }

  private let store: TemporaryStore
  private let container: ModelContainer

  init() throws {
    QueryEnvironment.modelContext = nil
    store = try TemporaryStore()
    container = try store.container(Film.self)
    container.mainContext.autosaveEnabled = false
    for (title, genre, year) in [("b", "noir", 1941), ("A", nil, 1944), ("C", "noir", 1950)] {
      container.mainContext.insert(Film(title: title, genre: genre, year: year))
    }
    try container.mainContext.save()
  }

  private func isTold(of change: () throws -> Void, reading: () -> Void) rethrows -> Bool {
    let isTold = Mutex(false)
    withObservationTracking(reading) { isTold.withLock { $0 = true } }
    try change()
    return isTold.withLock { $0 }
  }

  @Test func aQueryWithoutContextIsEmptyAndSaysWhy() throws {
    let list = FilmList()
    #expect(list.titles.isEmpty && list.old.isEmpty)
    #expect(throws: SwiftDataError.missingModelContext) { throw try #require(list.error) }
    let context = list.context
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Film>()) }
    context.insert(Film(title: "D", year: 1960))
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    #expect(context === FilmList().context)
    #expect(Query<Film, SectionedResults<Film, String>>(sectionBy: \.title).wrappedValue.isEmpty)
  }

  @Test func theContextForAllServesQueriesMadeBeforeAndAfter() throws {
    let before = FilmList()
    let told = isTold {
      QueryEnvironment.modelContext = container.mainContext
    } reading: {
      _ = before.titles
    }
    #expect(told)
    #expect(before.titles == ["A", "b", "C"] && before.error == nil)
    #expect(FilmList(caption: "after").old.map(\.title) == ["A", "b"])
    #expect(before.context === container.mainContext)
    QueryEnvironment.modelContext = nil
    #expect(before.titles.isEmpty)
  }

  @Test func aContextOfItsOwnComesBeforeTheOneForAll() throws {
    let other = try ModelContainer(
      for: Film.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    QueryEnvironment.modelContext = other.mainContext
    let list = FilmList()
    let copy = list
    #expect(copy.titles.isEmpty)
    let told = isTold {
      QueryEnvironment.provide(container.mainContext, to: list)
    } reading: {
      _ = copy.titles
    }
    #expect(told && copy.titles == ["A", "b", "C"])
    QueryEnvironment.provide(other.mainContext, to: list)
    #expect(copy.titles.isEmpty)
    QueryEnvironment.modelContext = nil
    #expect(copy.context === other.mainContext)
  }

  @Test func inheritedQueriesAreGivenTheContextAsWell() {
    let derived = Derived()
    QueryEnvironment.provide(container.mainContext, to: derived)
    #expect(derived.all.count == 3)
    #expect(derived.sections.sectionTitles == ["", "noir"])
    #expect(derived.sections[1].map(\.title) == ["b", "C"])
    #expect(derived.films.map(\.title) == ["A", "b", "C"])
    #expect(derived.sectionsOfFilms.sectionTitles == ["", "noir"])
    #expect(derived.sectionsOfAll.isEmpty)
    QueryEnvironment.provide(container.mainContext, to: 5)
    QueryEnvironment.provide(container.mainContext, to: [Int?.none])
  }

  @Test func aQueryAssignedInAnInitializerIsTheOneAsked() {
    let chosen = Chosen(since: 1944)
    QueryEnvironment.provide(container.mainContext, to: chosen)
    #expect(chosen.films.map(\.year) == [1944, 1950])
  }

  @Test func changesAreToldAndShowBeforeTheyAreSaved() throws {
    let list = FilmList()
    QueryEnvironment.provide(container.mainContext, to: list)
    var told = isTold {
      container.mainContext.insert(Film(title: "a", year: 1930))
    } reading: {
      _ = list.titles
    }
    #expect(told && list.titles == ["a", "A", "b", "C"] && list.old.count == 3)
    told = try isTold {
      try container.mainContext.delete(model: Film.self, where: #Predicate { $0.year < 1944 })
    } reading: {
      _ = list.titles
    }
    #expect(told && list.titles == ["A", "C"])
    container.mainContext.rollback()
    #expect(list.titles == ["A", "b", "C"])
  }

  @Test func savesOfOtherContextsAreNoticesInAStream() async throws {
    let list = FilmList()
    var notices = list.changes().makeAsyncIterator()
    QueryEnvironment.modelContext = container.mainContext
    #expect(await notices.next() != nil)
    #expect(list.titles.count == 3)
    let container = container
    try await Task.detached {
      let context = ModelContext(container)
      context.insert(Film(title: "elsewhere", year: 2000))
      try context.save()
    }.value
    #expect(await notices.next() != nil)
    #expect(list.titles == ["A", "b", "C", "elsewhere"])
    QueryEnvironment.modelContext = nil
    #expect(await notices.next() != nil)
  }

  @Test func observationsOfAQueryAreASequence() async throws {
    let list = FilmList()
    QueryEnvironment.provide(container.mainContext, to: list)
    var counts = Observations { list.titles.count }.makeAsyncIterator()
    #expect(await counts.next() == 3)
    container.mainContext.insert(Film(title: "new", year: 2000))
    #expect(await counts.next() == 4)
  }

  @Test func aStreamEndsWithItsQuery() async throws {
    var list: FilmList? = FilmList()
    let stream = try #require(list?.changes())
    list = nil
    var notices = stream.makeAsyncIterator()
    #expect(await notices.next() == nil)
  }

  @Test func aFetchThatFailsSaysWhyAndLeavesNothing() {
    var descriptor = FetchDescriptor<Film>()
    descriptor.fetchLimit = -1
    let query = Query<Film, [Film]>(descriptor)
    QueryEnvironment.modelContext = container.mainContext
    #expect(query.wrappedValue.isEmpty)
    #expect(query.fetchError as? SwiftDataError == .invalidFetchDescriptor)
    query.update()
  }

  @Test func aQueryCanBeMadeInEveryWay() {
    QueryEnvironment.modelContext = container.mainContext
    let modern = #Predicate<Film> { $0.year > 1941 }
    let byYear = [SortDescriptor(\Film.year, order: .reverse)]
    let made: [Query<Film, [Film]>] = [
      Query(), Query(filter: modern), Query(sort: byYear), Query(filter: modern, sort: byYear),
      Query(FetchDescriptor(predicate: modern)), Query(sort: \.title, order: .reverse),
      Query(sort: \.genre), Query(filter: modern, sort: \.genre, order: .reverse),
    ]
    #expect(
      made.map { $0.wrappedValue.map(\.title).joined() }
        == ["bAC", "AC", "CAb", "CA", "AC", "CbA", "AbC", "CA"])
    let descriptor = FetchDescriptor(predicate: modern)
    let sectioned: [Query<Film, SectionedResults<Film, String>>] = [
      Query(descriptor, sectionBy: \.genre), Query(descriptor, sectionBy: \.title),
      Query(filter: modern, sort: byYear, sectionBy: \.genre), Query(sectionBy: \.title),
      Query(sort: \.year, sectionBy: \.genre), Query(sort: \.year, sectionBy: \.title),
      Query(sort: \.genre, sectionBy: \.genre), Query(sort: \.genre, sectionBy: \.title),
    ]
    let shown = sectioned.map { query in
      query.wrappedValue.map { $0.title + ":" + $0.map(\.title).joined() }.joined(separator: " ")
    }
    #expect(
      shown == [
        ":A noir:C", "A:A C:C", ":A noir:C", "A:A b:b C:C", ":A noir:bC", "A:A b:b C:C",
        ":A noir:bC", "A:A b:b C:C",
      ])
    let models: [Query<Film, [Film]>] = [
      Query(descriptor, sectionBy: \.genre), Query(descriptor, sectionBy: \.title),
      Query(filter: modern, sort: byYear, sectionBy: \.genre), Query(sectionBy: \.title),
      Query(sort: \.year, sectionBy: \.genre), Query(sort: \.year, sectionBy: \.title),
      Query(sort: \.genre, sectionBy: \.genre), Query(sort: \.genre, sectionBy: \.title),
    ]
    for (models, sections) in zip(models, sectioned) {
      #expect(models.wrappedValue == sections.wrappedValue.flatMap { Array($0) })
      #expect(models.sections.sectionTitles == sections.sections.sectionTitles)
    }
  }
}
