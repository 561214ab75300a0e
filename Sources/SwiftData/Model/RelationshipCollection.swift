/// A type that a to-many relationship can have: an array of models, or an `Optional` of one.
public protocol RelationshipCollection {
  /// The model that the relationship leads to.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The model that the relationship leads to.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The model that the relationship leads to.
  public typealias PersistentElement = Wrapped.Element
}
