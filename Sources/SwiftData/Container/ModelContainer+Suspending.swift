extension ModelContainer {
  /// Stops what is being saved, and lets nothing be saved until `resume()`.
  ///
  /// For a process that is about to be frozen: one that holds a lock on a shared file then keeps others
  /// from it for as long, and some systems end it for that. When this returns, nothing is being written
  /// and no lock is held that keeps others from writing. A save that is stopped has written nothing; it
  /// and later ones throw `SwiftDataError.containerSuspended`, and their changes wait, in autosaving
  /// contexts for the next try. Reading goes on. Calls don't nest.
  ///
  /// May be called from any thread; waits at most as long as a save waits for another process. Has no
  /// effect on stores in memory. Not in Apple's framework.
  public func suspend() {
    for store in stack.stores { store.suspend() }
  }

  /// Whether nothing can be saved until `resume()`.
  ///
  /// Not in Apple's framework.
  public var isSuspended: Bool { stack.stores.contains(where: \.isSuspended) }

  /// Lets changes be saved again.
  ///
  /// Does nothing where they can be. Not in Apple's framework.
  public func resume() {
    for store in stack.stores { store.resume() }
  }
}
