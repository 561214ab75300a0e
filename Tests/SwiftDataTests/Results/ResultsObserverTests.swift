import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Suite struct ResultsObserverTests {
  @Model final class Film {
    var title: String
    var genre: String?
    var year: Int
    var rating = 0
    var studio: Studio?
    init(title: String, genre: String? = nil, year: Int = 2000) {
      self.title = title
      self.genre = genre
      self.year = year
    }
  }

  @Model final class Studio {
    var name: String
    @Relationship(inverse: \Film.studio) var films: [Film] = []
    init(name: String) { self.name = name }
  }

  private let container: ModelContainer
  private let context: ModelContext
  private let store: TemporaryStore
  private let films: [Film]

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Film.self)
    context = ModelContext(container)
    films = [
      Film(title: "B", genre: "noir", year: 1941), Film(title: "A", genre: "noir", year: 1944),
      Film(title: "D", genre: nil, year: 1950), Film(title: "C", genre: "western", year: 1939),
    ]
    for film in films { context.insert(film) }
    try context.save()
  }

  private func byTitle(
    _ filter: Predicate<Film>? = nil
  ) throws -> ResultsObserver<Film, Never> {
    try ResultsObserver(filterBy: filter, sortBy: [SortDescriptor(\.title)], modelContext: context)
  }

  /// Counts how often something observed becomes another, beginning with what `read` reads now.
  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func track(_ read: () -> Void) {
      withObservationTracking(read) { self.value.withLock { $0 += 1 } }
    }
  }

  @Test func resultsAreThoseOfTheFetch() throws {
    let observer = try byTitle(#Predicate { $0.year > 1940 })
    #expect(observer.results.map(\.title) == ["A", "B", "D"])
    #expect(observer.results[1] === films[0])
    #expect(observer.sections == nil)
    #expect(observer.fetchError == nil)
    #expect(observer.modelContext === context)
    #expect(observer.debugDescription.contains("3 results"))
  }

  @Test func insertsEditsAndDeletionsShowBeforeTheyAreSaved() throws {
    let observer = try byTitle(#Predicate { $0.year > 1940 })
    let counter = Counter()
    counter.track { _ = observer.results }
    context.insert(Film(title: "AA"))
    #expect(counter.count == 1)
    #expect(observer.results.map(\.title) == ["A", "AA", "B", "D"])
    films[0].title = "Z"
    #expect(observer.results.map(\.title) == ["A", "AA", "D", "Z"])
    films[0].title = "Y"
    films[0].title = "X"
    #expect(observer.results.map(\.title) == ["A", "AA", "D", "X"])
    films[1].year = 1900
    context.delete(films[2])
    #expect(observer.results.map(\.title) == ["AA", "X"])
    context.rollback()
    #expect(observer.results.map(\.title) == ["A", "B", "D"])
  }

  @Test func observersAreToldOnceUntilTheyLook() throws {
    let observer = try byTitle()
    let counter = Counter()
    counter.track { _ = observer.results }
    for film in films { film.title += "!" }
    #expect(counter.count == 1)
    counter.track { _ = observer.results }
    films[0].title = "E"
    #expect(counter.count == 2)
  }

  @Test func onlyChangesThatCanAffectTheResultsAreHeard() throws {
    let observer = try ResultsObserver(
      filterBy: #Predicate<Film> { $0.year > 1940 && $0.studio == nil },
      sortBy: [SortDescriptor(\.title)], sectionBy: \.genre, modelContext: context)
    let studio = Studio(name: "S")
    context.insert(studio)
    let changes: [(Bool, () -> Void)] = [
      (true, { films[0].year += 1 }), (true, { films[0].title += "!" }),
      (true, { films[0].genre = "drama" }), (true, { films[0].studio = studio }),
      (true, { studio.films = [] }), (false, { films[0].rating = 5 }),
      (false, { studio.name = "T" }), (true, { context.delete(films[3]) }),
      (true, { context.insert(Film(title: "New")) }),
    ]
    for (index, (matters, change)) in changes.enumerated() {
      let counter = Counter()
      counter.track { _ = observer.results }
      change()
      #expect(counter.count == (matters ? 1 : 0), "change \(index)")
    }
    _ = observer.results
    let counter = Counter()
    counter.track { _ = observer.results }
    let other = Studio(name: "only a studio")
    try context.save()
    counter.track { _ = observer.results }
    context.insert(other)
    let count = counter.count
    try context.save()
    #expect(counter.count == count)
  }

  @Test func aStreamThatBeginsWhenSomethingIsNewTellsAtOnce() async throws {
    let observer = try byTitle()
    films[0].title = "Z"
    var notices = observer.changes().makeAsyncIterator()
    #expect(await notices.next() != nil)
  }

  @Test func othersModelsMatterOnlyWhereTheyDecide() throws {
    let studio = Studio(name: "S")
    context.insert(studio)
    films[0].studio = studio
    try context.save()
    let own = try byTitle(#Predicate { $0.year > 1900 })
    let related = try byTitle(#Predicate { $0.studio?.name == "S" })
    #expect(related.results.map(\.title) == ["B"])
    let counter = Counter()
    counter.track { _ = own.results }
    studio.name = "T"
    #expect(counter.count == 0)
    #expect(related.results.isEmpty)
  }

  @Test func savesOfOtherContextsShow() throws {
    let observer = try byTitle()
    let other = ModelContext(container)
    let film = try #require(
      try other.fetch(FetchDescriptor<Film>(predicate: #Predicate { $0.title == "A" })).first)
    film.title = "Other"
    other.insert(Film(title: "New"))
    try other.save()
    #expect(observer.results.map(\.title) == ["B", "C", "D", "New", "Other"])
  }

  @Test func anInsertElsewhereAloneShows() throws {
    let observer = try byTitle()
    let counter = Counter()
    counter.track { _ = observer.results }
    let other = ModelContext(container)
    other.insert(Film(title: "New"))
    try other.save()
    _ = try context.fetchCount(FetchDescriptor<Studio>())
    #expect(counter.count == 1)
    #expect(observer.results.count == 5)
  }

  @Test func anotherFilterOrOrderIsFetchedWithAtOnce() throws {
    let observer = try byTitle()
    let counter = Counter()
    counter.track { _ = observer.results }
    observer.filterBy = #Predicate { $0.genre == "noir" }
    #expect(counter.count == 1)
    #expect(observer.results.map(\.title) == ["A", "B"])
    observer.sortBy = [SortDescriptor(\.year)]
    #expect(observer.results.map(\.title) == ["B", "A"])
    #expect(observer.fetchDescriptor.sortBy == [SortDescriptor(\.year)])
    observer.filterBy = nil
    #expect(observer.results.count == 4)
  }

  @Test func sectionsComeInOrderAndNilHasNoTitle() throws {
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\Film.title)], sectionBy: \.genre, modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["", "noir", "western"])
    #expect(sections[1].map(\.title) == ["A", "B"])
    #expect(sections[sectionTitle: "western"]?.map(\.title) == ["C"])
    #expect(sections[sectionTitle: "comedy"] == nil)
    #expect(sections.contains(sectionTitle: "noir"))
    #expect(sections.index(ofSectionTitled: "western") == 2)
    #expect(observer.results.map(\.title) == ["D", "A", "B", "C"])
    #expect(observer.sectionBy == \Film.genre)
    #expect(sections[0].id.isEmpty)
  }

  @Test func elementsAndPathsLeadToEachOther() throws {
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\Film.year)], sectionBy: \.title, modelContext: context)
    for section in 0..<4 {
      let film = try #require(observer.element(at: IndexPath(item: 0, section: section)))
      #expect(observer.indexPath(for: film) == IndexPath(item: 0, section: section))
    }
    #expect(observer.element(at: IndexPath(item: 1, section: 0)) == nil)
    #expect(observer.element(at: IndexPath(item: 0, section: 4)) == nil)
    #expect(observer.element(at: IndexPath()) == nil)
    #expect(observer.indexPath(for: Film(title: "elsewhere")) == nil)
    films[0].title = "ZZ"
    #expect(observer.indexPath(for: films[0]) == IndexPath(item: 0, section: 3))
  }

  @Test func aFetchThatFailsThrowsAtOnceAndLeavesTheResultsLater() throws {
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      var descriptor = FetchDescriptor<Film>()
      descriptor.relationshipKeyPathsForPrefetching = [\.title]
      _ = try ResultsObserver<Film, Never>(fetchDescriptor: descriptor, modelContext: context)
    }
  }

  @Test func noticesAreAStream() async throws {
    let observer = try byTitle()
    var notices = observer.changes().makeAsyncIterator()
    films[0].title = "Z"
    films[1].title = "Y"
    #expect(await notices.next() != nil)
    #expect(observer.results.map(\.title) == ["C", "D", "Y", "Z"])
  }

  @Test func anObserverThatGoesEndsItsStreamAndIsNotKept() async throws {
    weak var gone: ResultsObserver<Film, Never>?
    var stream: AsyncStream<Void>?
    do {
      let observer = try byTitle()
      gone = observer
      stream = observer.changes()
    }
    #expect(gone == nil)
    var notices = try #require(stream).makeAsyncIterator()
    #expect(await notices.next() == nil)
    films[0].title = "Z"
    try context.save()
  }
}

@Suite struct ResultsObserverTurnTests {
  private typealias Film = ResultsObserverTests.Film

  @MainActor @Test(.hangGuard)
  func anObserverOnTheMainActorIsToldOfOtherContexts() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Film.self)
    let observer = try ResultsObserver<Film, Never>(modelContainer: container)
    #expect(observer.results.isEmpty)
    var notices = observer.changes().makeAsyncIterator()
    let other = ModelContext(container)
    other.insert(Film(title: "New"))
    try other.save()
    #expect(await notices.next() != nil)
    #expect(observer.results.map(\.title) == ["New"])
  }
}
