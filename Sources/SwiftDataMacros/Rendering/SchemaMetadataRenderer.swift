import SwiftSyntax

/// Writes the body of `schemaMetadata`, the description of a model that the schema is built from.
struct SchemaMetadataRenderer {
  let model: ModelDeclaration

  /// The text between the property's braces.
  var body: String {
    let entries = model.properties.map(entry) + schemaMacros
    guard !model.conditions.isEmpty else { return array(of: entries, indentation: "  ") }
    var lines = [
      "  var _$metadata: [SwiftData.Schema.PropertyMetadata] = "
        + array(of: entries, indentation: "  ").drop { $0 == " " }
    ]
    lines += model.conditions.flatMap { conditional($0) }
    lines.append("  return _$metadata")
    return lines.joined(separator: "\n")
  }

  private func array(of entries: [String], indentation: String) -> String {
    guard !entries.isEmpty else { return indentation + "[]" }
    let lines = entries.map { "\(indentation)  \($0),\n" }.joined()
    return "\(indentation)[\n\(lines)\(indentation)]"
  }

  /// Renders properties that exist under a condition; they follow the others in the schema.
  private func conditional(_ condition: ConditionalProperties) -> [String] {
    var lines: [String] = []
    for clause in condition.clauses {
      lines.append(clause.directive)
      lines += clause.properties.map { "  _$metadata.append(\(entry(for: $0)))" }
      lines += clause.conditions.flatMap { conditional($0) }
    }
    return lines + ["#endif"]
  }

  private func entry(for property: ModelProperty) -> String {
    """
    SwiftData.Schema.PropertyMetadata(name: "\(property.name)", \
    keypath: \(property.keyPath(from: model.name)), defaultValue: \(defaultValue(of: property)), \
    metadata: \(metadata(of: property)))
    """
  }

  /// The initial value, converted to the property's type if the source names it: `.work` or `[]`
  /// mean nothing where any value may stand.
  private func defaultValue(of property: ModelProperty) -> String {
    guard let value = property.initialValue else { return "nil" }
    guard let type = property.type, !value.is(NilLiteralExprSyntax.self) else {
      return value.trimmedDescription
    }
    let target =
      if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        "\(optional.wrappedType.trimmedDescription)?"
      } else {
        type.trimmedDescription
      }
    return "(\(value.trimmedDescription)) as \(target)"
  }

  private func metadata(of property: ModelProperty) -> String {
    property.marker.map { "SwiftData.Schema.\($0.kind.rawValue)(\($0.arguments))" } ?? "nil"
  }

  /// The entries of `#Index` and `#Unique`, which have no key path of their own.
  private var schemaMacros: [String] {
    [SchemaMacro.Kind.index, .unique].flatMap { kind in
      model.schemaMacros.filter { $0.kind == kind }.map { macro in
        """
        SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.\(kind.rawValue)", \
        keypath: \\SwiftData.Schema.encodingVersion, defaultValue: nil, \
        metadata: SwiftData.Schema.\(kind.rawValue)\(macro.genericArguments)(\(macro.arguments)))
        """
      }
    }
  }
}
