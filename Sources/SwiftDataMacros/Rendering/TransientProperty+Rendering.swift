import SwiftSyntax
import SwiftSyntaxBuilder

extension TransientProperty {
  private var keyPath: String { "\\.\(name.text)" }

  /// The accessors, which note what observers want to know.
  var accessors: [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(initializes: \(raw: storageName))
      init(initialValue) { \(raw: storageName) = initialValue }
      """,
      """
      get {
        _$backingData.noteAccess(of: self, keyPath: \(raw: keyPath))
        return \(raw: storageName)
      }
      """,
      """
      set {
        _$backingData.willChange(self, keyPath: \(raw: keyPath))
        defer { _$backingData.didChange(self, keyPath: \(raw: keyPath)) }
        \(raw: storageName) = newValue
      }
      """,
      // A collection that is changed in place is not copied.
      """
      _modify {
        _$backingData.noteAccess(of: self, keyPath: \(raw: keyPath))
        _$backingData.willChange(self, keyPath: \(raw: keyPath))
        defer { _$backingData.didChange(self, keyPath: \(raw: keyPath)) }
        yield &\(raw: storageName)
      }
      """,
    ]
  }

  /// The variable that holds the value.
  var storage: DeclSyntax {
    var copy = variable.trimmed
    copy.attributes = []
    copy.modifiers = copy.modifiers.filter { !$0.name.isAccessModifier }
    copy.modifiers.insert(
      DeclModifierSyntax(name: .keyword(.private), trailingTrivia: .space),
      at: copy.modifiers.startIndex)
    copy.bindingSpecifier = .keyword(.var, trailingTrivia: .space)
    var binding = binding
    binding.pattern = PatternSyntax(
      IdentifierPatternSyntax(identifier: .identifier(storageName))
    ).with(\.trailingTrivia, self.binding.pattern.trailingTrivia)
    copy.bindings = [binding]
    return DeclSyntax(copy)
  }
}

extension TokenSyntax {
  fileprivate var isAccessModifier: Bool {
    switch tokenKind {
    case .keyword(.public), .keyword(.private), .keyword(.fileprivate), .keyword(.internal),
      .keyword(.package), .keyword(.open):
      true
    default: false
    }
  }
}
