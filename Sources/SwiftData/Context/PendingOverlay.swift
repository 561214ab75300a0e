import Foundation
import StoreModel

/// The unsaved changes of a context, as far as a fetch of one entity has to heed them.
struct PendingOverlay<T: PersistentModel> {
  /// Whether there is nothing to heed, or the descriptor asks for rows as they are stored.
  let isEmpty: Bool
  /// Keys of rows that are no more as the store has them.
  private(set) var staleKeys: Set<Int64> = []
  /// Models to judge in memory: saved ones with changes, and new ones in order of insertion.
  private var unsaved: [T] = []
  /// Names of the entities at the top of the inheritance trees of all changed models of the store.
  private var entities: [Int: String] = [:]

  init(_ context: ModelContext, _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) {
    isEmpty = !descriptor.includePendingChanges || !context.hasChanges
    guard !isEmpty else { return }
    var seen: Set<ObjectIdentifier> = []
    for model in context.changedModels where model._$storage.isChanged {
      note(model, binding)
      guard let model = model as? T, seen.insert(ObjectIdentifier(model)).inserted else { continue }
      staleKeys.insert(model._$storage.primaryKey)
      unsaved.append(model)
    }
    for model in context.insertedModels where context.isInserted(model) {
      note(model, binding)
      if let model = model as? T { unsaved.append(model) }
    }
    for model in context.deletedModels where model._$storage.state == .deleted {
      note(model, binding)
      if model is T { staleKeys.insert(model._$storage.primaryKey) }
    }
  }

  private mutating func note(_ model: any PersistentModel, _ binding: EntityBinding) {
    guard let other = model._$storage.binding, other.store === binding.store else { return }
    let root = other.layout.rootNumber
    if entities[root] == nil { entities[root] = binding.store.layout[number: root].name }
  }

  /// How many models have changes that are to be heeded.
  var count: Int { max(unsaved.count, staleKeys.count) }

  /// The name of one of some entities, given by the number of the root, that has unsaved changes.
  func name(of roots: Set<Int>) -> String? { roots.sorted().lazy.compactMap { entities[$0] }.first }

  /// The changed and new models that satisfy a test.
  func matching(_ test: (T) -> Bool) -> [T] { unsaved.filter(test) }
}
