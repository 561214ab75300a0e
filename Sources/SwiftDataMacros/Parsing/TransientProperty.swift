import SwiftSyntax

/// A variable with `@Transient` whose changes can be observed.
struct TransientProperty {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax

  /// Nil for what has accessors, observers or a storage of its own making, and for what asks not to
  /// be observed.
  ///
  /// An attribute that isn't known may be a property wrapper.
  init?(_ variable: VariableDeclSyntax) {
    guard variable.attributes.first(named: "Transient") != nil, !variable.isTypeProperty,
      !variable.isConstant, variable.bindings.count == 1, let binding = variable.bindings.first,
      binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      [Keyword.lazy, .weak, .unowned].allSatisfy({ variable.modifier($0) == nil }),
      variable.attributes.allSatisfy(\.leavesStorage)
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.name = name
  }

  /// The name of the variable that holds the value.
  var storageName: String { "_$transient_" + (name.identifier?.name ?? name.text) }
}

extension AttributeListSyntax.Element {
  /// Whether the attribute is known to be no property wrapper, and not to stand against observation.
  fileprivate var leavesStorage: Bool {
    guard case .attribute(let attribute) = self else { return false }
    return ["Transient", "Attribute", "available", "MainActor", "_TransientProperty"]
      .contains { attribute.isNamed($0) }
  }
}

extension ClassDeclSyntax {
  /// Whether an init accessor that is written by hand names a variable, which then has to be stored.
  func hasInitAccessor(of name: TokenSyntax) -> Bool {
    memberBlock.members.contains { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
      return variable.bindings.contains { $0.initAccessorNames(name) }
    }
  }
}

extension PatternBindingSyntax {
  fileprivate func initAccessorNames(_ name: TokenSyntax) -> Bool {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return false }
    return accessors.contains { accessor in
      accessor.attributes.all(named: "storageRestrictions").contains { attribute in
        attribute.tokens(viewMode: .sourceAccurate).contains { $0.text == name.text }
      }
    }
  }
}
