/// What a key path in an expansion can lead to.
protocol KeyPathDestination {
  /// The name without backticks.
  var name: String { get }

  /// The name as source has to spell it.
  var reference: String { get }
}

extension ModelProperty: KeyPathDestination {}

extension ModelDeclaration.Override: KeyPathDestination {}

extension KeyPathDestination {
  /// Returns the key path from the class called `root`, as an expression.
  ///
  /// After a type's name, some names mean the type itself even between backticks.
  func keyPath(from root: String) -> String {
    guard ["Type", "Protocol", "self"].contains(name) else { return "\\\(root).\(reference)" }
    return "(\\.\(reference)) as Swift.PartialKeyPath<\(root)>"
  }
}
