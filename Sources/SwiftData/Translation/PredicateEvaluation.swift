import Foundation

extension Predicate {
  /// Whether an input satisfies the predicate; false where Swift can't evaluate it, as when nil is
  /// unwrapped by force.
  func matches(_ input: repeat each Input) -> Bool {
    (try? evaluate(repeat each input)) ?? false
  }
}
