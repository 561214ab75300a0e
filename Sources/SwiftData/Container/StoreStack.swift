import StoreModel
import Synchronization

/// The open stores of a container, and what is known of their entities.
///
/// Containers and contexts keep it: a container may go before its contexts, and its main context
/// must not keep it.
final class StoreStack: @unchecked Sendable {
  // Safe to share: constant after `init`, but for what mutexes and the main actor guard.

  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: Mutex<Set<ModelConfiguration>>
  let queryLog = Mutex<QueryLog?>(nil)
  let stores: [DefaultStore]
  /// The contexts made on the stores.
  let contexts = ContextRegistry()
  /// How many identity maps a context needs: one for each inheritance tree of each store.
  let identityMapCount: Int
  let bindings: [ObjectIdentifier: EntityBinding]
  /// The context for the main actor, as long as somebody keeps it.
  @MainActor weak var mainContext: ModelContext?
  private let bindingsByName: [String: EntityBinding]
  /// What connects the bindings of each store; held here alone.
  private let bindingGroups: [StoreBindings]
  private let watchers: [ForeignSaveWatcher]
  private let currentContainer = Mutex(Holder())

  private struct Holder {
    weak var container: ModelContainer?
  }

  /// Opens the stores, making them if they do not exist.
  init(
    schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [ModelConfiguration]
  ) throws {
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = Mutex(Set(configurations))
    let opening = try StoreOpening(schema: schema, configurations: configurations)
    stores = opening.stores
    identityMapCount = opening.identityMapCount
    bindingGroups = opening.groups
    watchers = zip(opening.stores, opening.groups).map { [contexts] store, bindings in
      ForeignSaveWatcher(store, bindings: bindings, contexts: contexts)
    }
    bindings = Dictionary(
      opening.bindings.map { (ObjectIdentifier($0.modelClass.type), $0) },
      uniquingKeysWith: { first, _ in first })
    bindingsByName = Dictionary(
      opening.bindings.map { ($0.layout.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Has no stores, and no models.
  init() {
    schema = Schema([any PersistentModel.Type]())
    migrationPlan = nil
    configurations = Mutex([])
    stores = []
    identityMapCount = 0
    bindings = [:]
    bindingsByName = [:]
    bindingGroups = []
    watchers = []
  }

  deinit {
    for watcher in watchers { watcher.stop() }
  }

  /// The container of the stores: the one that there is, or a new one where it has gone.
  var container: ModelContainer {
    if let container = currentContainer.withLock(\.container) { return container }
    return ModelContainer(self)
  }

  /// Makes a container the one of the stores.
  func adopt(_ container: ModelContainer) {
    currentContainer.withLock { $0.container = container }
  }

  /// Begins to look for what other processes save, for somebody who isn't a context.
  func watchForeignSavesIfNeeded() {
    if contexts.begin() { watchForeignSaves() }
  }

  /// Lets the contexts know what other processes have saved until now.
  func lookForForeignSaves() {
    for watcher in watchers { watcher.lookIfNeeded() }
  }

  /// Lets the contexts know what other processes save from now on.
  func watchForeignSaves() {
    for watcher in watchers { watcher.start() }
  }

  func binding(of modelClass: _$ModelClass) -> EntityBinding? {
    bindings[ObjectIdentifier(modelClass.type)]
  }

  func binding(named name: String) -> EntityBinding? { bindingsByName[name] }

  /// The binding that an identity stands for, or nil if it is of another container's store.
  func binding(of identity: EntityIdentity) -> EntityBinding? {
    let binding = bindingsByName[identity.entityName]
    return binding?.identity === identity ? binding : nil
  }

  func binding(for type: any PersistentModel.Type) throws -> EntityBinding {
    if let binding = bindings[ObjectIdentifier(type)] { return binding }
    throw SwiftDataError(
      .unknownSchema,
      explanation: "The container's schema has no entity for \(type). "
        + "Name it in ModelContainer(for:).")
  }
}
