import SwiftSyntax

extension VariableDeclSyntax {
  /// Whether the variable belongs to the type and not to its instances.
  var isTypeProperty: Bool { modifiers.contains { $0.name.isStaticKeyword } }

  /// Whether the variable is declared with `let`.
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether the variable's value is computed, by one binding's accessors.
  var isComputed: Bool { bindings.contains { $0.isComputed } }

  /// Returns the modifier spelled by `keyword`, if the variable has it.
  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(keyword) }
  }

  /// The names of the instance properties that the variable declares, as they are written.
  var instanceProperties: [TokenSyntax] {
    guard !isTypeProperty else { return [] }
    return bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
  }

  /// The persisted properties that the variable declares.
  ///
  /// Nothing comes of a variable that cannot be persisted; `PropertyChecker` says why.
  var modelProperties: [ModelProperty] {
    guard !isTypeProperty, attributes.first(named: "Transient") == nil else { return [] }
    // An override has its value where the superclass keeps it.
    guard modifier(.override) == nil else { return [] }
    guard modifier(.lazy) == nil, modifier(.weak) == nil, modifier(.unowned) == nil else {
      return []
    }
    guard isConstant || bindings.count == 1 else { return [] }
    return bindings.compactMap { modelProperty(of: $0) }
  }

  private func modelProperty(of binding: PatternBindingSyntax) -> ModelProperty? {
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return nil
    }
    let marker = attributes.modelMarker
    // An accessor written by hand with its own `init` accessor may keep its value in the backing
    // data; the marker says that it does.
    if binding.isComputed, !(binding.hasInitAccessor && marker != nil) { return nil }
    return ModelProperty(
      name: identifier.identifier?.name ?? identifier.text,
      reference: identifier.text,
      isConstant: isConstant,
      needsAccessors: !binding.isComputed && attributes.first(named: "_PersistedProperty") == nil
        && attributes.first(named: "_TransformablePersistedProperty") == nil,
      type: binding.typeAnnotation?.type,
      initialValue: binding.initializer?.value,
      marker: marker)
  }
}

extension PatternBindingSyntax {
  /// Whether the binding has accessors that replace its storage; observers don't.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter: true
    case .accessors(let accessors): accessors.contains { !$0.isObserver }
    default: false
    }
  }

  /// Whether the binding can be initialized through an accessor.
  var hasInitAccessor: Bool {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return false }
    return accessors.contains { $0.accessorSpecifier.tokenKind == .keyword(.`init`) }
  }

  /// The binding's `willSet` and `didSet`.
  var observers: [AccessorDeclSyntax] {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return [] }
    return accessors.filter(\.isObserver)
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet)
      || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension TokenSyntax {
  var isStaticKeyword: Bool { tokenKind == .keyword(.static) || tokenKind == .keyword(.class) }
}
