/// One version of a program's models.
///
/// ```swift
/// enum TripSchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self, PackingItem.self] }
/// }
/// ```
public protocol VersionedSchema: SendableMetatype {
  /// The models of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number, which a store written with it carries.
  static var versionIdentifier: Schema.Version { get }
}
