#if !canImport(Darwin)
  public import Foundation

  // Foundation has this on Apple's platforms alone.
  extension NotificationCenter {
    /// Returns the notifications of a name, and of an object if one is given, as a sequence.
    ///
    /// An iterator is given what is posted from the moment it was made until it goes. Notifications
    /// wait, in order, until they are asked for.
    public func notifications(
      named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
      Notifications(center: self, name: name, object: object)
    }

    /// Notifications as they are posted.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
      // Safe to share: constants; the object is only compared with.

      /// A notification.
      public typealias Element = Notification
      /// The sequence does not fail.
      public typealias Failure = Never

      let center: NotificationCenter
      let name: Notification.Name
      let object: AnyObject?

      /// Begins to collect notifications.
      public func makeAsyncIterator() -> Iterator {
        Iterator(Posted.stream(of: name, object: object, in: center).makeAsyncIterator())
      }

      /// Goes through the notifications posted since it was made.
      public struct Iterator: AsyncIteratorProtocol {
        private var posted: AsyncStream<Posted>.AsyncIterator

        fileprivate init(_ posted: AsyncStream<Posted>.AsyncIterator) {
          self.posted = posted
        }

        /// The next notification, or nil if the task has been cancelled.
        public mutating func next() async -> Notification? {
          await next(isolation: nil)
        }

        /// The next notification, or nil if the task has been cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          await posted.next(isolation: actor)?.notification
        }
      }
    }
  }

  /// A notification on its way from the thread that posts it to the one that asks for it.
  private struct Posted: @unchecked Sendable {
    // Safe to share as far as the notification's content is, which whoever posts it has to see to.

    let notification: Notification

    static func stream(
      of name: Notification.Name, object: AnyObject?, in center: NotificationCenter
    ) -> AsyncStream<Posted> {
      AsyncStream { continuation in
        let observation = Observation(
          center,
          center.addObserver(forName: name, object: object, queue: nil) { notification in
            continuation.yield(Posted(notification: notification))
          })
        continuation.onTermination = { _ in observation.end() }
      }
    }
  }

  /// An observer to be removed when nobody listens any more.
  private struct Observation: @unchecked Sendable {
    // Safe to share: a notification center may be used from any thread.

    private let center: NotificationCenter
    private let observer: any NSObjectProtocol

    init(_ center: NotificationCenter, _ observer: any NSObjectProtocol) {
      self.center = center
      self.observer = observer
    }

    func end() { center.removeObserver(observer) }
  }
#endif
