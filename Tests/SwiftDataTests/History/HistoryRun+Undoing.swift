import Foundation
import SwiftData

/// The worlds that a history can come back to, as its undo manager should.
struct UndoStacks {
  /// A world before an action, or after one that was undone.
  struct Entry {
    let world: World
    /// The order of towns in regions that were held, by number.
    let towns: [Int: [Int]]
    /// How often had been saved: an order lasts until then.
    let saves: Int
  }

  let manager = UndoManager()
  var undone: [Entry] = []
  var redone: [Entry] = []
  /// The world before the action that is open, with the number of actions before it.
  var open: (entry: Entry, count: Int, isGroup: Bool)?
  var saves = 0

  mutating func forgetAll() {
    if open?.isGroup == true { manager.endUndoGrouping() }
    manager.removeAllActions()
    undone = []
    redone = []
    open = nil
  }
}

extension HistoryRun {
  private func entry() -> UndoStacks.Entry {
    var towns: [Int: [Int]] = [:]
    // Reading them loads them, and not all histories should have all loaded.
    for number in held.keys.sorted() where number.isMultiple(of: 2) {
      guard let region = held[number] as? Region, region.modelContext === context else { continue }
      towns[number] = region.towns.map(\.number)
    }
    return UndoStacks.Entry(world: current, towns: towns, saves: undo?.saves ?? 0)
  }

  /// Remembers how all was before the next change.
  func beginAction() {
    guard let manager = undo?.manager, undo?.open == nil else { return }
    context.processPendingChanges()
    let isGroup = chance(4)
    let open = (entry: entry(), count: manager.undoCount, isGroup: isGroup)
    undo?.open = open
    if isGroup { manager.beginUndoGrouping() }
  }

  /// Parts what has changed from what changes next.
  func endAction() {
    guard let open = undo?.open, let manager = undo?.manager else { return }
    if open.isGroup { manager.endUndoGrouping() }
    context.processPendingChanges()
    undo?.open = nil
    guard manager.undoCount > open.count else { return }
    undo?.undone.append(open.entry)
    undo?.redone = []
  }

  func undoSome() throws {
    endAction()
    for _ in 0...below(3) {
      guard let manager = undo?.manager, let goal = undo?.undone.popLast() else { return }
      note("undo")
      let (former, count) = (entry(), manager.redoCount)
      manager.undo()
      if manager.redoCount > count { undo?.redone.append(former) }
      try arrive(at: goal)
    }
  }

  func redoSome() throws {
    endAction()
    for _ in 0...below(3) {
      guard let manager = undo?.manager, let goal = undo?.redone.popLast() else { return }
      note("redo")
      let (former, count) = (entry(), manager.undoCount)
      manager.redo()
      if manager.undoCount > count { undo?.undone.append(former) }
      try arrive(at: goal)
    }
  }

  private func arrive(at goal: UndoStacks.Entry) throws {
    for number in goal.world.numbersChanged(since: current) { touch(number, "value") }
    current = goal.world
    forgetParted()
    if chance(2) { try compare() }
    guard goal.saves == undo?.saves else { return }
    for (number, towns) in goal.towns.sorted(by: { $0.key < $1.key }) {
      guard let region = held[number] as? Region, region.towns.map(\.number) != towns else {
        continue
      }
      throw Discrepancy(
        description: "region \(number) has towns \(region.towns.map(\.number)) instead of \(towns)")
    }
  }
}
