import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Whether the expansion is in the body of a class that `@Model` is attached to.
  var isInModel: Bool {
    let declaration = lexicalContext.first?.as(ClassDeclSyntax.self)
    return declaration?.attributes.first(named: "Model") != nil
  }
}
