import SwiftSyntax
import SwiftSyntaxMacros

/// `@_PersistedProperty`: gives a property accessors that keep its value in the model's storage.
///
/// `@Model` attaches it with the property's ordinal, or with its name where an `#if` leaves the
/// ordinal open. Without an argument, as in a model written by hand, the accessors use key paths.
enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.persistedProperty else { return [] }
    let target = target(node, in: context)
    return AccessorRenderer(property: property, target: target).accessors
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.persistedProperty else { return [] }
    return [AccessorRenderer(property: property, target: .keyPath(infix: "")).sentinel]
  }

  private static func target(
    _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> AccessorRenderer.Target {
    guard let argument = node.argumentList?.first else { return .keyPath(infix: "") }
    guard argument.label != nil else { return .slot(argument.expression.trimmedDescription) }
    let type = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.text ?? "Self"
    return .slot(
      "\(type)._$modelClass.ownOrdinal(named: \(argument.expression.trimmedDescription))!")
  }
}

extension DeclSyntaxProtocol {
  /// The property that a persisted-property macro is attached to, if it can do anything with it.
  var persistedProperty: ModelProperty? {
    guard let variable = self.as(VariableDeclSyntax.self), !variable.isConstant else { return nil }
    return variable.modelProperties.first
  }
}
