import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The text that names an edit.
private struct EditMessage: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "SwiftData", id: message) }
}

extension FixIt {
  /// Replaces a node.
  ///
  /// Some readers of the edit keep the trivia around the old node and others don't, so the new node
  /// takes it over.
  init(_ message: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
    var new = Syntax(new)
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    self.init(
      message: EditMessage(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: new)])
  }

  /// Removes an attribute of a class, which keeps others.
  static func remove(_ attribute: AttributeSyntax, of declaration: ClassDeclSyntax) -> FixIt {
    let kept = declaration.attributes.filter { $0.id != attribute.id }
    return FixIt(
      "remove '\(attribute.displayName)'", replacing: declaration.attributes, by: kept)
  }

  /// Removes an attribute of a variable.
  static func remove(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> FixIt {
    let message = "remove '\(attribute.displayName)'"
    let kept = variable.attributes.filter { $0.id != attribute.id }
    guard kept.isEmpty else {
      return FixIt(message, replacing: variable.attributes, by: kept)
    }
    return FixIt(message, replacing: variable, by: variable.with(\.attributes, []))
  }

  /// Removes a modifier of a variable.
  static func remove(_ modifier: DeclModifierSyntax, of variable: VariableDeclSyntax) -> FixIt {
    let kept = variable.modifiers.filter { $0.id != modifier.id }
    return FixIt(
      "remove '\(modifier.name.text)'", replacing: variable, by: variable.with(\.modifiers, kept))
  }

  /// Removes an argument, and the comma that it leaves behind.
  static func remove(_ argument: LabeledExprSyntax, message: String) -> FixIt? {
    guard let list = argument.parent?.as(LabeledExprListSyntax.self) else { return nil }
    var kept = Array(list.filter { $0.id != argument.id })
    guard let last = kept.indices.last else { return nil }
    kept[last].trailingComma = nil
    return FixIt(message, replacing: list, by: LabeledExprListSyntax(kept))
  }

  /// Keeps a variable out of the schema.
  static func addTransient(to variable: VariableDeclSyntax) -> FixIt {
    let attribute: AttributeSyntax = "@Transient "
    var edited = variable.with(\.leadingTrivia, [])
    edited.attributes.insert(.attribute(attribute), at: edited.attributes.startIndex)
    return FixIt("add '@Transient'", replacing: variable, by: edited)
  }

  /// Declares each of several variables by itself, with the type that it shares with a later one.
  static func split(_ variable: VariableDeclSyntax) -> FixIt {
    var type: TypeAnnotationSyntax?
    var declarations: [MemberBlockItemSyntax] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      var alone = binding.with(\.typeAnnotation, type).trimmed
      alone.trailingComma = nil
      if alone.typeAnnotation != nil { alone.pattern = alone.pattern.trimmed }
      let declaration = variable.with(\.bindings, [alone]).with(\.trailingTrivia, [])
      declarations.insert(MemberBlockItemSyntax(decl: declaration), at: 0)
    }
    return FixIt(
      "declare each property by itself", replacing: variable,
      by: MemberBlockItemListSyntax(declarations))
  }

  /// Moves the arguments of one `#Index` or `#Unique` to another, and removes it.
  static func merge(_ second: SchemaMacro, into first: SchemaMacro) -> FixIt? {
    let items = [first, second].compactMap { $0.expansion.parent?.as(MemberBlockItemSyntax.self) }
    guard items.count == 2, first.genericArguments == second.genericArguments,
      first.usesKeyPathArrays == second.usesKeyPathArrays,
      let list = items[0].parent?.as(MemberBlockItemListSyntax.self),
      items[1].parent?.id == list.id
    else { return nil }
    let merged = first.expansion.with(\.arguments, first.argumentsFollowed(by: second))
    var edited = list.filter { $0.id != items[1].id }
    if let index = list.firstIndex(where: { $0.id == items[0].id }) {
      edited[index] = items[0].with(\.decl, DeclSyntax(merged))
    }
    let name = "#" + first.kind.rawValue
    return FixIt("move the arguments to the first '\(name)'", replacing: list, by: edited)
  }
}
