import SwiftSyntax

/// Says why `@Query` can't be attached to a declaration.
struct QueryChecker {
  private let attribute: AttributeSyntax
  private let variable: VariableDeclSyntax?

  init(_ attribute: AttributeSyntax, _ declaration: some DeclSyntaxProtocol) {
    self.attribute = attribute
    variable = declaration.as(VariableDeclSyntax.self)
  }

  var messages: [DiagnosticMessage] {
    guard let variable, let binding = variable.bindings.first else {
      return [.markerIsNotOnAProperty(attribute)]
    }
    if variable.isConstant { return [.queryIsAConstant(variable.bindingSpecifier)] }
    // Several properties, or a tuple: the compiler says so itself.
    guard variable.bindings.count == 1, binding.pattern.is(IdentifierPatternSyntax.self) else {
      return []
    }
    if binding.accessorBlock != nil {
      return [.markerIsOnAComputedProperty(attribute, of: variable)]
    }
    if let initializer = binding.initializer { return [.queryHasAValue(initializer, in: binding)] }
    return binding.typeAnnotation == nil ? [.queryHasNoType(binding.pattern)] : []
  }
}
