import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Whether the expansion is in the body of a class that `@Model` is attached to.
  var isInModel: Bool {
    let declaration = lexicalContext.first?.as(ClassDeclSyntax.self)
    return declaration?.attributes.first(named: "Model") != nil
  }

  /// Whether the expansion is within a function, an accessor or a closure.
  var isLocal: Bool { lexicalContext.contains { !$0.isProtocol((any DeclGroupSyntax).self) } }
}
