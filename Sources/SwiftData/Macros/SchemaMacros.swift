/// Says which properties of a model the store keeps indices of.
///
/// ```swift
/// @Model
/// final class Trip {
///   #Index<Trip>([\.startDate], [\.name, \.startDate])
///   …
/// }
/// ```
///
/// It stands in the body of the model, once.
///
/// - Parameter indices: The properties of each index, the most significant first.
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Says which properties of a model the store keeps indices of, and of what kind.
///
/// It stands in the body of the model, once.
///
/// - Parameter indices: The kind and the properties of each index.
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Says which properties, taken together, no two models of a class may have equal.
///
/// ```swift
/// @Model
/// final class Trip {
///   #Unique<Trip>([\.name, \.startDate])
///   …
/// }
/// ```
///
/// A model that is saved with the values of another one updates that. The macro stands in the body
/// of the model, once. Of relationships, only to-one ones can be named.
///
/// - Parameter constraints: The properties of each constraint.
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro")
where T: PersistentModel

/// Says which properties no two models of a class may have equal, and what a save does about it.
///
/// ```swift
/// @Model
/// final class Trip {
///   #Unique<Trip>(.upsert([\.code]), .fail([\.name, \.startDate]))
///   …
/// }
/// ```
///
/// An extension: Apple's SwiftData has lists of key paths alone, which are `upsert`. The macro stands
/// in the body of the model, once. Of relationships, only to-one ones can be named.
///
/// - Parameters:
///   - first: The first constraint.
///   - others: The other constraints.
@freestanding(declaration)
public macro Unique<T>(
  _ first: Schema.Unique<T>.Constraint, _ others: Schema.Unique<T>.Constraint...
) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro")
where T: PersistentModel
