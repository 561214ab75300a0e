import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model.
///
/// Each of the macro's roles is in a file of its own. The member role alone reports misuse, so that
/// nothing is reported twice; where it refuses the declaration, the others add nothing.
enum PersistentModelMacro {
  /// Returns the class that the macro may extend, or `nil` if it is attached to something else.
  static func supportedClass(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> ClassDeclSyntax? {
    // The compiler itself refuses extension macros on local types.
    guard !context.isLocal, ModelChecker.refusal(of: declaration) == nil else { return nil }
    return declaration.as(ClassDeclSyntax.self)
  }
}
