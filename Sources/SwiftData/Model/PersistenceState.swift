/// Where a model stands in its life.
///
/// `isDeleted`, `hasChanges` and `modelContext` show what Apple's SwiftData shows, which leaves
/// some questions open: `isDeleted` is false again once a deletion is saved. This tells:
///
/// ```swift
/// context.delete(trip)     // trip.persistenceState == .deleted
/// try context.save()       // trip.persistenceState == .gone
/// ```
///
/// Apple's SwiftData has no such property.
public enum PersistenceState: String, Hashable, Sendable, CaseIterable {
  /// No context has the model: it was never inserted, or it left its context before it was saved.
  case unmanaged
  /// The next save makes a row for the model.
  case inserted
  /// The model stands for a row; `hasChanges` tells whether it differs from it.
  case saved
  /// The next save deletes the model's row.
  case deleted
  /// The model's row is deleted; it shows the values that it had.
  case gone
  /// The model stands for a row, but its context is gone: changes are kept and not saved, until the
  /// model is inserted into another context.
  case orphaned
}

extension PersistentModel {
  /// Where the model stands in its life.
  ///
  /// That another context has deleted the row shows once this model's own context has looked for it.
  public var persistenceState: PersistenceState { _$storage.persistenceState }
}
