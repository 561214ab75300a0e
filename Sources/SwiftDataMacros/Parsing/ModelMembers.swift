import SwiftSyntax

/// The members of a model that matter to its macros, sorted by kind.
struct ModelMembers {
  private(set) var variables: [VariableDeclSyntax] = []
  private(set) var properties: [ModelProperty] = []
  private(set) var conditions: [ConditionalProperties] = []
  private(set) var initializers: [InitializerDeclSyntax] = []
  private(set) var schemaMacros: [SchemaMacro] = []

  /// Sorts `members`, and those within `#if`.
  init(_ members: MemberBlockItemListSyntax) {
    for member in members { add(member.decl) }
  }

  private mutating func add(_ declaration: DeclSyntax) {
    if let variable = declaration.as(VariableDeclSyntax.self) {
      variables.append(variable)
      properties += variable.modelProperties
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      initializers.append(initializer)
    } else if let expansion = declaration.as(MacroExpansionDeclSyntax.self) {
      if let macro = SchemaMacro(expansion) { schemaMacros.append(macro) }
    } else if let condition = declaration.as(IfConfigDeclSyntax.self) {
      add(condition)
    }
  }

  private mutating func add(_ condition: IfConfigDeclSyntax) {
    let properties = ConditionalProperties(condition)
    if !properties.isEmpty { conditions.append(properties) }
    for clause in condition.clauses {
      guard case .decls(let members) = clause.elements else { continue }
      let inner = ModelMembers(members)
      variables += inner.variables
      initializers += inner.initializers
      schemaMacros += inner.schemaMacros
    }
  }

  /// The names of all persisted properties, those within `#if` included.
  var allPropertyNames: [String] {
    (properties + conditions.flatMap(\.properties)).map(\.name)
  }
}
