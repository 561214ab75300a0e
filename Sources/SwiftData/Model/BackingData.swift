import Foundation

/// The values behind a model.
public protocol BackingData<Model> {
  /// The model class whose values these are.
  associatedtype Model: PersistentModel

  /// Makes backing data without values.
  init(for modelType: Model.Type)

  /// The identity of the model, if it has one.
  var persistentModelID: PersistentIdentifier? { get set }

  /// Whatever the store keeps beside the values.
  var metadata: Any { get }

  /// The value of an attribute.
  func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V where V: Decodable

  /// The destination of a required to-one relationship.
  func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V where V: PersistentModel

  /// The destination of a to-one relationship.
  func getValue<V>(forKey keyPath: KeyPath<Model, V?>) -> V? where V: PersistentModel

  /// The destinations of a to-many relationship.
  func getValue<V, O>(forKey keyPath: KeyPath<Model, V>) -> V
  where V: RelationshipCollection, O == V.PersistentElement

  /// The destinations of a to-many relationship.
  func getValue<V, O>(forKey keyPath: KeyPath<Model, V>) -> V
  where V: Decodable, V: RelationshipCollection, O == V.PersistentElement

  /// The value of a property of any type.
  func getTransformableValue<V>(forKey keyPath: KeyPath<Model, V>) -> V

  /// Sets the value of an attribute.
  func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) where V: Encodable

  /// Sets the destination of a required to-one relationship.
  func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) where V: PersistentModel

  /// Sets the destination of a to-one relationship.
  func setValue<V>(forKey keyPath: KeyPath<Model, V?>, to newValue: V?)
  where V: PersistentModel

  /// Sets the destinations of a to-many relationship.
  func setValue<V, O>(forKey keyPath: KeyPath<Model, V>, to newValue: V)
  where V: RelationshipCollection, O == V.PersistentElement

  /// Sets the destinations of a to-many relationship.
  func setValue<V, O>(forKey keyPath: KeyPath<Model, V>, to newValue: V)
  where V: Encodable, V: RelationshipCollection, O == V.PersistentElement

  /// Sets the value of a property of any type.
  func setTransformableValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V)

  /// The storage, if these are the framework's own values. For macro-made code only.
  var _$ownStorage: _$ModelStorage? { get }
}

extension BackingData {
  /// None: the values are of another kind than the framework's own.
  public var _$ownStorage: _$ModelStorage? { nil }
}

/// Backing data that is a view of a model's storage.
protocol StorageBackingData<Model>: BackingData {
  init(_ storage: _$ModelStorage)
}

/// The framework's own backing data: a view of a model's storage.
///
/// For macro-made code only.
public struct _$DefaultBackingData<Model: PersistentModel>: StorageBackingData {
  let storage: _$ModelStorage
  /// The model that the values belong to, so that it lasts as long as they can be written to.
  private let owner: Model?

  init(_ storage: _$ModelStorage) {
    self.storage = storage
    owner = nil
  }

  /// Makes backing data without values.
  public init(for modelType: Model.Type) {
    self.init(_$ModelStorage(Model._$modelClass))
  }

  /// Makes a view of a model's values, which keeps the model alive.
  public init(of model: Model) {
    storage = model._$boundStorage
    owner = model
  }

  /// Takes over what backing data of another kind holds, or the attributes of another model.
  init(copying other: any BackingData<Model>) {
    let storage = _$ModelStorage(Model._$modelClass)
    let isOfModel = other is _$DefaultBackingData<Model>
    for property in storage.modelClass.properties {
      // Taking over relationships would take their other ends away from the model.
      if isOfModel, property.attribute == nil { continue }
      func copy<Value>(_ type: Value.Type) {
        guard let keyPath = property.keyPath as? KeyPath<Model, Value> else { return }
        storage.initialize(property.ordinal, to: other.getTransformableValue(forKey: keyPath))
      }
      _openExistential(property.valueType, do: copy)
    }
    self.init(storage)
  }

  /// The storage behind the values, unless a model has it: a storage has one model.
  public var _$ownStorage: _$ModelStorage? { owner == nil ? storage : nil }

  /// The identity of the model; setting it has no effect, since a context decides it.
  public var persistentModelID: PersistentIdentifier? {
    get { storage.identifier }
    set {}
  }

  /// The names of the properties.
  public var metadata: Any { storage.modelClass.properties.map(\.name) }

  /// The value of an attribute.
  public func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V where V: Decodable {
    getTransformableValue(forKey: keyPath)
  }

  /// The destination of a required to-one relationship.
  public func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V where V: PersistentModel {
    getTransformableValue(forKey: keyPath)
  }

  /// The destination of a to-one relationship.
  public func getValue<V>(forKey keyPath: KeyPath<Model, V?>) -> V? where V: PersistentModel {
    getTransformableValue(forKey: keyPath)
  }

  /// The destinations of a to-many relationship.
  public func getValue<V, O>(forKey keyPath: KeyPath<Model, V>) -> V
  where V: RelationshipCollection, O == V.PersistentElement {
    getTransformableValue(forKey: keyPath)
  }

  /// The destinations of a to-many relationship.
  public func getValue<V, O>(forKey keyPath: KeyPath<Model, V>) -> V
  where V: Decodable, V: RelationshipCollection, O == V.PersistentElement {
    getTransformableValue(forKey: keyPath)
  }

  /// The value of a property of any type.
  public func getTransformableValue<V>(forKey keyPath: KeyPath<Model, V>) -> V {
    guard let ordinal = storage.modelClass.ordinal(of: keyPath) else {
      return _$ModelStorage.placeholder(V.self, of: keyPath)
    }
    return storage.value(ordinal)
  }

  /// Sets the value of an attribute.
  public func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) where V: Encodable {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destination of a required to-one relationship.
  public func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V)
  where V: PersistentModel {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destination of a to-one relationship.
  public func setValue<V>(forKey keyPath: KeyPath<Model, V?>, to newValue: V?)
  where V: PersistentModel {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destinations of a to-many relationship.
  public func setValue<V, O>(forKey keyPath: KeyPath<Model, V>, to newValue: V)
  where V: RelationshipCollection, O == V.PersistentElement {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the destinations of a to-many relationship.
  public func setValue<V, O>(forKey keyPath: KeyPath<Model, V>, to newValue: V)
  where V: Encodable, V: RelationshipCollection, O == V.PersistentElement {
    setTransformableValue(forKey: keyPath, to: newValue)
  }

  /// Sets the value of a property of any type.
  public func setTransformableValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) {
    guard let ordinal = storage.modelClass.ordinal(of: keyPath) else { return }
    storage.set(newValue, ordinal)
  }
}
