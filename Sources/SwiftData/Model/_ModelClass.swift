import Foundation
import Synchronization

/// What the run time knows of a model class: its properties by ordinal and their inverses.
///
/// One instance per class, made when the class is first used. For macro-made code only.
public final class _$ModelClass: Sendable {
  nonisolated let type: any PersistentModel.Type
  /// The bare class name.
  let entityName: String
  let superclass: _$ModelClass?
  /// By ordinal, inherited ones first.
  let properties: [ModelProperty]
  let inheritedPropertyCount: Int
  let propertyCount: Int
  let hasRelationships: Bool
  let hasConstantRelationships: Bool
  /// Ordinals of inherited properties that the class or one above it reads in its own way, so that
  /// the column does not tell what a model shows.
  let overriddenOrdinals: Set<Int>
  let indexes: [[String]]
  /// The class' own uniqueness constraints, each once; superclasses have more.
  let uniquenessRules: [UniquenessRule]
  private let ordinalsByName: [String: Int]
  /// Takes an object of the class for a model.
  private nonisolated(unsafe) let cast: (AnyObject) -> any PersistentModel
  fileprivate let ordinalsByKeyPath: KeyPathTable
  private let inverses = Mutex<[Int: Inverse?]>([:])
  /// Made when a key path is first asked for that leads to no property.
  private let members = Mutex<CompositeMemberTable?>(nil)
  /// Key paths that have been found to go through properties, of which there are few.
  let knownPaths = Mutex<[KeyPathKey: PropertyPath]>([:])
  /// Ordinals by the texts of key paths; made when such a key path is first looked for.
  let knownTexts = Mutex<[String: Int]?>(nil)

  /// The other end of a relationship.
  struct Inverse: Sendable {
    let modelClass: _$ModelClass
    let ordinal: Int
  }

  /// Reads a class' schema metadata.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - constants: The names of the properties that are `let`.
  ///   - overridden: The names of inherited properties that have getters of the class' own.
  ///   - overrides: The key paths of all inherited properties that the class overrides, by name.
  ///   - inherited: The key paths of the inherited properties, by ordinal, that begin at the class.
  public init(
    _ type: any PersistentModel.Type, constants: [String] = [], overridden: [String] = [],
    overrides: [String: AnyKeyPath] = [:], inherited: [AnyKeyPath] = []
  ) {
    self.type = type
    cast = Self.cast(type)
    entityName = Self.bareName(of: type)
    superclass = (_getSuperclass(type) as? any PersistentModel.Type)?._$modelClass
    let superProperties = superclass?.properties ?? []
    let first = superProperties.count
    inheritedPropertyCount = first
    let metadata = type.schemaMetadata
    let own = metadata.filter { !$0.isClassWide }
    properties =
      superProperties
      + own.enumerated().map { index, property in
        ModelProperty(
          property, ordinal: first + index, isConstant: constants.contains(property.name))
      }
    propertyCount = properties.count
    hasRelationships = properties.contains { $0.relationship != nil }
    hasConstantRelationships = properties.contains { $0.isConstant && $0.relationship != nil }
    var keyPathTable = KeyPathTable(
      own: properties[first...], inherited: inherited, of: superclass)
    for property in superProperties {
      overrides[property.name].map { keyPathTable.add($0, ordinal: property.ordinal) }
    }
    ordinalsByKeyPath = keyPathTable
    ordinalsByName = Dictionary(
      properties.map { ($0.name, $0.ordinal) }, uniquingKeysWith: { first, _ in first })
    let propertyNames = properties.map(\.name)
    overriddenOrdinals = Set(
      overridden.compactMap { name in propertyNames.firstIndex(of: name) }
    ).union(superclass?.overriddenOrdinals ?? [])
    let names = PropertyNames(properties: properties, table: keyPathTable)
    indexes = metadata.flatMap(\.indexKeyPaths).map(names.names)
    let declared =
      metadata.flatMap(\.uniquenessRules)
      .map { UniquenessRule(names: names.names($0.keyPaths), policy: $0.policy) }
      + own.filter { $0.metadata?.isUnique ?? false }.map(UniquenessRule.init)
    var known: Set<[String]> = []
    uniquenessRules = declared.filter { known.insert($0.names).inserted }
  }

  var uniquenessConstraints: [[String]] { uniquenessRules.map(\.names) }

  private static func bareName(of type: any PersistentModel.Type) -> String {
    String(describing: type)
  }

  /// The ordinal of a property, or nil if the class has none of that name.
  func ordinal(named name: String) -> Int? { ordinalsByName[name] }

  /// The place of a property among those that the class declares itself, or nil if it declares none
  /// of that name.
  public func ownOrdinal(named name: String) -> Int? {
    ordinalsByName[name].map { $0 - inheritedPropertyCount }
  }

  /// The ordinal of the property that a key path leads to.
  ///
  /// O(1).
  func ordinal(of keyPath: AnyKeyPath) -> Int? { ordinalsByKeyPath.ordinal(of: keyPath) }

  /// The key path of a property that begins at the class itself.
  func keyPath(ofOrdinal ordinal: Int) -> AnyKeyPath { ordinalsByKeyPath.keyPaths[ordinal] }

  /// The properties that the class declares itself.
  var ownProperties: ArraySlice<ModelProperty> { properties[inheritedPropertyCount...] }

