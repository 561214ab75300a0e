/// One step of a migration, from a version of the models to the next.
public enum MigrationStage: Sendable {
  /// A step that follows from the difference between the two versions alone.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// A step with code of its own.
  ///
  /// `willMigrate` runs before the step and sees the old models; `didMigrate` runs after it and sees
  /// the new ones.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)
}
