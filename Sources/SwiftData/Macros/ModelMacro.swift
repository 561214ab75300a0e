import Observation

/// Makes a class a persistent model: its stored properties are saved, fetched and observed.
///
/// ```swift
/// @Model
/// final class Trip {
///   var name: String
///   var startDate: Date
///   @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
///   var items: [PackingItem] = []
///   @Transient var isExpanded = false
///
///   init(name: String, startDate: Date) {
///     self.name = name
///     self.startDate = startDate
///   }
/// }
/// ```
///
/// Each stored property becomes an attribute, or a relationship if its type is another model, an
/// array of them, or an optional of either. `@Attribute` and `@Relationship` say more about a
/// property; `@Transient` keeps it out of the store. Computed and static properties stay as they
/// are.
///
/// The class needs an initializer, and must not be generic. It conforms to `PersistentModel` and
/// `Observable`, and not to `Sendable`: a model belongs to its context. A class that inherits from
/// a model has to be marked as well.
///
/// A constant is a column like any other property. It keeps its value in the object, and gets the
/// stored value when the object is fetched. `willSet` and `didSet` of a persisted property are not
/// called, and the macro warns of them.
@attached(
  member, conformances: Observable, PersistentModel, Sendable,
  names: named(_$backingData), named(persistentBackingData), named(schemaMetadata),
  named(_$schemaMetadata), named(_$keyPaths), named(_$modelClass), named(_$modelClassStorage),
  named(_$storage),
  named(init), named(_$observationRegistrar), named(access), named(withMutation),
  named(_SwiftDataNoType)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")
