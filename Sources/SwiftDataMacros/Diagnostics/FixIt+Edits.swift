import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The text that names an edit.
private struct EditMessage: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "SwiftData", id: message) }
}

extension FixIt {
  private init(_ message: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
    self.init(
      message: EditMessage(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Removes an attribute of a declaration.
  static func remove(_ attribute: AttributeSyntax, of declaration: DeclSyntax) -> FixIt {
    let message = "remove '\(attribute.displayName)'"
    guard let list = attribute.parent?.as(AttributeListSyntax.self) else {
      return FixIt(message, replacing: declaration, by: declaration)
    }
    let kept = list.filter { $0.id != attribute.id }
    guard list.first?.id == attribute.id, !kept.isEmpty else {
      return removing(attribute, message, kept, list)
    }
    return FixIt(
      message, replacing: list, by: kept.with(\.leadingTrivia, attribute.leadingTrivia))
  }

  /// Removes the only attribute of a list, or one that isn't the first; what comes after keeps its
  /// place.
  private static func removing(
    _ attribute: AttributeSyntax, _ message: String, _ kept: AttributeListSyntax,
    _ list: AttributeListSyntax
  ) -> FixIt {
    guard kept.isEmpty, let next = list.nextToken(viewMode: .sourceAccurate) else {
      return FixIt(
        message, replacing: list, by: kept.with(\.trailingTrivia, list.trailingTrivia))
    }
    return FixIt(
      message: EditMessage(message: message),
      changes: [
        .replace(oldNode: Syntax(list), newNode: Syntax(kept)),
        .replaceLeadingTrivia(token: next, newTrivia: list.leadingTrivia),
      ])
  }

  /// Removes a modifier of a variable.
  static func remove(_ modifier: DeclModifierSyntax, of variable: VariableDeclSyntax) -> FixIt {
    var edited = variable
    edited.modifiers = variable.modifiers.filter { $0.id != modifier.id }
    edited.leadingTrivia = variable.leadingTrivia
    return FixIt("remove '\(modifier.name.text)'", replacing: variable, by: edited)
  }

  /// Removes an argument, and the comma that it leaves behind.
  static func remove(_ argument: LabeledExprSyntax, message: String) -> FixIt? {
    guard let list = argument.parent?.as(LabeledExprListSyntax.self) else { return nil }
    var kept = Array(list.filter { $0.id != argument.id })
    if let last = kept.indices.last {
      kept[last].trailingComma = nil
      kept[last].trailingTrivia = []
    }
    return FixIt(message, replacing: list, by: LabeledExprListSyntax(kept))
  }

  /// Keeps a variable out of the schema.
  static func addTransient(to variable: VariableDeclSyntax) -> FixIt {
    let attribute: AttributeSyntax = "@Transient "
    var edited = variable
    edited.leadingTrivia = []
    edited.attributes.insert(.attribute(attribute), at: edited.attributes.startIndex)
    edited.leadingTrivia = variable.leadingTrivia
    return FixIt("add '@Transient'", replacing: variable, by: edited)
  }

  /// Declares each of several variables by itself, with the type that it shares with a later one.
  static func split(_ variable: VariableDeclSyntax) -> FixIt? {
    guard let item = variable.parent?.as(MemberBlockItemSyntax.self) else { return nil }
    guard let list = item.parent?.as(MemberBlockItemListSyntax.self) else { return nil }
    guard let index = list.firstIndex(where: { $0.id == item.id }) else { return nil }
    var type: TypeAnnotationSyntax?
    var items: [MemberBlockItemSyntax] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      var alone = binding.with(\.typeAnnotation, type)
      alone.trailingComma = nil
      let declaration = variable.with(\.bindings, [alone.trimmed])
      items.insert(item.with(\.decl, DeclSyntax(declaration)), at: 0)
    }
    var edited = Array(list)
    edited.replaceSubrange(
      list.distance(to: index)...list.distance(to: index), with: items)
    return FixIt(
      "declare each property by itself", replacing: list, by: MemberBlockItemListSyntax(edited))
  }

  /// Moves the arguments of one `#Index` or `#Unique` to another, and removes it.
  static func merge(_ second: SchemaMacro, into first: SchemaMacro) -> FixIt? {
    let items = [first, second].compactMap { $0.expansion.parent?.as(MemberBlockItemSyntax.self) }
    guard items.count == 2 else { return nil }
    guard let list = items[0].parent?.as(MemberBlockItemListSyntax.self),
      items[1].parent?.id == list.id, first.genericArguments == second.genericArguments,
      first.usesKeyPathArrays == second.usesKeyPathArrays
    else { return nil }
    var merged = first.expansion
    merged.arguments = first.argumentsFollowed(by: second)
    var edited = list.filter { $0.id != items[1].id }
    if let index = edited.firstIndex(where: { $0.id == items[0].id }) {
      edited[index] = items[0].with(\.decl, DeclSyntax(merged))
    }
    let name = "#" + first.kind.rawValue
    return FixIt("move the arguments to the first '\(name)'", replacing: list, by: edited)
  }
}

extension MemberBlockItemListSyntax {
  fileprivate func distance(to index: Index) -> Int { distance(from: startIndex, to: index) }
}
