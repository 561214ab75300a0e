import Foundation

/// The unsaved changes of a context, as far as a fetch of one entity has to heed them.
struct PendingOverlay<T: PersistentModel> {
  /// Whether the descriptor asks for rows as they are stored.
  let isIgnored: Bool
  private var inserted: [T] = []
  private var changed: [T] = []
  private var hasDeletions = false
  private var hasOtherChanges = false

  init(_ context: ModelContext, _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) {
    isIgnored = !descriptor.includePendingChanges
    guard !isIgnored, context.hasChanges else { return }
    inserted = context.insertedModels.compactMap { model in
      context.isInserted(model) ? model as? T : nil
    }
    changed = context.changedModels.compactMap { model in
      model._$storage.isChanged ? model as? T : nil
    }
    hasDeletions = context.deletedModels.contains { $0 is T && $0._$storage.state == .deleted }
    hasOtherChanges = true
  }

  /// Whether the store's answer needs no correction.
  var isEmpty: Bool { isIgnored || !hasOtherChanges }

  /// The store's models corrected: deleted ones out, changed ones judged anew, inserted ones in.
  ///
  /// Ordered as models are without sort descriptors: by primary key, unsaved ones last.
  func merge(_ models: [T], matches: (T) -> Bool) -> [T] {
    let kept = models.filter { model in
      let storage = model._$storage
      return storage.state == .persistent && !storage.isChanged
    }
    let reconsidered = changed.filter(matches)
    let all =
      reconsidered.isEmpty
      ? kept
      : (kept + reconsidered).sorted { $0._$storage.primaryKey < $1._$storage.primaryKey }
    return all + inserted.filter(matches)
  }
}
