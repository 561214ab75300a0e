import Foundation
import StoreModelTestSupport
import SwiftData
import Testing

/// One random history: the same steps on a context and on a world of plain values, compared after
/// every step.
final class HistoryRun {
  let store: TemporaryStore
  var container: ModelContainer
  var context: ModelContext
  var generator: SeededGenerator
  var saved = World()
  var current = World()
  var lastNumber = 0
  /// Models that the program holds; all others have to be fetched again.
  var held: [Int: any NumberedModel] = [:]
  /// What can be undone and redone; nil where the history goes without an undo manager.
  var undo: UndoStacks?
  /// Properties that were assigned since they were last saved, whether they differ now or not.
  var touched: Set<Touch> = []
  /// Identifiers by number, in histories that look at them: asking for one changes what a model has.
  var identifiers: [Int: PersistentIdentifier]?
  private var log: [String] = []

  struct Touch: Hashable {
    let number: Int
    let property: String
  }

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    store = try TemporaryStore()
    container = try Self.container(store)
    context = ModelContext(container)
    if !seed.isMultiple(of: 3) { undo = UndoStacks() }
    if seed.isMultiple(of: 2) { identifiers = [:] }
    context.undoManager = undo?.manager
  }

  static func container(_ store: TemporaryStore) throws -> ModelContainer {
    try ModelContainer(for: .histories, configurations: ModelConfiguration(url: store.url))
  }

  var steps: String { log.joined(separator: "\n") }

  func note(_ text: String) { log.append(text) }

  /// Takes so many steps; throws a `Discrepancy` at the first that leads astray.
  func run(steps count: Int, checksStore: Bool) throws {
    for _ in 0..<count {
      beginAction()
      try step()
      if chance(3) { endAction() }
      if chance(2) { try compare() }
    }
    try compare()
    try saveAtLast()
    try compare()
    try reopen()
    try compare()
    try compareFiles()
    // The checker knows no rule that leaves keys of rows that are gone.
    let hasLeftKeys =
      try store.raw.integer(
        "SELECT 1 FROM ZSEAL WHERE ZGUILD NOT IN (SELECT Z_PK FROM ZGUILD)") != nil
    if checksStore, !hasLeftKeys { try store.check() }
  }

  private func step() throws {
    switch below(40) {
    case 0..<7: try insert()
    case 7..<12: try edit()
    case 12..<22: try link()
    case 22..<25: try delete()
    case 25: try deleteAndKeep()
    case 26: try deleteMany()
    case 27: rollBack()
    case 28..<31: try save()
    case 31: try reopen()
    case 32: forgetSome()
    case 33..<35: try undoSome()
    case 35: try redoSome()
    case 36: try failToSave()
    default: try changeElsewhere()
    }
  }

  // MARK: Chance

  func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

  /// A number of the keys, always the same for the same history.
  func pick<Row>(_ table: [Int: Row]) -> Int? {
    table.keys.sorted().randomElement(using: &generator)
  }

  func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  // MARK: Finding

  func find<Model: NumberedModel>(_ number: Int, _ type: Model.Type) throws -> Model {
    if let model = held[number] as? Model { return model }
    let found = try context.fetch(FetchDescriptor<Model>()).first { $0.number == number }
    guard let found else { throw Discrepancy(description: "\(type) \(number) isn't there") }
    if chance(2) { held[number] = found }
    return found
  }

  /// Lets go of some models, in an order that is the same for the same history.
  private func forgetSome() {
    let all = chance(2)
    for number in held.keys.sorted() where all || chance(2) { held[number] = nil }
  }

  /// Lets go of models that are no longer in the context.
  func forgetParted() {
    for number in held.keys where held[number]?.modelContext == nil { held[number] = nil }
  }

  func touch(_ number: Int, _ property: String) {
    touched.insert(Touch(number: number, property: property))
  }

  // MARK: Values

  func anyText() -> String {
    pick(["", "a", "Rue \u{e9}", "Rue e\u{301}", "nul\u{0}l", "\u{1F3F4}\u{200D}\u{2620}\u{FE0F}"])
  }

  func anyCode() -> String? { pick([nil, nil, "A", "B", "C", "\u{c4}", "A\u{308}", ""]) }

  func anyPhoto() -> Data? {
    switch below(4) {
    case 0: nil
    case 1: Data(repeating: UInt8(below(256)), count: below(3))
    // At the limit, and beyond it.
    case 2: Data(repeating: UInt8(below(256)), count: 102_399 + below(4))
    default: Data(repeating: UInt8(below(256)), count: 150_000)
    }
  }

  func anySpot() -> Town.Spot {
    Town.Spot(x: chance(3) ? nil : Double(below(3)), y: chance(2) ? nil : -0.5)
  }

  func anySite() -> Town.Site {
    Town.Site(
      street: anyText(), house: chance(2) ? nil : below(3), spot: chance(2) ? nil : anySpot(),
      names: (0..<below(3)).map { _ in anyText() })
  }

  func anyMood() -> Town.Mood? {
    switch below(5) {
    case 0: nil
    case 1: .calm
    case 2: .stormy(force: below(3), name: chance(2) ? nil : anyText())
    case 3: .mixed(anySpot())
    default: .late
    }
  }
}

extension Town.Mood? {
  /// The value as it is kept: what has nothing but nil parts is nil.
  var kept: Town.Mood? { self == .mixed(Town.Spot(x: nil, y: nil)) ? nil : self }
}

extension Town.Site {
  /// The value as it is kept: a part is nil if all of its own parts are.
  var kept: Town.Site {
    var site = self
    if let spot, spot.x == nil, spot.y == nil { site.spot = nil }
    return site
  }
}
