import Foundation
import SwiftData
import Testing

@Model final class Milestone {
  #Index<Milestone>([\.reached], [\.title, \.reached])
  var title: String
  var reached: Date
  var weight: Int
  var summary: String { "\(title): \(weight)" }

  init(_ title: String, reached: Date, weight: Int) {
    self.title = title
    self.reached = reached
    self.weight = weight
  }
}

@Suite struct ExplainTests {
  private let context: ModelContext
  private let list = ReportList()

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Milestone.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for number in 0..<30 {
      context.insert(
        Milestone(
          "M\(number)", reached: Date(timeIntervalSinceReferenceDate: Double(number)),
          weight: number % 3))
    }
    try context.save()
  }

  private func milestones(
    _ predicate: Predicate<Milestone>? = nil, sortBy: [SortDescriptor<Milestone>] = []
  ) -> FetchDescriptor<Milestone> {
    FetchDescriptor(predicate: predicate, sortBy: sortBy)
  }

  @Test func theStatementIsTheOneThatRuns() throws {
    let cutoff = Date(timeIntervalSinceReferenceDate: 10)
    let descriptor = milestones(
      #Predicate { $0.reached > cutoff }, sortBy: [SortDescriptor(\.reached)])
    let explanation = try context.explain(descriptor)
    context.report(to: list, includesBindings: true)
    _ = try context.fetch(descriptor)
    let report = try #require(list.take().first)
    #expect(explanation.sql == report.sql)
    #expect(explanation.bindings == report.bindings)
    #expect(explanation.bindings == [.real(10)])
    #expect(explanation.inMemorySteps.isEmpty)
    #expect(explanation.entityName == "Milestone")
  }

  @Test func indexesAreNamed() throws {
    let cutoff = Date(timeIntervalSinceReferenceDate: 10)
    let title = "M3"
    let byDate = try context.explain(milestones(sortBy: [SortDescriptor(\.reached)]))
    #expect(byDate.indexes == ["Z_Milestone_SwiftDataIndexOnBinaryreached"])
    let byTitle = try context.explain(
      milestones(#Predicate { $0.title == title && $0.reached < cutoff }))
    #expect(byTitle.indexes == ["Z_Milestone_SwiftDataIndexOnBinarytitlereached"])
    let byWeight = try context.explain(milestones(#Predicate { $0.weight == 1 }))
    #expect(byWeight.indexes.isEmpty)
    #expect(byWeight.plan.first == "SCAN t0")
  }

  @Test func whatIsDoneInMemoryIsExplained() throws {
    let descriptor = milestones(
      #Predicate { $0.weight > 1 && $0.summary != "" }, sortBy: [SortDescriptor(\.summary)])
    context.insert(Milestone("New", reached: .now, weight: 1))
    let explanation = try context.explain(descriptor)
    #expect(explanation.inMemorySteps.map(\.kind) == [.filter, .sort, .merge])
    #expect(explanation.sql.contains("ZWEIGHT > ?"))
    #expect(explanation.description.contains("in memory: sort: "))
  }

  @Test func nothingIsFetched() throws {
    context.report(to: list)
    _ = try context.explain(milestones())
    #expect(list.take().isEmpty)
  }

  // MARK: - Refusing evaluation in memory

  @Test func whatWouldBeEvaluatedInMemoryIsRefused() throws {
    var descriptor = milestones(#Predicate { $0.weight > 1 && $0.summary == "M2: 2" })
    #expect(try context.fetch(descriptor).count == 1)
    descriptor.inMemoryEvaluation = .refused
    context.report(to: list)
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetchCount(descriptor) }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetchIdentifiers(descriptor)
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.explain(descriptor) }
    #expect(list.take().isEmpty)
  }

  @Test func whatWouldBeSortedInMemoryIsRefused() throws {
    let descriptor = milestones(sortBy: [SortDescriptor(\.weight), SortDescriptor(\.summary)])
    context.inMemoryEvaluation = .refused
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try context.fetch(descriptor) }
  }

  @Test func aDescriptorHasPrecedenceOverItsContext() throws {
    context.inMemoryEvaluation = .refused
    var descriptor = milestones(#Predicate { $0.summary == "M2: 2" })
    descriptor.inMemoryEvaluation = .allowed
    #expect(try context.fetch(descriptor).count == 1)
  }

  @Test func whatTheStoreCanDoIsNeverRefused() throws {
    context.inMemoryEvaluation = .refused
    context.insert(Milestone("New", reached: .now, weight: 7))
    #expect(try context.fetch(milestones(#Predicate { $0.weight == 7 })).count == 1)
  }

  @Test(arguments: [-1, Int.min]) func negativeNumbersAreRefused(_ number: Int) throws {
    var limited = milestones()
    limited.fetchLimit = number
    #expect(throws: SwiftDataError.invalidFetchDescriptor) { try context.fetch(limited) }
    var shifted = milestones()
    shifted.fetchOffset = number
    #expect(throws: SwiftDataError.invalidFetchDescriptor) { try context.fetchCount(shifted) }
  }
}
