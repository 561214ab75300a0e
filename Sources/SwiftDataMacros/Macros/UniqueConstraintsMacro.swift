import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique`: says something about a model; `@Model` reads it.
enum UniqueConstraintsMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !context.isInModel { context.diagnose([.schemaMacroIsOutsideModel(node)]) }
    return []
  }
}
