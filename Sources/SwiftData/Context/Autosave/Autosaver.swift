/// Wakes a context some time after its first unsaved change, so that it saves.
///
/// Belongs to its context, and is used where that is.
final class Autosaver {
  private(set) var isScheduled = false
  /// How many saves in a row have failed.
  private var failures = 0
  /// What makes the context save when the program ends.
  private var exitSave: ExitSave?

  private static let longestWait = 6

  /// Lets a context be saved after its policy's delay, unless that is to happen already.
  func schedule(_ context: ModelContext) {
    // A context that is at home nowhere is saved when it goes.
    guard !isScheduled, let home = context.home else { return }
    isScheduled = true
    if exitSave == nil { exitSave = ExitSave(context, at: home) }
    let policy = context.autosavePolicy
    let delay = policy.delay * (1 << min(failures, Self.longestWait))
    let receiver = ContextReceiver(context)
    Task { [clock = policy.clock] in
      try? await clock.sleep(for: delay)
      home.run { receiver.context?.autosave() }
    }
  }

  /// Forgets earlier failures, whose wait is longer, once there is nothing left of them.
  func noteSettled() {
    guard failures > 0 else { return }
    failures = 0
    isScheduled = false
  }

  /// Saves a context's changes.
  func save(_ context: ModelContext) {
    isScheduled = false
    guard context.hasChanges else { return }
    do {
      try context.save()
      failures = 0
    } catch {
      failures += 1
      context.autosavePolicy.report(error)
      schedule(context)
    }
  }
}

extension ModelContext {
  /// Saves what is to be saved without a call of `save()`.
  ///
  /// A transaction that is under way is saved by nobody but itself.
  func autosave() {
    guard !isInTransaction else { return }
    autosaver?.save(self)
  }

  /// Saves what is to be saved before the context goes, when nobody can listen any more.
  func saveBeforeGoing() {
    guard autosaver != nil, hasChanges else { return }
    do {
      try save(tellingListeners: false)
    } catch {
      autosavePolicy.report(error)
    }
  }
}
