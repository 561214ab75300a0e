import Foundation
import StoreModelTestSupport
import Testing

@testable import SwiftData

/// Sort descriptors whose key paths lead through relationships, into composites, or both.
@Suite struct SortPathTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  /// A context that leaves nothing to memory unless told.
  private func context(
    _ container: ModelContainer, _ evaluation: InMemoryEvaluation = .refused
  ) -> ModelContext {
    let context = ModelContext(container)
    context.inMemoryEvaluation = evaluation
    return context
  }

  private func tenants() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Tenant.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    var random = SeededGenerator(seed: 3)
    let tenants = (0..<60).map { Tenant.random($0, &random) }
    for tenant in tenants {
      context.insert(tenant)
      tenant.host = Bool.random(using: &random) ? tenants.randomElement(using: &random) : nil
    }
    try context.save()
    return container
  }

  /// Compares the store's order with that of `RowOrdering`, in both directions and page by page.
  private func check<T: PersistentModel>(
    _ container: ModelContainer, _ evaluation: InMemoryEvaluation = .refused,
    _ make: (SortOrder) -> SortDescriptor<T>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = context(container, evaluation)
    let all = try context.fetch(FetchDescriptor<T>())
    for order in [SortOrder.forward, .reverse] {
      var descriptor = FetchDescriptor<T>(sortBy: [make(order)])
      let ordering = RowOrdering(descriptor.sortBy)
      let expected = all.sorted { ordering.compare($0, $1) == .orderedAscending }
      let found = try context.fetch(descriptor)
      #expect(
        found.map(\.persistentModelID) == expected.map(\.persistentModelID),
        sourceLocation: sourceLocation)
      descriptor.fetchLimit = 7
      var paged: [PersistentIdentifier] = []
      for offset in stride(from: 0, to: all.count, by: 7) {
        descriptor.fetchOffset = offset
        paged += try context.fetchIdentifiers(descriptor)
      }
      #expect(paged == found.map(\.persistentModelID), sourceLocation: sourceLocation)
    }
  }

  @Test func membersOfRelatedModelsAreSortedByTheStore() throws {
    let container = try tenants()
    try check(container) { SortDescriptor<Tenant>(\.host?.number, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.home.city, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.home.flat, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.home.rent, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.work?.since, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.host?.home.plot?.note, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.home.room, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.host?.work?.room, order: $0) }
    try check(container) { SortDescriptor<Tenant>(\.work?.city, comparator: .localized, order: $0) }
    try check(container) {
      SortDescriptor<Tenant>(\.host?.home.city, comparator: .lexical, order: $0)
    }
  }

  @Test(arguments: [NilPlacement.first, .last])
  func nilsGoWhereTheyAreWantedThoughAChainEndsEarly(nils: NilPlacement) throws {
    let container = try tenants()
    try check(container) { SortDescriptor<Tenant>(\.host?.number, order: $0, nils: nils) }
    try check(container) { SortDescriptor<Tenant>(\.host?.home.city, order: $0, nils: nils) }
    try check(container) { SortDescriptor<Tenant>(\.host?.home.rent, order: $0, nils: nils) }
    try check(container) { SortDescriptor<Tenant>(\.host?.work?.since, order: $0, nils: nils) }
    let context = context(container)
    for order in [SortOrder.forward, .reverse] {
      let descriptor = SortDescriptor<Tenant>(\.host?.number, order: order, nils: nils)
      let found = try context.fetch(FetchDescriptor(sortBy: [descriptor]))
      let numbers = found.map { $0.host?.number }
      let known = numbers.compactMap(\.self)
      #expect(known == (order == .forward ? known.sorted() : known.sorted().reversed()))
      let gaps = [Int?](repeating: nil, count: numbers.count - known.count)
      #expect(!gaps.isEmpty && numbers == (nils == .first ? gaps + known : known + gaps))
      // Foundation alone puts them as well so.
      #expect(found.shuffled().sorted(using: descriptor).map { $0.host?.number } == numbers)
    }
  }

  @Test func inheritedPropertiesAreReachedThroughEveryClass() throws {
    let container = try store.tours()
    let filling = ModelContext(container)
    let trips = Tours.insertOneOfEach(in: filling)
    for (index, trip) in trips.enumerated() {
      for number in 0..<2 {
        filling.insert(Tours.Item(name: "\(index).\(number)", trip: number == 0 ? trip : nil))
      }
      let receipt = Tours.Receipt(amount: -index)
      filling.insert(receipt)
      receipt.trip = trip as? Tours.BusinessTrip
      let folder = Tours.Folder(name: "F\(index)")
      filling.insert(folder)
      folder.favorite = trip
      trip.folder = folder
      let client = Tours.Client(name: "C\(9 - index)")
      filling.insert(client)
      (trip as? Tours.BusinessTrip)?.client = client
    }
    try filling.save()
    try check(container) { SortDescriptor<Tours.Item>(\.trip?.name, order: $0) }
    try check(container) { SortDescriptor<Tours.Item>(\.trip?.folder?.favorite?.start, order: $0) }
    // An inherited property at the end of a chain, or at its beginning, is not recognised.
    try check(container, .allowed) { SortDescriptor<Tours.Receipt>(\.trip?.name, order: $0) }
    try check(container) { SortDescriptor<Tours.Receipt>(\.trip?.expense, order: $0) }
    try check(container, .allowed) { SortDescriptor<Tours.Keynote>(\.client?.name, order: $0) }
    try check(container, .allowed) { SortDescriptor<Tours.Keynote>(\.folder?.name, order: $0) }
  }

  @Test func digitsGoOneByOneIfTold() throws {
    let container = try ModelContainer(
      for: Tenant.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filling = ModelContext(container)
    for (number, city) in ["a10", "A9", "á9", "b", "a1", "ä", "Z", "１０"].enumerated() {
      var home = Residence(city: city, floor: 0, rent: 0, since: .distantPast, room: .single)
      home.street = number % 3 == 0 ? nil : city
      filling.insert(Tenant(number: number, home: home))
    }
    try filling.save()
    func cities(_ order: SortDescriptor<Tenant>) throws -> [String] {
      try context(container).fetch(FetchDescriptor(sortBy: [order])).map(\.home.city)
    }
    let numeric = ["１０", "ä", "a1", "A9", "á9", "a10", "b", "Z"]
    #expect(try cities(SortDescriptor(\.home.city)) == numeric)
    #expect(try cities(SortDescriptor(\.home.city, comparator: .localizedStandard)) == numeric)
    let plain = ["１０", "ä", "a1", "a10", "A9", "á9", "b", "Z"]
    #expect(try cities(SortDescriptor(\.home.city, comparator: .localized)) == plain)
    #expect(
      try cities(SortDescriptor(\.home.city, comparator: .localized, order: .reverse))
        == plain.reversed())
    #expect(
      try cities(SortDescriptor(\.home.street, comparator: .localized)).prefix(3)
        == ["a10", "b", "Z"])
    #expect(
      try cities(SortDescriptor(\.home.city, comparator: String.StandardComparator.localized))
        == plain)
    #expect(
      try cities(SortDescriptor(\.home.city, comparator: .lexical))
        == ["A9", "Z", "a1", "a10", "b", "á9", "ä", "１０"])
  }
}
