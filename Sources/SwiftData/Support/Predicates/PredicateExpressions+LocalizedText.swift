public import Foundation
import StoreModel

// Foundation has these expressions on Apple's platforms only, and the macro expects them everywhere.

extension PredicateExpressions {
  /// The test whether a string has another in it, if case and diacritics don't count.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >:
    PredicateExpression
  where
    Root.Output: StringProtocol, Other.Output: StringProtocol
  {
    /// What the expression evaluates to.
    public typealias Output = Bool

    /// The string that is searched.
    public let root: Root
    /// The string that is looked for.
    public let other: Other

    /// Makes the expression of its operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Searches with the rules that a store's search has, the same on every machine.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      LocalizedText.contains(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }
  }

  /// Makes the expression for `localizedStandardContains(_:)` in a predicate.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions {
  /// The comparison of two strings in an order that people expect.
  public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where
    Root.Output: StringProtocol, Other.Output: StringProtocol
  {
    /// What the expression evaluates to.
    public typealias Output = ComparisonResult

    /// The first string.
    public let root: Root
    /// The second string.
    public let other: Other

    /// Makes the expression of its operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Compares by Foundation's `localizedCompare(_:)`.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCompare(try other.evaluate(bindings))
    }
  }

  /// Makes the expression for `localizedCompare(_:)` in a predicate.
  public static func build_localizedCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedCompare<Root, Other> {
    StringLocalizedCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions {
  /// The comparison of two strings in which case doesn't count.
  public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where
    Root.Output: StringProtocol, Other.Output: StringProtocol
  {
    /// What the expression evaluates to.
    public typealias Output = ComparisonResult

    /// The first string.
    public let root: Root
    /// The second string.
    public let other: Other

    /// Makes the expression of its operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Compares by Foundation's `caseInsensitiveCompare(_:)`.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).caseInsensitiveCompare(try other.evaluate(bindings))
    }
  }

  /// Makes the expression for `caseInsensitiveCompare(_:)` in a predicate.
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringCaseInsensitiveCompare<Root, Other> {
    StringCaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
