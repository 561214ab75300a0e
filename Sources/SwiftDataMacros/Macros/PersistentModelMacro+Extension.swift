import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PersistentModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = supportedClass(declaration, in: context) else { return [] }
    return protocols.compactMap { conformance in
      guard let name = conformance.lastName, !declaration.states(name) else { return nil }
      let text: DeclSyntax? =
        switch name {
        case "PersistentModel":
          "extension \(type.trimmed): nonisolated SwiftData.PersistentModel {}"
        case "Observable": "extension \(type.trimmed): nonisolated Observation.Observable {}"
        case "Sendable": unavailableSendable(type)
        default: nil
        }
      return text?.as(ExtensionDeclSyntax.self)
    }
  }

  /// A conformance that says why there is none.
  private static func unavailableSendable(_ type: some TypeSyntaxProtocol) -> DeclSyntax {
    """
    @available(*, unavailable, message: "models cannot be shared between contexts; \
    pass their 'persistentModelID', or use a 'ModelActor'")
    @available(swift, deprecated: 5.9)
    extension \(type.trimmed): Swift.Sendable {}
    """
  }
}
