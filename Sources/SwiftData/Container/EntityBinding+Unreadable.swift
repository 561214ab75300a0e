import StoreModel

extension EntityBinding {
  /// The error about what a row holds for a property and the property can't show.
  func unreadable(_ ordinal: Int, key: Int64, _ value: UnreadableValue) -> SwiftDataError {
    let property = ([modelClass.properties[ordinal].name] + value.path).joined(separator: ".")
    let row = PersistentIdentifier(identity, primaryKey: key).uriRepresentation
    return SwiftDataError(
      .loadIssueModelContainer,
      explanation: "\(place): \(layout.name).\(property) of row p\(key) \(value.problem) (\(row)). "
        + "Assign the property and save, or correct the row with a tool such as sqlite3.",
      underlying: value.underlying)
  }

  /// The error about a row of the file that no model can show.
  func damaged(_ problem: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      explanation: "\(place): \(problem). Correct the row with a tool such as sqlite3.")
  }

  private var place: String {
    let place =
      store.configuration.isStoredInMemoryOnly
      ? "in memory" : "at \(store.configuration.url.path)"
    return "The store “\(store.name)” \(place)"
  }
}
