import StoreModel

/// A model class as one container stores it: names and key paths made ordinals and numbers, once.
final class EntityBinding: @unchecked Sendable {
  // Safe to share: complete before the container is handed out, and constant from then on, but for what locks
  // itself.

  /// The columns that one property has in the entity's own rows.
  struct Column {
    /// The first of them.
    let slot: ColumnSlot
    /// The coder of an attribute; nil for the key of a to-one, and for the entity number beside it.
    let coder: AttributeCoder?

    /// Whether the column holds the entity number of what a to-one leads to.
    var isEntityNumber: Bool { coder == nil && slot == .entity(of: slot.ordinal) }

    /// All of them.
    var slots: [ColumnSlot] {
      guard let coder else { return [slot] }
      return (0..<coder.leafCount).map { ColumnSlot(ordinal: slot.ordinal, leaf: $0) }
    }
  }

  /// A relationship with both ends known.
  final class Relationship: @unchecked Sendable {
    // Safe to share: constant, and the container keeps the destination.

    let ordinal: Int
    let layout: RelationshipLayout
    let coder: RelationshipCoder
    unowned(unsafe) let destination: EntityBinding
    /// The entity that declares it, by number, and its ordinal there.
    let identity: RelationshipIdentity
    /// Whether the store keeps it apart from both rows' own columns: a many-to-many, or a to-many
    /// without inverse.
    let isLinked: Bool
    /// Whether a destination's deletion clears this end no sooner than with the save: where nothing
    /// leads back, or the way back has the rule `noAction`.
    let showsDeletedDestinations: Bool

    init(
      ordinal: Int, layout: RelationshipLayout, coder: RelationshipCoder,
      destination: EntityBinding, declarer: Int, inverse: RelationshipLayout?
    ) {
      self.ordinal = ordinal
      self.layout = layout
      self.coder = coder
      unsafe self.destination = destination
      identity = RelationshipIdentity(entity: declarer, ordinal: ordinal)
      isLinked = layout.isToMany && (inverse?.isToMany ?? true)
      showsDeletedDestinations = inverse.map { $0.deleteRule == .noAction } ?? true
    }

    /// Whether what one owner gets, another loses without being heard of: each member has one key for
    /// all owners.
    var isExclusive: Bool { layout.isToMany && layout.inverseOrdinal == nil }

    /// The other end; nil where there is none.
    ///
    /// An inverse is declared by the very class that the relationship leads to.
    var inverseIdentity: RelationshipIdentity? {
      layout.inverseOrdinal.map {
        RelationshipIdentity(entity: layout.destinationNumber, ordinal: $0)
      }
    }
  }

  let modelClass: _$ModelClass
  let layout: EntityLayout
  let store: DefaultStore
  /// What the identifiers of the entity's models share.
  let identity: EntityIdentity
  /// Which of a context's identity maps holds the entity's models.
  let identityIndex: Int
  /// By ordinal: the first column in a row of a page, or -1.
  let firstColumns: [Int]
  /// By number of an entity below this one that has columns of its own: which columns of this
  /// entity's pages make up one of that entity's.
  let subentityColumns: [Int: [Int]]
  /// The numbers of the entity and of all below it.
  let family: ClosedRange<Int>
  let columns: [Column]
  /// Those columns whose values each fetch has to look at, of which there are hardly ever any.
  let demandingColumns: [Column]
  /// By ordinal; nil for attributes.
  ///
  /// Filled when all bindings of the store exist.
  fileprivate(set) var relationships: [Relationship?] = []
  /// The uniqueness constraints, those of entities above included.
  ///
  /// Filled when all bindings of the store exist.
  fileprivate(set) var uniqueConstraints: [UniqueConstraint] = []
  /// Ordinals of properties that the class, or one below it, reads in its own way.
  fileprivate(set) var overriddenOrdinals: Set<Int> = []
  /// All bindings of the store.
  ///
  /// The container keeps it: bindings would keep each other for good.
  fileprivate(set) weak var siblings: StoreBindings?
  /// Predicates over the entity that have been put in the store's terms.
  let translations = TranslationCache()
  private let factory: (_$ModelStorage) -> any PersistentModel

  var number: Int { layout.number }
  var hasSubentities: Bool { !layout.subentityNumbers.isEmpty }
  /// The relationships that the entity declares itself.
  var ownRelationships: [Relationship] {
    relationships[layout.inheritedPropertyCount...].compactMap(\.self)
  }

