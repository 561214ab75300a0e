import Foundation
public import Observation

/// A class whose instances a store can keep; `@Model` makes a class conform.
///
/// Models are bound to the context they belong to and are not Sendable: hand their
/// `persistentModelID` to other actors.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The class at the top of the model's inheritance tree.
  associatedtype Root: PersistentModel = Self

  /// Makes a model on values kept elsewhere.
  init(backingData: any BackingData<Self>)

  /// The values of the model.
  var persistentBackingData: any BackingData<Self> { get set }

  /// What the class says of each persisted property.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// The run time's view of the class. For macro-made code only.
  static var _$modelClass: _$ModelClass { get }

  /// The model's values, state and identity. For macro-made code only.
  var _$storage: _$ModelStorage { get }
}

extension PersistentModel {
  /// The run time's view of a class whose metadata was written by hand.
  public static var _$modelClass: _$ModelClass { .handWritten(Self.self) }

  /// The storage behind a model whose members were written by hand.
  public var _$storage: _$ModelStorage {
    if let backing = persistentBackingData as? _$DefaultBackingData<Self> {
      return backing.storage
    }
    let backing = _$DefaultBackingData<Self>(copying: persistentBackingData)
    persistentBackingData = backing
    return backing.storage
  }

  /// Empty backing data for a new model.
  public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
    _$DefaultBackingData<P>(for: P.self)
  }

  /// The context the model belongs to: nil before it is inserted and after its deletion is saved.
  public var modelContext: ModelContext? { _$storage.visibleContext }

  /// The model's identity, equal and of the same hash before and after the first save.
  public var persistentModelID: PersistentIdentifier { _$boundStorage.identifier }

  /// The model's identity.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the model has changes that are not saved.
  public var hasChanges: Bool { _$storage.hasChanges }

  /// Whether the model is to be deleted at the next save; false again once it is saved.
  public var isDeleted: Bool { (_$storage.successor ?? _$storage).state == .deleted }

  /// Whether two models are the same object, or stand for the same row in the same context.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PersistentModel {
  /// The storage, which from now on knows its model.
  var _$boundStorage: _$ModelStorage {
    let storage = _$storage
    storage.bind(self)
    return storage
  }

  /// The ordinal of a key path's property, or nil where it leads to no persisted one.
  fileprivate func ordinal(of keyPath: AnyKeyPath) -> Int? {
    _$storage.modelClass.ordinal(of: keyPath)
  }
}

extension PersistentModel {
  /// The value of an attribute.
  public func getValue<V>(forKey keyPath: KeyPath<Self, V>) -> V where V: Decodable {
    getTransformableValue(forKey: keyPath)
  }

  /// The destination of a required to-one relationship.
  public func getValue<V>(forKey keyPath: KeyPath<Self, V>) -> V where V: PersistentModel {
    getTransformableValue(forKey: keyPath)
  }

  /// The destination of a to-one relationship.
  public func getValue<V>(forKey keyPath: KeyPath<Self, V?>) -> V? where V: PersistentModel {
    getTransformableValue(forKey: keyPath)
  }

  /// The destinations of a to-many relationship.
  public func getValue<V, O>(forKey keyPath: KeyPath<Self, V>) -> V
  where V: RelationshipCollection, O == V.PersistentElement {
    getTransformableValue(forKey: keyPath)
  }

  /// The destinations of a to-many relationship.
  public func getValue<V, O>(forKey keyPath: KeyPath<Self, V>) -> V
  where V: Decodable, V: RelationshipCollection, O == V.PersistentElement {
    getTransformableValue(forKey: keyPath)
  }

  /// The value of a property of any type.
  public func getTransformableValue<V>(forKey keyPath: KeyPath<Self, V>) -> V {
    guard let ordinal = ordinal(of: keyPath) else { return self[keyPath: keyPath] }
    let storage = _$boundStorage
    storage.noteStaleAccess(.read, ordinal)
    return storage.value(ordinal)
  }

  /// Sets the value of an attribute.
  public func setValue<V>(forKey keyPath: KeyPath<Self, V>, to newValue: V) where V: Encodable {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destination of a required to-one relationship.
  public func setValue<V>(forKey keyPath: KeyPath<Self, V>, to newValue: V)
  where V: PersistentModel {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destination of a to-one relationship.
  public func setValue<V>(forKey keyPath: KeyPath<Self, V?>, to newValue: V?)
  where V: PersistentModel {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destinations of a to-many relationship.
  public func setValue<V, O>(forKey keyPath: KeyPath<Self, V>, to newValue: V)
  where V: RelationshipCollection, O == V.PersistentElement {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destinations of a to-many relationship.
  public func setValue<V, O>(forKey keyPath: KeyPath<Self, V>, to newValue: V)
  where V: Encodable, V: RelationshipCollection, O == V.PersistentElement {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the value of a property of any type.
  public func setTransformableValue<V>(forKey keyPath: KeyPath<Self, V>, to newValue: V) {
    guard let ordinal = ordinal(of: keyPath) else { return }
    _$boundStorage.set(newValue, ordinal)
  }
}
