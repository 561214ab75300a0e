extension Schema {
  /// What `@Model` writes down about one persisted property.
  public struct PropertyMetadata {
    let name: String
    let keypath: AnyKeyPath
    /// The value of the property's initialiser expression; a new one each time it is asked for.
    let defaultValue: Any?
    let metadata: (any SchemaProperty)?

    /// Creates the description of a property.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keypath: The key path that leads to it.
    ///   - defaultValue: The value it has unless an initialiser sets another.
    ///   - metadata: What `@Attribute`, `@Relationship`, `#Index` or `#Unique` says of it.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}

extension Schema.PropertyMetadata {
  /// Whether this isn't a property but an index list or a list of uniqueness constraints.
  var isClassWide: Bool { metadata is any KeyPathGroups }

  /// The key paths of each index; empty for a property.
  var indexKeyPaths: [[AnyKeyPath]] {
    guard let list = metadata as? any KeyPathGroups, !list.isUnique else { return [] }
    return list.keyPathGroups
  }

  /// The key paths of each uniqueness constraint with its policy; empty for a property.
  var uniquenessRules: [(keyPaths: [AnyKeyPath], policy: Schema.UniquenessPolicy)] {
    guard let list = metadata as? any KeyPathGroups, list.isUnique else { return [] }
    return zip(list.keyPathGroups, list.policies).map { ($0, $1) }
  }
}