  /// Whether the class lies below another one.
  ///
  /// O(n) in the levels between.
  func inherits(from other: _$ModelClass) -> Bool {
    var current = superclass
    while let candidate = current {
      if candidate === other { return true }
      current = candidate.superclass
    }
    return false
  }

  /// An object that is known to be of the class, as a model.
  @inline(__always)
  func model(from object: AnyObject) -> any PersistentModel { cast(object) }

  private static func cast<Model: PersistentModel>(
    _ type: Model.Type
  ) -> (AnyObject) -> any PersistentModel {
    { unsafe unsafeDowncast($0, to: Model.self) }
  }

  /// The class that declares a property: this one or one above it.
  func declarer(ofOrdinal ordinal: Int) -> _$ModelClass {
    var declarer = self
    while ordinal < declarer.inheritedPropertyCount, let superclass = declarer.superclass {
      declarer = superclass
    }
    return declarer
  }

  /// The parts of composite properties by key path.
  private var memberTable: CompositeMemberTable {
    members.withLock { table in
      let known =
        table ?? CompositeMemberTable(properties, keyPaths: ordinalsByKeyPath.keyPaths)
      table = known
      return known
    }
  }

  /// The part of a composite property that a key path leads to.
  func member(of keyPath: AnyKeyPath) -> CompositeMember? {
    memberTable.member(of: keyPath) ?? superclass?.member(of: keyPath)
  }

  /// The part of a composite property by its path of names.
  func member(named name: String) -> CompositeMember? {
    memberTable.member(named: name) ?? superclass?.member(named: name)
  }

  /// The key path that leads to a part of a composite property by its path of names.
  func memberKeyPath(named name: String) -> AnyKeyPath? { memberTable.keyPath(named: name) }

  /// The ordinal of the property that a key path leads to, or into.
  func propertyOrdinal(of keyPath: AnyKeyPath) -> Int? {
    ordinal(of: keyPath) ?? member(of: keyPath)?.ordinal
  }

  /// The name of what a key path leads to: a property's, or a path of names into a composite one;
  /// nil where it leads to nothing that is stored.
  func name(of keyPath: AnyKeyPath) -> String? {
    if let ordinal = ordinal(of: keyPath) { return properties[ordinal].name }
    return member(of: keyPath)?.name
  }

  /// The other end of a relationship, declared on either side or the only candidate, else nil.
  func inverse(ofOrdinal ordinal: Int) -> Inverse? {
    if let known = inverses.withLock({ $0[ordinal] }) { return known }
    let inverse = InverseInference.inverse(of: properties[ordinal], in: self)
    inverses.withLock { $0[ordinal] = .some(inverse) }
    return inverse
  }
}

/// A uniqueness constraint as a class declares it.
struct UniquenessRule: Sendable {
  /// The properties in declared order.
  let names: [String]
  let policy: Schema.UniquenessPolicy

  init(names: [String], policy: Schema.UniquenessPolicy) {
    self.names = names
    self.policy = policy
  }

  /// The constraint that a unique property is by itself.
  init(_ property: Schema.PropertyMetadata) {
    names = [property.name]
    policy = (property.metadata as? Schema.Attribute)?.uniquenessPolicy ?? .upsert
  }
}

/// Turns the key paths of indexes and constraints into names.
private struct PropertyNames {
  let properties: [ModelProperty]
  let table: KeyPathTable

  /// A key path without name is described, so that the schema can say of it what is wrong.
  func names(_ keyPaths: [AnyKeyPath]) -> [String] {
    keyPaths.map { keyPath in
      table.ordinal(of: keyPath).map { properties[$0].name }
        ?? CompositeMemberTable(properties, keyPaths: table.keyPaths).member(of: keyPath)?.name
        ?? "\(keyPath)"
    }
  }
}

/// Ordinals by key path.
///
/// An inherited property has one key path for each class from the one that declares it to this one.
private struct KeyPathTable: @unchecked Sendable {
  // Key paths are immutable; only their lack of a Sendable mark asks for the annotation.
  private var ordinals: [AnyKeyPath: Int]
  /// By ordinal, beginning at the class itself; those of a class written by hand begin where its
  /// properties are declared.
  let keyPaths: [AnyKeyPath]

  init(own: ArraySlice<ModelProperty>, inherited: [AnyKeyPath], of superclass: _$ModelClass?) {
    let known = superclass?.ordinalsByKeyPath
    ordinals = known?.ordinals ?? [:]
    let isComplete = inherited.count == own.startIndex
    keyPaths = (isComplete ? inherited : known?.keyPaths ?? []) + own.map(\.keyPath)
    for (ordinal, keyPath) in keyPaths.enumerated() where ordinals[keyPath] == nil {
      ordinals[keyPath] = ordinal
    }
  }

  /// Adds another spelling.
  mutating func add(_ keyPath: AnyKeyPath, ordinal: Int) { ordinals[keyPath] = ordinal }

  func ordinal(of keyPath: AnyKeyPath) -> Int? { ordinals[keyPath] }
}

/// Model classes of types whose metadata was written by hand, without the macro.
private let handWrittenClasses = Mutex<[ObjectIdentifier: _$ModelClass]>([:])

extension _$ModelClass {
  static func handWritten(_ type: any PersistentModel.Type) -> _$ModelClass {
    let key = ObjectIdentifier(type)
    if let known = handWrittenClasses.withLock({ $0[key] }) { return known }
    let made = _$ModelClass(type)
    return handWrittenClasses.withLock { classes in
      if let known = classes[key] { return known }
      classes[key] = made
      return made
    }
  }
}
