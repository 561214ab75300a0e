import StoreModel

/// Makes entities out of the runtime metadata of models: of the given ones and, transitively, of
/// those they inherit from or lead to.
struct SchemaAssembly {
  /// What keeps a store from being opened with the models, each in a sentence.
  private(set) var problems: [String] = []
  private var classesByName: [String: _$ModelClass] = [:]
  private var names: [String] = []

  /// Adds a class and all that it inherits from or leads to.
  mutating func add(_ first: _$ModelClass) {
    var remaining = [first]
    while let modelClass = remaining.popLast() {
      if let known = classesByName[modelClass.entityName] {
        if known !== modelClass { noteNameClash(known, modelClass) }
        continue
      }
      classesByName[modelClass.entityName] = modelClass
      names.append(modelClass.entityName)
      if let superclass = modelClass.superclass { remaining.append(superclass) }
      for property in modelClass.ownProperties {
        guard let relationship = property.relationship else { continue }
        remaining.append(relationship.destination._$modelClass)
        noteLostInverse(of: property, in: modelClass, relationship)
      }
    }
  }

  private mutating func noteLostInverse(
    of property: ModelProperty, in modelClass: _$ModelClass, _ relationship: RelationshipCoder
  ) {
    guard property.declaredInverse != nil, modelClass.inverse(ofOrdinal: property.ordinal) == nil
    else { return }
    let destination = relationship.destination._$modelClass.entityName
    problems.append(
      "\(modelClass.entityName).\(property.name): the inverse that it names is none of the "
        + "relationships that \(destination) itself declares and that lead to "
        + "\(modelClass.entityName).")
  }

  private mutating func noteNameClash(_ first: _$ModelClass, _ second: _$ModelClass) {
    let types = [first, second].map { String(reflecting: $0.type) }.sorted()
    problems.append(
      "\(types[0]) and \(types[1]) are different models of the same entity name "
        + "“\(first.entityName)”: rename one, or keep only one of them in the schema.")
  }

  /// The entities of everything added so far, joined into hierarchies.
  func entities() -> [Schema.Entity] {
    var entities: [String: Schema.Entity] = [:]
    for name in names {
      if let modelClass = classesByName[name] { entities[name] = Schema.Entity(modelClass) }
    }
    for name in names {
      guard let superclass = classesByName[name]?.superclass, let entity = entities[name],
        let superentity = entities[superclass.entityName]
      else { continue }
      superentity.subentities.insert(entity)
      entity.superentity = superentity
    }
    return names.compactMap { entities[$0] }
  }
}

extension Schema.Entity {
  /// The entity of a model, not yet joined with those of its superclass and subclasses.
  convenience init(_ modelClass: _$ModelClass) {
    let properties = modelClass.properties.map { Self.property($0, of: modelClass) }
    self.init(
      name: modelClass.entityName, subentities: [],
      properties: Array(properties[modelClass.inheritedPropertyCount...]))
    inheritedProperties = Array(properties[..<modelClass.inheritedPropertyCount])
    superentityName = modelClass.superclass?.entityName
    uniquenessConstraints = modelClass.uniquenessConstraints
    indices = modelClass.indexes
    modelType = modelClass.type
  }

  private static func property(
    _ property: ModelProperty, of modelClass: _$ModelClass
  ) -> any SchemaProperty {
    if let coder = property.relationship {
      return relationship(property, to: coder.destination._$modelClass, of: modelClass)
    }
    let attribute = Schema.Attribute.make(
      name: property.name, valueType: property.valueType, coder: property.attribute,
      inOptional: property.isOptional)
    attribute.defaultValue = property.defaultValue
    if let metadata = property.metadata as? Schema.Attribute { attribute.adopt(metadata) }
    return attribute
  }

  private static func relationship(
    _ property: ModelProperty, to destination: _$ModelClass, of modelClass: _$ModelClass
  ) -> Schema.Relationship {
    let relationship = Schema.Relationship()
    relationship.name = property.name
    relationship.originalName = property.name
    if let metadata = property.metadata as? Schema.Relationship { relationship.adopt(metadata) }
    relationship.keypath = property.keyPath
    relationship.valueType = property.valueType
    relationship.destination = destination.entityName
    // Where a relationship is inherited, the way back leads to the class that declares it.
    let declaring = modelClass.declarer(ofOrdinal: property.ordinal)
    if let inverse = declaring.inverse(ofOrdinal: property.ordinal) {
      let inverseProperty = inverse.modelClass.properties[inverse.ordinal]
      relationship.inverseName = inverseProperty.name
      relationship.inverseKeyPath = inverseProperty.keyPath
    }
    return relationship
  }
}

extension Schema.Attribute {
  /// The attribute that a coder reads and writes: a composite one with its parts, or a simple one.
  ///
  /// Without a coder, values of the type can't be stored. `inOptional` says that the attribute, or a
  /// composite around it, may be nil.
  fileprivate static func make(
    name: String, valueType: any Any.Type, coder: AttributeCoder?, inOptional: Bool
  ) -> Schema.Attribute {
    let attribute: Schema.Attribute
    switch coder?.shape(inOptional: inOptional) {
    case nil:
      attribute = Schema.Attribute(name: name, valueType: valueType)
      attribute.isStorable = false
    case .leaf(let kind):
      attribute = Schema.Attribute(name: name, valueType: valueType)
      attribute.kind = kind
    case .composite(let layout):
      let composite = Schema.CompositeAttribute(name: name, valueType: valueType)
      composite.isEnumeration = layout.isEnumeration
      composite.enumerationCases = layout.enumerationCases
      composite.properties =
        coder?.parts?.attributes(inOptional: inOptional) ?? layout.elements.map(rawValue)
      attribute = composite
    }
    attribute.isOptional = inOptional
    return attribute
  }

  /// The column of an enumeration with raw values.
  private static func rawValue(_ layout: AttributeLayout) -> Schema.Attribute {
    var type: any Any.Type = OpaqueValue.self
    if case .leaf(let kind) = layout.shape { type = kind.usualType }
    let attribute = Schema.Attribute(name: layout.name, valueType: type)
    if case .leaf(let kind) = layout.shape { attribute.kind = kind }
    attribute.isOptional = layout.isOptional
    return attribute
  }
}

extension CompositeParts {
  /// The parts as attributes; `inOptional` says that the composite, or one around it, may be nil.
  fileprivate func attributes(inOptional: Bool) -> [Schema.Attribute] {
    let inOptional = inOptional || isEnumeration
    return parts.map { part in
      switch part.content {
      case .value(let coder):
        return Schema.Attribute.make(
          name: part.name, valueType: coder.declaredType, coder: coder,
          inOptional: inOptional || coder.isOptional)
      case .payload(let parts):
        let payload = Schema.CompositeAttribute(name: part.name, valueType: OpaqueValue.self)
        payload.properties = parts.attributes(inOptional: true)
        payload.isOptional = inOptional
        return payload
      case .caseName:
        let name = Schema.Attribute(name: part.name, valueType: String.self)
        name.kind = .string
        name.isOptional = inOptional
        return name
      }
    }
  }
}
