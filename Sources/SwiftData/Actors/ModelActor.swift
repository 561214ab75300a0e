/// An actor that works on models in a context of its own.
///
/// `@ModelActor` writes the conformance. Pass identifiers or `Sendable` values across actors, never
/// models.
public protocol ModelActor: Actor {
  /// The container whose stores the actor reads and writes.
  nonisolated var modelContainer: ModelContainer { get }

  /// The executor that runs the actor's work and owns its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor the actor's jobs run on: its `modelExecutor`, where that is a serial one.
  ///
  /// Any other model executor can't be an actor's: work runs on the actor's default executor then.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialExecutor else {
      return MainActor.sharedUnownedExecutor
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The context that the actor works in.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model of an identifier in the actor's context, fetched if it is not registered.
  ///
  /// Nil if there is no such row, if it can't be read, or if the model is not a `T`. Where the row
  /// can't be read, the context's next fetch or save throws the error.
  public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
    modelContext.existingModel(for: id) as? T
  }
}
