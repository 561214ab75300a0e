@_spi(Reflection) import Swift

/// A stored property of a structure, as the type's metadata has it.
struct StructureField {
  let name: String
  let offset: Int
  let type: any Any.Type

  /// The fields of a structure in declared order; nil if the type is none.
  static func all(of type: any Any.Type) -> [StructureField]? {
    guard TypeKind(type) == .structure else { return nil }
    var fields: [StructureField] = []
    let isComplete = unsafe _forEachField(of: type) { name, offset, type, _ in
      fields.append(
        StructureField(name: unsafe String(cString: name), offset: offset, type: type))
      return true
    }
    return isComplete ? fields : nil
  }

  /// The key paths that lead from a structure to its fields, in declared order, as far as there are
  /// any.
  static func keyPaths<Root>(of type: Root.Type) -> [(name: String, keyPath: PartialKeyPath<Root>)]
  {
    guard TypeKind(type) == .structure else { return [] }
    var keyPaths: [(name: String, keyPath: PartialKeyPath<Root>)] = []
    _ = unsafe _forEachFieldWithKeyPath(of: type) { name, keyPath in
      keyPaths.append((unsafe String(cString: name), keyPath))
      return true
    }
    return keyPaths
  }
}
