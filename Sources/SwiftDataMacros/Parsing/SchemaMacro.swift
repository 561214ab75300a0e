import SwiftSyntax

/// An `#Index` or `#Unique` in the body of a model.
struct SchemaMacro {
  /// The kind, whose raw value is the macro's name and that of the type in the schema.
  enum Kind: String {
    case index = "Index"
    case unique = "Unique"
  }

  let kind: Kind

  /// The generic arguments as written, with their angle brackets.
  let genericArguments: String

  /// The arguments as written, without parentheses.
  let arguments: String

  /// The expansion in the source.
  let expansion: MacroExpansionDeclSyntax

  /// Parses `expansion`, unless it is of a macro that isn't ours.
  init?(_ expansion: MacroExpansionDeclSyntax) {
    guard let kind = Kind(rawValue: expansion.macroName.text) else { return nil }
    self.kind = kind
    genericArguments = expansion.genericArgumentClause?.trimmedDescription ?? ""
    arguments = expansion.arguments.trimmedDescription
    self.expansion = expansion
  }
}
