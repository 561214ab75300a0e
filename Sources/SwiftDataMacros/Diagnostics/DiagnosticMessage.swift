import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Something that the macros say of the code they are attached to.
struct DiagnosticMessage: SwiftDiagnostics.DiagnosticMessage {
  /// The node at which the compiler shows the message.
  let syntax: Syntax

  let message: String

  var severity: DiagnosticSeverity = .error

  /// The edits that settle the matter, where they are certain.
  var fixIts: [FixIt] = []

  /// A word for the kind of the message, unique among them.
  let kind: String

  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: kind) }

  private init(
    _ kind: String, at syntax: some SyntaxProtocol, _ message: String,
    severity: DiagnosticSeverity = .error, fixIts: [FixIt] = []
  ) {
    self.kind = kind
    self.syntax = Syntax(syntax)
    self.message = message
    self.severity = severity
    self.fixIts = fixIts
  }
}

// MARK: - The declaration that a macro is attached to

extension DiagnosticMessage {
  /// `@Model` on something that is no class, which is called `kind` with its article.
  static func modelIsNotAClass(_ introducer: TokenSyntax, kind: String) -> Self {
    Self("modelIsNotAClass", at: introducer, "'@Model' cannot be applied to \(kind)")
  }

  /// `@Model` on a generic class, of which there could be any number of entities.
  static func modelIsGeneric(_ parameters: GenericParameterClauseSyntax) -> Self {
    Self("modelIsGeneric", at: parameters, "'@Model' cannot be applied to a generic class")
  }

  /// A model without an initializer, which the compiler cannot supply beside a macro's.
  static func modelHasNoInitializer(_ model: ClassDeclSyntax) -> Self {
    Self(
      "modelHasNoInitializer", at: model.name,
      "'@Model' requires an initializer be provided for '\(model.name.text)'",
      fixIts: [.addInitializer(to: model)].compactMap(\.self))
  }

  /// `@Observable` beside `@Model`, which does its work.
  static func modelIsObservableAlready(
    _ attribute: AttributeSyntax, of model: ClassDeclSyntax
  ) -> Self {
    Self(
      "modelIsObservableAlready", at: attribute, "'@Observable' is implied by '@Model'",
      fixIts: [.remove(attribute, of: model)])
  }

  /// `@ModelActor` on something that is no actor.
  static func modelActorIsNotAnActor(_ introducer: TokenSyntax) -> Self {
    Self(
      "modelActorIsNotAnActor", at: introducer, "'@ModelActor' can only be applied to an actor")
  }
}

// MARK: - Properties

extension DiagnosticMessage {
  /// A variable that breaks a tuple apart.
  static func propertyIsATuple(_ pattern: PatternSyntax) -> Self {
    Self("propertyIsATuple", at: pattern, "a persisted property cannot be declared in a tuple")
  }

  /// Several variables after one `var`, to which the compiler attaches no accessor macro.
  static func propertiesShareADeclaration(
    _ binding: PatternBindingSyntax, in variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "propertiesShareADeclaration", at: binding.pattern,
      "persisted properties must be declared one by one",
      fixIts: [.split(variable)])
  }

  /// A `lazy`, `weak` or `unowned` property that would be persisted.
  static func propertyHasStorageModifier(
    _ modifier: DeclModifierSyntax, of name: String, in variable: VariableDeclSyntax
  ) -> Self {
    let keyword = modifier.name.text
    var fixIts: [FixIt] = []
    // A reference to a model whose row is deleted becomes nil by itself.
    if keyword == "weak" { fixIts.append(.remove(modifier, of: variable)) }
    if variable.attributes.modelMarker == nil { fixIts.append(.addTransient(to: variable)) }
    return Self(
      "propertyHasStorageModifier", at: modifier,
      "'\(keyword)' cannot be applied to persisted property '\(name)'", fixIts: fixIts)
  }

  /// An observer that accessors replace, so that it is never called.
  static func observerIsNeverCalled(_ observer: AccessorDeclSyntax, of name: String) -> Self {
    let keyword = observer.accessorSpecifier
    return Self(
      "observerIsNeverCalled", at: keyword,
      "'\(keyword.text)' is never called, because '\(name)' is persisted", severity: .warning)
  }

  /// A transient property that a fetched model has no value for.
  static func transientHasNoDefault(_ pattern: PatternSyntax) -> Self {
    Self(
      "transientHasNoDefault", at: pattern,
      "transient property '\(pattern.trimmedDescription)' must be optional or have a default value")
  }

  /// Two relationships that name each other, which the compiler cannot resolve.
  static func inversesNameEachOther(
    _ argument: LabeledExprSyntax, _ first: String, _ second: String
  ) -> Self {
    Self(
      "inversesNameEachOther", at: argument,
      "'\(first)' and '\(second)' both name the other as their inverse; only one side may",
      fixIts: [.remove(argument, message: "remove 'inverse' here")].compactMap(\.self))
  }
}

// MARK: - The attributes of properties

extension DiagnosticMessage {
  /// `@Attribute` or the like on a function, a type or something else that has no value.
  static func markerIsNotOnAProperty(_ attribute: AttributeSyntax) -> Self {
    Self(
      "markerIsNotOnAProperty", at: attribute,
      "'\(attribute.displayName)' can only be applied to a property")
  }

