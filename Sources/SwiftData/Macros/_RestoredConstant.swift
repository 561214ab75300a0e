@_spi(Reflection) import Swift
import Synchronization

/// Gives a constant of a fetched model its stored value, in place of the one it is declared with.
///
/// For macro-made code only. Swift lets an initializer assign a `let` only if its declaration doesn't, and a macro can't make
/// it a variable. So the value is written to the place where the object keeps it, before anyone
/// else sees the object.
public func _$restore<Model: PersistentModel, Value>(
  _ name: String, of model: Model, as type: Model.Type, to value: Value
) {
  guard let offset = StoredConstants.offset(of: name, in: type) else { return }
  // The runtime's own description of the class says that a value of this name is at the offset, and
  // the macro wrote the name and the type of the same declaration.
  unsafe Unmanaged.passUnretained(model).toOpaque().advanced(by: offset)
    .assumingMemoryBound(to: Value.self).pointee = value
}

/// Where objects keep their stored properties.
private enum StoredConstants {
  private static let offsets = Mutex<[ObjectIdentifier: [String: Int]]>([:])

  static func offset(of name: String, in type: any PersistentModel.Type) -> Int? {
    offsets.withLock { offsets in
      let key = ObjectIdentifier(type)
      if let known = offsets[key] { return known[name] }
      var found: [String: Int] = [:]
      _ = unsafe _forEachField(of: type, options: classType) { name, offset, _, _ in
        found[unsafe String(cString: name)] = offset
        return true
      }
      offsets[key] = found
      return found[name]
    }
  }

  /// `_EachFieldOptions.classType`, which as a global variable can't be named in strict code.
  private static var classType: _EachFieldOptions { _EachFieldOptions(rawValue: 1) }
}
