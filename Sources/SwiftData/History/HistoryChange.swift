/// What happened to one model in a transaction.
public enum HistoryChange: Sendable {
  /// A model was saved for the first time.
  case insert(any HistoryInsert)
  /// Properties of a saved model were changed.
  case update(any HistoryUpdate)
  /// A model was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the model.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let insert): insert.changedPersistentIdentifier
    case .update(let update): update.changedPersistentIdentifier
    case .delete(let delete): delete.changedPersistentIdentifier
    }
  }
}

/// That a model was saved for the first time.
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// What tells transactions of one store apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// What tells changes of one store apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is a part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// That properties of a saved model were changed.
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// What tells transactions of one store apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// What tells changes of one store apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// A changed property.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is a part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that were changed, relationships included.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// That a model was deleted.
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the model.
  associatedtype Model: PersistentModel
  /// What tells transactions of one store apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// What tells changes of one store apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is a part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The values that were kept of the model.
  var tombstone: HistoryTombstone<Model> { get }
}

/// What is kept of a deleted model: the values of the attributes marked `.preserveValueOnDeletion`.
///
/// A sequence of the values that are not nil.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
  // Safe to share: the values of attributes, which are copied in and out.

  /// A kept value.
  public typealias Element = Any

  /// Goes through the values of a tombstone.
  public struct Iterator: IteratorProtocol {
    private var values: [any Sendable].Iterator

    init(_ values: [any Sendable]) {
      self.values = values.makeIterator()
    }

    /// The next value, or nil after the last.
    public mutating func next() -> Any? { values.next() }
  }

  private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

  init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]) {
    self.values = values
  }

  /// The value that a property had, or nil if it was nil or is not one of those that are kept.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// Goes through the values, in the order of the properties.
  public func makeIterator() -> Iterator { Iterator(values.map(\.value)) }
}
