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
  let indexes: [[String]]
  /// The class' own uniqueness constraints, each once; superclasses have more.
  let uniquenessRules: [UniquenessRule]
  private let ordinalsByName: [String: Int]
  private let ordinalsByKeyPath: KeyPathTable
  private let inverses = Mutex<[Int: Inverse?]>([:])

  /// The other end of a relationship.
  struct Inverse: Sendable {
    let modelClass: _$ModelClass
    let ordinal: Int
  }

  /// Reads a class' schema metadata; `constants` names the properties that are `let`.
  public init(_ type: any PersistentModel.Type, constants: [String] = []) {
    self.type = type
    entityName = Self.bareName(of: type)
    superclass = (_getSuperclass(type) as? any PersistentModel.Type)?._$modelClass
    let inherited = superclass?.properties ?? []
    inheritedPropertyCount = inherited.count
    let metadata = type.schemaMetadata
    let own = metadata.filter { !$0.isClassWide }
    properties =
      inherited
      + own.enumerated().map { index, property in
        ModelProperty(
          property, ordinal: inherited.count + index,
          isConstant: constants.contains(property.name))
      }
    propertyCount = properties.count
    hasRelationships = properties.contains { $0.relationship != nil }
    let keyPathTable = KeyPathTable(properties)
    ordinalsByKeyPath = keyPathTable
    ordinalsByName = Dictionary(
      properties.map { ($0.name, $0.ordinal) }, uniquingKeysWith: { first, _ in first })
    let names = properties.map(\.name)
    func propertyNames(_ keyPaths: [AnyKeyPath]) -> [String] {
      keyPaths.compactMap { keyPathTable.ordinal(of: $0).map { names[$0] } }
    }
    indexes = metadata.flatMap(\.indexKeyPaths).map(propertyNames)
    let declared =
      metadata.flatMap(\.uniquenessRules)
      .map { UniquenessRule(names: propertyNames($0.keyPaths), policy: $0.policy) }
      + own.filter { $0.metadata?.isUnique ?? false }.map(UniquenessRule.init)
    var known: Set<[String]> = []
    uniquenessRules = declared.filter { known.insert($0.names).inserted }
  }

  var uniquenessConstraints: [[String]] { uniquenessRules.map(\.names) }

  private static func bareName(of type: any PersistentModel.Type) -> String {
    String(describing: type)
  }

  /// The ordinal of a property, or nil if the class has none of that name.
  public func ordinal(named name: String) -> Int? { ordinalsByName[name] }

  /// The ordinal of the property that a key path leads to.
  ///
  /// O(1).
  func ordinal(of keyPath: AnyKeyPath) -> Int? { ordinalsByKeyPath.ordinal(of: keyPath) }

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

/// The first ordinal that a class' own properties have, after those it inherits.
public func _$firstOrdinal(of type: any PersistentModel.Type) -> Int {
  type._$modelClass.inheritedPropertyCount
}

/// Ordinals by key path.
private struct KeyPathTable: @unchecked Sendable {
  // Key paths are immutable; only their lack of a Sendable mark asks for the annotation.
  private let ordinals: [AnyKeyPath: Int]

  init(_ properties: [ModelProperty]) {
    ordinals = Dictionary(
      properties.map { ($0.keyPath, $0.ordinal) }, uniquingKeysWith: { first, _ in first })
  }

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
