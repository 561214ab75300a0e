import SwiftSyntax

/// A class that `@Model` is attached to, as it is written.
struct ModelDeclaration {
  /// The name as source has to spell it.
  let name: String

  /// Who may see the class, and so the members that the schema is read from.
  let access: Access

  /// Whether the class is final, so that its initializers need not be required.
  let isFinal: Bool

  /// Whether the class may be isolated to the main actor, by an attribute or by what it inherits
  /// from, so that key paths to its properties can't be formed elsewhere.
  let mayBeIsolated: Bool

  /// The model class that this one inherits from.
  let superclass: TypeSyntax?

  /// The persisted properties outside of `#if`, by ordinal.
  let properties: [ModelProperty]

  /// The inherited properties that the class overrides.
  let overrides: [Override]

  /// An inherited property that a class overrides.
  struct Override {
    let name: String

    /// The name as source has to spell it.
    let reference: String

    /// Whether the class reads it in its own way, and doesn't only watch its changes.
    let hasGetter: Bool
  }

  /// The `#if` directives among the members that hold persisted properties.
  let conditions: [ConditionalProperties]

  /// The `#Index` and `#Unique` of the class.
  let schemaMacros: [SchemaMacro]

  /// Whether the class declares the `init(backingData:)` itself.
  let declaresBackingInitializer: Bool

  /// Whether the class declares an initializer for those who use it.
  let hasDesignatedInitializer: Bool

  /// The visibility of a class, as far as its generated members depend on it.
  enum Access: String {
    case `open`
    case `public`
    case `package`
    case unspecified

    /// The modifier of a generated member, with the space after it.
    var modifier: String { self == .unspecified ? "" : rawValue + " " }

    /// The modifier of a generated member that can't be overridden.
    var finalModifier: String { self == .open ? "public " : modifier }
  }

  /// Parses a class.
  ///
  /// - Parameters:
  ///   - declaration: The class.
  ///   - inheritsModel: Whether a superclass is a model already.
  init(_ declaration: ClassDeclSyntax, inheritsModel: Bool) {
    let members = ModelMembers(declaration.memberBlock.members)
    name = declaration.name.text
    access = Access(declaration.modifiers)
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    mayBeIsolated =
      declaration.inheritanceClause != nil
      || declaration.attributes.first(named: "MainActor") != nil
    superclass =
      inheritsModel
      ? declaration.inheritanceClause?.inheritedTypes.first?.type.trimmed : nil
    properties = members.properties
    overrides = members.variables.filter { $0.modifier(.override) != nil }.flatMap { variable in
      variable.instanceProperties.map { property in
        Override(
          name: property.nameWithoutBackticks, reference: property.text,
          hasGetter: variable.isComputed)
      }
    }
    conditions = members.conditions
    schemaMacros = members.schemaMacros
    declaresBackingInitializer = members.initializers.contains { $0.takesBackingData }
    hasDesignatedInitializer = members.initializers.contains {
      !$0.isConvenience && !$0.takesBackingData
    }
  }

  /// The names of the persisted constants, wherever they are declared.
  var constantNames: [String] {
    (properties + conditions.flatMap(\.properties)).filter(\.isConstant).map(\.name)
  }

  /// Whether the class has the initializers of its superclass, being itself without any and without
  /// anything to initialize.
  var inheritsInitializers: Bool {
    superclass != nil && !hasDesignatedInitializer && !declaresBackingInitializer
      && (properties + conditions.flatMap(\.properties))
        .allSatisfy { !$0.isConstant && !$0.sentinelNeedsAssignment }
  }

  /// Returns the place of the property called `name` among the properties outside of `#if`.
  func ordinal(of name: String) -> Int? { properties.firstIndex { $0.name == name } }
}

extension ModelDeclaration.Access {
  init(_ modifiers: DeclModifierListSyntax) {
    self = .unspecified
    // `public(set)` and the like have a detail, and say nothing about the class.
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.open): self = .open
      case .keyword(.public): self = .public
      case .keyword(.package): self = .package
      default: continue
      }
    }
  }
}

extension InitializerDeclSyntax {
  /// Whether this is an `init(backingData:)`.
  var takesBackingData: Bool {
    signature.parameterClause.parameters.map(\.firstName.text) == ["backingData"]
  }

  /// Whether the initializer leaves the work to another one.
  var isConvenience: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
  }
}
