import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import SwiftDataMacros

/// What the macros say of a source, each asked in the role in which it reports.
///
/// The nodes keep their places in the source, so that fix-its can be applied to it.
final class Diagnosis: SyntaxVisitor {
  private(set) var diagnostics: [Diagnostic] = []
  private let inheritsModel: Bool
  private let source: String

  /// Diagnoses `source`.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - inheritsModel: Whether the classes have a model as their superclass.
  init(of source: String, inheritsModel: Bool = false) {
    self.source = source
    self.inheritsModel = inheritsModel
    super.init(viewMode: .sourceAccurate)
    walk(Parser.parse(source: source))
  }

  var findings: [Finding] { diagnostics.map { Finding($0, in: source) } }

  private func ask(
    _ node: some SyntaxProtocol, _ expand: (BasicMacroExpansionContext) throws -> some Any
  ) {
    let context = BasicMacroExpansionContext(lexicalContext: node.allMacroLexicalContexts())
    _ = try? expand(context)
    diagnostics += context.diagnostics
  }

  private func visitGroup(_ declaration: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    let protocols: [TypeSyntax] =
      inheritsModel ? [] : ["Observable", "PersistentModel", "Sendable"]
    if let attribute = declaration.attributes.first(named: "Model") {
      ask(declaration) {
        try PersistentModelMacro.expansion(
          of: attribute, providingMembersOf: declaration, conformingTo: protocols, in: $0)
      }
    }
    if let attribute = declaration.attributes.first(named: "ModelActor") {
      ask(declaration) {
        try PersistentModelActorMacro.expansion(
          of: attribute, providingMembersOf: declaration, conformingTo: protocols, in: $0)
      }
    }
    return .visitChildren
  }

  private func visitPeers(
    _ declaration: some DeclSyntaxProtocol & WithAttributesSyntax
  ) -> SyntaxVisitorContinueKind {
    let macros: [(String, any PeerMacro.Type)] = [
      ("Attribute", AttributePropertyMacro.self), ("Relationship", RelationshipPropertyMacro.self),
      ("Transient", TransientPropertyMacro.self), ("Query", QueryMacro.self),
    ]
    for (name, macro) in macros {
      for attribute in declaration.attributes.all(named: name) {
        ask(declaration) {
          try macro.expansion(of: attribute, providingPeersOf: declaration, in: $0)
        }
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { visitGroup(node) }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { visitPeers(node) }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { visitPeers(node) }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    switch node.macroName.text {
    case "Index": ask(node) { try IndexMacro.expansion(of: node, in: $0) }
    case "Unique": ask(node) { try UniqueConstraintsMacro.expansion(of: node, in: $0) }
    default: break
    }
    return .visitChildren
  }
}
