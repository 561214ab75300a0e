import SwiftSyntax

/// The persisted properties within an `#if` … `#endif`.
struct ConditionalProperties {
  let clauses: [Clause]

  /// One branch of the directive.
  struct Clause {
    /// The line that opens the branch, such as `#elseif os(Linux)`.
    let directive: String
    let properties: [ModelProperty]
    let conditions: [ConditionalProperties]
  }

  init(_ declaration: IfConfigDeclSyntax) {
    clauses = declaration.clauses.map { clause in
      var directive = clause.poundKeyword.text
      if let condition = clause.condition { directive += " " + condition.trimmedDescription }
      guard case .decls(let members) = clause.elements else {
        return Clause(directive: directive, properties: [], conditions: [])
      }
      let parsed = ModelMembers(members)
      return Clause(
        directive: directive, properties: parsed.properties, conditions: parsed.conditions)
    }
  }

  var isEmpty: Bool {
    clauses.allSatisfy { $0.properties.isEmpty && $0.conditions.isEmpty }
  }

  /// The properties in all branches.
  var properties: [ModelProperty] {
    clauses.flatMap { $0.properties + $0.conditions.flatMap(\.properties) }
  }
}
