import Foundation
import SwiftData
import Testing

/// Relationships to classes that have subclasses, and those that subclasses have.
@Suite struct InheritanceRelationshipTests {
  private func only<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> T {
    let models = try context.fetch(FetchDescriptor<T>())
    #expect(models.count == 1)
    return try #require(models.first)
  }

  /// The key and the entity's name that a to-one's two columns hold.
  private func columns(
    _ store: TemporaryStore, _ name: String, _ table: String
  ) throws -> [String] {
    let entity = try #require(
      try store.raw.texts(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name GLOB 'Z[0-9]*_\(name)'"
      ).first)
    return try store.raw.texts(
      "SELECT ifnull(Z\(name), 'NULL') || ' ' || ifnull((SELECT Z_NAME FROM Z_PRIMARYKEY WHERE "
        + "Z_ENT = \(entity)), 'NULL') FROM \(table) ORDER BY Z_PK")
  }

  @Test func aToOneKeepsTheEntityOfItsDestination() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let item = Tours.Item(name: "Hat", trip: Tours.Keynote(code: 1, name: "Gala", topic: nil))
    context.insert(item)
    context.insert(Tours.Item(name: "Map"))
    try context.save()
    #expect(try columns(store, "TRIP", "ZITEM") == ["1 Keynote", "NULL NULL"])
    try store.check()

    let other = store.fresh(try store.tours())
    let reread = try #require(
      try other.fetch(FetchDescriptor<Tours.Item>(predicate: #Predicate { $0.name == "Hat" })).first
    )
    let keynote = try #require(reread.trip as? Tours.Keynote)
    #expect(keynote.minutes == 46)
    #expect(keynote.items.map(\.name) == ["Hat"])
    #expect(keynote.items.first === reread)

    let family = Tours.FamilyTrip(code: 2, name: "Camp")
    reread.trip = family
    #expect(keynote.items.isEmpty)
    try other.save()
    #expect(try columns(store, "TRIP", "ZITEM") == ["2 FamilyTrip", "NULL NULL"])
    #expect(family.items.first === reread)
    reread.name = "Cap"
    try other.save()
    #expect(try columns(store, "TRIP", "ZITEM") == ["2 FamilyTrip", "NULL NULL"])
    reread.trip = nil
    try other.save()
    #expect(try columns(store, "TRIP", "ZITEM") == ["NULL NULL", "NULL NULL"])
    try store.check()
    withExtendedLifetime(item) {}
  }

  @Test func aDeletedDestinationLeavesNeitherKeyNorEntity() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let folder = Tours.Folder(name: "A")
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    context.insert(folder)
    folder.favorite = keynote
    try context.save()
    #expect(try columns(store, "FAVORITE", "ZFOLDER") == ["1 Keynote"])
    context.delete(keynote)
    try context.save()
    #expect(folder.favorite == nil)
    #expect(try columns(store, "FAVORITE", "ZFOLDER") == ["NULL NULL"])
    try store.check()
  }

  @Test func aChangeIsSavedByAContextThatKnowsTheKeyAlone() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    var first: ModelContext? = ModelContext(container)
    let item = Tours.Item(name: "Hat")
    first?.insert(item)
    first?.insert(Tours.Keynote(code: 1, name: "Gala", topic: nil))
    try first?.save()
    item.trip = try first?.fetch(FetchDescriptor<Tours.Keynote>()).first
    first = nil
    let second = store.fresh(container)
    second.insert(item)
    try second.save()
    #expect(try columns(store, "TRIP", "ZITEM") == ["1 Keynote"])
    #expect(item.trip is Tours.Keynote)
    try store.check()
  }

  @Test func aOneToOneHoldsAcrossClasses() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    let plan = Tours.Plan(text: "x")
    trips[6].plan = plan
    trips[0].follower = trips[6]
    trips[1].followed = trips[3]
    try context.save()
    #expect(try columns(store, "TRIP", "ZPLAN") == ["7 Keynote"])
    try store.check()

    let other = store.fresh(container)
    let stolen = try only(Tours.Plan.self, other)
    let family = try only(Tours.FamilyTrip.self, other)
    #expect(stolen.trip is Tours.Keynote)
    family.plan = stolen
    #expect(stolen.trip === family)
    #expect(try only(Tours.Keynote.self, other).plan == nil)
    let beach = try only(Tours.PersonalTrip.self, other)
    #expect(beach.followed?.name == "Deal")
    #expect(beach.followed?.follower === beach)
    #expect(try only(Tours.Keynote.self, other).followed?.name == "Alps")
    // Takes what another context has given away meanwhile.
    trips[4].followed = trips[0]
    try context.save()
    try only(Tours.FamilyTrip.self, other).followed = try other.fetch(
      FetchDescriptor<Tours.Trip>(predicate: #Predicate { $0.name == "Alps" })
    ).first
    try other.save()
    try store.check()
    let fresh = store.fresh(try store.tours())
    #expect(try only(Tours.FamilyTrip.self, fresh).followed?.name == "Alps")
    #expect(try only(Tours.FamilyTrip.self, fresh).plan?.text == "x")
    #expect(
      try fresh.fetch(FetchDescriptor<Tours.Trip>()).compactMap(\.followed).count == 2)
  }

  @Test func manyToManyHoldsModelsOfAllClasses() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    let tag = Tours.Tag(name: "sea")
    trips[6].tags = [tag, Tours.Tag(name: "sun")]
    tag.trips.append(contentsOf: [trips[0], trips[2]])
    try context.save()
    try store.check()
    #expect(tag.trips.count == 3)

    let other = store.fresh(container)
    let sea = try #require(
      try other.fetch(FetchDescriptor<Tours.Tag>(predicate: #Predicate { $0.name == "sea" })).first)
    #expect(Set(sea.trips.map(\.name)) == ["Gala", "Alps", "Camp"])
    #expect(sea.trips.contains { $0 is Tours.Keynote })
    sea.trips.removeAll { $0 is Tours.Keynote }
    #expect(try only(Tours.Keynote.self, other).tags.map(\.name) == ["sun"])
    try other.save()
    #expect(try store.raw.rows("SELECT * FROM \(joinTable(store, "TRIPS"))").count == 3)
    let keynote = try only(Tours.Keynote.self, other)
    keynote.tags.append(sea)
    try other.save()
    other.delete(keynote)
    try other.save()
    #expect(sea.trips.count == 2)
    #expect(try store.raw.rows("SELECT * FROM \(joinTable(store, "TRIPS"))").count == 2)
    try store.check()
  }

  private func joinTable(_ store: TemporaryStore, _ name: String) throws -> String {
    try #require(
      try store.raw.texts("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*\(name)'").first)
  }

  @Test func subclassesHaveRelationshipsOfTheirOwn() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    let keynote = try #require(trips[6] as? Tours.Keynote)
    let deal = try #require(trips[3] as? Tours.BusinessTrip)
    let client = Tours.Client(name: "Ann")
    client.trips = [keynote, deal]
    keynote.receipts = [Tours.Receipt(amount: 1), Tours.Receipt(amount: 2)]
    keynote.speakers = [Tours.Speaker(name: "Bob")]
    keynote.venue = Tours.Venue(name: "Hall")
    #expect(keynote.client === client)
    try context.save()
    #expect(try columns(store, "TRIP", "ZRECEIPT") == ["7 Keynote", "7 Keynote"])
    try store.check()

    let other = store.fresh(container)
    let reread = try only(Tours.Client.self, other)
    #expect(reread.trips.map(\.name).sorted() == ["Deal", "Gala"])
    #expect(reread.trips.contains { $0 is Tours.Keynote })
    let gala = try only(Tours.Keynote.self, other)
    #expect(gala.receipts.map(\.amount).sorted() == [1, 2])
    #expect(gala.receipts.allSatisfy { $0.trip === gala })
    #expect(gala.speakers.first?.conferences.first === gala)
    #expect(gala.venue?.conferences.first === gala)
    reread.trips = []
    #expect(gala.client == nil)
    try other.save()
    #expect(try only(Tours.Client.self, store.fresh(container)).trips.isEmpty)
  }

  @Test func relationshipsWithoutInverseHaveOneOwnerOfAnyClass() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    let mark = Tours.Mark(name: "m")
    trips[6].marks = [mark]
    let family = try #require(trips[2] as? Tours.FamilyTrip)
    family.photos = [Tours.Photo(name: "p")]
    let folder = Tours.Folder(name: "A")
    context.insert(folder)
    folder.shelf = trips.compactMap { $0 as? Tours.Conference }
    try context.save()
    try store.check()
    #expect(trips[6].marks.first === mark)

    let other = store.fresh(container)
    #expect(try only(Tours.Keynote.self, other).marks.map(\.name) == ["m"])
    #expect(try only(Tours.FamilyTrip.self, other).photos.map(\.name) == ["p"])
    #expect(
      try only(Tours.Folder.self, other).shelf.map(\.name).sorted() == ["Expo", "Forum", "Gala"])

    // Another class' model takes it over.
    trips[1].marks = [mark]
    try context.save()
    #expect(trips[6].marks.isEmpty)
    #expect(trips[1].marks.first === mark)
    context.delete(trips[6])
    try context.save()
    #expect(folder.shelf.count == 2)
    try store.check()
  }

  @Test func cascadesRunThroughTheTree() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    let folder = Tours.Folder(name: "A")
    folder.trips = [trips[0], trips[2], trips[3], trips[6]]
    for trip in trips { trip.items = [Tours.Item(name: trip.name)] }
    trips[6].plan = Tours.Plan(text: "x")
    for trip in trips {
      (trip as? Tours.BusinessTrip)?.receipts = [Tours.Receipt(amount: trip.code)]
    }
    let client = Tours.Client(name: "Ann")
    (trips[3] as? Tours.BusinessTrip)?.client = client
    (trips[6] as? Tours.BusinessTrip)?.client = client
    try context.save()

    let other = store.fresh(container)
    other.delete(try only(Tours.Folder.self, other))
    let left = ["Beach", "Expo", "Forum"]
    func names<T: PersistentModel>(_ type: T.Type, _ name: KeyPath<T, String>) throws -> [String] {
      try other.fetch(FetchDescriptor<T>()).map { $0[keyPath: name] }.sorted()
    }
    for round in 0..<2 {
      #expect(try names(Tours.Trip.self, \.name) == left)
      #expect(try names(Tours.Item.self, \.name) == left)
      #expect(try names(Tours.Plan.self, \.text) == [])
      #expect(try other.fetch(FetchDescriptor<Tours.Receipt>()).map(\.amount).sorted() == [5, 6])
      #expect(try only(Tours.Client.self, other).trips.isEmpty)
      if round == 0 { try other.save() }
    }
    try store.check()
  }

  @Test func inheritedRulesDeny() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    keynote.venue = Tours.Venue(name: "Hall")
    context.insert(keynote)
    try context.save()
    context.delete(keynote)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("Keynote.venue") == true)
    context.rollback()
    keynote.venue = nil
    context.delete(keynote)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Tours.Trip>()) == 0)
  }

  @Test func relationshipsAreFetchedAhead() throws {
    let store = try TemporaryStore()
    let container = try store.tours()
    let context = store.fresh(container)
    let trips = Tours.insertOneOfEach(in: context)
    for trip in trips {
      trip.items = [Tours.Item(name: trip.name)]
      trip.tags = [Tours.Tag(name: trip.name)]
      (trip as? Tours.BusinessTrip)?.receipts = [Tours.Receipt(amount: trip.code)]
      trip.follower = trips[(trip.code + 1) % 7]
    }
    try context.save()
    let other = store.fresh(container)
    var descriptor = FetchDescriptor<Tours.BusinessTrip>()
    descriptor.relationshipKeyPathsForPrefetching = [
      \.items, \.tags, \.receipts, \.follower, \.client,
    ]
    let found = try other.fetch(descriptor)
    #expect(found.map(\.name).sorted() == ["Deal", "Expo", "Forum", "Gala"])
    for trip in found {
      #expect(trip.items.map(\.name) == [trip.name])
      #expect(trip.tags.map(\.name) == [trip.name])
      #expect(trip.receipts.map(\.amount) == [trip.code])
      #expect(trip.follower?.code == (trip.code + 1) % 7 + 1)
    }
  }

  @Test func rollbackBringsRelationshipsBack() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let trips = Tours.insertOneOfEach(in: context)
    let item = Tours.Item(name: "Hat")
    trips[6].items = [item]
    let receipt = Tours.Receipt(amount: 1)
    (trips[6] as? Tours.Keynote)?.receipts = [receipt]
    try context.save()
    item.trip = trips[1]
    receipt.trip = trips[3] as? Tours.BusinessTrip
    context.delete(trips[6])
    context.rollback()
    #expect(item.trip === trips[6])
    #expect(receipt.trip === trips[6])
    #expect(trips[6].items.first === item)
    #expect(trips[1].items.isEmpty)
    #expect((trips[6] as? Tours.Keynote)?.receipts.first === receipt)
    #expect(!context.hasChanges)
  }

  @Test func relatedModelsOfAnyClassAreInserted() throws {
    let store = try TemporaryStore()
    let context = store.fresh(try store.tours())
    let keynote = Tours.Keynote(code: 1, name: "Gala", topic: nil)
    let item = Tours.Item(name: "Hat", trip: keynote)
    keynote.receipts.append(Tours.Receipt(amount: 3))
    keynote.followed = Tours.FamilyTrip(code: 2, name: "Camp")
    context.insert(item)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Tours.Trip>()).count == 2)
    #expect(try only(Tours.Receipt.self, context).trip === keynote)
    #expect(try only(Tours.FamilyTrip.self, context).follower === keynote)
  }
}
