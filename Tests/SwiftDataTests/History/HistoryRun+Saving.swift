import Foundation
import SwiftData

extension HistoryRun {
  func rollBack() {
    note("rollback")
    context.rollback()
    forgetParted()
    current = saved
    touched = []
    undo?.forgetAll()
  }

  func reopen() throws {
    note("reopen")
    held = [:]
    current = saved
    touched = []
    if chance(2) { container = try Self.container(store) }
    context = ModelContext(container)
    if undo != nil { undo = UndoStacks() }
    context.undoManager = undo?.manager
  }

  /// Saves, or sees that the save is refused as it should be, and goes on.
  func save() throws {
    endAction()
    if let refusal = current.refusal(since: saved) {
      try saveInVain(refusal)
      if !chance(4) { try mend() }
    } else {
      try saveAll()
    }
  }

  /// Saves at the end of the history, come what may.
  func saveAtLast() throws {
    endAction()
    for _ in 0..<9 where current.refusal(since: saved) != nil {
      try saveInVain(current.refusal(since: saved) ?? "")
      try mend()
    }
    if current.refusal(since: saved) != nil { rollBack() }
    try saveAll()
  }

  private func saveAll() throws {
    note("save")
    let order = context.insertedModelsArray.compactMap { ($0 as? any NumberedModel)?.number }
    try context.save()
    let merged = current.mergeEqualKeys(since: saved, order: order)
    settle(merged)
    touched = []
    if chance(3) { try compare(store.fresh(container), to: saved, "another context") }
    if chance(4) { try compareFiles() }
  }

  /// Takes in what a save has done.
  private func settle(_ merged: [Int: Int]) {
    forgetParted()
    saved = current
    undo?.saves += 1
    guard !merged.isEmpty else { return }
    note("  \(merged.sorted { $0.key < $1.key }) became one")
    for (former, number) in merged {
      // A model of either goes on as the row's.
      if let model = held.removeValue(forKey: former), chance(2) { held[number] = model }
      identifiers?[former] = nil
      identifiers?[number] = nil
    }
    undo?.forgetAll()
  }

  private func saveInVain(_ refusal: String) throws {
    note("save in vain: \(refusal)")
    do {
      try context.save()
    } catch SwiftDataError.modelValidationFailure {
      return try compare()
    }
    throw Discrepancy(description: "The save should have been refused: \(refusal)")
  }

  /// Makes a refused save possible, or at least tries to.
  private func mend() throws {
    switch below(4) {
    case 0: rollBack()
    case 1 where undo?.undone.isEmpty == false: try undoSome()
    default: try mendCauses()
    }
  }

  private func mendCauses() throws {
    note("mend")
    for number in current.permits.keys.sorted() where current.permits[number]?.town == nil {
      let permit = try find(number, Permit.self)
      if let town = pick(current.towns) {
        permit.town = try find(town, Town.self)
        current.permits[number]?.town = town
      } else {
        context.delete(permit)
        current.permits[number] = nil
      }
    }
    for number in current.mayors.keys.sorted() {
      guard let guild = current.mayors[number]?.guild, current.guilds[guild] == nil else {
        continue
      }
      let goal = pick(current.guilds)
      let mayor = try find(number, Mayor.self)
      mayor.guild = try goal.map { try find($0, Guild.self) }
      current.mayors[number]?.guild = goal
    }
    var codes: Set<String> = []
    for number in current.landmarks.keys.sorted() {
      guard let code = current.landmarks[number]?.code, !codes.insert(code).inserted else {
        continue
      }
      try find(number, Landmark.self).code = nil
      current.landmarks[number]?.code = nil
    }
    for number in current.plots.keys.sorted() {
      guard let plot = current.plots[number], plot.town != nil else { continue }
      let house = 100 + number
      try find(number, Plot.self).house = house
      current.plots[number]?.house = house
    }
    // What was there before the save could not be saved.
    undo?.forgetAll()
  }

  /// Leaves a required relationship empty, or a deletion denied, so that the save has to be refused.
  func failToSave() throws {
    if chance(2), let number = pick(current.permits), let town = current.permits[number]?.town {
      note("permit \(number) loses its town")
      let permit = try find(number, Permit.self)
      try find(town, Town.self).permits.removeAll { $0 === permit }
      touch(number, "owner")
      current.permits[number]?.town = nil
    } else {
      let guilds = current.mayors.values.compactMap(\.guild).filter { current.guilds[$0] != nil }
      guard let number = guilds.sorted().first else { return }
      note("delete guild \(number) that has members")
      let guild = try find(number, Guild.self)
      context.delete(guild)
      current.deleteGuild(number, isNew: saved.guilds[number] == nil)
    }
    try save()
  }
}
