import Foundation
import SwiftData

extension Atlas {
  /// Edits and saves, edits and thinks better of it, and deletes with what belongs to it.
  func change(_ context: ModelContext) throws {
    heading("Changes")
    try addNote(context)
    try rollBack(context)
    try deleteWithNotes(context)
  }

  private func addNote(_ context: ModelContext) throws {
    let iceland = try country("IS", in: context)
    let visit = iceland.notes.count + 1
    iceland.notes.append(Note(text: "visit \(visit)"))
    try context.save()
    print("  noted: visit \(visit) to \(iceland.name); the next run will show it")
  }

  private func rollBack(_ context: ModelContext) throws {
    let iceland = try country("IS", in: context)
    let zones = iceland.zones.count
    let notes = iceland.notes.count
    iceland.name = "Thule"
    iceland.zones.removeAll()
    for note in iceland.notes { context.delete(note) }
    print(
      "  changed, and not saved: it is \(iceland.name), with \(iceland.zones.count) zones and "
        + "\(iceland.notes.count) notes")
    context.rollback()
    guard !context.hasChanges, iceland.zones.count == zones, iceland.notes.count == notes else {
      throw AtlasError.unexpected("rollback left changes behind")
    }
    print(
      "  rolled back:             it is \(iceland.name) again, with \(zones) zone and \(notes) "
        + (notes == 1 ? "note" : "notes"))
  }

  private func deleteWithNotes(_ context: ModelContext) throws {
    let before = try context.fetchCount(FetchDescriptor<Note>())
    let atlantis = Country(code: "XA", name: "Atlantis")
    atlantis.notes = [Note(text: "seen by Plato"), Note(text: "not seen since")]
    atlantis.zones = try context.fetch(
      FetchDescriptor<Zone>(predicate: #Predicate { $0.identifier == "Atlantic/Azores" }))
    context.insert(atlantis)
    try context.save()
    let during = try context.fetchCount(FetchDescriptor<Note>())
    print("  discovered \(atlantis.name): \(during - before) notes more, \(during) in all")

    context.delete(atlantis)
    try context.save()
    let after = try context.fetchCount(FetchDescriptor<Note>())
    let azores = try context.fetchCount(
      FetchDescriptor<Zone>(predicate: #Predicate { $0.identifier == "Atlantic/Azores" }))
    guard after == before, azores == 1 else {
      throw AtlasError.unexpected("the deletion took too little or too much with it")
    }
    print("  it sank and took its notes along (\(after) left); the zone of the Azores stays")
  }
}
