import SwiftSyntax
import SwiftSyntaxMacros

/// `@_TransientProperty`: lets changes of a property be observed that isn't persisted.
///
/// `@Model` attaches it to variables with `@Transient`. Their values stay in the object.
enum TransientAccessorsMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.transientProperty else { return [] }
    return property.accessors
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.transientProperty else { return [] }
    return [property.storage]
  }
}

extension DeclSyntaxProtocol {
  fileprivate var transientProperty: TransientProperty? {
    self.as(VariableDeclSyntax.self).flatMap(TransientProperty.init)
  }
}
