import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient`: says something about a property; `@Model` reads it.
enum TransientPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.diagnose([.markerIsNotOnAProperty(node)])
    }
    return []
  }
}
