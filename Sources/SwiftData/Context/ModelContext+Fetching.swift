import Foundation
import StoreModel

extension ModelContext {
  /// The models that a descriptor describes, unsaved changes included unless it says otherwise.
  ///
  /// What SQL can say exactly is left to the store; the rest is evaluated on the rows that remain.
  /// Without sort descriptors the models come in the order in which they were first saved. O(n) in
  /// the rows found.
  public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
    try beginFetch()
    return try fetch(descriptor, by: FetchPlan(descriptor, in: self))
  }

  /// The models that a descriptor describes, by the plan that was made for it.
  func fetch<T>(_ descriptor: FetchDescriptor<T>, by plan: FetchPlan<T>) throws -> [T] {
    let paths = try prefetchPaths(of: descriptor, plan.binding)
    let models = try models(of: plan)
    // A list of another type is a copy.
    if !paths.isEmpty { try prefetch(paths, models, plan.binding) }
    return models
  }

  private func models<T>(of plan: FetchPlan<T>) throws -> [T] where T: PersistentModel {
    let trace = trace(.fetch, plan.binding, inMemory: plan.inMemorySteps)
    let pages = try plan.binding.store.rows(plan.query, trace: trace)
    var found: [T] = []
    if let properties = plan.properties {
      try forEachModel(of: pages, having: properties, as: plan.binding) { _, model in
        if let model = model as? T { found.append(model) }
      }
    } else {
      found = try materializeAll(pages, as: plan.binding)
    }
    return plan.isExact ? found : plan.answer(with: found)
  }

  /// Turns pages of rows into models.
  func materializeAll<T>(_ pages: [RowPage], as binding: EntityBinding) throws -> [T]
  where T: PersistentModel {
    var models: [T] = []
    models.reserveCapacity(pages.reduce(0) { $0 + $1.rowCount })
    for page in pages {
      identityMaps[binding.identityIndex].reserve(additional: page.rowCount)
      if binding.hasSubentities {
        try binding.forEachRow(of: page) { page, row, concrete in
          let model = materialize(page, row: row, as: concrete)
          // The class of an entity below the binding's own inherits from that one's.
          models.append(unsafe unsafeDowncast(model, to: T.self))
        }
      } else {
        try binding.check(page)
        materializeExactly(page, as: binding, with: _$DefaultBackingData<T>.self, into: &models)
      }
    }
    return models
  }

  /// As `materialize`, for all rows of an entity without subentities, whose models are of one class.
  ///
  /// The types of backing and list are parameters so that their metadata is looked up once, and not
  /// once per row.
  private func materializeExactly<T, Backing, Models>(
    _ page: RowPage, as binding: EntityBinding, with: Backing.Type, into models: inout Models
  )
  where
    T: PersistentModel, Backing: StorageBackingData<T>, Models: RangeReplaceableCollection,
    Models.Element == T
  {
    let map = binding.identityIndex
    for row in 0..<page.rowCount {
      let key = page.integer(row: row, column: 0)
      if let storage = identityMaps[map][key] {
        if storage.binding !== binding {
          displace(storage)
        } else if let model = unsafe storage.model(as: T.self) {
          storage.refresh(from: page, row: row)
          models.append(model)
          continue
        }
      }
      let storage = _$ModelStorage(loading: page, row: row, key: key, as: binding, in: self)
      let model = T(backingData: Backing(storage))
      unsafe storage.model = model
      identityMaps[map].insert(storage, for: key)
      models.append(model)
    }
  }

  /// Takes in what others have saved, and throws what an accessor could not throw.
  func beginFetch(_ operation: String = #function) throws {
    checkHome(operation)
    stack.lookForForeignSaves()
    receiveSaves()
    try throwFaultError()
  }

  /// Throws the error of a fault that could not be fulfilled, once.
  func throwFaultError() throws {
    guard let error = faultError else { return }
    faultError = nil
    throw error
  }

  /// The number of models that `fetch(_:)` would return.
  ///
  /// Counted by the store, without making models, unless a part of the predicate has to be
  /// evaluated in memory.
  public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int
  where T: PersistentModel {
    try beginFetch()
    let plan = try FetchPlan(descriptor, in: self)
    guard !plan.filtersInMemory else { return try models(of: plan).count }
    let trace = trace(.count, plan.binding, inMemory: plan.inMemorySteps)
    return plan.count(with: try plan.binding.store.count(plan.countQuery, trace: trace))
  }

  /// The identifiers of the models that `fetch(_:)` would return, in the same order.
  ///
  /// Unlike Apple's, it sorts unsaved models among the saved ones instead of throwing.
  public func fetchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try beginFetch()
    let plan = try FetchPlan(descriptor, in: self)
    guard !plan.filtersInMemory, !plan.sortsInMemory, !plan.hasUnsavedMatches else {
      return try models(of: plan).map(\.persistentModelID)
    }
    let binding = plan.binding
    let trace = trace(.identifiers, binding, inMemory: plan.inMemorySteps)
    let page = try binding.store.identifiers(plan.query, trace: trace)
    let identifiers = try (0..<page.rowCount).compactMap { row -> PersistentIdentifier? in
      let key = page.integer(row: row, column: 0)
      guard !plan.overlay.staleKeys.contains(key) else { return nil }
      let concrete = binding.hasSubentities ? try binding.concrete(of: page, row: row) : binding
      return PersistentIdentifier(concrete.identity, primaryKey: key)
    }
    return plan.isExact ? identifiers : plan.slice(identifiers)
  }
}

extension _$ModelStorage {
  /// The storage of a row that has just been fetched.
  convenience init(
    loading page: RowPage, row: Int, key: Int64, as binding: EntityBinding,
    in context: ModelContext
  ) {
    self.init(binding.modelClass)
    self.binding = binding
    unsafe self.context = context
    state = .persistent
    primaryKey = key
    hold(page, row: row)
  }
}
