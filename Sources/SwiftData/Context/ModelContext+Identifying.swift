import Foundation
import StoreModel

extension ModelContext {
  /// The model of an identifier: the registered one, or one whose values are fetched when they are
  /// first read.
  ///
  /// Never traps: for an identifier without row, or of another store, it gives a model that has no
  /// context and only default values.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    guard let binding = binding(of: persistentModelID) else {
      return insertedModel(for: persistentModelID) ?? unavailableModel(persistentModelID)
    }
    guard let key = persistentModelID.destinationRow?.primaryKey else {
      return unavailableModel(persistentModelID)
    }
    if let model = registered(key, of: binding)?.model { return model }
    // A row has one entity, and this one's isn't the identifier's.
    if identityMaps[binding.identityIndex][key] != nil {
      return unavailableModel(persistentModelID)
    }
    return fault(key, as: binding)
  }

  /// The model of an identifier if the context has it already, else nil.
  ///
  /// No query is made.
  public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
  where T: PersistentModel {
    guard let binding = binding(of: persistentModelID),
      let key = persistentModelID.destinationRow?.primaryKey
    else { return insertedModel(for: persistentModelID) as? T }
    return registered(key, of: binding)?.model as? T
  }

  /// The model of an identifier, fetched if it is not registered; nil if there is no such row.
  func existingModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
    guard let binding = binding(of: identifier), let key = identifier.primaryKey else {
      return insertedModel(for: identifier)
    }
    return model(of: binding, primaryKey: key)
  }

  /// The binding of an identifier that stands for a row of one of the container's stores.
  private func binding(of identifier: PersistentIdentifier) -> EntityBinding? {
    identifier.destinationRow.flatMap { stack.binding(of: $0.entity) }
  }

  private func insertedModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
    insertedModels.first { model in
      isInserted(model) && model._$storage.changes?.token != nil
        && model._$storage.identifier == identifier
    }
  }

  private func unavailableModel(_ identifier: PersistentIdentifier) -> any PersistentModel {
    guard let binding = stack.binding(named: identifier.entityName) else {
      return UnavailableModel(
        backingData: _$DefaultBackingData<UnavailableModel>(for: UnavailableModel.self))
    }
    return binding.makeModel(_$ModelStorage(binding.modelClass))
  }

  /// A registered model without values.
  private func fault(_ key: Int64, as binding: EntityBinding) -> any PersistentModel {
    if binding.hasSubentities, let model = model(of: binding, primaryKey: key) { return model }
    let storage = _$ModelStorage(binding.modelClass)
    storage.binding = binding
    unsafe storage.context = self
    storage.state = .persistent
    storage.primaryKey = key
    let model = binding.makeModel(storage)
    unsafe storage.model = model
    register(storage)
    return model
  }

  /// The model of a row, fetched if it is not registered; nil if there is no such row.
  ///
  /// `trace` says why it is fetched, unless it is for its own sake.
  func model(
    of binding: EntityBinding, primaryKey key: Int64,
    trace: @autoclosure () -> QueryTrace? = nil
  ) -> (any PersistentModel)? {
    if let storage = registered(key, of: binding), let model = unsafe storage.model {
      // A fault may turn out to have no row.
      if storage.page == nil, storage.slots.isEmpty { _ = storage.loadedPage() }
      return storage.state == .detached ? nil : model
    }
    do {
      let page = try binding.store.row(
        entity: binding.number, primaryKey: key, trace: trace() ?? traceFault(binding))
      var found: (any PersistentModel)?
      try binding.forEachRow(of: page) { found = materialize($0, row: $1, as: $2) }
      return found
    } catch {
      faultError = faultError ?? error
      return nil
    }
  }

  /// Gives a fault its values; one without row leaves the context.
  func fulfillFault(_ storage: _$ModelStorage) {
    guard let binding = storage.binding else { return }
    do {
      let page = try binding.store.row(
        entity: binding.number, primaryKey: storage.primaryKey, trace: traceFault(binding))
      // Of an entity with others below it, the row may have turned out to be one of those.
      let isOwn =
        try page.rowCount > 0
        && (!binding.hasSubentities || binding.concrete(of: page, row: 0) === binding)
      guard isOwn else {
        letGo(of: storage)
        return
      }
      try binding.check(page)
      storage.fill(from: page)
    } catch {
      // An accessor can't throw: the next fetch or save does.
      faultError = faultError ?? error
    }
  }
}

/// What an identifier of an unknown entity leads to: a model without properties.
final class UnavailableModel: PersistentModel {
  var persistentBackingData: any BackingData<UnavailableModel>

  init(backingData: any BackingData<UnavailableModel>) {
    persistentBackingData = backingData
  }

  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
}

extension ModelContext {
  /// Reads the rows of models that somebody holds and nobody has read yet, which they couldn't do any
  /// more when the context has gone.
  func loadFaultsBeforeGoing() {
    var faults: [ObjectIdentifier: [_$ModelStorage]] = [:]
    for map in identityMaps {
      map.forEach { storage in
        guard storage.page == nil, storage.slots.isEmpty, storage.state == .persistent,
          let binding = storage.binding
        else { return }
        faults[ObjectIdentifier(binding), default: []].append(storage)
      }
    }
    for storages in faults.values {
      guard let binding = storages.first?.binding else { continue }
      // Nobody is there to catch an error: what can't be read shows its defaults.
      _ = try? fetchModels(
        storages.map(\.primaryKey), of: binding, trace: trace(.relationship, binding))
    }
  }
}
