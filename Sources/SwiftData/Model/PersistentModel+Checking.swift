import StoreModel

extension PersistentModel {
  /// Returns the value of a property, where reading the property itself can't say what is wrong.
  ///
  /// A property shows a stand-in, nil or nothing, rather than ending the process, if its value is
  /// damaged, a required relationship leads to no row, or the row or the context is gone before the
  /// value was loaded. Of a damaged value it shows nil where that is possible, else the declared
  /// default, or else zero, nothing or the first case; of a composite, what is left of it. This throws
  /// instead, and names entity, property and row; assigning the property mends the row. Apple's
  /// SwiftData has no such method.
  ///
  /// ```swift
  /// let mood = try trip.value(for: \.mood)
  /// ```
  ///
  /// - Parameter keyPath: The property; the key path may lead on into its value.
  /// - Returns: Its value; the last known one for a model that is deleted.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` for what the file holds,
  ///   `SwiftDataError.missingModelContext` for what can't be loaded any more.
  public func value<V>(for keyPath: KeyPath<Self, V>) throws -> V {
    let storage = _$boundStorage
    if let ordinal = storage.modelClass.propertyOrdinal(of: keyPath) { try storage.check(ordinal) }
    return self[keyPath: keyPath]
  }

  /// Makes sure that every property has a value to show, relationships included.
  ///
  /// Loads what isn't loaded yet. O(n) in the related models.
  ///
  /// - Throws: What `value(for:)` throws of the first property that hasn't.
  public func validateStoredValues() throws {
    let storage = _$boundStorage
    for ordinal in storage.modelClass.properties.indices { try storage.check(ordinal) }
  }
}

extension _$ModelStorage {
  /// Throws what a property's accessor would find and could not say.
  fileprivate func check(_ ordinal: Int) throws {
    guard let context = unsafe context else {
      try checkKnown(ordinal)
      return try checkValue(ordinal)
    }
    // What other accesses have found still waits for the next fetch or save.
    let earlier = context.faultError
    context.faultError = nil
    defer { context.faultError = earlier }
    load(ordinal)
    if let error = context.faultError { throw error }
    try checkKnown(ordinal)
    try checkValue(ordinal)
    if let error = missingDestination(ordinal) { throw error }
  }

  /// Throws if a loaded row holds something for an attribute that the attribute can't show.
  private func checkValue(_ ordinal: Int) throws {
    let property = modelClass.properties[ordinal]
    guard let coder = property.attribute, rawSlot(ordinal).isUnset, page != nil, let binding else {
      return
    }
    do {
      _ = try storedSlot(property, coder)
    } catch let problem as UnreadableValue {
      throw binding.unreadable(ordinal, key: primaryKey, problem)
    }
  }

  private func load(_ ordinal: Int) {
    switch modelClass.properties[ordinal].kind {
    case .attribute: _ = attributeSlot(ordinal)
    case .relationship(let coder) where coder.isToMany: _ = toManyMembers(ordinal)
    case .relationship: _ = toOneDestination(ordinal)
    case .unsupported: break
    }
  }

  /// Throws if a value lies in a row that can't be read any more.
  private func checkKnown(_ ordinal: Int) throws {
    let hasStoredValue = modelClass.isToMany(ordinal) || (binding?.firstColumns[ordinal] ?? -1) >= 0
    guard state != .unmanaged, state != .inserted, hasStoredValue else { return }
    switch rawSlot(ordinal) {
    case .unset where page == nil || modelClass.isToMany(ordinal): break
    case .unset where modelClass.properties[ordinal].relationship != nil:
      guard unsafe context == nil, unresolvedKey(ordinal) != nil else { return }
    case .integer where modelClass.properties[ordinal].relationship != nil:
      guard unsafe context == nil else { return }
    case .object(let contents as ToManyContents) where !contents.isLoaded: break
    default: return
    }
    let name = "\(modelClass.entityName).\(modelClass.properties[ordinal].name)"
    let reason = state == .detached ? "the row is deleted" : "the model's context is gone"
    throw SwiftDataError(
      .missingModelContext,
      explanation: "\(name) of \(identifier.debugDescription) was not loaded before, and "
        + "\(reason).")
  }
}

extension _$ModelStorage {
  /// Keeps the error about a required to-one that leads nowhere, which no accessor can throw, for
  /// the next fetch or save.
  func noteMissingDestination(_ property: ModelProperty) {
    guard let context = unsafe context, context.faultError == nil else { return }
    context.faultError = missingDestination(property.ordinal)
  }

  /// What is wrong with the stored key of a to-one that leads nowhere, or nil if nothing is.
  ///
  /// What unsaved changes have emptied is not the row's fault; the save judges it.
  private func missingDestination(_ ordinal: Int) -> SwiftDataError? {
    let property = modelClass.properties[ordinal]
    guard state == .persistent, let relationship = property.relationship, !relationship.isToMany,
      !(changes?.ordinals.contains(ordinal) ?? false), let binding,
      let destination = binding.relationships[ordinal]?.destination
    else { return nil }
    if rawSlot(ordinal).isUnset {
      switch rowValue(ordinal) {
      case .real, .text, .blob:
        return binding.unreadable(
          ordinal, key: primaryKey, UnreadableValue(problem: "holds something other than a key"))
      case .integer, .null, nil: break
      }
    }
    if let key = unresolvedKey(ordinal) {
      guard toOneDestination(ordinal) == nil else { return nil }
      return binding.unreadable(
        ordinal, key: primaryKey,
        UnreadableValue(
          problem: "leads to \(destination.layout.name) p\(key), and there is no such row"))
    }
    guard !relationship.isOptional, rawSlot(ordinal).isNull || rowValue(ordinal) == .null
    else { return nil }
    return binding.unreadable(ordinal, key: primaryKey, .null(property.valueType))
  }
}
