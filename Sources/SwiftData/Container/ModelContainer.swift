import Foundation
import Synchronization

/// The stores of a schema, and the place where contexts come from.
///
/// A container is Sendable: every actor makes its own `ModelContext` on it.
public class ModelContainer: Equatable, @unchecked Sendable {
  // Safe to share: constant after `init`, but for what the main actor guards.

  /// The stores; contexts keep them as well.
  final let stack: StoreStack

  /// All entities that the container's stores hold.
  public final var schema: Schema { stack.schema }

  /// The plan for stores of older versions; running it is not built yet.
  public final var migrationPlan: (any SchemaMigrationPlan.Type)? { stack.migrationPlan }

  /// The configurations of the container's stores.
  ///
  /// The stores are opened once: setting another set afterwards changes what is reported, as on
  /// Apple's platforms, and not which files are used.
  public var configurations: Set<ModelConfiguration> {
    get { stack.configurations.withLock { $0 } }
    set { stack.configurations.withLock { $0 = newValue } }
  }

  /// Where contexts made from now on report their queries; nil for nowhere.
  ///
  /// `ModelContext.queryLog` sets it for one that exists. Not in Apple's framework.
  public var queryLog: QueryLog? {
    get { stack.queryLog.withLock { $0 } }
    set { stack.queryLog.withLock { $0 = newValue } }
  }

  @MainActor private var existingMainContext: ModelContext?

  /// The context for the main actor; it saves by itself, see `AutosavePolicy`.
  ///
  /// The container keeps it. It keeps the stores, and not the container.
  @MainActor public var mainContext: ModelContext {
    if let existingMainContext { return existingMainContext }
    let context = stack.mainContext ?? ModelContext(main: stack)
    stack.mainContext = context
    existingMainContext = context
    return context
  }

  /// Makes a container of stores that are open.
  init(_ stack: StoreStack) {
    self.stack = stack
    stack.adopt(self)
  }

  /// Opens the stores of a schema, making them if they do not exist.
  ///
  /// Throws `SwiftDataError.loadIssueModelContainer` where a store can't be opened; its file is
  /// left as it was. O(n) in the entities.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let chosen = configurations.isEmpty ? [ModelConfiguration(schema: givenSchema)] : configurations
    try Self.checkDistinct(chosen)
    stack = try StoreStack(
      schema: givenSchema, migrationPlan: migrationPlan, configurations: chosen)
    stack.adopt(self)
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
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool {
    left.stack === right.stack
  }

  /// Deletes all data at once, and cannot be undone.
  ///
  /// An error leaves the data as it was; `erase()` reports it.
  @available(*, deprecated, renamed: "erase")
  public func deleteAllData() {
    try? erase()
  }

  /// Deletes all rows and all history of all stores at once; cannot be undone.
  public func erase() throws {
    for store in stack.stores { try store.erase() }
    for inbox in stack.contexts.others(than: nil) { inbox.post(nil) }
  }

  /// The identifier of the store of a configuration, or nil if there is none of that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    stack.stores.first { $0.name == name }?.identifier
  }

  /// The name of the configuration of a store, or nil if the container has no such store.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    stack.stores.first { $0.identifier == identifier }?.name
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
