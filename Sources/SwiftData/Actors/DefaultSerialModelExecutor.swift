import Dispatch
import Synchronization

/// Runs a model actor's jobs one after the other, off the main thread.
///
/// The jobs run on a queue of the executor's own wherever the context and the actor were made;
/// Apple's run on the main thread if the actor was made there.
public class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  /// The context of the executor's jobs.
  ///
  /// Nothing but a job of this executor may use it once the executor is an actor's.
  public final let modelContext: ModelContext

  private let queue: DispatchQueue
  /// Whether there has been a job.
  private let hasBegun = Flag()
  private static let running = DispatchSpecificKey<ObjectIdentifier>()

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Makes an executor that owns a context.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    queue = DispatchQueue(label: "SwiftData.DefaultSerialModelExecutor")
    queue.setSpecific(key: Self.running, value: ObjectIdentifier(self))
    let identity = ObjectIdentifier(self)
    modelContext.settle(
      at: ContextHome(
        isHere: { [hasBegun] in
          // Until then, the actor's own initialiser may use the context.
          guard hasBegun.value.load(ordering: .relaxed) else { return nil }
          return DispatchQueue.getSpecific(key: Self.running) == identity
        },
        run: { [queue] body in queue.async(execute: body) }))
  }

  /// Runs a job after those enqueued before.
  public func enqueue(_ job: consuming ExecutorJob) {
    // The closure holds the executor, which the job itself knows by an unowned reference only.
    let job = UnownedJob(job)
    hasBegun.value.store(true, ordering: .relaxed)
    queue.async(qos: Self.quality(of: job.priority)) {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// A reference to this executor for the actor that uses it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs in one of this executor's jobs.
  public func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: Self.running) == ObjectIdentifier(self)
  }

  /// Ends the process if the caller does not run in one of this executor's jobs, as
  /// `assumeIsolated` and `preconditionIsolated` promise.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  private static func quality(of priority: JobPriority) -> DispatchQoS {
    switch TaskPriority(priority) {
    case .some(.high...): .userInitiated
    case .some(.medium...): .default
    case .some(.low...): .utility
    default: .background
    }
  }
}
