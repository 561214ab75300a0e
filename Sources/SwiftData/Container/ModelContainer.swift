import Foundation
import StoreModel
import Synchronization

/// The stores of a schema, and the place where contexts come from.
///
/// A container is Sendable: every actor makes its own `ModelContext` on it.
public class ModelContainer: Equatable, @unchecked Sendable {
  // Safe to share: constant after `init`, but for what the mutexes guard.

  /// All entities that the container's stores hold.
  public final let schema: Schema

  /// The plan for stores of older versions; running it is not built yet.
  public final let migrationPlan: (any SchemaMigrationPlan.Type)?

  private let currentConfigurations: Mutex<Set<ModelConfiguration>>

  /// The configurations of the container's stores.
  ///
  /// The stores are opened once: setting another set afterwards changes what is reported, as on
  /// Apple's platforms, and not which files are used.
  public var configurations: Set<ModelConfiguration> {
    get { currentConfigurations.withLock { $0 } }
    set { currentConfigurations.withLock { $0 = newValue } }
  }

  private let currentQueryLog = Mutex<QueryLog?>(nil)

  /// Where contexts made from now on report their queries; nil for nowhere.
  ///
  /// `ModelContext.queryLog` sets it for one that exists. Not in Apple's framework.
  public var queryLog: QueryLog? {
    get { currentQueryLog.withLock { $0 } }
    set { currentQueryLog.withLock { $0 = newValue } }
  }

  let stores: [DefaultStore]
  /// The contexts made on the container.
  let contexts = ContextRegistry()
  private let watchers: [ForeignSaveWatcher]
  /// How many identity maps a context needs: one for each inheritance tree of each store.
  let identityMapCount: Int
  /// What connects the bindings of each store; held here alone.
  private let bindingGroups: [StoreBindings]
  let bindings: [ObjectIdentifier: EntityBinding]
  private let bindingsByName: [String: EntityBinding]
  @MainActor private var existingMainContext: ModelContext?

  /// The context for the main actor.
  @MainActor public var mainContext: ModelContext {
    if let existingMainContext { return existingMainContext }
    let context = ModelContext(self)
    context.receiveSaves { receive in Task { @MainActor in receive() } }
    existingMainContext = context
    return context
  }

  /// Opens the stores of a schema, making them if they do not exist.
  ///
  /// Throws `SwiftDataError.loadIssueModelContainer` where a store can't be opened; its file is
  /// left as it was. O(n) in the entities.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    schema = givenSchema
    self.migrationPlan = migrationPlan
    let chosen = configurations.isEmpty ? [ModelConfiguration(schema: givenSchema)] : configurations
    currentConfigurations = Mutex(Set(chosen))
    try Self.checkDistinct(chosen)
    let opening = try StoreOpening(schema: givenSchema, configurations: chosen)
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

  deinit {
    for watcher in watchers { watcher.stop() }
  }

  /// Opens the stores of a schema, making them if they do not exist.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the stores of some model classes and all that they are related to.
  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the stores of some model classes with configurations of any kind.
  ///
  /// Stores of other kinds than `ModelConfiguration`'s are not built yet, and throw.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens the stores of a schema with configurations of any kind.
  ///
  /// Stores of other kinds than `ModelConfiguration`'s are not built yet, and throw.
  public convenience init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    let own = try configurations.map { configuration in
      guard let model = configuration as? ModelConfiguration else {
        throw SwiftDataError(
          .loadIssueModelContainer,
          explanation: "Stores of the kind \(type(of: configuration)) are not built yet; "
            + "use ModelConfiguration.")
      }
      return model
    }
    try self.init(for: givenSchema, migrationPlan: nil, configurations: own)
  }

  /// Whether two containers are the same one.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

  /// Deletes all data at once, and cannot be undone.
  ///
  /// An error leaves the data as it was; `erase()` reports it.
  @available(*, deprecated, renamed: "erase")
  public func deleteAllData() {
    try? erase()
  }

  /// Deletes all rows and all history of all stores at once; cannot be undone.
  public func erase() throws {
    for store in stores { try store.erase() }
    for inbox in contexts.others(than: nil) { inbox.post(nil) }
  }

  /// The identifier of the store of a configuration, or nil if there is none of that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    stores.first { $0.name == name }?.identifier
  }

  /// The name of the configuration of a store, or nil if the container has no such store.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    stores.first { $0.identifier == identifier }?.name
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

  private static func checkDistinct(_ configurations: [ModelConfiguration]) throws {
    for configuration in configurations { try configuration.validate() }
    for (index, first) in configurations.enumerated() {
      for second in configurations[(index + 1)...]
      where first.name == second.name
        || !first.isStoredInMemoryOnly
          && first.url.standardizedFileURL.path == second.url.standardizedFileURL.path
      {
        throw SwiftDataError(
          .duplicateConfiguration,
          explanation: "Two configurations are called “\(first.name)” or name the file "
            + "\(first.url.path); give each a name and a url of its own.")
      }
    }
  }
}
