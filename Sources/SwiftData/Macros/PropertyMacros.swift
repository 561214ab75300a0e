/// Says how an attribute of a model is stored.
///
/// ```swift
/// @Attribute(.unique) var code: String
/// @Attribute(.externalStorage, originalName: "image") var photo: Data?
/// ```
///
/// - Parameters:
///   - options: What is special about the attribute.
///   - originalName: The attribute's name in earlier versions of the schema.
///   - hashModifier: A text that, when it changes, makes the attribute count as another one in the
///     version of the schema.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Says how a relationship of a model behaves.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
/// var items: [PackingItem] = []
/// ```
///
/// Only one side of a relationship may name the other as its inverse. If neither does, two
/// properties are paired when there is no other candidate.
///
/// - Parameters:
///   - options: What is special about the relationship.
///   - deleteRule: What becomes of the related models when the model is deleted.
///   - minimumModelCount: The fewest models a to-many relationship holds.
///   - maximumModelCount: The most models a to-many relationship holds; 0 for no limit.
///   - originalName: The relationship's name in earlier versions of the schema.
///   - inverse: The property at the other side.
///   - hashModifier: A text that, when it changes, makes the relationship count as another one in
///     the version of the schema.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
  originalName: String? = nil, inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a property of a model out of the store.
///
/// The property lives as long as the object does. It has to be optional or have a default value,
/// since a fetched model has no other value for it. Its changes are observed like those of other
/// properties, unless it has observers or a property wrapper of its own, or is `lazy` or `weak`.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Gives a property accessors that keep its value in the model's backing data.
///
/// `@Model` attaches it; only a model written without `@Model` needs it in source.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Gives a property accessors that keep its value in a slot of the model's storage. For macro-made
/// code only.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ ordinal: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Gives a property accessors that find its slot by name, where a condition leaves its place open.
/// For macro-made code only.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(named name: String) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Gives a property of any type accessors that keep its value in the model's backing data, for a
/// transformer to make something storable of it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")

/// Lets changes of a transient property be observed. For macro-made code only.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$transient_))
public macro _TransientProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "TransientAccessorsMacro")
