import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PersistentModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let declaration = supportedClass(declaration, in: context) else { return [] }
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    if let property = TransientProperty(variable) {
      return declaration.hasInitAccessor(of: property.name)
        ? [] : ["@SwiftData._TransientProperty"]
    }
    guard let property = variable.modelProperties.first, property.needsAccessors else { return [] }
    // The compiler refuses accessor macros on constants, which keep their own storage.
    guard !property.isConstant else { return [] }
    let model = ModelDeclaration(declaration, inheritsModel: false)
    guard let ordinal = model.ordinal(of: property.name) else {
      return ["@SwiftData._PersistedProperty(named: \"\(raw: property.name)\")"]
    }
    return ["@SwiftData._PersistedProperty(\(raw: ordinal))"]
  }
}
