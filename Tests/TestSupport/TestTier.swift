import Foundation

/// How much to test, chosen by the environment variable `SWIFTDATA_TEST_TIER`.
package enum TestTier: String, Sendable {
  /// What takes less than a minute in all.
  case quick
  /// Everything.
  case full

  /// The tier asked for, or all.
  package static var current: TestTier {
    ProcessInfo.processInfo.environment["SWIFTDATA_TEST_TIER"].flatMap(TestTier.init) ?? .full
  }
}
