public import Foundation

/// The description of a set of models: their entities and the version they make up.
///
/// ```swift
/// let schema = Schema([Trip.self, PackingItem.self])
/// let container = try ModelContainer(for: schema)
/// ```
///
/// Models that the given ones inherit from, or lead to by a relationship, belong to the schema as
/// well. Subclasses have to be named, since nothing leads to them.
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, Sendable {
  /// The version of the form that `save(to:)` writes.
  public static let schemaEncodingVersion: Version = Version(1, 0, 0)

  /// The version of the form that this schema was read from, or would be written in.
  public let encodingVersion: Version
  /// The version of the models.
  public let version: Version
  /// The entities, sorted by name.
  public let entities: [Entity]
  /// The entities by name.
  public let entitiesByName: [String: Entity]

  /// What keeps a store from being opened with this schema, each in a sentence.
  let problems: [String]

  /// Creates a schema without entities.
  public convenience init() {
    self.init(assembled: [], version: Version(1, 0, 0))
  }

  /// Creates a schema from entities.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(assembled: entities, version: version)
  }

  /// Creates a schema from models and all that they inherit from or lead to.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    var assembly = SchemaAssembly()
    for type in types { assembly.add(type._$modelClass) }
    self.init(assembled: assembly.entities(), version: version, problems: assembly.problems)
  }

  /// Creates a schema from models and all that they inherit from or lead to.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates the schema that a versioned schema describes.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  private init(
    assembled entities: [Entity], version: Version, encodingVersion: Version? = nil,
    problems: [String] = []
  ) {
    self.encodingVersion = encodingVersion ?? Self.schemaEncodingVersion
    self.version = version
    let all = Self.withSubentities(entities)
    self.entities = all.sorted { $0.name < $1.name }
    entitiesByName = Dictionary(
      self.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let doubles = Dictionary(grouping: all, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
    self.problems =
      problems + doubles.map { "The schema has more than one entity of the name “\($0)”." }
  }

  /// Reads a schema.
  ///
  /// Entities know no model types then, and relationships no key paths.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
    guard encodingVersion.major <= Self.schemaEncodingVersion.major else {
      throw DecodingError.dataCorruptedError(
        forKey: .encodingVersion, in: container,
        debugDescription: "The schema is encoded in version \(encodingVersion), "
          + "and this SwiftData reads up to \(Self.schemaEncodingVersion).")
    }
    let entities = try container.decode([Entity].self, forKey: .entities)
    Self.join(entities)
    self.init(
      assembled: entities, version: try container.decode(Version.self, forKey: .version),
      encodingVersion: encodingVersion)
  }

  /// Writes the schema.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schemaEncodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities, forKey: .entities)
  }

  private enum CodingKeys: String, CodingKey {
    case encodingVersion, version, entities
  }

  /// The version and the entities.
  public var debugDescription: String {
    "Schema(version: \(version), entities: \(entities))"
  }
}

extension Schema {
  /// Writes the schema to a file, as JSON.
  ///
  /// - Throws: What writing the file throws, or an `EncodingError`.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema that `save(to:)` has written.
  ///
  /// - Throws: What reading the file throws, or a `DecodingError`.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }

  /// Returns the entity of a model, or nil if the model isn't a part of the schema.
  public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
    guard let entity = entitiesByName[Self.entityName(for: type)] else { return nil }
    if let known = entity.modelType, ObjectIdentifier(known) != ObjectIdentifier(type) {
      return nil
    }
    return entity
  }

  /// Returns the name of a model's entity: that of its class, without enclosing types.
  public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel {
    type._$modelClass.entityName
  }

  /// Returns whether two schemas have the same version and entities.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || lhs.version == rhs.version && lhs.entities == rhs.entities
  }

  /// Hashes the version and the names of the entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(entities)
  }

  /// The given entities and all below them, each once.
  private static func withSubentities(_ entities: [Entity]) -> [Entity] {
    var seen: Set<ObjectIdentifier> = []
    var result: [Entity] = []
    var remaining = Array(entities.reversed())
    while let entity = remaining.popLast() {
      guard seen.insert(ObjectIdentifier(entity)).inserted else { continue }
      result.append(entity)
      remaining += entity.subentities
    }
    return result
  }

  /// Gives decoded entities, which know each other by name, the true super- and subentities.
  private static func join(_ entities: [Entity]) {
    let byName = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in entities {
      entity.subentities = Set(entity.subentities.map { byName[$0.name] ?? $0 })
      if let superentity = entity.superentityName.flatMap({ byName[$0] }) {
        entity.superentity = superentity
      }
    }
  }
}
