import Foundation
import StoreModel

/// Finds out what key paths and values of a predicate or a sort order mean in a store.
///
/// The translator knows key paths and constants, a store's layout knows ordinals; this is between.
protocol PropertyResolver {
  /// What a key path leads to that begins at an entity, or nil where the store has nothing like it
  /// (a computed or transient property, say). The path may cross to-one relationships.
  func resolve(_ keyPath: AnyKeyPath, entity: Int) -> ResolvedKeyPath?

  /// The primary key for which a model or a persistent identifier stands.
  func primaryKey(of value: Any, entity: Int) -> ResolvedIdentity

  /// The numbers of all entities whose models are of a type, that of the type itself first; nil if it
  /// is no model type.
  func entities(of type: any Any.Type) -> [Int]?

  /// The numbers of an entity and of all below it.
  func family(of entity: Int) -> ClosedRange<Int>

  /// The number of the entity at the top of an entity's inheritance tree.
  func rootEntity(of entity: Int) -> Int
}

/// Where a key path leads.
struct ResolvedKeyPath {
  /// The to-one relationships crossed on the way.
  var steps: [QueryStep]
  /// The entity at the end of the steps, whose property it is.
  var entity: Int
  var property: ResolvedProperty

  init(steps: [QueryStep] = [], entity: Int, property: ResolvedProperty) {
    self.steps = steps
    self.entity = entity
    self.property = property
  }
}

/// A property at the end of a key path.
enum ResolvedProperty {
  case attribute(ResolvedAttribute)
  case composite(ResolvedComposite)
  case toOne(ordinal: Int, destination: Int)
  case toMany(ordinal: Int, destination: Int)
  /// The model's own identity: `persistentModelID`, or `id` where that is the same.
  case persistentModelID
}

/// An attribute that fits one column.
struct ResolvedAttribute {
  var ordinal: Int
  var leaf: Int
  var kind: ValueKind
  /// The Swift type without an optional around it.
  var type: any Any.Type
  var isOptional: Bool
  /// What the column holds for a value of the type, which is not an optional; nil if that can't be
  /// told.
  var encode: (Any) -> StoredValue?

  init(
    ordinal: Int, leaf: Int = 0, kind: ValueKind, type: any Any.Type, isOptional: Bool,
    encode: @escaping (Any) -> StoredValue?
  ) {
    self.ordinal = ordinal
    self.leaf = leaf
    self.kind = kind
    self.type = type
    self.isOptional = isOptional
    self.encode = encode
  }
}

/// An attribute, or a part of one, that has a column for each of its parts.
struct ResolvedComposite {
  var ordinal: Int
  /// The first of its columns, counting from the attribute's first.
  var start: Int
  var coder: AttributeCoder
  var parts: CompositeParts

  init(ordinal: Int, start: Int = 0, coder: AttributeCoder, parts: CompositeParts) {
    self.ordinal = ordinal
    self.start = start
    self.coder = coder
    self.parts = parts
  }

  /// The field that lies at an offset of the structure and is of a type.
  func field(at offset: Int, of type: any Any.Type) -> ResolvedProperty? {
    guard !parts.isEnumeration else { return nil }
    for part in parts.parts {
      guard case .value(let coder) = part.content, let start = part.offset, start <= offset else {
        continue
      }
      if start == offset, coder.declaredType == type {
        return ResolvedProperty(coder, ordinal: ordinal, start: self.start + part.start)
      }
      guard !coder.isOptional, let inner = coder.parts else { continue }
      let composite = ResolvedComposite(
        ordinal: ordinal, start: self.start + part.start, coder: coder, parts: inner)
      if let field = composite.field(at: offset - start, of: type) { return field }
    }
    return nil
  }
}

extension ResolvedProperty {
  /// An attribute or a part of one; nil where the store can't compare its values as Swift does.
  init?(_ coder: AttributeCoder, ordinal: Int, start: Int = 0, isInOptional: Bool = false) {
    if let parts = coder.parts {
      self = .composite(
        ResolvedComposite(ordinal: ordinal, start: start, coder: coder, parts: parts))
    } else if coder.isComparableInStore {
      self = .attribute(
        ResolvedAttribute(
          ordinal: ordinal, leaf: start, kind: coder.valueKind, type: coder.valueType,
          isOptional: coder.isOptional || isInOptional, encode: coder.stored(constant:)))
    } else {
      return nil
    }
  }
}

/// For which row of an entity a value stands.
enum ResolvedIdentity {
  case primaryKey(Int64)
  /// None of this store's: a model not saved yet, or one of another store or entity.
  case noRow
  /// The value is neither a model nor an identifier.
  case unknown

  /// What a column holds that leads to the row; nil if there is none.
  var stored: StoredValue? {
    if case .primaryKey(let key) = self { .integer(key) } else { nil }
  }
}
