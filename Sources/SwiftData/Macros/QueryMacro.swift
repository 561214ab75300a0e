public import Foundation

/// Declares a property that shows all models of a class, kept up to date.
///
/// ```swift
/// @Query var trips: [Trip]
/// ```
///
/// The property is read-only, and has the type `[Model]`, or `SectionedResults<Model, String>` with
/// `sectionBy`. What is behind it, a `Query`, has the same name with an underscore before: an
/// initializer may assign another one to it.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query() = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// Declares a property that shows the models of a descriptor.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  _ descriptor: FetchDescriptor<Element>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models of a descriptor, in sections by a property.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  _ descriptor: FetchDescriptor<Element>,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models of a descriptor, in sections by an optional property:
/// nil has the empty title.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  _ descriptor: FetchDescriptor<Element>,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of sort
/// descriptors.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = []
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of sort
/// descriptors, in sections by a property.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of sort
/// descriptors, in sections by an optional property: nil has the empty title.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Element>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of a property.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of a property,
/// in sections by a property.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of a property,
/// in sections by an optional property: nil has the empty title.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of an optional
/// property, nil first.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of an optional
/// property, nil first, in sections by a property.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Declares a property that shows the models that satisfy a predicate, in the order of an optional
/// property, nil first, in sections by an optional property: nil has the empty title.
@attached(accessor)
@attached(peer, names: prefixed(_))
public macro Query<Value, Element>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel
