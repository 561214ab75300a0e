import Foundation
import SwiftData

extension HistoryRun {
  /// Marks a model for deletion; returns it.
  @discardableResult
  func delete(keeping: Bool = false) throws -> (any NumberedModel)? {
    switch below(10) {
    case 0: return try delete(Region.self, \.regions) { $0.deleteRegion($1) }
    case 1: return try delete(Town.self, \.towns) { $0.deleteTown($1) }
    case 2 where !keeping:
      return try delete(Route.self, \.routes) { $0.routes[$1] = nil }
    case 3: return try delete(Mayor.self, \.mayors) { $0.deleteMayor($1) }
    case 4: return try delete(Permit.self, \.permits) { $0.permits[$1] = nil }
    case 5 where !keeping:
      // Kept after all, it would be the last leg of its route.
      return try delete(Leg.self, \.legs) { $0.deleteLeg($1) }
    case 6: return try deleteGuild()
    case 7:
      return try delete(Seal.self, \.seals) { $0.seals[$1] = nil }
    case 8: return try delete(Landmark.self, \.landmarks) { $0.landmarks[$1] = nil }
    default: return try delete(Plot.self, \.plots) { $0.plots[$1] = nil }
    }
  }

  private func delete<Model: NumberedModel, Row>(
    _ type: Model.Type, _ table: KeyPath<World, [Int: Row]>, _ apply: (inout World, Int) -> Void
  ) throws -> Model? {
    guard let number = pick(current[keyPath: table]) else { return nil }
    note("delete \(type) \(number)")
    let model = try find(number, type)
    apply(&current, number)
    context.delete(model)
    return model
  }

  private func deleteGuild() throws -> Guild? {
    try delete(Guild.self, \.guilds) { world, number in
      world.deleteGuild(number, isNew: self.saved.guilds[number] == nil)
    }
  }

  /// Deletes a model and inserts it again at once: all is as before.
  func deleteAndKeep() throws {
    let before = current
    guard let model = try delete(keeping: true) else { return }
    if let seal = model as? Seal, before.seals[seal.number] != before.shown.seals[seal.number] {
      // It would bring back the guild, too, if that was never saved.
      return
    }
    note("  and keep it")
    insert(model)
    current = before
    // A reference without inverse to what was never saved is not found again.
    held[model.number] = model
  }

  private func insert<Model: PersistentModel>(_ model: Model) { context.insert(model) }

  /// Deletes all models of a kind that a predicate describes.
  func deleteMany() throws {
    let bound = below(20)
    switch below(4) {
    case 0:
      note("delete towns below \(bound)")
      try context.delete(model: Town.self, where: #Predicate { $0.value < bound })
      for (number, row) in current.towns where row.value < bound { current.deleteTown(number) }
    case 1:
      note("delete landmarks below \(bound)")
      try context.delete(model: Landmark.self, where: #Predicate { $0.value < bound })
      current.landmarks = current.landmarks.filter { $0.value.value >= bound }
    case 2:
      note("delete landmarks below \(bound) that are no beacons")
      try context.delete(
        model: Landmark.self, where: #Predicate { $0.value < bound }, includeSubclasses: false)
      current.landmarks = current.landmarks.filter {
        $0.value.value >= bound || $0.value.light != nil
      }
    default:
      note("delete plots of towns below \(bound)")
      try context.delete(model: Plot.self, where: #Predicate { ($0.town?.value ?? 99) < bound })
      current.plots = current.plots.filter { plot in
        (plot.value.town.flatMap { current.towns[$0]?.value } ?? 99) >= bound
      }
    }
  }
}
