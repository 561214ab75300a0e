import Synchronization

/// The properties that a key path goes through.
struct PropertyPath: Sendable {
  /// The ordinals of the to-one relationships on the way, each of the class that it leads on from.
  var steps: [Int] = []
  /// The ordinal of the property at the end.
  var ordinal: Int
  /// The part of that property, if the path leads into a composite.
  var member: CompositeMember?
}

extension _$ModelClass {
  /// The properties that a key path goes through; nil where it goes through anything else.
  ///
  /// O(1) once a key path has been found to be one.
  func path(of keyPath: AnyKeyPath) -> PropertyPath? {
    if let ordinal = ordinal(of: keyPath) { return PropertyPath(ordinal: ordinal) }
    if let member = member(of: keyPath) {
      return PropertyPath(ordinal: member.ordinal, member: member)
    }
    let key = KeyPathKey(keyPath: keyPath)
    if let known = knownPaths.withLock({ $0[key] }) { return known }
    guard let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type,
      root._$modelClass === self || inherits(from: root._$modelClass),
      let found = root._$modelClass.path(named: KeyPathText(keyPath).components[...])
    else { return nil }
    knownPaths.withLock { $0[key] = found }
    return found
  }

  private func path(named components: ArraySlice<Substring>) -> PropertyPath? {
    guard let first = components.first, let ordinal = ordinalsByText[String(first)] else {
      return nil
    }
    let rest = components.dropFirst()
    guard !rest.isEmpty else { return PropertyPath(ordinal: ordinal) }
    guard let relationship = properties[ordinal].relationship else {
      let name = ([properties[ordinal].name] + rest.map(String.init)).joined(separator: ".")
      return member(named: name).map { PropertyPath(ordinal: ordinal, member: $0) }
    }
    guard !relationship.isToMany,
      var path = relationship.destination._$modelClass.path(named: rest)
    else { return nil }
    path.steps.insert(ordinal, at: 0)
    return path
  }

  /// The names of the properties that the components of a key path stand for; of what is no property,
  /// its type.
  func names(along components: [Substring]) -> [String] {
    var current: _$ModelClass? = self
    return components.map { component in
      guard let modelClass = current, let ordinal = modelClass.ordinalsByText[String(component)]
      else {
        current = nil
        return component.hasPrefix("<computed")
          ? "(computed \(component.drop { $0 != "(" }.dropFirst().dropLast(2)))" : String(component)
      }
      current = modelClass.properties[ordinal].relationship?.destination._$modelClass
      return modelClass.properties[ordinal].name
    }
  }

  /// By the description of the one component of its key path: the ordinal of each property.
  private var ordinalsByText: [String: Int] {
    if let known = knownTexts.withLock(\.self) { return known }
    var ordinals: [String: Int] = [:]
    for property in properties {
      let components = KeyPathText(keyPath(ofOrdinal: property.ordinal)).components
      if components.count == 1 { ordinals[String(components[0])] = property.ordinal }
    }
    knownTexts.withLock { [ordinals] in $0 = ordinals }
    return ordinals
  }
}