  init(
    modelClass: _$ModelClass, layout: EntityLayout, store: DefaultStore, identityIndex: Int
  ) {
    self.modelClass = modelClass
    self.layout = layout
    self.store = store
    identity = EntityIdentity.of(storeIdentifier: store.identifier, entityName: layout.name)
    self.identityIndex = identityIndex
    let firstColumns = store.firstColumns(of: layout.number)
    self.firstColumns = firstColumns
    subentityColumns = store.subentityColumns(of: layout.number)
    family = store.layout.family(of: layout.number)
    columns = modelClass.properties.flatMap { property -> [Column] in
      if let relationship = layout.properties[property.ordinal].relationship {
        return relationship.isToMany
          ? [] : Self.keyColumns(of: property.ordinal, to: relationship, in: store.layout)
      }
      // An ephemeral attribute has an ordinal and no column.
      guard firstColumns[property.ordinal] >= 0 else { return [] }
      return [Column(slot: ColumnSlot(ordinal: property.ordinal), coder: property.attribute)]
    }
    demandingColumns = Self.demandingColumns(columns, of: modelClass)
    factory = Self.factory(modelClass.type)
  }

  /// The key of a to-one and, where it may lead to several entities, the number of one.
  private static func keyColumns(
    of ordinal: Int, to relationship: RelationshipLayout, in layout: StoreLayout
  ) -> [Column] {
    let key = Column(slot: ColumnSlot(ordinal: ordinal), coder: nil)
    guard !layout[number: relationship.destinationNumber].subentityNumbers.isEmpty else {
      return [key]
    }
    return [key, Column(slot: .entity(of: ordinal), coder: nil)]
  }

  /// Makes a model on a storage.
  func makeModel(_ storage: _$ModelStorage) -> any PersistentModel { factory(storage) }

  private static func factory<Model: PersistentModel>(
    _ type: Model.Type
  ) -> (_$ModelStorage) -> any PersistentModel {
    factory(type, _$DefaultBackingData<Model>.self)
  }

  /// The backing's type is a parameter so that its metadata is looked up once, not once per model.
  private static func factory<Model, Backing: StorageBackingData<Model>>(
    _ type: Model.Type, _ backing: Backing.Type
  ) -> (_$ModelStorage) -> any PersistentModel {
    { Model(backingData: Backing($0)) }
  }

  /// The binding of the entity number that a row of this entity or one below it has.
  func concrete(_ number: Int) -> EntityBinding? {
    if number == self.number { return self }
    return family.contains(number) ? siblings?[number] : nil
  }

  /// Whether a binding is that of this entity or of one below it.
  func includes(_ other: EntityBinding) -> Bool {
    self === other || (identityIndex == other.identityIndex && family.contains(other.number))
  }
}

extension EntityBinding {
  /// What to-one relationships lead to one after the other, as a store follows them; nil where a class
  /// reads one in its own way, or it is none.
  func destination(
    along ordinals: [Int]
  ) -> (steps: [QueryStep], destination: EntityBinding)? {
    var steps: [QueryStep] = []
    var current = self
    for ordinal in ordinals {
      guard !current.overriddenOrdinals.contains(ordinal),
        let relationship = current.relationships[ordinal], !relationship.layout.isToMany
      else { return nil }
      steps.append(QueryStep(entity: current.number, ordinal: ordinal))
      current = relationship.destination
    }
    return (steps, current)
  }

  /// The number of the entity that declares a property: this one or one above it.
  fileprivate func declarer(of ordinal: Int, among bindings: [Int: EntityBinding]) -> Int {
    var declarer = layout
    while ordinal < declarer.inheritedPropertyCount,
      let superentity = declarer.superentityNumber.flatMap({ bindings[$0] })
    {
      declarer = superentity.layout
    }
    return declarer.number
  }
}

/// The bindings of one store by entity number.
final class StoreBindings: Sendable {
  private let byNumber: [Int: EntityBinding]

  /// Connects the bindings of one store with each other.
  init(_ bindings: [EntityBinding]) {
    let byNumber = Dictionary(uniqueKeysWithValues: bindings.map { ($0.number, $0) })
    self.byNumber = byNumber
    // Parents have lower numbers than their children.
    for binding in bindings.sorted(by: { $0.number < $1.number }) {
      let parent = binding.layout.superentityNumber.flatMap { byNumber[$0] }
      binding.uniqueConstraints =
        (parent?.uniqueConstraints ?? [])
        + binding.modelClass.uniquenessRules.compactMap { UniqueConstraint($0, of: binding) }
    }
    for binding in bindings {
      binding.siblings = self
      for relative in binding.family.compactMap({ byNumber[$0] }) {
        binding.overriddenOrdinals.formUnion(relative.modelClass.overriddenOrdinals)
      }
      binding.relationships = binding.layout.properties.enumerated().map { ordinal, property in
        guard let layout = property.relationship,
          let destination = byNumber[layout.destinationNumber],
          let coder = binding.modelClass.properties[ordinal].relationship
        else { return nil }
        let inverse = layout.inverseOrdinal
          .flatMap { destination.layout.properties[$0].relationship }
        return EntityBinding.Relationship(
          ordinal: ordinal, layout: layout, coder: coder, destination: destination,
          declarer: binding.declarer(of: ordinal, among: byNumber), inverse: inverse)
      }
    }
  }

  subscript(number: Int) -> EntityBinding? { byNumber[number] }

  var all: Dictionary<Int, EntityBinding>.Values { byNumber.values }
}
