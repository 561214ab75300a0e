import Foundation
import SwiftData
import Testing

/// What the history tells of relationships that no row's columns hold, and what others make of it.
@Suite struct LinkHistoryTests {
  @Model final class Student {
    var name: String
    @Relationship(inverse: \Course.students) var courses: [Course] = []
    init(name: String) { self.name = name }
  }

  @Model final class Course {
    var title: String
    var students: [Student] = []
    init(title: String) { self.title = title }
  }

  @Model final class Shelf {
    var name: String
    /// Without inverse: a book has one shelf.
    var books: [Volume] = []
    @Relationship(.ordered, inverse: \Vase.shelf) var vases: [Vase] = []
    init(name: String) { self.name = name }
  }

  @Model final class Volume {
    var title: String
    init(title: String) { self.title = title }
  }

  @Model final class Vase {
    var name: String
    var shelf: Shelf?
    init(name: String) { self.name = name }
  }

  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try Self.container(store)
    context = ModelContext(container)
  }

  private static func container(_ store: TemporaryStore) throws -> ModelContainer {
    try store.container(Student.self, Shelf.self)
  }

  /// The changes of the last transaction, as text, in order.
  private func lastChanges() throws -> [String] {
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    return try #require(transactions.last).changes.map { change in
      let entity = change.changedPersistentIdentifier.entityName
      switch change {
      case .insert: return "insert \(entity)"
      case .delete: return "delete \(entity)"
      case .update(let update):
        switch update {
        case let update as DefaultHistoryUpdate<Student>:
          return "update \(entity) \(names(update, [\.name: "name", \.courses: "courses"]))"
        case let update as DefaultHistoryUpdate<Course>:
          return "update \(entity) \(names(update, [\.title: "title", \.students: "students"]))"
        case let update as DefaultHistoryUpdate<Shelf>:
          return "update \(entity) "
            + names(update, [\.name: "name", \.books: "books", \.vases: "vases"])
        default: return "update \(entity)"
        }
      }
    }
  }

  private func names<Model>(
    _ update: DefaultHistoryUpdate<Model>, _ names: [PartialKeyPath<Model>: String]
  ) -> String {
    update.updatedAttributes.map { names[$0] ?? "?" }.sorted().joined(separator: " ")
  }

  @Test func bothEndsOfAManyToManyAreTold() throws {
    let (student, course) = (Student(name: "S"), Course(title: "C"))
    context.insert(student)
    context.insert(course)
    try context.save()
    student.courses.append(course)
    try context.save()
    #expect(try lastChanges() == ["update Course students", "update Student courses"])
    course.students.removeAll()
    try context.save()
    #expect(try lastChanges() == ["update Course students", "update Student courses"])
    try store.check()
  }

  @Test func aRowIsToldOnceWhateverHasChanged() throws {
    let (student, course) = (Student(name: "S"), Course(title: "C"))
    context.insert(student)
    context.insert(course)
    try context.save()
    student.courses.append(course)
    student.name = "T"
    let other = Student(name: "U")
    other.courses = [course]
    context.insert(other)
    try context.save()
    #expect(
      try lastChanges().sorted()
        == ["insert Student", "update Course students", "update Student courses name"])
    context.delete(student)
    try context.save()
    #expect(try lastChanges().filter { $0.contains("Student") } == ["delete Student"])
    try store.check()
  }

  @Test func whatChangesNothingIsNotTold() throws {
    let (student, course) = (Student(name: "S"), Course(title: "C"))
    student.courses = [course]
    context.insert(student)
    try context.save()
    student.courses.removeAll()
    student.courses.append(course)
    try context.save()
    #expect(student.courses.map(\.title) == ["C"])
    let members = try store.fresh(container).fetch(FetchDescriptor<Course>()).first?.students.count
    #expect(members == 1)
  }

  @Test func aRowThatIsGoneIsNotTold() throws {
    let (student, course) = (Student(name: "S"), Course(title: "C"))
    student.courses = [course]
    context.insert(student)
    try context.save()
    // Has not heard of it.
    let other = ModelContext(try Self.container(store))
    let same = try #require(try other.fetch(FetchDescriptor<Student>()).first)
    _ = same.courses.count
    context.delete(course)
    try context.save()
    same.courses.removeAll()
    same.name = "T"
    try other.save()
    #expect(try lastChanges() == ["update Student courses name"])
    try store.check()
  }

  @Test func aNewOrderIsTold() throws {
    let shelf = Shelf(name: "S")
    shelf.vases = [Vase(name: "a"), Vase(name: "b")]
    context.insert(shelf)
    try context.save()
    shelf.vases.swapAt(0, 1)
    try context.save()
    #expect(try lastChanges() == ["update Shelf vases"])
    try store.check()
  }

  // MARK: What others show

  /// Lets a context take in what others have saved.
  private func refresh(_ context: ModelContext) throws {
    _ = try context.fetchCount(FetchDescriptor<Volume>())
  }

  @Test func anotherContainerShowsNewLinks() throws {
    let (student, course) = (Student(name: "S"), Course(title: "C"))
    context.insert(student)
    context.insert(course)
    try context.save()
    let other = ModelContext(try Self.container(store))
    let same = try #require(try other.fetch(FetchDescriptor<Student>()).first)
    let sameCourse = try #require(try other.fetch(FetchDescriptor<Course>()).first)
    #expect(same.courses.isEmpty && sameCourse.students.isEmpty)
    student.courses.append(course)
    try context.save()
    try refresh(other)
    #expect(same.courses.count == 1 && sameCourse.students.count == 1)
    course.students.removeAll()
    try context.save()
    try refresh(other)
    #expect(same.courses.isEmpty && sameCourse.students.isEmpty)
  }

  @Test func anotherContainerShowsAMemberThatItHasNotLoaded() throws {
    let (first, second) = (Shelf(name: "1"), Shelf(name: "2"))
    first.vases = [Vase(name: "a")]
    context.insert(first)
    context.insert(second)
    try context.save()
    let other = ModelContext(try Self.container(store))
    let same = try #require(
      try other.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "2" })).first)
    #expect(same.vases.isEmpty)
    first.vases[0].shelf = second
    try context.save()
    try refresh(other)
    #expect(same.vases.count == 1)
  }

  @Test func anotherContainerShowsANewOrder() throws {
    let shelf = Shelf(name: "S")
    shelf.vases = [Vase(name: "a"), Vase(name: "b")]
    context.insert(shelf)
    try context.save()
    let other = ModelContext(try Self.container(store))
    let same = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    #expect(same.vases.map(\.name) == ["a", "b"])
    shelf.vases.swapAt(0, 1)
    try context.save()
    try refresh(other)
    #expect(same.vases.map(\.name) == ["b", "a"])
  }

  @Test(arguments: [false, true], [false, true])
  func whoLosesAMemberShowsIt(isElsewhere: Bool, takerIsNew: Bool) throws {
    let (first, second) = (Shelf(name: "1"), Shelf(name: "2"))
    first.books = [Volume(title: "a"), Volume(title: "b")]
    context.insert(first)
    context.insert(second)
    try context.save()
    let other = ModelContext(isElsewhere ? try Self.container(store) : container)
    let shelves = try other.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
    #expect(shelves.map(\.books.count) == [2, 0])
    let book = first.books[0]
    if takerIsNew {
      let third = Shelf(name: "3")
      third.books = [book]
      context.insert(third)
    } else {
      second.books = [book]
    }
    try context.save()
    try refresh(other)
    #expect(shelves.map(\.books.count) == [1, takerIsNew ? 0 : 1])
    try store.check()
  }
}
