import Observation
import Synchronization

/// Tells cheaply whether an access may be watched, so that a fetched model needs no registrar.
///
/// Making a registrar costs more than fetching the model. Observation offers no way to ask whether
/// somebody is tracking, but a tracker retains the key path of each access it sees: the probe
/// reports an access of its own with a key path that only it holds, and looks whether it is still
/// the only holder. While any tracking that saw the probe is outstanding the answer stays "maybe",
/// which costs time and is never wrong.
final class TrackingProbe {
  private final class Subject: Observable {
    let number = Number()
    struct Number { let value = 0 }
  }

  private let subject = Subject()
  // Appending makes a new object; a literal's would be kept by the program for good.
  @exclusivity(unchecked)
  private var keyPath: KeyPath<Subject, Int> = (\Subject.number).appending(path: \.value)

  // Last, since its size is known at run time only.
  private let registrar = ObservationRegistrar()

  /// Probes for models without a context.
  private static let shared = Mutex(TrackingProbe())

  /// Whether an access right now, by whichever thread this is, may be watched; "maybe" as well
  /// while another thread is probing.
  static var isActiveAnywhere: Bool {
    shared.withLockIfAvailable { $0.isActive } ?? true
  }

  /// Whether an access right now may be watched.
  @inline(__always)
  var isActive: Bool {
    // Unretained: six counts of references up and down would take longer than the question itself.
    unsafe Unmanaged.passUnretained(keyPath)._withUnsafeGuaranteedRef {
      registrar.access(subject, keyPath: $0)
    }
    return !isKnownUniquelyReferenced(&keyPath)
  }
}
