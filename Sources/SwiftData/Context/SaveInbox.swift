import Synchronization

/// What other contexts have saved and a context has not taken in yet.
///
/// Any thread may post; the context alone takes out.
final class SaveInbox: Sendable {
  /// What a context finds when it looks.
  enum Contents {
    case nothing
    case notices([SaveNotice])
    /// More than is worth remembering: any row may be another.
    case everything
  }

  private struct State {
    var notices: [SaveNotice] = []
    var count = 0
    var hasOverflowed = false
    var isScheduled = false
    /// Lets the context look, where it is at home.
    var schedule: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let hasMail = Atomic<Bool>(false)

  /// A context that is never used again must not collect notices for good.
  private static let capacity = 20_000

  /// Sets what makes the context look in a turn of its own; without it the context looks when it is
  /// next used.
  func onMail(_ schedule: @escaping @Sendable () -> Void) {
    state.withLock { $0.schedule = schedule }
  }

  /// Adds a notice; nil says that any row may be another.
  func post(_ notice: SaveNotice?) {
    let schedule = state.withLock { state -> (@Sendable () -> Void)? in
      if let notice, !state.hasOverflowed, state.count < Self.capacity {
        state.notices.append(notice)
        state.count += notice.count + 1
      } else {
        state.hasOverflowed = true
        state.notices = []
      }
      guard let schedule = state.schedule, !state.isScheduled else { return nil }
      state.isScheduled = true
      return schedule
    }
    hasMail.store(true, ordering: .releasing)
    schedule?()
  }

  /// Takes out what has been posted.
  func take() -> Contents {
    guard hasMail.load(ordering: .acquiring) else { return .nothing }
    hasMail.store(false, ordering: .relaxed)
    return state.withLock { state in
      defer {
        state.notices = []
        state.count = 0
        state.hasOverflowed = false
        state.isScheduled = false
      }
      return state.hasOverflowed
        ? .everything : state.notices.isEmpty ? .nothing : .notices(state.notices)
    }
  }
}
