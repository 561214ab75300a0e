import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Query`: lets a property show what a query finds.
enum QueryMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = QueryProperty(declaration) else { return [] }
    return ["get { \(property.storageName).wrappedValue }"]
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = QueryProperty(declaration) else {
      context.diagnose(QueryChecker(node, declaration).messages)
      return []
    }
    let type = property.type
    let arguments = node.arguments?.trimmedDescription ?? ""
    return [
      """
      \(raw: property.modifiers)private(set) var \(property.storageName): \
      SwiftData.Query<\(type)._$QueryElement, \(type)> = .init(\(raw: arguments))
      """
    ]
  }
}

/// A property to which `@Query` can be attached.
private struct QueryProperty {
  let storageName: TokenSyntax
  let type: TypeSyntax
  /// `static `, or nothing.
  let modifiers: String

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isConstant,
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name,
      binding.accessorBlock == nil, binding.initializer == nil,
      let type = binding.typeAnnotation?.type.trimmed
    else { return nil }
    storageName = "_\(raw: name)"
    self.type = type
    modifiers = variable.isTypeProperty ? "static " : ""
  }
}
