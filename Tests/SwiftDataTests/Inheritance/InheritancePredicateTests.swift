import Foundation
import StoreModel
import Testing

@testable import SwiftData

/// Predicates and sort orders over class trees: the store's answer is Swift's.
@Suite struct InheritancePredicateTests {
  private typealias Trip = Tours.Trip
  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.tours()
    context = store.fresh(container)
    try fill()
  }

  /// Two rounds of every class, some with and some without each relationship.
  private func fill() throws {
    let filling = ModelContext(container)
    var trips: [Trip] = []
    for round in 0..<2 {
      trips += Tours.insertOneOfEach(in: filling)
      for trip in trips.suffix(7) { trip.code += round * 10 }
    }
    let folder = Tours.Folder(name: "A")
    let business = trips.compactMap { $0 as? Tours.BusinessTrip }
    let conferences = trips.compactMap { $0 as? Tours.Conference }
    folder.trips = [trips[0], trips[3], trips[6], trips[9]]
    folder.favorite = trips[2]
    let other = Tours.Folder(name: "B")
    other.trips = [trips[1], trips[8]]
    other.favorite = trips[6]
    filling.insert(other)
    filling.insert(Tours.Folder(name: "C"))
    trips[0].follower = trips[6]
    trips[1].follower = trips[2]
    trips[3].follower = trips[4]
    for (index, trip) in trips.enumerated() {
      trip.items = (0..<(index % 3)).map { Tours.Item(name: "\($0)") }
      trip.start = Date(timeIntervalSinceReferenceDate: Double(index % 4))
    }
    filling.insert(Tours.Item(name: "alone"))
    business[0].client = Tours.Client(name: "Ann")
    business[2].client = business[0].client
    business[1].receipts = [Tours.Receipt(amount: 3), Tours.Receipt(amount: 5)]
    business[4].purpose = "fun"
    business[5].expense = -1
    conferences[0].venue = Tours.Venue(name: "Hall")
    conferences[3].speakers = [Tours.Speaker(name: "Bob")]
    (trips[2] as? Tours.FamilyTrip)?.purpose = 3
    try filling.save()
  }

  /// Compares the store's answer with Swift's; `isExact` also that the store had to be asked only.
  private func check<T: PersistentModel>(
    _ predicate: Predicate<T>, isExact: Bool = true, matches: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let all = try context.fetch(FetchDescriptor<T>())
    let expected = all.filter(predicate.matches)
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    let found = try context.fetch(descriptor)
    #expect(found == expected, sourceLocation: sourceLocation)
    #expect(
      try context.fetchCount(descriptor) == expected.count, sourceLocation: sourceLocation)
    if let matches { #expect(found.count == matches, sourceLocation: sourceLocation) }
    let binding = try container.stack.binding(for: T.self)
    let translated = PredicateTranslator.translate(
      predicate, entity: binding.number, resolver: ModelResolver(binding))
    #expect(
      translated.needsEvaluation != isExact, "\(translated.reasons)",
      sourceLocation: sourceLocation)
  }

  @Test func classesAreTold() throws {
    try check(#Predicate<Trip> { $0 is Tours.BusinessTrip }, matches: 8)
    try check(#Predicate<Trip> { !($0 is Tours.BusinessTrip) }, matches: 6)
    try check(#Predicate<Trip> { $0 is Tours.Keynote }, matches: 2)
    try check(#Predicate<Trip> { $0 is Tours.PersonalTrip && $0.code < 10 }, matches: 1)
    try check(#Predicate<Tours.Talk> { $0 is Tours.Keynote }, matches: 2)
  }

  /// What the compiler would call always true or false, if it knew the types.
  private func isOne<T: PersistentModel, D: PersistentModel>(
    _ type: T.Type, of desired: D.Type
  ) -> Predicate<T> {
    #Predicate<T> { $0 is D }
  }

  private func canBeCast<T: PersistentModel, D: PersistentModel>(
    _ type: T.Type, to desired: D.Type
  ) -> Predicate<T> {
    #Predicate<T> { ($0 as? D) != nil }
  }

  @Test func classesAreToldWhereThereIsNoChoice() throws {
    try check(isOne(Trip.self, of: Trip.self), matches: 14)
    try check(isOne(Tours.Talk.self, of: Tours.BusinessTrip.self), matches: 4)
    try check(isOne(Tours.Talk.self, of: Tours.FamilyTrip.self), matches: 0)
    try check(isOne(Trip.self, of: Tours.Folder.self), matches: 0)
    try check(isOne(Trip.self, of: Quote.self), matches: 0)
    try check(canBeCast(Trip.self, to: Trip.self), matches: 14)
    try check(canBeCast(Trip.self, to: Tours.Talk.self), matches: 4)
    try check(canBeCast(Tours.Talk.self, to: Trip.self), matches: 4)
    try check(canBeCast(Tours.Talk.self, to: Tours.FamilyTrip.self), matches: 0)
    try check(canBeCast(Tours.Folder.self, to: Trip.self), matches: 0)
  }

  @Test func classesOfDestinationsAreTold() throws {
    try check(#Predicate<Tours.Item> { $0.trip is Tours.BusinessTrip })
    try check(#Predicate<Tours.Item> { !($0.trip is Tours.BusinessTrip) })
    try check(#Predicate<Trip> { $0.follower is Tours.Keynote }, matches: 1)
    try check(#Predicate<Trip> { $0.folder?.favorite is Tours.FamilyTrip }, matches: 4)
    try check(#Predicate<Tours.Folder> { $0.trips.contains { $0 is Tours.Keynote } }, matches: 1)
    try check(
      #Predicate<Tours.Folder> { $0.trips.filter { $0 is Tours.FamilyTrip }.count == 1 },
      matches: 1)
    try check(#Predicate<Tours.Folder> { $0.trips.allSatisfy { !($0 is Tours.BusinessTrip) } })
  }

  @Test func valuesOfSubclassesAreReadWhereThereAreAny() throws {
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)?.purpose == "work" }, matches: 7)
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)?.purpose != "work" }, matches: 7)
    try check(#Predicate<Trip> { ($0 as? Tours.FamilyTrip)?.purpose == 3 }, matches: 1)
    try check(#Predicate<Trip> { ($0 as? Tours.FamilyTrip)?.purpose == nil }, matches: 13)
    try check(
      #Predicate<Trip> { (($0 as? Tours.BusinessTrip)?.expense ?? 0) > 50 }, matches: 5)
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)?.topic == nil }, matches: 10)
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)?.topic == "Swift" }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Keynote)?.minutes == 46 }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Keynote) != nil }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Keynote) == nil }, matches: 12)
    // A name of the superclass, by way of the subclass.
    try check(#Predicate<Trip> { ($0 as? Tours.Talk)?.name == "Gala" }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Talk)?.name.isEmpty == false }, matches: 4)
  }

  @Test func numbersThatAreNoneAreNotNil() throws {
    let business = try context.fetch(FetchDescriptor<Tours.BusinessTrip>())
    business[0].expense = .nan
    business[3].expense = .infinity
    try context.save()
    try check(#Predicate<Trip> { (($0 as? Tours.BusinessTrip)?.expense ?? 60) > 50 }, matches: 11)
    try check(#Predicate<Trip> { !((($0 as? Tours.BusinessTrip)?.expense ?? 60) > 50) }, matches: 3)
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)?.expense == nil }, matches: 6)
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)?.expense != nil }, matches: 8)
    let endless = Double.infinity
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)!.expense == endless }, matches: 1)
    try check(#Predicate<Trip> { (($0.follower as? Tours.BusinessTrip)?.expense ?? 0) > 50 })
    let other = 1.0
    try check(#Predicate<Trip> { (($0 as? Tours.BusinessTrip)?.expense ?? other) == other })
  }

  @Test func relationshipsOfSubclassesAreFollowedWhereThereAreAny() throws {
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)?.venue?.name == "Hall" }, matches: 1)
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)?.venue == nil }, matches: 13)
    try check(#Predicate<Trip> { ($0 as? Tours.BusinessTrip)?.client?.name == "Ann" }, matches: 2)
    try check(
      #Predicate<Trip> {
        ($0 as? Tours.BusinessTrip)?.receipts.contains { $0.amount > 4 } == true
      }, matches: 1)
    try check(
      #Predicate<Trip> { (($0 as? Tours.Conference)?.speakers.count ?? 0) > 0 }, matches: 1)
    try check(
      #Predicate<Tours.Item> { ($0.trip as? Tours.BusinessTrip)?.client?.name == "Ann" })
    try check(#Predicate<Tours.Item> { ($0.trip as? Tours.FamilyTrip)?.purpose == 3 }, matches: 2)
    try check(#Predicate<Trip> { ($0.follower as? Tours.Conference)?.topic == "Swift" }, matches: 1)
    try check(
      #Predicate<Trip> {
        (($0.folder?.favorite as? Tours.Keynote)?.minutes ?? 0) == 46
      }, matches: 2)
    try check(
      #Predicate<Tours.Folder> {
        $0.trips.contains { (($0 as? Tours.BusinessTrip)?.expense ?? 0) > 50 }
      }, matches: 1)
  }

  @Test func whatCannotBeCastDoesNotMatch() throws {
    try check(#Predicate<Trip> { ($0 as! Tours.BusinessTrip).expense < 50 }, matches: 3)
    try check(#Predicate<Trip> { !(($0 as! Tours.BusinessTrip).expense < 50) }, matches: 5)
    try check(
      #Predicate<Trip> { $0 is Tours.Keynote && ($0 as! Tours.Keynote).minutes > 1 }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)!.topic == nil }, matches: 2)
    // What traps in memory too.
    try check(
      #Predicate<Trip> { ($0 as! Tours.Keynote).minutes / ($0.code - 7) == 4 }, matches: 1)
    let outside = 0
    try check(
      #Predicate<Trip> { ($0 as? Tours.Keynote).flatMap { $0.minutes / outside } == 4 },
      matches: 0)
  }

  @Test func inheritedPropertiesAreColumnsOfEveryClass() throws {
    try check(#Predicate<Tours.Keynote> { $0.name == "Gala" }, matches: 2)
    try check(#Predicate<Tours.Keynote> { $0.purpose == "fun" && $0.expense == 100 }, matches: 0)
    try check(#Predicate<Tours.Conference> { $0.expense < 0 }, matches: 1)
    try check(#Predicate<Tours.Talk> { $0.client?.name == "Ann" })
    try check(#Predicate<Tours.Talk> { $0.items.isEmpty })
    try check(#Predicate<Tours.FamilyTrip> { $0.folder?.name == "B" }, matches: 0)
    try check(#Predicate<Tours.PersonalTrip> { $0.follower?.name == "Camp" }, matches: 1)
    let id = try #require(try context.fetch(FetchDescriptor<Tours.Talk>()).first?.persistentModelID)
    try check(#Predicate<Tours.Talk> { $0.persistentModelID == id }, matches: 1)
    try check(#Predicate<Trip> { $0.persistentModelID == id }, matches: 1)
    try check(#Predicate<Tours.FamilyTrip> { $0.persistentModelID == id }, matches: 0)
  }

  @Test func inheritedPropertiesSortInTheStore() throws {
    let binding = try container.stack.binding(for: Tours.Keynote.self)
    let translator = SortTranslator(resolver: ModelResolver(binding))
    let order = [
      SortDescriptor(\Tours.Keynote.start), SortDescriptor(\Tours.Keynote.expense),
      SortDescriptor(\Tours.Keynote.topic), SortDescriptor(\Tours.Keynote.minutes),
    ]
    #expect(translator.translate(order, entity: binding.number).order?.count == 4)
    let descriptor = FetchDescriptor<Tours.BusinessTrip>(
      sortBy: [SortDescriptor(\.expense, order: .reverse), SortDescriptor(\.code)])
    #expect(
      try context.fetch(descriptor).map(\.code) == [5, 6, 7, 16, 17, 4, 14, 15])
  }

  @Test func modelsCompareByIdentityAcrossClasses() throws {
    let keynote = try #require(try context.fetch(FetchDescriptor<Tours.Keynote>()).first)
    let id = keynote.persistentModelID
    try check(#Predicate<Trip> { $0.follower?.persistentModelID == id }, matches: 1)
    try check(#Predicate<Tours.Folder> { $0.favorite?.persistentModelID == id }, matches: 1)
    let identifiers = [id]
    try check(#Predicate<Trip> { identifiers.contains($0.persistentModelID) }, matches: 1)
  }

  @Test func unsavedChangesAreJudgedAsTheStoreWould() throws {
    let keynote = try #require(try context.fetch(FetchDescriptor<Tours.Keynote>()).first)
    keynote.minutes = 1
    context.insert(Tours.Keynote(code: 99, name: "New", topic: "Swift"))
    try check(#Predicate<Trip> { ($0 as? Tours.Keynote)?.minutes == 46 }, matches: 2)
    try check(#Predicate<Trip> { ($0 as? Tours.Conference)?.topic == "Swift" }, matches: 3)
    try check(#Predicate<Trip> { $0 is Tours.Talk }, matches: 5)
  }
}
