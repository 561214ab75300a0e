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
    let finish =
      model.superclass == nil
      ? "_$backingData = SwiftData._$ModelBacking(backingData)"
      : "super.init(backingData: backingData)"
    return assignments(model.properties, model.conditions) + [finish]
      + restorations(model.properties, model.conditions)
  }

  private func assignments(
    _ properties: [ModelProperty], _ conditions: [ConditionalProperties]
  ) -> [String] {
    var lines: [String] = []
    for property in properties {
      if property.sentinelNeedsAssignment {
        lines.append("\(property.sentinelName) = _SwiftDataNoType()")
      } else if property.isConstant, property.initialValue == nil {
        lines.append("self.\(property.reference) = \(storedValue(of: property))")
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

  /// The stored value of a constant, as an expression.
  private func storedValue(of constant: ModelProperty) -> String {
    let keyPath = "\\.\(constant.reference)"
    let infix = constant.isTransformable ? "Transformable" : ""
    return model.superclass == nil
      ? "backingData.get\(infix)Value(forKey: \(keyPath))"
      : "SwiftData._$SubmodelBacking<\(model.name)>.value(forKey: \(keyPath), in: backingData)"
  }

  /// What gives constants their stored values that have an initial value already; no assignment
  /// can.
  private func restorations(
    _ properties: [ModelProperty], _ conditions: [ConditionalProperties]
  ) -> [String] {
    let constants = properties.filter { $0.isConstant && $0.initialValue != nil }
    var lines = constants.map { constant in
      "SwiftData._$restore(\"\(constant.name)\", of: self, as: \(model.name).self, "
        + "to: \(storedValue(of: constant)))"
    }
    for condition in conditions
    where condition.properties.contains(where: { $0.isConstant && $0.initialValue != nil }) {
      for clause in condition.clauses {
        lines.append(clause.directive)
        lines += restorations(clause.properties, clause.conditions)
      }
      lines.append("#endif")
    }
    return lines
  }
}
