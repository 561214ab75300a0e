/// That a model of a default store was saved for the first time.
public struct DefaultHistoryInsert<Model>: HistoryInsert, Hashable where Model: PersistentModel {
  /// What tells transactions apart: a number that grows with each.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart: a number that grows with each.
  public typealias ChangeIdentifier = Int64

  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// That properties of a saved model of a default store were changed.
public struct DefaultHistoryUpdate<Model>: HistoryUpdate, Hashable where Model: PersistentModel {
  /// What tells transactions apart: a number that grows with each.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart: a number that grows with each.
  public typealias ChangeIdentifier = Int64
  /// A changed property.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties that were changed, relationships included.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]
  /// What the changed properties had before, the destination of a to-one as its identifier; nothing
  /// unless the configuration `keepsPreviousValues`.
  ///
  /// Not in Apple's framework.
  public let previousValues: HistoryTombstone<Model>

  /// Whether a property is among those that were changed.
  public func containsAttribute(_ keyPath: any PartialKeyPath<Model> & Sendable) -> Bool {
    updatedAttributes.contains(keyPath)
  }

  /// Returns whether two values describe the same change.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes what tells the change from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// That a model of a default store was deleted.
public struct DefaultHistoryDelete<Model>: HistoryDelete, Hashable where Model: PersistentModel {
  /// What tells transactions apart: a number that grows with each.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart: a number that grows with each.
  public typealias ChangeIdentifier = Int64

  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The values that were kept of the model.
  public let tombstone: HistoryTombstone<Model>
  /// What the properties had before, the destination of a to-one as its identifier; nothing unless the
  /// configuration `keepsPreviousValues`.
  ///
  /// Not in Apple's framework.
  public let previousValues: HistoryTombstone<Model>

  /// Returns whether two values describe the same change.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes what tells the change from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
