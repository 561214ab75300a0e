/// What a model class with a model superclass stores in place of its own properties.
///
/// For macro-made code only.
///
/// The values lie in the superclass' storage. An initialiser assigns a subclass' properties before
/// the superclass has its storage, so they wait here until the two are joined.
public struct _$SubmodelBacking<Model: PersistentModel> {
  @usableFromInline var joined: _$ModelStorage?
  /// The ordinal of the first property that isn't inherited; accessors count from there.
  @usableFromInline var firstOrdinal = 0
  /// First values by local ordinal; empty where none was assigned.
  private var waiting: [Slot] = []

  /// Makes a backing that isn't joined yet.
  public init() {}

  /// Moves what waits into the superclass' storage, which it returns.
  @inlinable
  public mutating func join(_ storage: @autoclosure () -> _$ModelStorage) -> _$ModelStorage {
    if let joined { return joined }
    return joinFirst(storage())
  }

  @usableFromInline
  mutating func joinFirst(_ storage: _$ModelStorage) -> _$ModelStorage {
    storage.specialize(to: Model._$modelClass)
    firstOrdinal = Model._$modelClass.inheritedPropertyCount
    joined = storage
    let values = waiting
    waiting = []
    // On the way to a fetched model, what initialisers assign are its class' defaults: those of the
    // superclass are dropped as well.
    if storage.takesInitialValues { storage.takeInitialValues(values, from: firstOrdinal) }
    return storage
  }

  /// Assigns a property's first value, from an initialiser.
  public mutating func initialize<V>(_ ordinal: Int, to value: V) {
    if let joined { return joined.initialize(firstOrdinal + ordinal, to: value) }
    let own = Model._$modelClass.ownProperties
    if waiting.isEmpty { waiting = Array(repeating: .unset, count: own.count) }
    waiting[ordinal] = own[own.startIndex + ordinal].initialSlot(of: value)
  }

  /// Assigns an optional property's first value: nil is what it has without one.
  @inlinable
  public mutating func initialize<W>(_ ordinal: Int, to value: W?) {
    if value == nil, !hasValues { return }
    initializeAny(ordinal, to: value)
  }

  /// Assigns a to-many relationship's first members: none are what it has without any.
  @inlinable
  public mutating func initialize<W>(_ ordinal: Int, to value: [W]) where W: PersistentModel {
    if value.isEmpty, !hasValues { return }
    initializeAny(ordinal, to: value)
  }

  @usableFromInline var hasValues: Bool { joined != nil || !waiting.isEmpty }

  @usableFromInline
  mutating func initializeAny<V>(_ ordinal: Int, to value: V) { initialize(ordinal, to: value) }

  /// The value of a property; notes the access for whoever observes.
  @inlinable
  public func read<V>(
    _ ordinal: Int, of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) -> V {
    guard let storage = joined else { return readFirst(ordinal, of: model, keyPath: keyPath()) }
    if storage.isTracked(reading: firstOrdinal + ordinal) {
      storage.observationRegistrar.access(model, keyPath: keyPath())
    }
    if storage.needsBinding { storage.bindForReading(model) }
    return storage.value(firstOrdinal + ordinal)
  }

  /// As `read`, where asking the model for its storage joins the two.
  @usableFromInline
  func readFirst<V>(_ ordinal: Int, of model: Model, keyPath: KeyPath<Model, V>) -> V {
    let storage = model._$boundStorage
    let ordinal = Model._$modelClass.inheritedPropertyCount + ordinal
    if storage.isTracked(reading: ordinal) {
      storage.observationRegistrar.access(model, keyPath: keyPath)
    }
    return storage.value(ordinal)
  }

  /// Does nothing: the superclass has the storage.
  @inlinable
  public func prepare() {}

  /// Assigns a property; an equal value is no change.
  public func write<V>(
    _ value: V, to ordinal: Int, of model: Model,
    keyPath: @autoclosure () -> KeyPath<Model, V>
  ) {
    let storage = joined ?? model._$storage
    let first = joined == nil ? Model._$modelClass.inheritedPropertyCount : firstOrdinal
    storage.write(value, to: first + ordinal, of: model)
  }

