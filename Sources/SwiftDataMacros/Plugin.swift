@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler plugin: a process that the compiler asks, over its standard input and output, to
/// expand the macros that the library declares.
///
/// The toolchain ships the message handling but not the `SwiftCompilerPlugin` module, whose part
/// this type plays.
@main
enum Plugin {
  /// The macros by the names that the library's `#externalMacro` declarations use.
  static let macros: [String: any (Macro & SendableMetatype).Type] = [
    "AttributePropertyMacro": AttributePropertyMacro.self,
    "IndexMacro": IndexMacro.self,
    "PersistedPropertyMacro": PersistedPropertyMacro.self,
    "PersistentModelActorMacro": PersistentModelActorMacro.self,
    "PersistentModelMacro": PersistentModelMacro.self,
    "QueryMacro": QueryMacro.self,
    "RelationshipPropertyMacro": RelationshipPropertyMacro.self,
    "TransformablePersistedPropertyMacro": TransformablePersistedPropertyMacro.self,
    "TransientAccessorsMacro": TransientAccessorsMacro.self,
    "TransientPropertyMacro": TransientPropertyMacro.self,
    "UniqueConstraintsMacro": UniqueConstraintsMacro.self,
  ]

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Provider()).main()
  }
}

/// Finds a macro's implementation for the message handler.
private struct Provider: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Plugin.macros[typeName] else {
      throw MacroExpansionErrorMessage("'\(moduleName)' has no macro '\(typeName)'")
    }
    return macro
  }
}
