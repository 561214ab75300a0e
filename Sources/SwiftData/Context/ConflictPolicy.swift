/// What a save does where another context, of whatever process, has saved another value of a property
/// that this one changes.
///
/// Changes of different properties are merged under each policy, and so are members added to and taken
/// out of to-many relationships. Changing what another context has deleted is always refused; deleting
/// what another one has changed never is.
///
/// Not in Apple's framework.
public enum ConflictPolicy: Sendable, Hashable {
  /// The value saved last stays.
  case lastSaverWins
  /// The save throws `SwiftDataError.saveConflict` and writes nothing.
  ///
  /// The changes wait. Roll back to see what the other has saved, or save with `lastSaverWins`.
  case fail
}
