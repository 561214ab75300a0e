/// Turns key paths of a model into property names and back, for indexes and constraints.
enum KeyPathNames<Model: PersistentModel> {
  /// The names of the properties that key paths lead to, or an error that names the model.
  static func names(of keyPaths: [PartialKeyPath<Model>]) throws -> [String] {
    try keyPaths.map { keyPath in
      guard let name = Model._$modelClass.name(of: keyPath) else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          explanation: "A key path in #Index or #Unique of \(Model.self) leads to no persisted "
            + "property of that model.")
      }
      return name
    }
  }

  /// The key paths of properties by name; nil where a name is none of a property.
  static func keyPaths(named names: [String]) -> [PartialKeyPath<Model>]? {
    let modelClass = Model._$modelClass
    var result: [PartialKeyPath<Model>] = []
    for name in names {
      let found =
        modelClass.ordinal(named: name).map(modelClass.keyPath(ofOrdinal:))
        ?? modelClass.memberKeyPath(named: name)
      guard let keyPath = found as? PartialKeyPath<Model> else { return nil }
      result.append(keyPath)
    }
    return result
  }
}
