import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for something that never comes.
  ///
  /// Says nothing about speed: on a busy machine with few processors, a test that awaits anything is
  /// gone on with when all others have had their turn.
  static var hangGuard: Self { .timeLimit(.minutes(20)) }
}
