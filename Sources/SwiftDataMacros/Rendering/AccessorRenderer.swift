import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the accessors of a persisted property, and the sentinel beside it.
struct AccessorRenderer {
  let property: ModelProperty
  let target: Target

  /// How the accessors find the property's value.
  enum Target {
    /// A slot of the model's storage, by an expression for its ordinal.
    case slot(String)

    /// The backing data, by key path, as in a model that is written without `@Model`.
    case keyPath(infix: String)
  }

  /// The accessors.
  var accessors: [AccessorDeclSyntax] {
    switch target {
    case .slot(let ordinal): accessors(ordinal: ordinal)
    case .keyPath(let infix): accessors(infix: infix)
    }
  }

  private func accessors(ordinal: String) -> [AccessorDeclSyntax] {
    let accessors = [
      initAccessor("_$backingData.initialize(\(ordinal), to: initialValue)"),
      "get { _$backingData.read(\(raw: ordinal), of: self, keyPath: \(raw: keyPath)) }",
      """
      set {
        _$backingData.prepare()
        _$backingData.write(newValue, to: \(raw: ordinal), of: self, keyPath: \(raw: keyPath))
      }
      """,
    ]
    return property.isArray ? accessors + [modifyAccessor(ordinal: ordinal)] : accessors
  }

  /// Lends an array to whoever edits it: with `get` and `set` each appended element would copy it.
  private func modifyAccessor(ordinal: String) -> AccessorDeclSyntax {
    """
    _modify {
      _$backingData.prepare()
      var _value = _$backingData.lend(\(raw: ordinal), of: self, keyPath: \(raw: keyPath))
      defer { _$backingData.takeBack(_value, to: \(raw: ordinal), of: self) }
      yield &_value
    }
    """
  }

  private func accessors(infix: String) -> [AccessorDeclSyntax] {
    [
      initAccessor("_$backingData.set\(infix)Value(forKey: \(keyPath), to: initialValue)"),
      """
      get {
        _$observationRegistrar.access(self, keyPath: \(raw: keyPath))
        return self.get\(raw: infix)Value(forKey: \(raw: keyPath))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \(raw: keyPath)) {
          self.set\(raw: infix)Value(forKey: \(raw: keyPath), to: newValue)
        }
      }
      """,
    ]
  }

  private func initAccessor(_ statement: String) -> AccessorDeclSyntax {
    """
    @storageRestrictions(accesses: _$backingData, initializes: \(raw: property.sentinelName))
    init(initialValue) {
      \(raw: statement)
      \(raw: property.sentinelName) = _SwiftDataNoType()
    }
    """
  }

  private var keyPath: String { "\\.\(property.reference)" }

  /// The stored variable that lets the compiler see whether an initializer sets the property.
  var sentinel: DeclSyntax {
    let initialValue = property.initialValue == nil ? "" : " = _SwiftDataNoType()"
    return """
      private var \(raw: property.sentinelName): \
      _SwiftDataNoType\(raw: property.optionalSuffix)\(raw: initialValue)
      """
  }
}
