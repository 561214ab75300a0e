import Foundation
import SwiftData
import Testing

/// Takes a plan's steps in one context, which lives as long as the soak, and holds what it comes by.
///
/// Belongs to the actor that works in the context.
final class SoakWriter {
  private let context: ModelContext
  private let others: Int
  private(set) var plan: SoakPlan
  /// The writer's own boxes, and some that others have made, by number.
  private var boxes: [Int: SoakBox] = [:]
  private var strangers: [Int: SoakBox] = [:]
  /// What the history says is there of the writer's own.
  private var told: Set<PersistentIdentifier> = []
  private var lastTransaction: Int64 = 0
  /// How often a save had to wait for too long, and was tried again.
  private(set) var busySaves = 0
  private(set) var conflicts = 0

  private var author: String { "writer \(plan.writer)" }

  init(_ plan: SoakPlan, in context: ModelContext, others: Int) {
    self.plan = plan
    self.others = others
    self.context = context
    context.author = author
  }

  /// Takes the next step.
  func step() throws {
    switch plan.advance(writers: others) {
    case .save(let operations):
      for operation in operations { try apply(operation) }
      try save()
    case .rollBack(let operations):
      for operation in operations { try apply(operation) }
      context.rollback()
      boxes = boxes.filter { $0.value.modelContext != nil }
    case .count(let number): try count(number)
    case .look(let other): try look(at: other)
    case .readHistory: try readHistory()
    case .deleteHistory: try deleteHistory()
    }
  }

  /// Says that this was the last step.
  func end() throws {
    try readHistory()
    context.insert(SoakEnd(writer: plan.writer, steps: plan.steps))
    try save()
  }

  private func save() throws {
    while true {
      do {
        return try context.save()
      } catch let error where SoakWriter.isBusy(error) {
        busySaves += 1
      }
    }
  }

  private static func isBusy(_ error: any Error) -> Bool {
    "\(error)".contains("has been writing to it for too long")
  }

  // MARK: Operations

