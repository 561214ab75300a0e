import SwiftSyntax

/// Writes the function that lists a model's key paths as a subclass spells them.
///
/// `\BusinessTrip.name` is another key path than `\Trip.name`, and only generic code can form the
/// one where the class of the other is declared.
struct KeyPathsRenderer {
  let model: ModelDeclaration

  /// The function.
  var declaration: String {
    "\(model.access.finalModifier)static func _$keyPaths<_S: \(model.name)>(of type: _S.Type) -> "
      + "[Swift.AnyKeyPath] {\n\(body)\n}"
  }

  /// What a subclass has to say of what it inherits, as arguments of its description.
  var arguments: [String] {
    guard let superclass = model.superclass?.trimmedDescription else { return [] }
    var arguments: [String] = []
    let getters = model.overrides.filter(\.hasGetter).map { "\"\($0.name)\"" }
    if !getters.isEmpty {
      arguments.append("overridden: [\(getters.joined(separator: ", "))]")
    }
    if !model.overrides.isEmpty {
      let keyPaths = model.overrides.map { override in
        "\"\(override.name)\": \(override.keyPath(from: model.name))"
      }
      arguments.append(
        "overrides: SwiftData._$unisolated { [\(keyPaths.joined(separator: ", "))] }")
    }
    arguments.append(
      "inherited: SwiftData._$unisolated { \(superclass)._$keyPaths(of: \(model.name).self) }")
    return arguments
  }

  private var body: String {
    let inherited = model.superclass.map { "\($0.trimmedDescription)._$keyPaths(of: type)" }
    guard !model.properties.isEmpty || !model.conditions.isEmpty else {
      return "  \(inherited ?? "[]")"
    }
    let start = "  var _$keyPaths: [Swift.AnyKeyPath] = \(inherited ?? "[]")"
    let lines = model.properties.map(line) + model.conditions.flatMap(conditional)
    return ([start] + lines + ["  return _$keyPaths"]).joined(separator: "\n")
  }

  private func line(_ property: ModelProperty) -> String {
    "  _$keyPaths.append(\(property.keyPath(from: "_S")))"
  }

  /// The lines of properties that exist under a condition; they follow the others in the schema.
  private func conditional(_ condition: ConditionalProperties) -> [String] {
    condition.clauses.flatMap { clause in
      [clause.directive] + clause.properties.map(line) + clause.conditions.flatMap(conditional)
    } + ["#endif"]
  }
}
