import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members that `@Model` adds to a class.
///
/// All names are spelled in full, since a model may be called `Task`, `Date` or `Collection`. All
/// members are `nonisolated`, so that they serve the library wherever a class is isolated.
struct ModelRenderer {
  let model: ModelDeclaration

  /// The members, in the order in which they appear in the expansion.
  var members: [DeclSyntax] {
    var members = [backing]
    if model.superclass == nil { members.append(persistentBackingData) }
    members += schemaMetadata
    if !model.isFinal { members.append("\(raw: KeyPathsRenderer(model: model).declaration)") }
    members += [modelClass, modelClassStorage, storage]
    if !model.declaresBackingInitializer, !model.inheritsInitializers {
      members.append(backingInitializer)
    }
    members += [observationRegistrar, access, withMutation, noType]
    return members
  }

  private var isSubclass: Bool { model.superclass != nil }

  private var overriding: String { isSubclass ? "override " : "" }

  private var backing: DeclSyntax {
    let type = isSubclass ? "_$SubmodelBacking" : "_$ModelBacking"
    return """
      @safe @exclusivity(unchecked)
      private nonisolated(unsafe) var _$backingData: SwiftData.\(raw: type)<\(raw: model.name)> = \
      SwiftData.\(raw: type)()
      """
  }

  private var persistentBackingData: DeclSyntax {
    """
    public nonisolated var persistentBackingData: any SwiftData.BackingData<\(raw: model.name)> {
      get { SwiftData._$DefaultBackingData(of: self) }
      set { _$backingData.take(newValue) }
    }
    """
  }

  private var schemaMetadata: [DeclSyntax] {
    let body = SchemaMetadataRenderer(model: model).body
    let type = "[SwiftData.Schema.PropertyMetadata]"
    let declaration =
      "\(overriding)\(model.access.modifier)nonisolated class var schemaMetadata: \(type)"
    guard model.mayBeIsolated else { return ["\(raw: declaration) {\n\(raw: body)\n}"] }
    return [
      "\(raw: declaration) { SwiftData._$unisolated { \(raw: model.name)._$schemaMetadata() } }",
      "private static func _$schemaMetadata() -> \(raw: type) {\n\(raw: body)\n}",
    ]
  }

  private var modelClass: DeclSyntax {
    """
    \(raw: overriding)\(raw: model.access.modifier)nonisolated class var _$modelClass: \
    SwiftData._$ModelClass { _$modelClassStorage }
    """
  }

  private var modelClassStorage: DeclSyntax {
    var arguments = "\(model.name).self"
    if !model.constantNames.isEmpty {
      let names = model.constantNames.map { "\"\($0)\"" }
      arguments += ", constants: [\(names.joined(separator: ", "))]"
    }
    for argument in KeyPathsRenderer(model: model).arguments { arguments += ", \(argument)" }
    return """
      private nonisolated static let _$modelClassStorage = \
      SwiftData._$ModelClass(\(raw: arguments))
      """
  }

  private var storage: DeclSyntax {
    let value = isSubclass ? "_$backingData.join(super._$storage)" : "_$backingData.storage"
    return """
      \(raw: overriding)\(raw: model.access.modifier)nonisolated var _$storage: \
      SwiftData._$ModelStorage { \(raw: value) }
      """
  }

  private var observationRegistrar: DeclSyntax {
    let value = isSubclass ? "_$storage" : "_$backingData"
    return """
      private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        \(raw: value).observationRegistrar
      }
      """
  }

  private var access: DeclSyntax {
    """
    internal nonisolated func access<_M>(keyPath: Swift.KeyPath<\(raw: model.name), _M>) {
      _$observationRegistrar.access(self, keyPath: keyPath)
    }
    """
  }

  private var withMutation: DeclSyntax {
    """
    internal nonisolated func withMutation<_M, _MR>(
      keyPath: Swift.KeyPath<\(raw: model.name), _M>, _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
    """
  }

  private var noType: DeclSyntax { "nonisolated struct _SwiftDataNoType {}" }
}
