import SwiftSyntax

/// An `#Index` or `#Unique` in the body of a model.
struct SchemaMacro {
  /// The kind, whose raw value is the macro's name and that of the type in the schema.
  enum Kind: String {
    case index = "Index"
    case unique = "Unique"
  }

  let kind: Kind

  /// The expansion in the source.
  let expansion: MacroExpansionDeclSyntax

  /// Parses `expansion`, unless it is of a macro that isn't ours.
  init?(_ expansion: MacroExpansionDeclSyntax) {
    guard let kind = Kind(rawValue: expansion.macroName.text) else { return nil }
    self.kind = kind
    self.expansion = expansion
  }
}

extension SchemaMacro {
  /// The generic arguments as written, with their angle brackets.
  var genericArguments: String { expansion.genericArgumentClause?.trimmedDescription ?? "" }

  /// The arguments as written, without parentheses.
  var arguments: String { expansion.arguments.trimmedDescription }

  /// Whether the arguments are arrays of key paths, and not `.binary` or `.rtree` ones.
  var usesKeyPathArrays: Bool {
    expansion.arguments.allSatisfy { $0.expression.is(ArrayExprSyntax.self) }
  }

  /// The properties that the key paths begin with.
  var keyPathComponents: [DeclReferenceExprSyntax] {
    expansion.arguments.flatMap { $0.expression.keyPaths }.compactMap { keyPath in
      guard case .property(let property) = keyPath.components.first?.component else { return nil }
      return property.declName
    }
  }

  /// Returns the arguments of both macros as one list.
  func argumentsFollowed(by other: SchemaMacro) -> LabeledExprListSyntax {
    var arguments = Array(expansion.arguments)
    if let last = arguments.indices.last {
      arguments[last].trailingComma = .commaToken(trailingTrivia: .space)
    }
    return LabeledExprListSyntax(arguments + Array(other.expansion.arguments))
  }
}

extension ExprSyntax {
  /// The key path literals in an argument of `#Index` or `#Unique`.
  fileprivate var keyPaths: [KeyPathExprSyntax] {
    if let array = self.as(ArrayExprSyntax.self) {
      return array.elements.compactMap { $0.expression.as(KeyPathExprSyntax.self) }
    }
    guard let call = self.as(FunctionCallExprSyntax.self) else { return [] }
    return call.arguments.flatMap(\.expression.keyPaths)
  }
}
