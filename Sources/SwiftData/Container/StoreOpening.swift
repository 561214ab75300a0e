import StoreModel

/// Deals a schema's entities out to the stores of the configurations, and opens these.
struct StoreOpening {
  private(set) var stores: [DefaultStore] = []
  private(set) var bindings: [EntityBinding] = []
  private(set) var groups: [StoreBindings] = []
  private(set) var identityMapCount = 0

  init(schema: Schema, configurations: [ModelConfiguration]) throws {
    let claimed = try Self.claims(of: configurations, in: schema)
    // What no configuration claims is left to the one without a schema of its own.
    let rest = schema.modelClasses.filter { claimed[$0.entityName] == nil }
    let unspecific = configurations.filter { $0.schema == nil }
    guard unspecific.count <= 1 else {
      throw SwiftDataError(
        .duplicateConfiguration,
        explanation:
          "The configurations “\(unspecific[0].name)” and “\(unspecific[1].name)” have no "
          + "schema, so that both would hold the same models. Give each the models it is for.")
    }
    guard !unspecific.isEmpty || rest.isEmpty else {
      let names = rest.map(\.entityName).sorted().joined(separator: ", ")
      throw SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        explanation: "No configuration has a store for \(names). Name them in one's schema.")
    }
    let remainder = claimed.isEmpty ? schema : Schema(rest.map(\.type), version: schema.version)
    if !unspecific.isEmpty { try Self.checkParting(remainder, from: claimed) }
    for configuration in configurations {
      let part = configuration.schema ?? remainder
      let store = try DefaultStore(opening: configuration, schema: part)
      stores.append(store)
      bind(part, store)
    }
  }

  /// By entity name: the configuration whose own schema has it.
  private static func claims(
    of configurations: [ModelConfiguration], in schema: Schema
  ) throws -> [String: String] {
    var claimed: [String: String] = [:]
    for configuration in configurations {
      for entity in configuration.schema?.entities ?? [] {
        guard schema.entitiesByName[entity.name] != nil else {
          throw SwiftDataError(
            .configurationSchemaNotFoundInContainerSchema,
            explanation: "The configuration “\(configuration.name)” has an entity \(entity.name) "
              + "that the container's schema has not. Name it in ModelContainer(for:) too.")
        }
        if let other = claimed.updateValue(configuration.name, forKey: entity.name) {
          throw SwiftDataError(
            .duplicateConfiguration,
            explanation: "The configurations “\(other)” and “\(configuration.name)” both hold "
              + "\(entity.name), by themselves or by a relationship that leads to it. An entity has "
              + "one store.")
        }
      }
    }
    return claimed
  }

  /// Makes sure that what no configuration claims neither inherits from nor leads to what one does.
  private static func checkParting(_ remainder: Schema, from claimed: [String: String]) throws {
    for entity in remainder.entities {
      guard let owner = claimed[entity.name] else { continue }
      throw SwiftDataError(
        .duplicateConfiguration,
        explanation: "The configuration “\(owner)” holds \(entity.name), from which models that it "
          + "doesn't hold inherit, or to which they lead. Name them in its schema too.")
    }
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
        modelClass: modelClass, layout: layout, store: store, identityIndex: index)
    }
    groups.append(StoreBindings(made))
    bindings += made
  }
}

extension Schema {
  /// The classes of the entities that have one; entities read from a file have none.
  var modelClasses: [_$ModelClass] { entities.compactMap { $0.modelType?._$modelClass } }
}
