import Foundation

/// Converts a relationship between its Swift type and a list of destination models.
class RelationshipCoder: @unchecked Sendable {
  // Safe to share: subclasses have constants only.

  let destination: any PersistentModel.Type
  let isToMany: Bool
  let isOptional: Bool

  init(destination: any PersistentModel.Type, isToMany: Bool, isOptional: Bool) {
    self.destination = destination
    self.isToMany = isToMany
    self.isOptional = isOptional
  }

  /// The destinations of a value of the property's type; nil where the value itself is nil.
  func models<Value>(of value: Value) -> [any PersistentModel]? { nil }

  /// The property's value, made of destinations; nil where it can't be made of so few.
  func value<Value>(of models: [any PersistentModel]?, as type: Value.Type) -> Value? { nil }

  /// A destination without row or context, shown where a required one is missing.
  func placeholder() -> any PersistentModel { makePlaceholder(destination) }

  private func makePlaceholder<Model: PersistentModel>(
    _ type: Model.Type
  ) -> any PersistentModel {
    Model(backingData: _$DefaultBackingData<Model>(for: Model.self))
  }

  /// The coder of a property's type, or nil if the type is no relationship.
  static func make(for type: any Any.Type) -> RelationshipCoder? {
    if let model = type as? any PersistentModel.Type {
      return toOne(model, isOptional: false)
    }
    if let optional = type as? any OptionalType.Type,
      let model = optional.wrappedType as? any PersistentModel.Type
    {
      return toOne(model, isOptional: true)
    }
    if let collection = type as? any RelationshipCollection.Type {
      return toMany(collection, isOptional: type is any OptionalType.Type)
    }
    return nil
  }

  private static func toOne<Model: PersistentModel>(
    _ type: Model.Type, isOptional: Bool
  ) -> RelationshipCoder {
    ToOneCoder<Model>(destination: type, isToMany: false, isOptional: isOptional)
  }

  private static func toMany<Models: RelationshipCollection>(
    _ type: Models.Type, isOptional: Bool
  ) -> RelationshipCoder {
    ToManyCoder<Models.PersistentElement>(
      destination: Models.PersistentElement.self, isToMany: true, isOptional: isOptional)
  }
}

private final class ToOneCoder<Destination: PersistentModel>: RelationshipCoder, @unchecked Sendable
{
  override func models<Value>(of value: Value) -> [any PersistentModel]? {
    if isOptional {
      return identityCast(value, to: Destination?.self).flatMap { $0 }.map { [$0] }
    }
    return identityCast(value, to: Destination.self).map { [$0] }
  }

  override func value<Value>(of models: [any PersistentModel]?, as type: Value.Type) -> Value? {
    let model = models?.first as? Destination
    if isOptional { return identityCast(model, to: Value.self) }
    return model.flatMap { identityCast($0, to: Value.self) }
  }
}

private final class ToManyCoder<Destination: PersistentModel>: RelationshipCoder,
  @unchecked Sendable
{
  override func models<Value>(of value: Value) -> [any PersistentModel]? {
    if isOptional { return identityCast(value, to: [Destination]?.self).flatMap { $0 } }
    return identityCast(value, to: [Destination].self)
  }

  override func value<Value>(of models: [any PersistentModel]?, as type: Value.Type) -> Value? {
    // What is in a relationship came in through a property of this very type.
    let members = models?.map { unsafe unsafeDowncast($0, to: Destination.self) }
    if isOptional { return identityCast(members, to: Value.self) }
    return identityCast(members ?? [], to: Value.self)
  }
}
