import Foundation
import Testing

@testable import SwiftData

/// Models of a class tree, saved and fetched by any of its classes.
@Suite struct InheritanceFetchTests {
  private func classes(_ trips: [Tours.Trip]) -> [ObjectIdentifier] {
    trips.map { ObjectIdentifier(type(of: $0)) }
  }

  private func name(_ model: any PersistentModel) -> String { (model as? Tours.Trip)?.name ?? "" }

  /// What all ways to ask for a class give, which must say the same.
  private func fetched<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ context: ModelContext
  ) throws -> [String] {
    var descriptor = descriptor
    let models = try context.fetch(descriptor)
    #expect(try context.fetchCount(descriptor) == models.count)
    #expect(try context.fetchIdentifiers(descriptor) == models.map(\.persistentModelID))
    var enumerated: [String] = []
    try context.enumerate(descriptor, batchSize: 2, allowEscapingMutations: true) {
      enumerated.append(name($0))
    }
    #expect(enumerated == models.map(name))
    descriptor.includePendingChanges = false
    if !context.hasChanges {
      #expect(try Array(context.fetch(descriptor, batchSize: 2)).map(name) == models.map(name))
    }
    for model in models {
      #expect(model.persistentModelID.entityName == "\(type(of: model as any PersistentModel))")
    }
    return models.map(name)
  }

  private func all<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> [String] {
    try fetched(FetchDescriptor<T>(), context).sorted()
  }

  /// Asks for one class in several ways.
  private func check<T: PersistentModel>(
    _ expected: [String], byName: SortDescriptor<T>, reversed: [SortDescriptor<T>],
    late: Predicate<T>, _ context: ModelContext,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var descriptor = FetchDescriptor<T>(sortBy: [byName])
    #expect(try fetched(descriptor, context) == expected, sourceLocation: sourceLocation)
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    let part = Array(expected.dropFirst().prefix(2))
    #expect(try fetched(descriptor, context) == part, sourceLocation: sourceLocation)
    descriptor = FetchDescriptor(sortBy: reversed)
    #expect(try fetched(descriptor, context) == expected.reversed(), sourceLocation: sourceLocation)
    descriptor = FetchDescriptor(predicate: late, sortBy: [byName])
    let rest = expected.filter { $0 >= "E" }
    #expect(try fetched(descriptor, context) == rest, sourceLocation: sourceLocation)
  }

  private func checkAll(_ context: ModelContext) throws {
    let names = ["Alps", "Beach", "Camp", "Deal", "Expo", "Forum", "Gala"]
    try check(
      names, byName: SortDescriptor(\Tours.Trip.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      ["Beach"], byName: SortDescriptor(\Tours.PersonalTrip.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      ["Camp"], byName: SortDescriptor(\Tours.FamilyTrip.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      Array(names[3...]), byName: SortDescriptor(\Tours.BusinessTrip.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      Array(names[4...]), byName: SortDescriptor(\Tours.Conference.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      Array(names[5...]), byName: SortDescriptor(\Tours.Talk.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
    try check(
      ["Gala"], byName: SortDescriptor(\Tours.Keynote.name),
      reversed: [SortDescriptor(\.start), SortDescriptor(\.code, order: .reverse)],
      late: #Predicate { $0.code >= 5 }, context)
  }

  @Test func everyModelComesBackAsWhatItIs() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.tours())
    let saved = Tours.insertOneOfEach(in: context)
    let badges = saved.compactMap { ($0 as? Tours.Conference)?.badge }
    try context.save()
    try store.check()

    let trips = try store.fresh(try store.tours()).fetch(
      FetchDescriptor<Tours.Trip>(sortBy: [SortDescriptor(\.code)]))
    #expect(classes(trips) == classes(saved))
    #expect(trips.map(\.name) == ["Alps", "Beach", "Camp", "Deal", "Expo", "Forum", "Gala"])
    #expect(trips.map(\.made) == saved.map(\.made))
    #expect((trips[2] as? Tours.FamilyTrip)?.children == 2)
    #expect((trips[2] as? Tours.FamilyTrip)?.purpose == nil)
    #expect((trips[3] as? Tours.BusinessTrip)?.purpose == "work")
    #expect((trips[3] as? Tours.BusinessTrip)?.expense == 12.5)
    #expect((trips[4] as? Tours.Conference)?.topic == "Swift")
    #expect((trips[5] as? Tours.Talk)?.topic == nil)
    #expect((trips[6] as? Tours.Keynote)?.minutes == 46)
    #expect((trips[6] as? Tours.Keynote)?.isRecorded == false)
    #expect(trips.compactMap { ($0 as? Tours.Conference)?.badge } == badges)
  }

  @Test func anEmptyStoreHasNone() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    #expect(try all(Tours.Trip.self, context) == [])
    #expect(try all(Tours.Keynote.self, context) == [])
  }

  @Test func everyClassFindsItsOwnAndThoseBelow() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try checkAll(context)
    try context.save()
    try checkAll(context)
    try checkAll(store.fresh(try store.tours()))
    withExtendedLifetime(trips) {}
  }

  @Test func unsavedChangesOfAnyLevelCount() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try context.save()
    let keynote = try #require(trips[6] as? Tours.Keynote)
    let family = try #require(trips[2] as? Tours.FamilyTrip)
    keynote.minutes = 5
    keynote.name = "Aria"
    family.purpose = 7
    context.delete(trips[3])
    context.insert(Tours.Talk(code: 8, name: "Hall", topic: "Zig"))
    let expected = ["Alps", "Aria", "Beach", "Camp", "Expo", "Forum", "Hall"]
    let short = #Predicate<Tours.Keynote> { $0.minutes < 10 }
    for round in 0..<2 {
      #expect(try all(Tours.Trip.self, context) == expected)
      #expect(try all(Tours.BusinessTrip.self, context) == ["Aria", "Expo", "Forum", "Hall"])
      #expect(try all(Tours.Talk.self, context) == ["Aria", "Forum", "Hall"])
      #expect(try fetched(FetchDescriptor<Tours.Keynote>(predicate: short), context) == ["Aria"])
      let sevens = try fetched(
        FetchDescriptor<Tours.FamilyTrip>(predicate: #Predicate { $0.purpose == 7 }), context)
      #expect(sevens == ["Camp"])
      if round == 0 { try context.save() }
    }
    #expect(try all(Tours.Trip.self, store.fresh(try store.tours())) == expected)
    try store.check()
  }

  @Test func rollbackRestoresAllLevels() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try context.save()
    let keynote = try #require(trips[6] as? Tours.Keynote)
    keynote.name = "Other"
    keynote.topic = "Other"
    keynote.minutes = 0
    keynote.expense = 0
    context.delete(trips[4])
    let added = Tours.Talk(code: 9, name: "New", topic: nil)
    context.insert(added)
    #expect(keynote.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(keynote.name == "Gala")
    #expect(keynote.topic == "Rust")
    #expect(keynote.minutes == 46)
    #expect(keynote.expense == 100)
    #expect(!trips[4].isDeleted)
    #expect(added.modelContext == nil)
    #expect(added.name == "New")
    #expect(try all(Tours.Trip.self, context).count == 7)
  }

  @Test func anotherContextSeesChangesOfAllLevels() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let first = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: first)
    try first.save()
    let second = store.fresh(container)
    let keynotes = try second.fetch(FetchDescriptor<Tours.Keynote>())
    let keynote = try #require(keynotes.first)
    #expect(keynote.minutes == 46)
    (trips[6] as? Tours.Keynote)?.minutes = 10
    trips[6].name = "Hymn"
    try first.save()
    keynote.topic = "mine"
    // By its superclass, whose rows have more columns.
    #expect(try second.fetch(FetchDescriptor<Tours.Trip>()).contains { $0 === keynote })
    #expect(keynote.minutes == 10)
    #expect(keynote.name == "Hymn")
    #expect(keynote.topic == "mine")
    try second.save()
    #expect(try first.fetch(FetchDescriptor<Tours.Talk>()).count == 2)
    #expect((trips[6] as? Tours.Keynote)?.topic == "mine")
  }

  @Test func deletingByClassSparesOthers() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    try context.save()
    try context.delete(model: Tours.Conference.self, includeSubclasses: false)
    try context.save()
    #expect(
      try all(Tours.Trip.self, context) == ["Alps", "Beach", "Camp", "Deal", "Forum", "Gala"])
    try context.delete(
      model: Tours.BusinessTrip.self, where: #Predicate { $0.name != "Deal" })
    try context.save()
    #expect(try all(Tours.Trip.self, context) == ["Alps", "Beach", "Camp", "Deal"])
    try context.delete(model: Tours.Trip.self)
    try context.save()
    #expect(try all(Tours.Trip.self, store.fresh(try store.tours())) == [])
    withExtendedLifetime(trips) {}
  }

  @Test func subclassesThatTheSchemaLacksAreRefusedAtTheSave() throws {
    let store = try TemporaryStore()
    let container = try store.container(Tours.BusinessTrip.self)
    let context = store.fresh(container)
    context.insert(Tours.BusinessTrip(code: 1, name: "Deal", expense: 1))
    try context.save()
    #expect(try all(Tours.Trip.self, context) == ["Deal"])
    context.insert(Tours.Talk(code: 2, name: "Forum", topic: nil))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .unknownSchema)
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try context.fetch(FetchDescriptor<Tours.Talk>())
    }
  }

  @Test func changesAreObservedThroughAnyClass() throws {
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    let trip: Tours.Trip = keynote
    nonisolated(unsafe) var heard: [String] = []
    withObservationTracking {
      _ = keynote.name
    } onChange: {
      heard.append("name")
    }
    withObservationTracking {
      _ = keynote.minutes
    } onChange: {
      heard.append("minutes")
    }
    withObservationTracking {
      _ = keynote.topic
    } onChange: {
      heard.append("topic")
    }
    trip.code = 5
    #expect(heard == [])
    trip.name = "Hymn"
    #expect(heard == ["name"])
    keynote.minutes = 3
    keynote.topic = "Swift"
    #expect(heard == ["name", "minutes", "topic"])
  }
}
