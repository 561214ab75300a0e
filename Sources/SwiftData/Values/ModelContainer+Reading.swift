extension ModelContainer {
  /// Runs a closure that reads, off the caller's actor, in a context that is made for it.
  ///
  /// ```swift
  /// let total = try await container.read { try $0.aggregate(.sum(\Trip.cost)) }
  /// ```
  ///
  /// Models can't leave the closure: return identifiers or other `Sendable` values. It blocks one of
  /// the threads that tasks run on while the store works. What it leaves unsaved is dropped.
  /// Not in Apple's framework.
  @concurrent
  public nonisolated func read<Value: Sendable>(
    _ body: @Sendable (ModelContext) throws -> Value
  ) async throws -> Value {
    try body(ModelContext(self))
  }

  /// The identifiers of the models that a descriptor describes, fetched off the caller's actor.
  ///
  /// Only what is saved is found. Not in Apple's framework.
  @concurrent
  public nonisolated func fetchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>
  ) async throws -> [PersistentIdentifier] where T: PersistentModel {
    try ModelContext(self).fetchIdentifiers(descriptor)
  }

  /// How many models a descriptor describes, counted off the caller's actor.
  ///
  /// Only what is saved is counted. Not in Apple's framework.
  @concurrent
  public nonisolated func fetchCount<T>(
    _ descriptor: FetchDescriptor<T>
  ) async throws -> Int where T: PersistentModel {
    try ModelContext(self).fetchCount(descriptor)
  }

  /// The values of some properties of the models that a descriptor describes, read off the caller's
  /// actor.
  ///
  /// As `ModelContext.select(_:from:)`, of what is saved. Not in Apple's framework.
  @concurrent
  public nonisolated func select<T, each Value: Sendable>(
    _ keyPaths: repeat any KeyPath<T, each Value> & Sendable,
    from descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) async throws -> [(repeat each Value)] where T: PersistentModel {
    try ModelContext(self).select(repeat each keyPaths, from: descriptor)
  }
}
