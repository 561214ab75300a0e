public import Foundation

extension ModelContext {
  /// Posted by a context, its object, before it saves; without user info.
  public static let willSave: Notification.Name = Notification.Name(
    "SwiftData.ModelContext.willSave")

  /// Posted by a context, its object, after it has saved; its user info has identifiers by
  /// `NotificationKey`, under the key itself and under its raw value.
  public static let didSave: Notification.Name = Notification.Name("SwiftData.ModelContext.didSave")

  /// The keys of a notification's user info.
  public enum NotificationKey: String, Hashable, Sendable {
    /// The generation of the store; not set, since it isn't built yet.
    case queryGeneration
    /// Set where all identifiers lost their meaning; never so today.
    case invalidatedAllIdentifiers
    /// The identifiers of the models that were inserted.
    case insertedIdentifiers
    /// The identifiers of the models that were changed.
    case updatedIdentifiers
    /// The identifiers of the models that were deleted.
    case deletedIdentifiers
    /// The places in the history after the save: a `[String: any HistoryToken]` by store identifier.
    case historyTokens
  }

  /// Tells observers what a save has written.
  func postDidSave(_ saved: [PendingChanges], historyTokens: [String: any HistoryToken]) {
    var userInfo: [AnyHashable: Any] = [:]
    func set(_ key: NotificationKey, _ value: Any) {
      userInfo[key] = value
      userInfo[key.rawValue] = value
    }
    set(.insertedIdentifiers, saved.flatMap { $0.inserted.map(\.identifier) })
    set(
      .updatedIdentifiers,
      saved.flatMap { $0.updated.map(\.identifier) + $0.merges.compactMap(\.updatedIdentifier) })
    set(.deletedIdentifiers, saved.flatMap { $0.deleted.map(\.identifier) })
    set(.historyTokens, historyTokens)
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: userInfo)
  }
}

extension FutureRow {
  /// The identifier of a stored row that new models turned out to be.
  fileprivate var updatedIdentifier: PersistentIdentifier? {
    isNew ? nil : PersistentIdentifier(binding.identity, primaryKey: primaryKey)
  }
}
