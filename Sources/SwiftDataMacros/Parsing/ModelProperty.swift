import SwiftSyntax

/// A persisted property of a model, as it is written.
struct ModelProperty {
  /// The name without backticks, which is also the name in the schema.
  let name: String

  /// The name as source has to spell it.
  let reference: String

  /// Whether the property is declared with `let`, and so keeps its own storage.
  let isConstant: Bool

  /// Whether the library gives the property its accessors; false if it brings its own.
  let needsAccessors: Bool

  // Nodes are kept as they are, and texts made when something is rendered: the compiler asks for
  // each property of a model by itself, and each time the whole class is parsed.

  /// The type, or `nil` if the initial value implies it.
  let type: TypeSyntax?

  /// The initial value.
  let initialValue: ExprSyntax?

  /// The `@Attribute` or `@Relationship` of the property.
  let marker: Marker?

  /// An attribute that says more about a property than its type does.
  struct Marker {
    enum Kind: String {
      case attribute = "Attribute"
      case relationship = "Relationship"
    }

    let kind: Kind
    let attribute: AttributeSyntax

    /// The arguments as written, without parentheses.
    var arguments: String { attribute.argumentList?.trimmedDescription ?? "" }
  }

  /// Whether a transformer makes something storable of the value, which may have any type.
  var isTransformable: Bool { marker?.arguments.contains(".transformable") ?? false }

  /// Whether the source shows that the value is an array, or an optional one.
  var isArray: Bool {
    guard let type else {
      let value = initialValue?.as(FunctionCallExprSyntax.self)?.calledExpression ?? initialValue
      return value?.is(ArrayExprSyntax.self) ?? false
    }
    let wrapped =
      type.as(OptionalTypeSyntax.self)?.wrappedType
      ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? type
    return wrapped.is(ArrayTypeSyntax.self)
      || wrapped.as(IdentifierTypeSyntax.self)?.name.text == "Array"
  }

  /// The suffix that makes a variable of the type start as `nil` by itself: `?`, `!` or nothing.
  var optionalSuffix: String { type.map(Self.optionalSuffix(of:)) ?? "" }

  /// The name of the stored variable that stands for the property in definite initialization.
  var sentinelName: String { Self.sentinelName(for: name) }

  /// Whether an initializer must assign the sentinel, since nothing else does.
  var sentinelNeedsAssignment: Bool {
    needsAccessors && !isConstant && initialValue == nil && optionalSuffix.isEmpty
  }

  /// Returns the name of the sentinel of the property called `name`.
  ///
  /// The underscore is always added, so that a stored `_rank` beside a computed `rank` works.
  static func sentinelName(for name: String) -> String {
    let name = "_" + name
    return name.isPlainIdentifier ? name : "`\(name)`"
  }

  /// Returns the suffix that makes a variable of `type` start as `nil`.
  static func optionalSuffix(of type: TypeSyntax) -> String {
    if type.is(OptionalTypeSyntax.self) { return "?" }
    if type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "!" }
    return ""
  }
}

extension String {
  /// Whether the text needs no backticks to be an identifier, keywords aside.
  var isPlainIdentifier: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      && first.map { !$0.isNumber } ?? false
  }
}
