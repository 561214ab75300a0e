import SwiftSyntax

extension AttributeListSyntax {
  /// Returns the attributes called `name`, with or without the module's name before it.
  func all(named name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.isNamed(name) else { return nil }
      return attribute
    }
  }

  /// Returns the first attribute called `name`.
  func first(named name: String) -> AttributeSyntax? { all(named: name).first }

  /// What `@Attribute` or `@Relationship` says, the former first if both are there.
  var modelMarker: ModelProperty.Marker? {
    for kind in [ModelProperty.Marker.Kind.attribute, .relationship] {
      if let attribute = first(named: kind.rawValue) {
        return ModelProperty.Marker(kind: kind, attribute: attribute)
      }
    }
    return nil
  }
}

extension AttributeSyntax {
  /// Returns whether the attribute is called `name`, alone or as a member of `SwiftData`.
  func isNamed(_ name: String) -> Bool {
    if let identifier = attributeName.as(IdentifierTypeSyntax.self) {
      return identifier.name.text == name
    }
    if let member = attributeName.as(MemberTypeSyntax.self) {
      return member.name.text == name && member.baseType.trimmedDescription == "SwiftData"
    }
    return false
  }

  /// The labeled arguments, of which there are none if the attribute has no parentheses.
  var argumentList: LabeledExprListSyntax? {
    guard case .argumentList(let list) = arguments else { return nil }
    return list
  }
}
