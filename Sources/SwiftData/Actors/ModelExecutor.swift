/// An executor that owns a context, so that nothing else touches the context's models.
public protocol ModelExecutor: Executor {
  /// The context that the executor's jobs work in.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time, as an actor needs it.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
