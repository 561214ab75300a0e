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

  /// The names of the properties in all branches.
  var propertyNames: [String] {
    clauses.flatMap { $0.properties.map(\.name) + $0.conditions.flatMap(\.propertyNames) }
  }

  /// Whether any branch holds a constant with an initial value.
  var hasInitializedConstant: Bool {
    clauses.contains { clause in
      clause.properties.contains { $0.isConstant && $0.initialValue != nil }
        || clause.conditions.contains { $0.hasInitializedConstant }
    }
  }
}