  /// The value of a property for an edit in place, which `takeBack` ends.
  public func lend<V>(
    _ ordinal: Int, of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) -> V {
    let storage = model._$boundStorage
    let ordinal = Model._$modelClass.inheritedPropertyCount + ordinal
    if storage.isTracked(reading: ordinal) {
      storage.observationRegistrar.access(model, keyPath: keyPath())
    }
    return storage.lend(ordinal)
  }

  /// Assigns what an edit in place has made of a property's value.
  public func takeBack<V>(_ value: V, to ordinal: Int, of model: Model) {
    model._$storage.takeBack(value, Model._$modelClass.inheritedPropertyCount + ordinal)
  }

  /// Notes the access of a transient property for whoever observes.
  public func noteAccess<V>(of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>) {
    let storage = joined ?? model._$storage
    guard storage.mayBeObserved else { return }
    storage.observationRegistrar.access(model, keyPath: keyPath())
  }

  /// Tells observers that a transient property is about to change.
  public func willChange<V>(_ model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>) {
    (joined ?? model._$storage).registrar?.willSet(model, keyPath: keyPath())
  }

  /// Tells observers that a transient property has changed.
  public func didChange<V>(_ model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>) {
    (joined ?? model._$storage).registrar?.didSet(model, keyPath: keyPath())
  }

  /// The value of a subclass' property in backing data of its superclass.
  public static func value<V, Base>(
    forKey keyPath: KeyPath<Model, V>, in backingData: any BackingData<Base>
  ) -> V where Base: PersistentModel {
    guard let storage = backingData._$ownStorage,
      let ordinal = storage.modelClass.ordinal(of: keyPath)
    else { return _$ModelStorage.placeholder(V.self, of: keyPath) }
    return storage.value(ordinal)
  }
}

// The forms that hand-written init accessors use.
extension _$SubmodelBacking {
  /// The value of a property.
  public func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V {
    let modelClass = Model._$modelClass
    if let ordinal = modelClass.ordinal(of: keyPath) {
      if let joined { return joined.value(ordinal) }
      let index = ordinal - modelClass.inheritedPropertyCount
      if waiting.indices.contains(index),
        let value = modelClass.properties[ordinal].attribute?.value(of: waiting[index], as: V.self)
      {
        return value
      }
    }
    return _$ModelStorage.placeholder(V.self, of: keyPath)
  }

  /// Assigns a property's first value.
  public mutating func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) {
    let modelClass = Model._$modelClass
    guard let ordinal = modelClass.ordinal(of: keyPath),
      ordinal >= modelClass.inheritedPropertyCount
    else { return }
    initialize(ordinal - modelClass.inheritedPropertyCount, to: newValue)
  }

  /// The value of a property of any type.
  public func getTransformableValue<V>(forKey keyPath: KeyPath<Model, V>) -> V {
    getValue(forKey: keyPath)
  }

  /// Assigns a property of any type its first value.
  public mutating func setTransformableValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) {
    setValue(forKey: keyPath, to: newValue)
  }
}

extension _$ModelStorage {
  /// Makes the storage know the model that owns it.
  func bindFirst(_ model: any PersistentModel) {
    unsafe self.model = model
    // A subclass joins its values when it is asked for the storage.
    _ = model._$storage
    if modelClass.hasConstantRelationships { takeConstantDestinations(of: model) }
  }

  /// Takes down where the relationships of a new model lead that are constants, which the model itself
  /// stores.
  private func takeConstantDestinations(of model: any PersistentModel) {
    guard state == .unmanaged || state == .inserted else { return }
    for property in modelClass.properties
    where property.isConstant && property.relationship != nil {
      let slot = property.constantSlot(of: model)
      setSlot(property.ordinal, slot)
      if slot.leadsToModels { hasPendingInverses = true }
    }
  }

  /// Makes room for the properties of a subclass of the class that the storage was made for.
  func specialize(to subclass: _$ModelClass) {
    guard subclass.inherits(from: modelClass) else { return }
    modelClass = subclass
    if !slots.isEmpty { allocateSlots() }
  }

  /// Takes over the first values of a subclass' own properties.
  func takeInitialValues(_ values: [Slot], from firstOrdinal: Int) {
    for (index, slot) in values.enumerated() where !slot.isUnset {
      setSlot(firstOrdinal + index, slot)
      let property = modelClass.properties[firstOrdinal + index]
      if property.relationship != nil, slot.leadsToModels { hasPendingInverses = true }
    }
  }
}
