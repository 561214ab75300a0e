/// A model's to-many relationship, asked and changed without loading its members.
///
/// An array has all its elements, so reading `trip.items` fetches every item. This is the same
/// relationship without that: each question is one query that the store answers from an index, with
/// unsaved changes taken into account, and members are added and taken out one by one, with both ends
/// kept in step as ever. Once the array has been read, questions are answered from it.
///
/// ```swift
/// let items = trip.relationship(\.items)
/// if try items.isEmpty { try items.append(PackingItem(title: "Hat")) }
/// print(try items.count)
/// ```
///
/// Not in Apple's SwiftData. As models it belongs to its context's isolation. Its members throw
/// `SwiftDataError.unsupportedKeyPath` where the key path leads to no persisted relationship, and the
/// store's error where that can't be read.
public struct ToManyRelationship<Destination: PersistentModel> {
  private let storage: _$ModelStorage
  private let keyPath: AnyKeyPath
  private let noteAccess: () -> Void

  fileprivate init<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>
  ) {
    let storage = model._$boundStorage
    self.storage = storage
    self.keyPath = keyPath
    noteAccess = { storage.observationRegistrar.access(model, keyPath: keyPath) }
  }

  /// The number of members.
  ///
  /// O(log n) to find them in the store's index and O(n) to count them there, and O(k) in the
  /// context's unsaved changes.
  public var count: Int {
    get throws { try members().count }
  }

  /// Whether there is no member.
  ///
  /// O(log n), and O(k) in the context's unsaved changes.
  public var isEmpty: Bool {
    get throws { try members().isEmpty }
  }

  /// The first member in the order that the array has, or nil if there is none.
  ///
  /// O(log n), and O(k) in the context's unsaved changes.
  public var first: Destination? {
    get throws { try members().first as? Destination }
  }

  /// Whether a model is a member.
  ///
  /// A model of another context is one if its row is. O(log n).
  public func contains(_ model: Destination) throws -> Bool {
    try members().contains(model)
  }

  /// Adds a model at the end, unless it is a member already; brings its own end into line.
  ///
  /// A model that belongs to no context is inserted into the owner's. O(log n).
  public func append(_ model: Destination) throws {
    try members().append(model)
  }

  /// Takes a member out, if it is one, and brings its own end into line.
  ///
  /// O(log n) as long as the members are not loaded, else O(n).
  public func remove(_ model: Destination) throws {
    try members().remove(model)
  }

  private func members() throws -> UnloadedMembers {
    let current = storage.successor ?? storage
    guard let ordinal = current.modelClass.ordinal(of: keyPath),
      current.modelClass.isToMany(ordinal)
    else {
      throw SwiftDataError(
        .unsupportedKeyPath,
        explanation: "\(storage.modelClass.entityName): \(keyPath) leads to no persisted "
          + "relationship to many models.")
    }
    if current.isTracked(reading: ordinal) { noteAccess() }
    try unsafe current.context?.beginFetch()
    return UnloadedMembers(owner: current, ordinal: ordinal)
  }
}

extension PersistentModel {
  /// A to-many relationship of the model, asked and changed without loading its members.
  ///
  /// Not in Apple's SwiftData.
  public func relationship<Destination>(
    _ keyPath: KeyPath<Self, [Destination]>
  ) -> ToManyRelationship<Destination> where Destination: PersistentModel {
    ToManyRelationship(self, keyPath)
  }

  /// A to-many relationship of the model, asked and changed without loading its members.
  ///
  /// Not in Apple's SwiftData.
  public func relationship<Destination>(
    _ keyPath: KeyPath<Self, [Destination]?>
  ) -> ToManyRelationship<Destination> where Destination: PersistentModel {
    ToManyRelationship(self, keyPath)
  }
}
