import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension FixIt {
  /// Adds an initializer that assigns every property without an initial value.
  ///
  /// That is certain only if the source names their types, and if there is no superclass to call.
  static func addInitializer(to model: ClassDeclSyntax) -> FixIt? {
    let members = ModelMembers(model.memberBlock.members)
    guard model.inheritanceClause == nil, members.conditions.isEmpty else { return nil }
    let properties = members.properties.filter { $0.initialValue == nil }
    guard properties.allSatisfy({ $0.type != nil }) else { return nil }
    let access = ModelDeclaration.Access(model.modifiers).finalModifier
    let indentation = model.memberIndentation
    let parameters = properties.map(\.initializerParameter).joined(separator: ", ")
    let assignments = properties.map { property in
      "\(indentation)  self.\(property.reference) = \(property.reference)\n"
    }
    let body = properties.isEmpty ? "{}" : "{\n\(assignments.joined())\(indentation)}"
    let initializer: DeclSyntax = "\(raw: access)init(\(raw: parameters)) \(raw: body)"
    var block = model.memberBlock
    block.members.append(
      MemberBlockItemSyntax(
        leadingTrivia: .newlines(2) + .init(pieces: indentation.spaces), decl: initializer))
    if !block.rightBrace.leadingTrivia.contains(where: \.isNewline) {
      block.rightBrace.leadingTrivia = .newline
    }
    return FixIt("add an initializer", replacing: model.memberBlock, by: block)
  }
}

extension ModelProperty {
  /// The parameter that takes the property's first value.
  fileprivate var initializerParameter: String {
    let type =
      type?.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      .map { "\($0.wrappedType.trimmedDescription)?" } ?? type?.trimmedDescription ?? ""
    return "\(reference): \(type)\(optionalSuffix.isEmpty ? "" : " = nil")"
  }
}

extension ClassDeclSyntax {
  /// The white space before the members.
  fileprivate var memberIndentation: String {
    let trivia = memberBlock.members.first?.leadingTrivia.description ?? ""
    guard let newline = trivia.lastIndex(where: \.isNewline) else { return "  " }
    return String(trivia[trivia.index(after: newline)...])
  }
}

extension String {
  fileprivate var spaces: [TriviaPiece] {
    map { $0 == "\t" ? .tabs(1) : .spaces(1) }
  }
}
