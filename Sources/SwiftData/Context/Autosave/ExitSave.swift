import Dispatch
import Foundation
import Synchronization

/// Saves a context when the program ends, as long as it is kept.
///
/// Programs end by `exit`, by returning from `main`, or by a top level that comes to its end. A
/// program that is killed, or that ends by `abort`, saves nothing more.
final class ExitSave: Sendable {
  private let receiver: ContextReceiver
  private let home: ContextHome

  private static let all = Mutex(WeakList<ExitSave>())
  /// Registers the handler once.
  private static let registration: Int32 = {
    MainTurn.register()
    return atexit { ExitSave.saveAll() }
  }()
  /// How long a program waits at its end for a context that somebody works in.
  private static let patience = DispatchTimeInterval.seconds(2)

  init(_ context: ModelContext, at home: ContextHome) {
    receiver = ContextReceiver(context)
    self.home = home
    _ = Self.registration
    Self.all.withLock { $0.append(self) }
  }

  private static func saveAll() {
    let saves = all.withLock { Array($0.objects) }
    for save in saves { save.run() }
  }

  private func run() {
    if home.isMain, MainTurn.isCurrent {
      // Nothing else runs there any more.
      receiver.context?.autosave()
      return
    }
    let done = DispatchSemaphore(value: 0)
    home.run { [receiver] in
      receiver.context?.autosave()
      done.signal()
    }
    guard done.wait(timeout: .now() + Self.patience) == .timedOut else { return }
    // Nobody else may ask the context for its handler.
    let report = "SwiftData could not autosave at exit: the context's actor is busy.\n"
    FileHandle.standardError.write(Data(report.utf8))
  }
}
