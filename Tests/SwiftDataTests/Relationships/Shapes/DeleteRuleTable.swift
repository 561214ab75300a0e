import Foundation
import SwiftData
import Testing

/// What a deletion does to the model at the other end of a relationship.
enum DeletionEffect: String {
  case goesToo = "goes too"
  /// Its end leads to the deleted model no more, at once.
  case isCleared = "cleared"
  /// Its end leads to the deleted model until the save.
  case isClearedLate = "cleared by the save"
  case isUntouched = "untouched"
  case isRefused = "**refused**"
}

/// One cell of the table of delete rules.
struct DeletionCase {
  enum End: CaseIterable { case source, target }
  enum Moment: CaseIterable { case beforeSave, afterSave, afterReopening }

  let shape: RelationshipShape
  let end: End
  let moment: Moment
  let store: TemporaryStore
  let container: ModelContainer
  /// The numbers of the models are this one and the next; those of bystanders are 10 and 11 more.
  let first: Int

  /// Deletes one end and returns what that does to the other, by all that can be seen of it.
  func effect() throws -> DeletionEffect {
    var context = store.fresh(container)
    let pair = shape.makePair(first)
    let bystanders = shape.makePair(first + 10)
    for model in [pair.source, pair.target, bystanders.source, bystanders.target] {
      context.insert(model)
    }
    if moment != .beforeSave { try context.save() }
    if moment == .afterReopening { context = store.fresh(container) }
    let source = try #require(try context.find(shape.forth.entity, first))
    let target = try #require(try context.find(shape.destination, first + 1))
    if moment != .afterReopening { #expect(source === pair.source && target === pair.target) }
    let (doomed, other, otherEnd) =
      end == .source ? (source, target, shape.back) : (target, source, shape.forth)
    context.delete(doomed)
    let showsItStill = otherEnd?.read(other).contains { $0 === doomed } ?? false
    let goesToo = other.isDeleted || other.modelContext == nil
    do {
      try context.save()
    } catch SwiftDataError.modelValidationFailure {
      try checkRefusal(in: context, doomed: doomed, other: other)
      return .isRefused
    }
    let effect: DeletionEffect =
      goesToo
      ? .goesToo
      : otherEnd == nil ? .isUntouched : showsItStill ? .isClearedLate : .isCleared
    try check(effect, in: context, other: other, end: otherEnd)
    try checkBystanders(in: context)
    return effect
  }

  /// The context and the store show what the effect says.
  private func check(
    _ effect: DeletionEffect, in context: ModelContext, other: any PersistentModel,
    end: RelationshipEnd?
  ) throws {
    let entity = self.end == .source ? shape.destination : shape.forth.entity
    let number = self.end == .source ? first + 1 : first
    let gone = self.end == .source ? shape.forth.entity : shape.destination
    for view in [context, store.fresh(container)] {
      #expect(try view.find(gone, self.end == .source ? first : first + 1) == nil, "\(self)")
      let survivor = try view.find(entity, number)
      #expect((survivor == nil) == (effect == .goesToo), "\(self)")
      if let survivor { #expect(end?.read(survivor).isEmpty ?? true, "\(self)") }
    }
    // Reading what is gone never traps.
    _ = end?.read(other)
  }

  private func checkBystanders(in context: ModelContext) throws {
    for view in [context, store.fresh(container)] {
      let source = try #require(try view.find(shape.forth.entity, first + 10), "\(self)")
      let target = try #require(try view.find(shape.destination, first + 11), "\(self)")
      #expect(shape.forth.read(source).first === target, "\(self)")
      if let back = shape.back { #expect(back.read(target).first === source, "\(self)") }
    }
  }

  /// Both ends are intact: in the store at once, and in the context after a rollback.
  private func checkRefusal(
    in context: ModelContext, doomed: any PersistentModel, other: any PersistentModel
  ) throws {
    guard moment != .beforeSave else {
      context.rollback()
      return
    }
    #expect(doomed.isDeleted, "\(self)")
    #expect(throws: SwiftDataError.self) { try context.save() }
    for view in [store.fresh(container), context] {
      context.rollback()
      let source = try #require(try view.find(shape.forth.entity, first), "\(self)")
      let target = try #require(try view.find(shape.destination, first + 1), "\(self)")
      #expect(shape.forth.read(source).first === target, "\(self)")
      if let back = shape.back { #expect(back.read(target).first === source, "\(self)") }
    }
    #expect(!doomed.isDeleted && !other.isDeleted && !context.hasChanges, "\(self)")
    try context.save()
    try checkBystanders(in: context)
  }
}

extension DeletionCase: CustomStringConvertible {
  var description: String { "\(shape.rawValue), \(end) deleted \(moment)" }
}

/// The table of what each delete rule does, for each shape, either end and each moment.
struct DeleteRuleTable {
  typealias Rule = Schema.Relationship.DeleteRule

  static let rules: [Rule] = [.cascade, .nullify, .deny, .noAction]
  private var effects: [String: DeletionEffect] = [:]

  /// Tries out every cell.
  init() throws {
    for rule in Self.rules {
      for moment in DeletionCase.Moment.allCases { try fill(rule, moment) }
    }
  }

  private mutating func fill(_ rule: Rule, _ moment: DeletionCase.Moment) throws {
    let schema = Schema(Shapes.all)
    for shape in RelationshipShape.allCases {
      let entity = schema.entities.first { $0.name == shape.forth.entity }
      entity?.relationshipsByName[shape.forth.property]?.deleteRule = rule
    }
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(url: store.url))
    var number = 100
    for shape in RelationshipShape.allCases {
      for end in DeletionCase.End.allCases {
        let cell = DeletionCase(
          shape: shape, end: end, moment: moment, store: store, container: container,
          first: number)
        effects[Self.key(rule, shape, end, moment)] = try cell.effect()
        number += 100
      }
    }
    // A rule that leaves keys which lead nowhere is what the checker objects to.
    if rule != .noAction { try store.check() }
  }

  private static func key(
    _ rule: Rule, _ shape: RelationshipShape, _ end: DeletionCase.End, _ moment: DeletionCase.Moment
  ) -> String { "\(rule) \(shape) \(end) \(moment)" }

  /// The text of one cell: one effect, or two where the first save makes a difference.
  private func cell(_ rule: Rule, _ shape: RelationshipShape, _ end: DeletionCase.End) -> String {
    let found = DeletionCase.Moment.allCases.map {
      effects[Self.key(rule, shape, end, $0)]?.rawValue ?? "?"
    }
    if Set(found).count == 1 { return found[0] }
    let saved = found[1] == found[2] ? found[1] : "\(found[1]); reopened: \(found[2])"
    return "\(saved) (unsaved: \(found[0]))"
  }

  /// Whether an order makes a difference anywhere.
  var orderMatters: Bool {
    RelationshipShape.allCases.contains { shape in
      guard let unordered = shape.unordered else { return false }
      return Self.rules.contains { rule in
        DeletionCase.End.allCases.contains { cell(rule, shape, $0) != cell(rule, unordered, $0) }
      }
    }
  }

  /// The table in Markdown.
  var text: String {
    var lines = [
      "| relationship | deleted | " + Self.rules.map { "`\($0.rawValue)`" }.joined(separator: " | ")
        + " |",
      "| --- | --- | " + Self.rules.map { _ in "---" }.joined(separator: " | ") + " |",
    ]
    for shape in RelationshipShape.allCases where shape.unordered == nil {
      for end in DeletionCase.End.allCases {
        let cells = Self.rules.map { cell($0, shape, end) }.joined(separator: " | ")
        let name = end == .source ? shape.rawValue : ""
        lines.append("| \(name) | \(end == .source ? "this end" : "the other end") | \(cells) |")
      }
    }
    return lines.joined(separator: "\n")
  }
}

@Suite struct DeleteRuleTableTests {
  private static let part = DocumentPart(
    of: "DeleteRules.md", from: "<!-- The table is written by DeleteRuleTableTests. -->\n",
    to: "<!-- End of the table. -->")

  /// `SWIFTDATA_WRITE_TABLES=1` writes the table into the document instead of comparing the two.
  @Test func theDocumentedTableIsWhatHappens() throws {
    let cells = try DeleteRuleTable()
    #expect(!cells.orderMatters)
    let table = cells.text + "\n"
    #expect(try Self.part.documented(orWriting: table) == table)
  }
}
