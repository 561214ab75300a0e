import Foundation

/// Ends the values of storages one after the other.
///
/// Where models hold each other in a chain, the end of one would end the next from within, and a long
/// chain would take more stack than a thread has.
final class DeferredRelease {
  private var isRunning = false
  private var slots: [SlotBuffer] = []
  private var changes: [ModelChanges] = []

  /// Ends slots, or leaves that to whoever ends others on this thread already.
  static func end(_ buffer: inout SlotBuffer, _ changes: ModelChanges?) {
    guard !buffer.isEmpty || changes != nil else { return }
    let release = current
    release.slots.append(buffer)
    buffer = SlotBuffer()
    if let changes { release.changes.append(changes) }
    release.run()
  }

  private func run() {
    guard !isRunning else { return }
    isRunning = true
    while true {
      if var buffer = slots.popLast() {
        buffer.removeAll()
      } else if changes.popLast() == nil {
        break
      }
    }
    isRunning = false
  }

  // One for each thread, since each ends its own.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { held in
      guard let held else { return }
      unsafe Unmanaged<DeferredRelease>.fromOpaque(held).release()
    }
    return key
  }()

  private static var current: DeferredRelease {
    if let held = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<DeferredRelease>.fromOpaque(held).takeUnretainedValue()
    }
    let made = DeferredRelease()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}
