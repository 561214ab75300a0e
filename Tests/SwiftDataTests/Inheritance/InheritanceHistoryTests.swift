import Foundation
import StoreModelTestSupport
import Testing

@testable import SwiftData

/// Random histories of a class tree against records of plain values.
@Suite struct InheritanceHistoryTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func everyHistoryLeadsWhereItShould(seed: UInt64) throws {
    let run = try TourRun(seed: seed)
    try run.run(steps: 40)
    #expect(run.differences == [], "seed \(seed):\n\(run.steps.joined(separator: "\n"))")
    if seed.isMultiple(of: 10) { try run.store.check() }
  }
}

/// What a trip should be.
private struct TripRecord: Equatable {
  var kind: String
  var name: String
  var number: Int?
  var text: String?
  var follower: Int?
  var folder: String?
  var items: Set<String> = []
  var receipts: Set<Int> = []
}

private final class TourRun {
  let store: TemporaryStore
  private(set) var steps: [String] = []
  private(set) var differences: [String] = []
  private var random: SeededGenerator
  private var context: ModelContext
  private var records: [Int: TripRecord] = [:]
  private var saved: [Int: TripRecord] = [:]
  /// Held or not as the seed will have it, so that models come and go.
  private var held: [any PersistentModel] = []
  private var lastCode = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = try TemporaryStore()
    context = store.fresh(try store.tours())
    for name in ["A", "B"] { context.insert(Tours.Folder(name: name)) }
    try context.save()
  }

  func run(steps count: Int) throws {
    for _ in 0..<count where differences.isEmpty {
      try step(Int.random(in: 0..<14, using: &random))
      try compare()
    }
    try context.save()
    context = store.fresh(try store.tours())
    saved = records
    if differences.isEmpty { try compare() }
  }

  private func step(_ choice: Int) throws {
    switch choice {
    case 0...2: insert()
    case 3...4: try change()
    case 5: try follow()
    case 6...7: try addParts()
    case 8: try moveItem()
    case 9: try file()
    case 10: try delete()
    case 11:
      note("save")
      try context.save()
      saved = records
      if Bool.random(using: &random) { held = [] }
    case 12:
      note("rollback")
      context.rollback()
      records = saved
    default:
      note("save and reopen")
      try context.save()
      saved = records
      held = []
      context = store.fresh(try store.tours())
    }
  }

  private func note(_ step: String) { steps.append(step) }

  private func pick<T>(_ values: [T]) -> T? { values.randomElement(using: &random) }

  /// A trip, found by a class that it is of.
  private func trip(_ code: Int) throws -> Tours.Trip? {
    let trip = try context.fetch(
      FetchDescriptor<Tours.Trip>(predicate: #Predicate { $0.code == code })
    ).first
    if let trip, Bool.random(using: &random) { held.append(trip) }
    return trip
  }

  private var anyCode: Int? { pick(records.keys.sorted()) }

  private func insert() {
    lastCode += 1
    let name = "n\(lastCode)"
    let made: [() -> Tours.Trip] = [
      { Tours.Trip(code: self.lastCode, name: name) },
      { Tours.PersonalTrip(code: self.lastCode, name: name) },
      { Tours.FamilyTrip(code: self.lastCode, name: name) },
      { Tours.BusinessTrip(code: self.lastCode, name: name, expense: 1) },
      { Tours.Conference(code: self.lastCode, name: name, topic: nil) },
      { Tours.Talk(code: self.lastCode, name: name, topic: "t") },
      { Tours.Keynote(code: self.lastCode, name: name, topic: "t") },
    ]
    guard let trip = pick(made)?() else { return }
    note("insert \(type(of: trip)) \(lastCode)")
    context.insert(trip)
    if Bool.random(using: &random) { held.append(trip) }
    records[lastCode] = Self.record(of: trip)
  }

  private func change() throws {
    guard let code = anyCode, let trip = try trip(code) else { return }
    let number = Int.random(in: 0..<5, using: &random)
    note("change \(code) by \(number)")
    if number < 3 {
      trip.name = "m\(number)"
      records[code]?.name = trip.name
    }
    guard number > 1 else { return }
    switch trip {
    case let keynote as Tours.Keynote:
      keynote.minutes = number
      keynote.topic = number == 4 ? nil : "t\(number)"
      records[code]?.number = number
      records[code]?.text = keynote.topic
    case let conference as Tours.Conference:
      conference.topic = "t\(number)"
      records[code]?.text = "t\(number)"
    case let business as Tours.BusinessTrip:
      business.purpose = "p\(number)"
      records[code]?.text = "p\(number)"
    case let family as Tours.FamilyTrip:
      family.purpose = number == 4 ? nil : number
      records[code]?.number = family.purpose
    default: break
    }
  }

  private func follow() throws {
    guard let code = anyCode, let trip = try trip(code) else { return }
    let other = Int.random(in: 0..<3, using: &random) == 0 ? nil : anyCode
    guard code != other else { return }
    note("\(code) is followed by \(other.map(String.init) ?? "nobody")")
    trip.follower = try other.flatMap(self.trip)
    if let other {
      for (code, record) in records where record.follower == other { records[code]?.follower = nil }
    }
    records[code]?.follower = other
  }

  private func addParts() throws {
    guard let code = anyCode, let trip = try trip(code) else { return }
    lastCode += 1
    note("add \(lastCode) to \(code)")
    if let business = trip as? Tours.BusinessTrip, Bool.random(using: &random) {
      business.receipts.append(Tours.Receipt(amount: lastCode))
      records[code]?.receipts.insert(lastCode)
    } else {
      let item = Tours.Item(name: "i\(lastCode)", trip: trip)
      context.insert(item)
      records[code]?.items.insert(item.name)
    }
  }

  private func moveItem() throws {
    let names = records.sorted { $0.key < $1.key }.flatMap { $0.value.items.sorted() }
    guard let name = pick(names), let code = anyCode, let trip = try trip(code) else { return }
    note("move \(name) to \(code)")
    let items = FetchDescriptor<Tours.Item>(predicate: #Predicate { $0.name == name })
    try context.fetch(items).first?.trip = trip
    for code in records.keys { records[code]?.items.remove(name) }
    records[code]?.items.insert(name)
  }

  private func file() throws {
    guard let code = anyCode, let name = pick(["A", "B"]) else { return }
    note("file \(code) under \(name)")
    let folders = FetchDescriptor<Tours.Folder>(predicate: #Predicate { $0.name == name })
    guard let trip = try trip(code), let folder = try context.fetch(folders).first else { return }
    folder.trips.append(trip)
    records[code]?.folder = name
  }

  private func delete() throws {
    guard let code = anyCode, let trip = try trip(code) else { return }
    note("delete \(code)")
    context.delete(trip)
    records[code] = nil
    for (other, record) in records where record.follower == code { records[other]?.follower = nil }
  }

  // MARK: Comparing

  private static func record(of trip: Tours.Trip) -> TripRecord {
    let keynote = trip as? Tours.Keynote
    let text =
      (trip as? Tours.Conference).map(\.topic) ?? (trip as? Tours.BusinessTrip).map(\.purpose)
    return TripRecord(
      kind: "\(type(of: trip))", name: trip.name,
      number: keynote?.minutes ?? (trip as? Tours.FamilyTrip)?.purpose, text: text,
      follower: trip.follower?.code, folder: trip.folder?.name,
      items: Set(trip.items.map(\.name)),
      receipts: Set((trip as? Tours.BusinessTrip)?.receipts.map(\.amount) ?? []))
  }

  private func compare() throws {
    let trips = try context.fetch(FetchDescriptor<Tours.Trip>())
    let found = Dictionary(grouping: trips, by: \.code)
    for code in Set(found.keys).union(records.keys).sorted() {
      let actual = found[code]?.map(Self.record) ?? []
      if actual != [records[code]].compactMap(\.self) {
        differences.append("\(code): \(actual), not \(String(describing: records[code]))")
      }
    }
    try compare(Tours.BusinessTrip.self, ["BusinessTrip", "Conference", "Talk", "Keynote"])
    try compare(Tours.Talk.self, ["Talk", "Keynote"])
    try compare(Tours.PersonalTrip.self, ["PersonalTrip"])
    let keynotes = try context.fetchCount(
      FetchDescriptor<Tours.Trip>(predicate: #Predicate { $0 is Tours.Keynote }))
    if keynotes != records.values.count(where: { $0.kind == "Keynote" }) {
      differences.append("\(keynotes) keynotes")
    }
    let items = try context.fetchCount(FetchDescriptor<Tours.Item>())
    if items != records.values.reduce(0, { $0 + $1.items.count }) {
      differences.append("\(items) items")
    }
    let receipts = try context.fetchCount(FetchDescriptor<Tours.Receipt>())
    if receipts != records.values.reduce(0, { $0 + $1.receipts.count }) {
      differences.append("\(receipts) receipts")
    }
    for folder in try context.fetch(FetchDescriptor<Tours.Folder>()) {
      let filed = records.filter { $0.value.folder == folder.name }.keys.sorted()
      if folder.trips.map(\.code).sorted() != filed { differences.append("folder \(folder.name)") }
    }
  }

  private func compare<T: PersistentModel>(_ type: T.Type, _ kinds: [String]) throws {
    let count = try context.fetch(FetchDescriptor<T>()).count
    let expected = records.values.count { kinds.contains($0.kind) }
    if count != expected { differences.append("\(count) of \(type), not \(expected)") }
  }
}
