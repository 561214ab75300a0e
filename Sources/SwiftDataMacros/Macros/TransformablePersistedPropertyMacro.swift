import SwiftSyntax
import SwiftSyntaxMacros

/// `@_TransformablePersistedProperty`: gives a property accessors for a value of any type, which a
/// transformer turns into one that can be stored.
enum TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    renderer(declaration)?.accessors ?? []
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    renderer(declaration).map { [$0.sentinel] } ?? []
  }

  private static func renderer(_ declaration: some DeclSyntaxProtocol) -> AccessorRenderer? {
    declaration.persistedProperty.map {
      AccessorRenderer(property: $0, target: .keyPath(infix: "Transformable"))
    }
  }
}
