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

  /// The property's value, made of the loaded members of a to-many.
  func value<Value>(of contents: ToManyContents, as type: Value.Type) -> Value? { nil }

  /// As `value(of:as:)`, for an edit in place: nobody else holds the array, unless the program does.
  func lentValue<Value>(of contents: ToManyContents, as type: Value.Type) -> Value? { nil }

  /// Keeps an array that was lent and has become the members' own.
  func takeBack<Value>(_ value: Value, for contents: ToManyContents) {}

  /// The part of the loaded members that a value of the property differs in, and what it has there;
  /// nil where they are the same.
  ///
  /// O(n), at a few bytes compared per member.
  func difference<Value>(
    of value: Value, from contents: ToManyContents
  ) -> (range: Range<Int>, new: [any PersistentModel])? { nil }

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
  /// The members in the property's own type, kept as long as nothing changes them.
  private final class Members: TypedMembers {
    var models: [Destination]

    init(_ models: [Destination]) {
      self.models = models
    }

    override func append(_ model: any PersistentModel) {
      // What is in a relationship came in through a property of this very type.
      models.append(unsafe unsafeDowncast(model, to: Destination.self))
    }

    override func remove(at index: Int) {
      models.remove(at: index)
    }
  }

  private func array<Value>(_ value: Value) -> [Destination]? {
    if isOptional { return identityCast(value, to: [Destination]?.self).flatMap { $0 } }
    return identityCast(value, to: [Destination].self)
  }

  private func value<Value>(_ models: [Destination], as type: Value.Type) -> Value? {
    isOptional
      ? identityCast(Optional(models), to: Value.self) : identityCast(models, to: Value.self)
  }

  override func models<Value>(of value: Value) -> [any PersistentModel]? { array(value) }

  override func value<Value>(of models: [any PersistentModel]?, as type: Value.Type) -> Value? {
    let members = models?.map { unsafe unsafeDowncast($0, to: Destination.self) }
    return value(members ?? [], as: type)
  }

  private func members(of contents: ToManyContents) -> Members {
    if let known = contents.typedMembers as? Members { return known }
    let made = Members(
      (contents.members ?? []).map { unsafe unsafeDowncast($0, to: Destination.self) })
    contents.typedMembers = made
    return made
  }

  override func value<Value>(of contents: ToManyContents, as type: Value.Type) -> Value? {
    value(members(of: contents).models, as: type)
  }

  override func lentValue<Value>(of contents: ToManyContents, as type: Value.Type) -> Value? {
    let list = members(of: contents)
    contents.typedMembers = nil
    // Who reads the property during the edit gets another array of the members as they still are.
    var models: [Destination] = []
    swap(&models, &list.models)
    return value(models, as: type)
  }

  override func takeBack<Value>(_ value: Value, for contents: ToManyContents) {
    // What came twice, or from another context, is not what was made of it.
    guard let models = array(value), difference(of: value, from: contents) == nil else { return }
    contents.typedMembers = Members(models)
  }

  override func difference<Value>(
    of value: Value, from contents: ToManyContents
  ) -> (range: Range<Int>, new: [any PersistentModel])? {
    let new = array(value) ?? []
    return contents.withOrder { old in
      let (start, end) = Self.sharedEnds(old, new)
      guard start < old.count || start < new.count else { return nil }
      return (start..<(old.count - end), Array(new[start..<(new.count - end)]))
    }
  }

  /// How many members two lists have in common at the start, and at the end after that.
  private static func sharedEnds(
    _ old: ContiguousArray<ObjectIdentifier>, _ new: [Destination]
  ) -> (start: Int, end: Int) {
    let count = min(old.count, new.count)
    return unsafe new.withUnsafeBytes { bytes in
      // A reference to an object is its address, as its identity is: so nothing has to be retained.
      let new = unsafe bytes.assumingMemoryBound(to: ObjectIdentifier.self)
      var start = 0
      while start < count, unsafe old[start] == new[start] { start += 1 }
      var end = 0
      while end < count - start, unsafe old[old.count - 1 - end] == new[new.count - 1 - end] {
        end += 1
      }
      return (start, end)
    }
  }
}