  private func apply(_ operation: SoakPlan.Operation) throws {
    let writer = plan.writer
    switch operation {
    case .open(let number, let value, let isCrate, let parts):
      let box =
        isCrate
        ? SoakCrate(writer: writer, number: number, value: value, weight: value + 1)
        : SoakBox(writer: writer, number: number, value: value)
      context.insert(box)
      box.parts = parts.map(makePart)
      boxes[number] = box
    case .set(let number, let value, let note):
      let box = try box(number)
      box?.value = value
      box?.note = note
    case .addPart(let part, let number): try box(number)?.parts.append(makePart(part))
    case .setPart(let number, let value): try part(number)?.value = value
    case .movePart(let number, let target, let byMembers):
      guard let part = try part(number), let box = try box(target), part.box !== box else { return }
      if byMembers { box.parts.append(part) } else { part.box = box }
    case .removePart(let number): try part(number).map { context.delete($0) }
    case .toggle(let number, let label): try toggle(try box(number), label)
    case .close(let number):
      try box(number).map { context.delete($0) }
      boxes[number] = nil
    case .sweep(let limit):
      try context.delete(
        model: SoakPart.self, where: #Predicate { $0.writer == writer && $0.value < limit })
    }
  }

  private func makePart(_ number: Int) -> SoakPart {
    SoakPart(writer: plan.writer, number: number, value: SoakPlan.value(ofPart: number))
  }

  private func box(_ number: Int) throws -> SoakBox? {
    if let box = boxes[number], box.modelContext != nil { return box }
    let found = try context.fetch(
      FetchDescriptor<SoakBox>(predicate: #Predicate { $0.number == number }))
    boxes[number] = found.first
    return found.first
  }

  private func part(_ number: Int) throws -> SoakPart? {
    try context.fetch(FetchDescriptor<SoakPart>(predicate: #Predicate { $0.number == number }))
      .first
  }

  private func toggle(_ box: SoakBox?, _ number: Int) throws {
    guard let box else { return }
    if let index = box.labels.firstIndex(where: { $0.number == number }) {
      box.labels.remove(at: index)
      return
    }
    let label = try context.fetch(
      FetchDescriptor<SoakLabel>(predicate: #Predicate { $0.number == number })
    ).first
    // From either end.
    if number.isMultiple(of: 2) {
      label?.boxes.append(box)
    } else {
      label.map { box.labels.append($0) }
    }
  }

  /// Counts up what all count up, until nobody else has done so at the same time.
  private func count(_ number: Int) throws {
    context.conflictPolicy = .fail
    defer { context.conflictPolicy = .lastSaverWins }
    while true {
      let counter = try context.fetch(
        FetchDescriptor<SoakCounter>(predicate: #Predicate { $0.number == number })
      ).first
      counter?.value += 1
      do {
        return try save()
      } catch let error as SwiftDataError where error == .saveConflict {
        conflicts += 1
        context.rollback()
      }
    }
  }

  // MARK: Looking

  /// Compares what the context shows of the writer's own with the plan, and holds on to what another
  /// one has.
  private func look(at other: Int) throws {
    try compareOwn()
    let found = try context.fetch(
      FetchDescriptor<SoakBox>(predicate: #Predicate { $0.writer == other }))
    guard other != plan.writer else { return }
    for box in found {
      // Loads what has to be kept up to date from now on.
      _ = box.parts.count + box.labels.count
      strangers[box.number] = box
    }
    if strangers.count > 100 { strangers = [:] }
  }

  private func compareOwn() throws {
    let own = plan.writer
    let shown = try SoakContents(
      of: context.fetch(FetchDescriptor<SoakBox>(predicate: #Predicate { $0.writer == own })))
    shown.expect([plan], "writer \(own) after \(plan.steps) steps, in its own context")
  }

  private func readHistory() throws {
    let (author, last) = (author as String?, lastTransaction)
    let transactions = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.transactionIdentifier > last && $0.author == author }))
    for transaction in transactions {
      #expect(transaction.transactionIdentifier > lastTransaction)
      lastTransaction = transaction.transactionIdentifier
      for change in transaction.changes { take(change) }
    }
  }

  private func take(_ change: HistoryChange) {
    let identifier = change.changedPersistentIdentifier
    guard ["SoakBox", "SoakCrate", "SoakPart"].contains(identifier.entityName) else { return }
    switch change {
    case .insert: #expect(told.insert(identifier).inserted, "\(author): inserted twice")
    case .update: #expect(told.contains(identifier), "\(author): changed, and never inserted")
    case .delete: #expect(told.remove(identifier) != nil, "\(author): deleted twice")
    }
  }

  /// Deletes what the writer has read of its own history; that of others stays.
  private func deleteHistory() throws {
    let (author, last) = (author as String?, lastTransaction)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.transactionIdentifier <= last && $0.author == author }))
  }

  // MARK: The end

  /// Compares what the context shows with what all have done, when nobody does anything any more.
  func verify(_ plans: [SoakPlan]) throws {
    let found = try context.fetch(FetchDescriptor<SoakBox>())
    try SoakContents(of: found).expect(plans, "the context of writer \(plan.writer)")
    try SoakContents.expectShared(plans, in: context)
    // What was held all the time, and nobody has fetched by name since.
    for (number, box) in strangers {
      let expected = plans.lazy.compactMap { $0.boxes[number] }.first
      guard let expected else {
        #expect(box.modelContext == nil, "box \(number) is gone")
        continue
      }
      #expect(box.modelContext === context)
      #expect(SoakPlan.Box(box) == expected, "box \(number), held by writer \(plan.writer)")
    }
    let own = plan.writer
    let parts = try context.fetchIdentifiers(
      FetchDescriptor<SoakPart>(predicate: #Predicate { $0.writer == own }))
    let boxes = found.filter { $0.writer == own }.map(\.persistentModelID)
    #expect(told == Set(parts + boxes), "the history of writer \(own)")
  }
}

/// Boxes as a context shows them.
struct SoakContents {
  private let boxes: [Int: SoakPlan.Box]

  init(of models: [SoakBox]) throws {
    var boxes: [Int: SoakPlan.Box] = [:]
    for model in models {
      #expect(boxes.updateValue(SoakPlan.Box(model), forKey: model.number) == nil)
    }
    self.boxes = boxes
  }

  /// Expects the boxes of some plans and no others.
  func expect(_ plans: [SoakPlan], _ place: String) {
    let expected = plans.reduce(into: [:]) { $0.merge($1.boxes) { first, _ in first } }
    for number in Set(expected.keys).union(boxes.keys).sorted()
    where expected[number] != boxes[number] {
      Issue.record(
        """
        \(place): box \(number) is \(String(describing: boxes[number])), and should be \
        \(String(describing: expected[number]))
        """)
    }
  }

  /// Expects what all share to be what all have made of it together.
  static func expectShared(_ plans: [SoakPlan], in context: ModelContext) throws {
    for counter in try context.fetch(FetchDescriptor<SoakCounter>()) {
      let expected = plans.reduce(0) { $0 + $1.counts[counter.number] }
      #expect(counter.value == expected, "counter \(counter.number)")
    }
    for label in try context.fetch(FetchDescriptor<SoakLabel>()) {
      let expected = plans.flatMap(\.boxes).filter { $0.value.labels.contains(label.number) }
      #expect(
        label.boxes.map(\.number).sorted() == expected.map(\.key).sorted(),
        "label \(label.number)")
    }
  }
}

extension SoakPlan.Box {
  init(_ model: SoakBox) {
    value = model.value
    note = model.note
    isCrate = model is SoakCrate
    parts = Dictionary(
      model.parts.map { ($0.number, $0.value) }, uniquingKeysWith: { first, _ in first })
    labels = Set(model.labels.map(\.number))
  }
}
