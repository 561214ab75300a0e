import SwiftSyntax

/// Looks for misuse of the `@Attribute`, `@Relationship` and `@Transient` of a model's variable.
struct MarkerChecker {
  private let variable: VariableDeclSyntax

  init(_ variable: VariableDeclSyntax) {
    self.variable = variable
  }

  /// What is wrong; of each attribute the first thing only.
  var messages: [DiagnosticMessage] {
    ["Attribute", "Relationship", "Transient"].flatMap { name in
      let attributes = variable.attributes.all(named: name)
      return attributes.enumerated().flatMap { index, attribute -> [DiagnosticMessage] in
        if index > 0 { return [.markerIsRepeated(attribute, of: variable)] }
        return placement(of: attribute).map { [$0] } ?? repeatedOptions(of: attribute)
      }
    }
  }

  private func placement(of attribute: AttributeSyntax) -> DiagnosticMessage? {
    if variable.isTypeProperty { return .markerIsOnATypeProperty(attribute, of: variable) }
    if attribute.isNamed("Transient") { return nil }
    if variable.attributes.first(named: "Transient") != nil {
      return .markerIsOnATransientProperty(attribute, of: variable)
    }
    if variable.isComputed, !variable.bindings.contains(where: \.hasInitAccessor) {
      return .markerIsOnAComputedProperty(attribute, of: variable)
    }
    if attribute.isNamed("Relationship"),
      let other = variable.attributes.first(named: "Attribute")
    {
      return .markersConflict(attribute, with: other, of: variable)
    }
    return nil
  }

  private func repeatedOptions(of attribute: AttributeSyntax) -> [DiagnosticMessage] {
    var seen: Set<String> = []
    return (attribute.argumentList ?? []).compactMap { argument in
      guard argument.label == nil else { return nil }
      let isNew = seen.insert(argument.expression.trimmedDescription).inserted
      return isNew ? nil : .optionIsRepeated(argument)
    }
  }
}