  /// `@Attribute` or `@Relationship` on a property that stores nothing.
  static func markerIsOnAComputedProperty(
    _ attribute: AttributeSyntax, of variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "markerIsOnAComputedProperty", at: attribute,
      "'\(attribute.displayName)' cannot be applied to a computed property",
      fixIts: [.remove(attribute, of: variable)])
  }

  /// `@Attribute` or the like on a property of the type itself.
  static func markerIsOnATypeProperty(
    _ attribute: AttributeSyntax, of variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "markerIsOnATypeProperty", at: attribute,
      "'\(attribute.displayName)' cannot be applied to a static property",
      fixIts: [.remove(attribute, of: variable)])
  }

  /// `@Attribute` or `@Relationship` on a property that `@Transient` keeps out of the schema.
  static func markerIsOnATransientProperty(
    _ attribute: AttributeSyntax, of variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "markerIsOnATransientProperty", at: attribute,
      "'\(attribute.displayName)' has no effect on a transient property", severity: .warning,
      fixIts: [.remove(attribute, of: variable)])
  }

  /// `@Attribute` and `@Relationship` on one property.
  static func markersConflict(
    _ relationship: AttributeSyntax, with attribute: AttributeSyntax,
    of variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "markersConflict", at: relationship,
      "'@Attribute' and '@Relationship' cannot be applied to the same property",
      fixIts: [attribute, relationship].map { .remove($0, of: variable) })
  }

  /// The same attribute twice on one property.
  static func markerIsRepeated(
    _ attribute: AttributeSyntax, of variable: VariableDeclSyntax
  ) -> Self {
    Self(
      "markerIsRepeated", at: attribute, "duplicate '\(attribute.displayName)'",
      fixIts: [.remove(attribute, of: variable)])
  }

  /// The same option twice in one attribute.
  static func optionIsRepeated(_ option: LabeledExprSyntax) -> Self {
    let name = option.expression.trimmedDescription
    return Self(
      "optionIsRepeated", at: option.expression, "duplicate option '\(name)'", severity: .warning,
      fixIts: [.remove(option, message: "remove duplicate '\(name)'")].compactMap(\.self))
  }
}

// MARK: - Queries

extension DiagnosticMessage {
  /// `@Query` on a constant, whose value could not become another.
  static func queryIsAConstant(_ specifier: TokenSyntax) -> Self {
    Self(
      "queryIsAConstant", at: specifier, "'@Query' cannot be applied to a constant",
      fixIts: [
        FixIt("declare it with 'var'", replacing: specifier, by: .keyword(.var) as TokenSyntax)
      ])
  }

  /// `@Query` on a property with a value of its own.
  static func queryHasAValue(
    _ initializer: InitializerClauseSyntax, in binding: PatternBindingSyntax
  ) -> Self {
    Self(
      "queryHasAValue", at: initializer,
      "a property with '@Query' cannot have an initial value",
      fixIts: binding.typeAnnotation == nil
        ? [] : [FixIt("remove the value", replacing: binding, by: binding.withoutInitializer)])
  }

  /// `@Query` on a property whose declaration doesn't say of what.
  static func queryHasNoType(_ pattern: PatternSyntax) -> Self {
    Self(
      "queryHasNoType", at: pattern,
      "a property with '@Query' needs a type: '[Model]', or with 'sectionBy' "
        + "'SectionedResults<Model, String>'")
  }
}

extension PatternBindingSyntax {
  fileprivate var withoutInitializer: PatternBindingSyntax {
    var binding = with(\.initializer, nil)
    binding.typeAnnotation = binding.typeAnnotation?.trimmed
    return binding
  }
}

// MARK: - Indices and uniqueness constraints

extension DiagnosticMessage {
  /// A second `#Index` or `#Unique`, of which Apple's framework reads only one.
  static func schemaMacroIsRepeated(_ second: SchemaMacro, after first: SchemaMacro) -> Self {
    let name = "#" + second.kind.rawValue
    return Self(
      "schemaMacroIsRepeated", at: second.expansion.macroName,
      "a model can have only one '\(name)'",
      fixIts: [.merge(second, into: first)].compactMap(\.self))
  }

  /// `#Index` or `#Unique` where no `@Model` reads it.
  static func schemaMacroIsOutsideModel(_ expansion: some FreestandingMacroExpansionSyntax) -> Self
  {
    Self(
      "schemaMacroIsOutsideModel", at: expansion.macroName,
      "'#\(expansion.macroName.text)' has no effect outside of a '@Model' class",
      severity: .warning)
  }

  /// A key path in `#Index` or `#Unique` to a property without a column.
  static func keyPathIsNotPersisted(_ component: some SyntaxProtocol, in macro: SchemaMacro) -> Self
  {
    Self(
      "keyPathIsNotPersisted", at: component,
      "'#\(macro.kind.rawValue)' cannot use '\(component.trimmedDescription)', "
        + "which is not persisted")
  }
}

extension MacroExpansionContext {
  /// Reports `messages`.
  func diagnose(_ messages: [DiagnosticMessage]) {
    for message in messages {
      diagnose(Diagnostic(node: message.syntax, message: message, fixIts: message.fixIts))
    }
  }
}

extension AttributeSyntax {
  /// The attribute as messages spell it: `@Attribute`, without module and arguments.
  var displayName: String { "@" + (attributeName.lastName ?? attributeName.trimmedDescription) }
}
