import SwiftSyntax

/// Looks for misuse in a class that `@Model` is attached to.
struct ModelChecker {
  private let declaration: ClassDeclSyntax
  private let model: ModelDeclaration
  private let members: ModelMembers

  /// Prepares to check `declaration`, which `model` was parsed from.
  init(_ declaration: ClassDeclSyntax, _ model: ModelDeclaration) {
    self.declaration = declaration
    self.model = model
    members = ModelMembers(declaration.memberBlock.members)
  }

  /// What is wrong, in source order of the places concerned, those of the class first.
  var messages: [DiagnosticMessage] {
    classMessages
      + members.variables.flatMap { MarkerChecker($0).messages + VariableChecker($0).messages }
      + RelationshipChecker(members.variables).messages + schemaMacroMessages
  }

  private var classMessages: [DiagnosticMessage] {
    guard !model.hasDesignatedInitializer, !model.inheritsInitializers else { return [] }
    return [.modelHasNoInitializer(declaration)]
  }

  private var schemaMacroMessages: [DiagnosticMessage] {
    var messages: [DiagnosticMessage] = []
    var first: [SchemaMacro.Kind: SchemaMacro] = [:]
    for macro in members.schemaMacros {
      if let first = first[macro.kind] {
        messages.append(.schemaMacroIsRepeated(macro, after: first))
      } else {
        first[macro.kind] = macro
      }
      messages += unpersistedComponents(of: macro).map { .keyPathIsNotPersisted($0, in: macro) }
    }
    return messages
  }

  /// The key path components that lead to properties of this class which have no column.
  private func unpersistedComponents(of macro: SchemaMacro) -> [DeclReferenceExprSyntax] {
    let persisted = Set(members.allPropertyNames)
    let own = members.variables.filter { $0.modifier(.override) == nil }
    let others = Set(own.flatMap(\.instanceProperties).map(\.nameWithoutBackticks))
      .subtracting(persisted)
    return macro.keyPathComponents.filter { others.contains($0.baseName.nameWithoutBackticks) }
  }

  /// What to say of a declaration that `@Model` cannot extend at all.
  static func refusal(of declaration: some DeclGroupSyntax) -> DiagnosticMessage? {
    if let declaration = declaration.as(ClassDeclSyntax.self) {
      if let parameters = declaration.genericParameterClause { return .modelIsGeneric(parameters) }
      return declaration.attributes.first(named: "Observable")
        .map { .modelIsObservableAlready($0, of: declaration) }
    }
    let introducer = declaration.introducer
    let kind: String? =
      switch introducer.tokenKind {
      case .keyword(.struct): "a structure"
      case .keyword(.enum): "an enumeration"
      case .keyword(.actor): "an actor"
      case .keyword(.protocol): "a protocol"
      case .keyword(.extension): "an extension"
      default: nil
      }
    return kind.map { .modelIsNotAClass(introducer, kind: $0) }
  }
}

extension TokenSyntax {
  /// The identifier without the backticks around it.
  var nameWithoutBackticks: String { identifier?.name ?? text }
}
