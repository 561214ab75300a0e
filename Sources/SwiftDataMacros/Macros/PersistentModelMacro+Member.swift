import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PersistentModelMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = supportedClass(declaration, in: context) else {
      let refusal = context.isLocal ? nil : ModelChecker.refusal(of: declaration)
      context.diagnose([refusal].compactMap(\.self))
      return []
    }
    let conforms = !protocols.contains { $0.lastName == "PersistentModel" }
    let model = ModelDeclaration(
      declaration, inheritsModel: conforms && !declaration.states("PersistentModel"))
    context.diagnose(ModelChecker(declaration, model).messages)
    return ModelRenderer(model: model).members
  }
}

extension ClassDeclSyntax {
  /// Returns whether the inheritance clause names the protocol `name`.
  func states(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.lastName == name } ?? false
  }
}

extension TypeSyntax {
  /// The last component of a type's name, below its attributes.
  var lastName: String? {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.lastName }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text
  }
}
