import StoreModel

/// Deals a schema's entities out to the stores of the configurations, and opens these.
struct StoreOpening {
  private(set) var stores: [DefaultStore] = []
  private(set) var bindings: [EntityBinding] = []
  private(set) var groups: [StoreBindings] = []
  private(set) var identityMapCount = 0

  init(schema: Schema, configurations: [ModelConfiguration]) throws {
    var taken: Set<String> = []
    for configuration in configurations {
      let part = try Self.part(
        of: schema, for: configuration, isOnly: configurations.count == 1, taken: taken)
      taken.formUnion(part.entities.map(\.name))
      let store = try DefaultStore(opening: configuration, schema: part)
      stores.append(store)
      bind(part, store)
    }
    for entity in schema.entities where !taken.contains(entity.name) {
      throw SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        explanation: "No configuration has a store for the entity \(entity.name).")
    }
  }

  private static func part(
    of schema: Schema, for configuration: ModelConfiguration, isOnly: Bool, taken: Set<String>
  ) throws -> Schema {
    guard let own = configuration.schema else {
      guard !isOnly else { return schema }
      // What no other configuration claims is left to the one without a schema of its own.
      let rest = schema.modelClasses.filter { !taken.contains($0.entityName) }
      return Schema(rest.map(\.type), version: schema.version)
    }
    for entity in own.entities where schema.entitiesByName[entity.name] == nil {
      throw SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        explanation: "The configuration “\(configuration.name)” has an entity \(entity.name) that "
          + "the container's schema has not.")
    }
    return own
  }

  private mutating func bind(_ schema: Schema, _ store: DefaultStore) {
    var indexOfRoot: [Int: Int] = [:]
    let made = schema.modelClasses.compactMap { modelClass -> EntityBinding? in
      guard let layout = store.layout.entity(named: modelClass.entityName) else { return nil }
      let index = indexOfRoot[layout.rootNumber] ?? identityMapCount
      if indexOfRoot[layout.rootNumber] == nil {
        indexOfRoot[layout.rootNumber] = index
        identityMapCount += 1
      }
      return EntityBinding(
        modelClass: modelClass, layout: layout, store: store, identityIndex: index,
        firstColumns: store.firstColumns(of: layout.number))
    }
    groups.append(StoreBindings(made))
    bindings += made
  }
}

extension Schema {
  /// The classes of the entities that have one; entities read from a file have none.
  var modelClasses: [_$ModelClass] { entities.compactMap { $0.modelType?._$modelClass } }
}
