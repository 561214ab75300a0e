/// Gives an actor a model context of its own, on a serial executor.
///
/// ```swift
/// @ModelActor
/// actor TripImporter {
///   func importTrip(named name: String) throws -> PersistentIdentifier {
///     let trip = Trip(name: name)
///     modelContext.insert(trip)
///     try modelContext.save()
///     return trip.persistentModelID
///   }
/// }
/// ```
///
/// The actor gets an `init(modelContainer:)`; one of its own has to assign `modelExecutor` and
/// `modelContainer`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistentModelActorMacro")
