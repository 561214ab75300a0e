import SwiftSyntax

/// Looks for relationships of one class that name each other as their inverse.
///
/// Of relationships between two classes the macro sees one side only.
struct RelationshipChecker {
  private var inverses: [(name: String, argument: LabeledExprSyntax, inverse: String)] = []

  init(_ variables: [VariableDeclSyntax]) {
    for variable in variables {
      guard let attribute = variable.attributes.first(named: "Relationship") else { continue }
      guard let pattern = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self),
        let argument = attribute.argumentList?.first(where: { $0.label?.text == "inverse" }),
        let inverse = argument.expression.as(KeyPathExprSyntax.self)?.lastPropertyName
      else { continue }
      inverses.append((pattern.identifier.nameWithoutBackticks, argument, inverse))
    }
  }

  /// One message for each pair, at the later side.
  var messages: [DiagnosticMessage] {
    inverses.indices.compactMap { index in
      let second = inverses[index]
      let first = inverses[..<index].first {
        $0.inverse == second.name && second.inverse == $0.name
          && $0.argument.keyPathRoot == second.argument.keyPathRoot
      }
      return first.map { .inversesNameEachOther(second.argument, $0.name, second.name) }
    }
  }
}

extension KeyPathExprSyntax {
  /// The name of the property that the key path ends with.
  var lastPropertyName: String? {
    guard case .property(let property) = components.last?.component else { return nil }
    return property.declName.baseName.nameWithoutBackticks
  }
}

extension LabeledExprSyntax {
  fileprivate var keyPathRoot: String? {
    expression.as(KeyPathExprSyntax.self)?.root?.trimmedDescription
  }
}
