import SwiftSyntax

/// Looks for misuse in a variable of a model, its own attributes apart.
struct VariableChecker {
  private let variable: VariableDeclSyntax

  init(_ variable: VariableDeclSyntax) {
    self.variable = variable
  }

  /// What is wrong; the first thing that keeps the variable from being persisted hides the others.
  var messages: [DiagnosticMessage] {
    guard !variable.isTypeProperty, variable.modifier(.override) == nil else { return [] }
    if variable.attributes.first(named: "Transient") != nil { return transientMessages }
    guard !variable.isComputed else { return [] }
    if let modifier = [Keyword.lazy, .weak, .unowned].compactMap(variable.modifier).first {
      let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
      return [.propertyHasStorageModifier(modifier, of: name, in: variable)]
    }
    if let pattern = variable.bindings.map(\.pattern).first(where: { !$0.isName }) {
      return [.propertyIsATuple(pattern)]
    }
    // Where one of our own attributes is attached, the compiler says the same.
    if !variable.isConstant, variable.bindings.count > 1, variable.attributes.modelMarker == nil,
      let second = variable.bindings.dropFirst().first
    {
      return [.propertiesShareADeclaration(second, in: variable)]
    }
    return variable.bindings.flatMap { binding in
      binding.observers.map { .observerIsNeverCalled($0, of: binding.pattern.trimmedDescription) }
    }
  }

  private var transientMessages: [DiagnosticMessage] {
    variable.bindings.compactMap { needsDefault($0) ? .transientHasNoDefault($0.pattern) : nil }
  }

  private func needsDefault(_ binding: PatternBindingSyntax) -> Bool {
    guard !binding.isComputed, binding.initializer == nil else { return false }
    guard let type = binding.typeAnnotation?.type else { return true }
    // A `let` starts as nothing, even if it is optional.
    return variable.isConstant || ModelProperty.optionalSuffix(of: type).isEmpty
  }
}

extension PatternSyntax {
  fileprivate var isName: Bool { self.is(IdentifierPatternSyntax.self) }
}
