import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelRenderer {
  /// The initializer through which the library makes a model of a stored object.
  var backingInitializer: DeclSyntax {
    let type = model.superclass == nil ? model.name : "\(model.name).Root"
    let required = model.isFinal && model.superclass == nil ? "" : "required "
    return """
      \(raw: required)\(raw: model.access.finalModifier)nonisolated init(\
      backingData: any SwiftData.BackingData<\(raw: type)>) {
      \(raw: statements.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
  }

  /// The initializer's statements, one a line.
  private var statements: [String] {
    assignments(model.properties, model.conditions) + [
      model.superclass == nil
        ? "_$backingData = SwiftData._$ModelBacking(backingData)"
        : "super.init(backingData: backingData)"
    ]
  }

  private func assignments(
    _ properties: [ModelProperty], _ conditions: [ConditionalProperties]
  ) -> [String] {
    var lines: [String] = []
    for property in properties {
      if property.sentinelNeedsAssignment {
        lines.append("\(property.sentinelName) = _SwiftDataNoType()")
      } else if property.isConstant, property.initialValue == nil {
        let reference = property.reference
        lines.append("self.\(reference) = backingData.getValue(forKey: \\.\(reference))")
      }
    }
    for condition in conditions {
      for clause in condition.clauses {
        lines.append(clause.directive)
        lines += assignments(clause.properties, clause.conditions)
      }
      lines.append("#endif")
    }
    return lines
  }
}
