public import Foundation
public import Observation

/// What a model class stores in place of its properties.
///
/// For macro-made code only.
///
/// The storage is made on first need, so that a fetched model builds nothing in vain. Goes with the
/// model, and tells the storage, which others may hold longer.
public struct _$ModelBacking<Model: PersistentModel>: ~Copyable {
  @usableFromInline var existing: _$ModelStorage?

  /// Makes an empty backing, without storage.
  @inlinable
  public init() {
    existing = nil
  }

  /// Makes a backing on values that are kept elsewhere.
  @inlinable
  public init(_ backingData: any BackingData<Model>) {
    existing = backingData._$ownStorage ?? Self.copy(of: backingData)
  }

  deinit { existing?.partWithModel() }

  @usableFromInline
  static func copy(of backingData: any BackingData<Model>) -> _$ModelStorage {
    _$DefaultBackingData<Model>(copying: backingData).storage
  }

  /// The storage, made if need be.
  @inlinable public var storage: _$ModelStorage {
    mutating get {
      if let existing { return existing }
      return makeStorage()
    }
  }

  @usableFromInline
  mutating func makeStorage() -> _$ModelStorage {
    let made = _$ModelStorage(Model._$modelClass)
    made.takesInitialValues = true
    made.allocateSlots()
    existing = made
    return made
  }

  /// Goes on with values that are kept elsewhere; with the model's own, as they are.
  public mutating func take(_ backingData: any BackingData<Model>) {
    if let own = backingData as? _$DefaultBackingData<Model>, own.storage === existing { return }
    self = Self(backingData)
  }

  /// The registrar of the model's observers, made if need be.
  public var observationRegistrar: ObservationRegistrar {
    mutating get { storage.observationRegistrar }
  }

  /// Assigns a property's first value, from an initialiser.
  @inlinable
  public mutating func initialize<V>(_ ordinal: Int, to value: V) {
    if existing == nil { _ = makeStorage() }
    guard let storage = existing else { return }
    if V.self == Int.self {
      storage.slots[ordinal] = .integer(Int64(unsafe unsafeBitCast(value, to: Int.self)))
    } else if V.self == String.self {
      storage.slots[ordinal] = .text(unsafe unsafeBitCast(value, to: String.self))
    } else if V.self == Double.self {
      storage.slots[ordinal] = .real(unsafe unsafeBitCast(value, to: Double.self))
    } else if V.self == Date.self {
      let date = unsafe unsafeBitCast(value, to: Date.self)
      storage.slots[ordinal] = .real(date.timeIntervalSinceReferenceDate)
    } else if V.self == Bool.self {
      storage.slots[ordinal] = .integer(unsafe unsafeBitCast(value, to: Bool.self) ? 1 : 0)
    } else {
      storage.initialize(ordinal, to: value)
    }
  }

  /// Assigns an optional property's first value: nil needs no storage, as an unset slot means it.
  ///
  /// A fetched model runs the default values of its class too, and should allocate nothing for them.
  @inlinable
  public mutating func initialize<W>(_ ordinal: Int, to value: W?) {
    if value == nil, existing == nil { return }
    if existing == nil { _ = makeStorage() }
    existing?.initialize(ordinal, to: value)
  }

  /// Assigns a to-many relationship's first members: none need no storage.
  @inlinable
  public mutating func initialize<W>(_ ordinal: Int, to value: [W]) where W: PersistentModel {
    if value.isEmpty, existing == nil { return }
    if existing == nil { _ = makeStorage() }
    existing?.initialize(ordinal, to: value)
  }

  /// The value of a property; notes the access for whoever observes.
  @inlinable
  public func read<V>(
    _ ordinal: Int, of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) -> V {
    guard let storage = existing else { return emptyValue(ordinal) }
    if storage.isTracked(reading: ordinal) {
      storage.observationRegistrar.access(model, keyPath: keyPath())
    }
    if storage.needsBinding { storage.bindForReading(model) }
    return storage.value(ordinal)
  }

  /// Makes sure that there is a storage to write to.
  @inlinable
  public mutating func prepare() {
    if existing == nil { _ = makeStorage() }
  }

  /// Assigns a property; an equal value is no change.
  @inlinable
  public func write<V>(
    _ value: V, to ordinal: Int, of model: Model,
    keyPath: @autoclosure () -> KeyPath<Model, V>
  ) {
    existing?.write(value, to: ordinal, of: model)
  }

  /// The value of a property for an edit in place, which `takeBack` ends.
  public func lend<V>(
    _ ordinal: Int, of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) -> V {
    guard let storage = existing else { return emptyValue(ordinal) }
    if storage.isTracked(reading: ordinal) {
      storage.observationRegistrar.access(model, keyPath: keyPath())
    }
    storage.bind(model)
    return storage.lend(ordinal)
  }

  /// Assigns what an edit in place has made of a property's value.
  public func takeBack<V>(_ value: V, to ordinal: Int, of model: Model) {
    existing?.takeBack(value, ordinal)
  }

  @usableFromInline
  func emptyValue<V>(_ ordinal: Int) -> V { _$ModelStorage(Model._$modelClass).value(ordinal) }
}

extension _$ModelStorage {
  /// Whether the model should be made known before a relationship is read.
  @usableFromInline var needsBinding: Bool { hasPendingInverses }

  @usableFromInline
  func bindForReading(_ model: any PersistentModel) { bind(model) }

  @usableFromInline
  func write<V>(_ value: V, to ordinal: Int, of model: any PersistentModel) {
    bind(model)
    set(value, ordinal)
  }
}

// The forms that transient properties use, whose values the model itself holds.
extension _$ModelBacking {
  /// Notes the access of a property for whoever observes.
  public mutating func noteAccess<V>(
    of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) {
    // Without storage there is no registrar yet that somebody could have asked.
    guard existing?.mayBeObserved ?? TrackingProbe.isActiveAnywhere else { return }
    storage.observationRegistrar.access(model, keyPath: keyPath())
  }

  /// Tells observers that a property is about to change.
  public func willChange<V>(_ model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>) {
    existing?.registrar?.willSet(model, keyPath: keyPath())
  }

  /// Tells observers that a property has changed.
  public func didChange<V>(_ model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>) {
    existing?.registrar?.didSet(model, keyPath: keyPath())
  }
}

extension _$ModelStorage {
  /// Whether somebody may be watching the model, whether its values are there or not.
  var mayBeObserved: Bool {
    if registrar != nil { return true }
    return unsafe context?.tracking.isActive ?? TrackingProbe.isActiveAnywhere
  }
}

// The forms that hand-written init accessors use.
extension _$ModelBacking {
  /// The value of a property.
  public func getValue<V>(forKey keyPath: KeyPath<Model, V>) -> V {
    if let existing, let ordinal = existing.modelClass.ordinal(of: keyPath) {
      return existing.value(ordinal)
    }
    return _$ModelStorage.placeholder(V.self, of: keyPath)
  }

  /// Assigns a property's first value.
  public mutating func setValue<V>(forKey keyPath: KeyPath<Model, V>, to newValue: V) {
    guard let ordinal = storage.modelClass.ordinal(of: keyPath) else { return }
    storage.initialize(ordinal, to: newValue)
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
