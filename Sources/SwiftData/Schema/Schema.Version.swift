extension Schema {
  /// The version of a schema: three numbers, compared from left to right.
  public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    /// The number that changes with every incompatible change.
    public let major: Int
    /// The number that changes with every compatible change.
    public let minor: Int
    /// The number that changes with every correction.
    public let patch: Int

    /// Creates a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Returns whether the left version precedes the right one.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// The version as text, such as `1.0.0`.
    public var description: String { "\(major).\(minor).\(patch)" }
  }
}
