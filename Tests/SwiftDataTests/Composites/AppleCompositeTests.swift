import CoreDataFormat
import Foundation
import StoreModel
import Testing

@testable import SwiftData

/// A store that Apple's framework made of structures and enumerations in all forms.
@Suite struct AppleCompositeTests {
  static let sample = AppleStoreTests.samples.first {
    $0.lastPathComponent == "iOS26MigrationInput.sqlite"
  }

  private func context(_ store: TemporaryStore) throws -> ModelContext {
    let sample = try #require(Self.sample)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: sample.path + suffix, toPath: store.url.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: store.url.path + suffix)
    }
    // The version hashes of the same models are equal, or this throws.
    return store.fresh(try store.container(Planner.Task.self))
  }

  @Test(.enabled(if: sample != nil)) func theSampleIsReadByModelsOfTheSameShape() throws {
    let store = try TemporaryStore()
    let context = try context(store)
    let tasks = try context.fetch(FetchDescriptor<Planner.Task>(sortBy: [SortDescriptor(\.id)]))
    #expect(tasks.map(\.id) == ["task1", "task1", "task2", "task2", "task3"])
    let task = try #require(tasks.first { $0.title.arguments == [.int64(2)] })
    #expect(task.title.key == "Task 2 Title (#items: %lld)")
    #expect(task.instructions.arguments == [.int64(2), .string("s")])
    #expect(task.schedule.scheduleDuration == .tillEndOfDay)
    #expect(task.schedule.startDate == Date(timeIntervalSinceReferenceDate: 777_006_000))
    #expect(task.schedule.recurrenceRule?.starts(with: Data("bplist00".utf8)) == true)
    #expect(
      task.schedule.notificationMatchingHint
        == .components(month: nil, day: nil, hour: 5, minute: 0, second: 0, weekday: nil))
    #expect(task.completionPolicy == .anytime)
    #expect(task.notificationThread == .global)
    #expect(task.notificationTime == nil)
    #expect(task.userInfo.userInfo.isEmpty && task.tags.isEmpty)
    for task in tasks {
      _ = try task.value(for: \.schedule)
      _ = try task.value(for: \.title)
      _ = try task.value(for: \.notificationThread)
    }
  }

  /// To the last flag, and not only as far as hashes go.
  @Test(.enabled(if: sample != nil)) func theSchemaIsTheOneInTheSample() throws {
    let store = try TemporaryStore()
    _ = try context(store)
    guard case .blob(let cache)? = try store.raw.value("SELECT Z_CONTENT FROM Z_MODELCACHE") else {
      Issue.record("There is no cached model.")
      return
    }
    let theirs = try ModelCache.decode(cache)
    let ours = try Schema([Planner.Task.self]).storeLayout()
    for entity in theirs.entities {
      let own = try #require(ours.entity(named: entity.name))
      #expect(Set(own.properties.map(\.name)) == Set(entity.properties.map(\.name)))
      for case .attribute(let attribute) in entity.properties {
        let ordinal = try #require(own.ordinal(named: attribute.name))
        #expect(own.properties[ordinal].attribute == attribute, "\(attribute.name)")
      }
    }
  }

  @Test(.enabled(if: sample != nil)) func theSampleIsAskedAndChanged() throws {
    let store = try TemporaryStore()
    let context = try context(store)
    let latest = #Predicate<Planner.Task> {
      $0.title.key.starts(with: "Task 2") && $0.nextVersion == nil
    }
    let task = try #require(try context.fetch(FetchDescriptor(predicate: latest)).first)
    task.schedule.scheduleDuration = .duration(.init(high: 0, low: .max))
    task.notificationThread = .custom("thread")
    task.notificationTime = .init(hour: 1, minute: 2, second: 3)
    try context.save()
    try store.check()
    let again = try #require(
      try store.fresh(context.container).fetch(FetchDescriptor(predicate: latest)).first)
    #expect(again.schedule.scheduleDuration == .duration(.init(high: 0, low: .max)))
    #expect(again.notificationThread == .custom("thread"))
    #expect(again.notificationTime == .init(hour: 1, minute: 2, second: 3))
    #expect(
      try store.raw.rows("SELECT ZHIGH, ZLOW, ZTILLENDOFDAY, Z_0, ZHOUR FROM ZTASK WHERE Z_PK = 3")
        == [[.integer(0), .integer(-1), .null, .text("thread"), .integer(1)]])
  }
}

/// Models of the shapes that the sample's have.
enum Planner {
  struct Text: Codable, Equatable {
    var arguments: [Argument]
    var key: String

    enum Argument: Codable, Equatable {
      case string(String)
      case int64(Int64)
      case placeholder(Kind)
    }

    enum Kind: Codable, Equatable { case double, float, int, uint, object }
  }

  struct Info: Codable, Equatable {
    var userInfo: [String: Data]
  }

  struct Span: Codable, Equatable {
    var high: Int64
    var low: UInt64
  }

  struct Schedule: Codable, Equatable {
    var startDate: Date
    var scheduleDuration: Length
    var recurrenceRule: Data?
    var notificationMatchingHint: Hint

    enum Length: Codable, Equatable {
      case allDay, tillEndOfDay
      case duration(Span)
    }

    enum Hint: Codable, Equatable {
      case none
      case components(
        month: Int?, day: Int?, hour: Int?, minute: Int, second: Int, weekday: Int?)
      case allDayNotification(weekday: Int?)
    }
  }

  enum Policy: Codable, Equatable {
    case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime
  }

  enum Thread: Codable, Equatable {
    case global, task
    case custom(String)
    case none
  }

  struct Time: Codable, Equatable {
    var hour: Int
    var minute: Int
    var second: Int
  }

  @Model final class Task {
    #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])
    #Index<Task>([\.id], [\.effectiveFrom], [\.effectiveFrom, \.nextVersion])

    var id: String
    var title: Text
    var instructions: Text
    var categoryValue: String?
    var schedule: Schedule
    var completionPolicy: Policy
    var scheduleNotifications: Bool
    var notificationThread: Thread
    var tags: [String]
    @Relationship(deleteRule: .cascade, inverse: \Outcome.task) var outcomes: [Outcome]
    var effectiveFrom: Date
    @Relationship(inverse: \Task.nextVersion) var previousVersion: Task?
    @Relationship(deleteRule: .cascade) var nextVersion: Task?
    var notificationTime: Time?
    var userInfo: Info

    init(id: String, schedule: Schedule) {
      self.id = id
      title = Text(arguments: [], key: "")
      instructions = Text(arguments: [], key: "")
      self.schedule = schedule
      completionPolicy = .anytime
      scheduleNotifications = false
      notificationThread = .none
      tags = []
      outcomes = []
      effectiveFrom = .distantPast
      userInfo = Info(userInfo: [:])
    }
  }

  @Model final class Outcome {
    #Index<Outcome>([\.id], [\.occurrenceStartDate])

    @Attribute(.unique) var id: UUID
    var occurrenceStartDate: Date
    var completionDate: Date
    var task: Task
    var userInfo: Info

    init(task: Task) {
      id = UUID()
      occurrenceStartDate = .distantPast
      completionDate = .distantPast
      self.task = task
      userInfo = Info(userInfo: [:])
    }
  }
}
