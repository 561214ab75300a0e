import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import SwiftDataMacros

/// Source with its macros expanded.
struct Expansion {
  /// The source and what the macros add to it.
  let text: String

  /// What the macros say of the source.
  let messages: [String]

  /// Expands the macros in `source`, as for a type that conforms to nothing.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - inheritsModel: Whether the classes have a model as their superclass.
  init(of source: String, inheritsModel: Bool = false) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Example", fullFilePath: "Example.swift")])
    let protocols: [TypeSyntax] =
      inheritsModel ? [] : ["Observable", "PersistentModel", "Sendable"]
    var specs = Plugin.macros.reduce(into: [String: MacroSpec]()) { specs, macro in
      let name = Self.sourceNames[macro.key] ?? macro.key
      specs[name] = MacroSpec(type: macro.value, conformances: protocols)
    }
    specs["ModelActor"] = MacroSpec(
      type: PersistentModelActorMacro.self, conformances: ["ModelActor"])
    let expanded = file.expand(
      macroSpecs: specs,
      contextGenerator: { syntax in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = expanded.description
    messages = context.diagnostics.map(\.message)
  }

  /// The names that the library declares the macros by.
  private static let sourceNames = [
    "AttributePropertyMacro": "Attribute",
    "IndexMacro": "Index",
    "PersistedPropertyMacro": "_PersistedProperty",
    "PersistentModelMacro": "Model",
    "QueryMacro": "Query",
    "RelationshipPropertyMacro": "Relationship",
    "TransformablePersistedPropertyMacro": "_TransformablePersistedProperty",
    "TransientAccessorsMacro": "_TransientProperty",
    "TransientPropertyMacro": "Transient",
    "UniqueConstraintsMacro": "Unique",
  ]
}
