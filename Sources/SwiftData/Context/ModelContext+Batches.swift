import StoreModel

extension ModelContext {
  /// The models that a descriptor describes, fetched batch by batch as they are asked for.
  ///
  /// The collection knows from the start which models it has, and keeps the context. A batch that
  /// can't be read shows models without values, and the next fetch or save throws the error. With a
  /// batch size that isn't positive, all models are one batch.
  ///
  /// Throws `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor leaves out
  /// unsaved changes.
  public func fetch<T>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> where T: PersistentModel {
    let identifiers = try batchIdentifiers(descriptor)
    let binding = try stack.binding(for: T.self)
    let paths = try prefetchPaths(of: descriptor, binding)
    let properties = try fetchedProperties(of: descriptor, binding)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
      let batch = identifiers[range]
      let fetched = self.batch(
        of: batch.compactMap(\.primaryKey), of: binding, having: properties, along: paths)
      return batch.compactMap { identifier in
        (identifier.primaryKey.flatMap { fetched[$0] } ?? self.model(for: identifier)) as? T
      }
    }
  }

  /// The identifiers of the models that a descriptor describes, in batches.
  ///
  /// Throws `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor leaves out
  /// unsaved changes.
  public func fetchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel {
    let identifiers = try batchIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
      Array(identifiers[range])
    }
  }

  private func batchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    guard !descriptor.includePendingChanges else {
      throw SwiftDataError(
        .includePendingChangesWithBatchSize,
        explanation: "A batch size asks for rows as they are stored: set the descriptor's "
          + "includePendingChanges to false.")
    }
    return try fetchIdentifiers(descriptor)
  }

  /// Models by primary key, with what is to be fetched beside them; the next fetch or save throws an
  /// error.
  private func batch(
    of keys: [Int64], of binding: EntityBinding, having properties: [Int]?, along paths: [[Int]]
  ) -> [Int64: any PersistentModel] {
    do {
      let models = try fetchModels(
        keys, of: binding, having: properties, trace: trace(.fetch, binding))
      try prefetch(paths, Array(models.values), binding)
      return models
    } catch {
      faultError = faultError ?? error
      return [:]
    }
  }

  /// Calls a block with each model that a descriptor describes, batch by batch.
  ///
  /// Holds one batch of models in memory, and a key for each of the others; all of them where the
  /// order can't be had from the store, or unsaved models are among them. With a batch size that isn't
  /// positive, all models are one batch.
  ///
  /// Throws `SwiftDataError.modelValidationFailure` after a batch in which the block has left models
  /// unsaved that had no changes before, unless `allowEscapingMutations` is true.
  public func enumerate<T>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws where T: PersistentModel {
    let known = unsavedModels
    func checkMutations() throws {
      guard !allowEscapingMutations, !unsavedModels.isSubset(of: known) else { return }
      throw SwiftDataError(
        .modelValidationFailure,
        explanation: "The block of enumerate(_:) left changes unsaved. Save in the block, or "
          + "pass allowEscapingMutations: true.")
    }
    try beginFetch()
    let plan = try FetchPlan(fetch, in: self)
    let paths = try prefetchPaths(of: fetch, plan.binding)
    guard !plan.sortsInMemory, !plan.hasUnsavedMatches else {
      let models = try self.fetch(fetch, by: plan)
      for batch in models.batches(of: batchSize) {
        for model in batch { try block(model) }
        try checkMutations()
      }
      return
    }
    var window = plan.window
    let trace = trace(.identifiers, plan.binding, inMemory: plan.inMemorySteps)
    for keys in try plan.keys(trace: trace).batches(of: batchSize) where !window.isClosed {
      let models = try fetchModels(
        Array(keys), of: plan.binding, having: plan.properties,
        trace: self.trace(.fetch, plan.binding))
      try prefetch(paths, Array(models.values), plan.binding)
      for key in keys {
        // Gone since, or deleted by the block.
        guard let model = models[key] as? T, model._$storage.state == .persistent else { continue }
        guard !plan.filtersInMemory || plan.matches(model) else { continue }
        if window.admits() { try block(model) }
      }
      try checkMutations()
    }
  }

  /// The models that have unsaved changes.
  private var unsavedModels: Set<ObjectIdentifier> {
    guard hasChanges else { return [] }
    let models = insertedModelsArray + changedModelsArray + deletedModelsArray
    return Set(models.map { ObjectIdentifier($0) })
  }
}

/// The part of a sequence that an offset and a limit leave.
struct FetchWindow {
  private var toSkip: Int
  private var toTake: Int

  init(offset: Int, limit: Int?) {
    toSkip = offset
    toTake = limit ?? .max
  }

  /// Whether nothing more gets in.
  var isClosed: Bool { toTake == 0 }

  /// Whether the next element gets in.
  mutating func admits() -> Bool {
    guard toSkip == 0, toTake > 0 else {
      toSkip = max(0, toSkip - 1)
      return false
    }
    toTake -= 1
    return true
  }
}

extension RandomAccessCollection where Index == Int {
  /// The elements, so many at a time; all at once where the number isn't positive.
  fileprivate func batches(of size: Int) -> some Sequence<SubSequence> {
    let size = size > 0 ? size : Swift.max(count, 1)
    return stride(from: startIndex, to: endIndex, by: size).lazy.map { start in
      self[start..<Swift.min(start + size, endIndex)]
    }
  }
}
