/// What a save that has returned survives.
///
/// A save is whole or not at all in each case. Not in Apple's framework.
public enum SaveDurability: Hashable, Sendable {
  /// The end of the process, however it ends; after a power failure the last saves may be missing.
  case process
  /// A power failure as well: each save waits until the disk has it, which takes many times as long.
  case powerFailure
}
