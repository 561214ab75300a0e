import Foundation
import Observation
import StoreModel

/// What the run time knows of one persisted property of a model class.
final class ModelProperty: @unchecked Sendable {
  // Safe to share: constants only; key paths and default values are never written to.

  /// Attribute or relationship, with what converts its values.
  enum Kind {
    case attribute(AttributeCoder)
    case relationship(RelationshipCoder)
    /// A type that cannot be stored; a schema with such a property can't be opened.
    case unsupported
  }

  let name: String
  let ordinal: Int
  let keyPath: AnyKeyPath
  let valueType: any Any.Type
  let isOptional: Bool
  let defaultValue: Any?
  let metadata: (any SchemaProperty)?
  let kind: Kind
  /// Whether the property is a `let`, which the class itself stores.
  let isConstant: Bool
  /// Whether large values lie in files beside the store, so that columns hold marked values.
  let isExternal: Bool
  private let observer: PropertyObserver

  init(_ metadata: Schema.PropertyMetadata, ordinal: Int, isConstant: Bool) {
    name = metadata.name
    self.ordinal = ordinal
    keyPath = metadata.keypath
    valueType = type(of: metadata.keypath).valueType
    isOptional = valueType is any OptionalType.Type
    defaultValue = metadata.defaultValue
    self.metadata = metadata.metadata
    self.isConstant = isConstant
    observer = PropertyObserver.make(for: metadata.keypath)
    if let coder = RelationshipCoder.make(for: valueType) {
      kind = .relationship(coder)
    } else if let name = (metadata.metadata as? Schema.Attribute)?.transformerName {
      kind = .attribute(AttributeCoder.transformable(valueType, by: name))
    } else {
      let isOpaque = (metadata.metadata as? Schema.Attribute)?.isCodable ?? false
      kind =
        AttributeCoderMaker.coder(
          forProperty: valueType, name: metadata.name, isOpaque: isOpaque
        ).map(Kind.attribute) ?? .unsupported
    }
    isExternal =
      if case .attribute(let coder) = kind, let options = metadata.metadata as? Schema.Attribute {
        options.allowsExternalStorage(of: coder.shape(inOptional: coder.isOptional))
      } else {
        false
      }
  }

  var attribute: AttributeCoder? {
    if case .attribute(let coder) = kind { coder } else { nil }
  }

  var relationship: RelationshipCoder? {
    if case .relationship(let coder) = kind { coder } else { nil }
  }

  /// The slot of a first value, which an initialiser assigns.
  func initialSlot<V>(of value: V) -> Slot {
    switch kind {
    case .attribute(let coder): return coder.slot(of: value)
    case .relationship(let coder):
      let models = coder.models(of: value)?.map(\.current)
      if coder.isToMany { return .object(ToManyContents(members: models ?? [])) }
      return models?.first.map { .object($0) } ?? .null
    case .unsupported: return .object(ValueBox(value))
    }
  }

  /// Tells observers of the model's property that it is about to change.
  func willSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {
    observer.willSet(model, in: registrar)
  }

  /// Tells observers of the model's property that it has changed.
  func didSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {
    observer.didSet(model, in: registrar)
  }

  /// The value that a model's own stored constant has.
  func constantSlot(of model: any PersistentModel) -> Slot {
    observer.slot(of: model, property: self)
  }

  /// The value that an attribute's stored columns stand for; nil where it is nil, or none.
  func value(ofStored stored: [StoredValue]) -> (any Sendable)? {
    guard let coder = attribute, !stored.isEmpty, let slot = try? coder.slot(in: RowCells(stored))
    else { return nil }
    func open<Value>(_ type: Value.Type) -> Any? { coder.value(of: slot, as: Value.self) }
    guard var value = _openExistential(valueType, do: open) else { return nil }
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.anyWrapped else { return nil }
      value = wrapped
    }
    // Attributes hold plain values; that a type is Sendable can't be asked at run time. The two
    // existential types have one layout, since the protocol has no witnesses.
    return unsafe unsafeBitCast(value as Any, to: (any Sendable).self)
  }

  /// Gives a model's own stored constant another value, where the model turned out to be a row.
  func setConstant(of model: any PersistentModel, to slot: Slot) {
    observer.setConstant(of: model, to: slot, property: self)
  }
}

/// Speaks to an observation registrar of a property whose types only its key path knows.
private class PropertyObserver: @unchecked Sendable {
  func willSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {}
  func didSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {}
  func slot(of model: any PersistentModel, property: ModelProperty) -> Slot { .unset }
  func setConstant(of model: any PersistentModel, to slot: Slot, property: ModelProperty) {}

  static func make(for keyPath: AnyKeyPath) -> PropertyObserver {
    func open<Root>(_ root: Root.Type) -> PropertyObserver {
      func openValue<Value>(_ value: Value.Type) -> PropertyObserver {
        guard let observable = Root.self as? any PersistentModel.Type else {
          return PropertyObserver()
        }
        return openModel(observable, Value.self)
      }
      return _openExistential(type(of: keyPath).valueType, do: openValue)
    }
    func openModel<Model: PersistentModel, Value>(
      _ model: Model.Type, _ value: Value.Type
    ) -> PropertyObserver {
      (keyPath as? KeyPath<Model, Value>).map(TypedPropertyObserver.init) ?? PropertyObserver()
    }
    return _openExistential(type(of: keyPath).rootType, do: open)
  }
}

private final class TypedPropertyObserver<Model: PersistentModel, Value>: PropertyObserver,
  @unchecked Sendable
{
  private let keyPath: KeyPath<Model, Value>

  init(_ keyPath: KeyPath<Model, Value>) {
    self.keyPath = keyPath
  }

  override func willSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {
    guard let model = model as? Model else { return }
    registrar.willSet(model, keyPath: keyPath)
  }

  override func didSet(_ model: any PersistentModel, in registrar: ObservationRegistrar) {
    guard let model = model as? Model else { return }
    registrar.didSet(model, keyPath: keyPath)
  }

  override func slot(of model: any PersistentModel, property: ModelProperty) -> Slot {
    guard let model = model as? Model else { return .unset }
    return property.initialSlot(of: model[keyPath: keyPath])
  }

  override func setConstant(
    of model: any PersistentModel, to slot: Slot, property: ModelProperty
  ) {
    guard let model = model as? Model, let coder = property.attribute,
      let value = coder.value(of: slot, as: Value.self)
    else { return }
    _$restore(property.name, of: model, as: Model.self, to: value)
  }
}
