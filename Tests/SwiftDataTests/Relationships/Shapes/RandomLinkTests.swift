import Foundation
import StoreModelTestSupport
import SwiftData
import Testing

/// Random assignments and edits at both ends of each shape, against lists of numbers.
@Suite struct RandomLinkTests {
  private static var seeds: ClosedRange<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SWIFTDATA_HISTORY_SEED"].flatMap(UInt64.init) { return seed...seed }
    return 1...(environment["SWIFTDATA_HISTORY_COUNT"].flatMap(UInt64.init) ?? 30)
  }

  @Test(arguments: RelationshipShapeTests.optionalShapes)
  func everyHistoryOfLinksLeadsWhereItShould(shape: RelationshipShape) throws {
    var failures = 0
    for seed in Self.seeds where failures < 2 {
      var run = try LinkRun(shape, seed: seed)
      do {
        try run.run(steps: 24)
      } catch {
        failures += 1
        Issue.record(
          "SWIFTDATA_HISTORY_SEED=\(seed), \(shape.rawValue):\n\(run.log.joined(separator: "\n"))\n\(error)"
        )
      }
    }
  }
}

/// One random history of one relationship.
private struct LinkRun {
  private let shape: RelationshipShape
  private let store: TemporaryStore
  private let container: ModelContainer
  private var context: ModelContext
  private var generator: SeededGenerator
  /// By number; the near ends are 1 to 4, the far ones 11 to 14, or the same where there is one class.
  private var models: [Int: any PersistentModel] = [:]
  private var now: LinkOracle
  private var saved: LinkOracle
  private var isSaved = false
  /// Whether all ends are looked at after each step, so that all lists are in memory and their order
  /// is known.
  private let looksAlways: Bool
  private(set) var log: [String] = []

  init(_ shape: RelationshipShape, seed: UInt64) throws {
    self.shape = shape
    store = try TemporaryStore()
    container = try ModelContainer(
      for: Schema(Shapes.all), configurations: ModelConfiguration(url: store.url))
    context = store.fresh(container)
    generator = SeededGenerator(seed: seed)
    now = LinkOracle(shape)
    saved = now
    looksAlways = seed.isMultiple(of: 2)
    for number in sources { models[number] = shape.makeSource(number) }
    for number in targets where models[number] == nil { models[number] = shape.makeTarget(number) }
  }

  private var sources: [Int] { [1, 2, 3, 4] }
  private var targets: [Int] { shape.isToItself ? sources : [11, 12, 13, 14] }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func run(steps: Int) throws {
    // What is joined before it is inserted is created in the order in which it is reached.
    let insertsAt = looksAlways ? 0 : pick(3) * 3
    for step in 0..<steps {
      if step == insertsAt {
        log.append("insert all")
        for number in models.keys.sorted() {
          if let model = models[number] { context.insert(model) }
        }
      }
      switch step < insertsAt ? 0 : pick(10) {
      case 0...6: try assign()
      case 7: try save()
      case 8: rollBack()
      default: try reopen()
      }
      if looksAlways { try compare(context) }
    }
    try save()
    try compare(context)
    try compare(store.fresh(container))
  }

  private mutating func assign() throws {
    let end: LinkOracle.End = shape.back != nil && pick(2) == 0 ? .back : .forth
    let property = try #require(end == .forth ? shape.forth : shape.back)
    let (owners, members) = end == .forth ? (sources, targets) : (targets, sources)
    let owner = owners[pick(owners.count)]
    let model = try model(owner, of: property.entity)
    var list = (0..<pick(property.isToMany ? 5 : 2)).map { _ in members[pick(members.count)] }
    if now.isOneWay, property.isToMany {
      // Without inverse a member has one owner.
      list.removeAll { member in
        owners.contains { $0 != owner && now.list(end, of: $0).contains(member) }
      }
    }
    let entity = end == .forth ? shape.destination : shape.forth.entity
    var expected = now.list(end, of: owner)
    if property.isToMany, pick(2) == 0, let member = list.first {
      let edit: ArrayEdit =
        pick(3) == 0 && !expected.isEmpty
        ? .remove(at: pick(expected.count))
        : .insert(try self.model(member, of: entity), at: pick(expected.count + 1))
      if !looksAlways, !property.isOrdered {
        // The place of a member is known only where the list was looked at.
        expected = property.read(model).map(number(of:))
      }
      log.append("\(owner).\(property.property): \(edit)")
      edit.apply(to: &expected)
      property.edit(model, edit)
    } else {
      log.append("\(owner).\(property.property) = \(list)")
      expected = list
      property.write(model, try list.map { try self.model($0, of: entity) })
    }
    now.assign(expected, to: owner, at: end)
  }

  private mutating func model(_ number: Int, of entity: String) throws -> any PersistentModel {
    if let model = models[number] { return model }
    let found = try #require(try context.find(entity, number))
    models[number] = found
    return found
  }

  private mutating func save() throws {
    log.append("save")
    try context.save()
    isSaved = true
    now.settle()
    saved = now
  }

  private mutating func rollBack() {
    guard isSaved else { return }
    log.append("rollback")
    context.rollback()
    now = saved
  }

  private mutating func reopen() throws {
    guard isSaved else { return }
    log.append("reopen")
    now = saved
    context = store.fresh(container)
    models = [:]
  }

  private func compare(_ view: ModelContext) throws {
    for end in LinkOracle.End.allCases {
      guard let property = end == .forth ? shape.forth : shape.back else { continue }
      for number in end == .forth ? sources : targets {
        let entity = end == .forth ? shape.forth.entity : shape.destination
        guard let model = isSaved ? try view.find(entity, number) : models[number] else { continue }
        let found = property.read(model).map(SwiftDataTests.number(of:))
        let wanted = now.list(end, of: number)
        guard
          looksAlways || property.isOrdered ? found != wanted : found.sorted() != wanted.sorted()
        else { continue }
        throw Discrepancy(
          description: "\(number).\(property.property) is \(found) instead of \(wanted)")
      }
    }
  }
}
