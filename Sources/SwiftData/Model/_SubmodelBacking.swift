/// What a model class with a model superclass stores in place of its own properties.
///
/// For macro-made code only.
///
/// The values lie in the superclass' storage. An initialiser assigns a subclass' properties before
/// the superclass has its storage, so they wait here until the two are joined.
public struct _$SubmodelBacking<Model: PersistentModel> {
  /// The ordinal of the first property that isn't inherited; accessors count from there.
  private static var firstOrdinal: Int { Model._$modelClass.inheritedPropertyCount }

  private var waiting: [(_$ModelStorage) -> Void] = []
  private var joined: _$ModelStorage?

  /// Makes a backing that isn't joined yet.
  public init() {}

  /// Moves what waits into the superclass' storage, which it returns.
  public mutating func join(_ storage: _$ModelStorage) -> _$ModelStorage {
    if let joined { return joined }
    storage.specialize(to: Model._$modelClass)
    joined = storage
    let assignments = waiting
    waiting = []
    for assign in assignments { assign(storage) }
    return storage
  }

  /// Assigns a property's first value, from an initialiser.
  public mutating func initialize<V>(_ ordinal: Int, to value: V) {
    let ordinal = Self.firstOrdinal + ordinal
    if let joined {
      joined.initialize(ordinal, to: value)
    } else {
      waiting.append { $0.initialize(ordinal, to: value) }
    }
  }

  /// The value of a property; notes the access for whoever observes.
  public func read<V>(
    _ ordinal: Int, of model: Model, keyPath: @autoclosure () -> KeyPath<Model, V>
  ) -> V {
    let storage = joined ?? model._$storage
    if storage.isTracked { storage.observationRegistrar.access(model, keyPath: keyPath()) }
    storage.bind(model)
    return storage.value(Self.firstOrdinal + ordinal)
  }

  /// Does nothing: the superclass has the storage.
  public func prepare() {}

  /// Assigns a property; an equal value is no change.
  public func write<V>(
    _ value: V, to ordinal: Int, of model: Model,
    keyPath: @autoclosure () -> KeyPath<Model, V>
  ) {
    let storage = joined ?? model._$storage
    storage.write(value, to: Self.firstOrdinal + ordinal, of: model)
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

extension _$ModelStorage {
  /// Makes room for the properties of a subclass of the class that the storage was made for.
  func specialize(to subclass: _$ModelClass) {
    guard subclass.inheritedPropertyCount >= modelClass.properties.count,
      subclass !== modelClass
    else { return }
    modelClass = subclass
    guard !slots.isEmpty else { return }
    slots.allocate(subclass.propertyCount)
  }
}
