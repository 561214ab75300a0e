import StoreModel

/// A uniqueness constraint of one entity and those below it, with its columns by ordinal.
final class UniqueConstraint: Sendable {
  /// The number of the entity that declares it.
  let entity: Int
  /// The properties in declared order.
  let names: [String]
  let policy: Schema.UniquenessPolicy
  /// The columns that are unique taken together.
  let slots: [ColumnSlot]
  let ordinals: OrdinalSet
  /// Whether a to-one relationship takes part.
  let hasRelationships: Bool

  /// Nil where a property has no column, so that nothing can be compared.
  init?(_ rule: UniquenessRule, of binding: EntityBinding) {
    var slots: [ColumnSlot] = []
    var ordinals = OrdinalSet()
    var hasRelationships = false
    for name in rule.names {
      guard let found = binding.columns(named: name), let first = found.first else { return nil }
      slots += found
      ordinals.insert(first.ordinal)
      if binding.layout.properties[first.ordinal].relationship != nil { hasRelationships = true }
    }
    guard !slots.isEmpty else { return nil }
    entity = binding.number
    names = rule.names
    policy = rule.policy
    self.slots = slots
    self.ordinals = ordinals
    self.hasRelationships = hasRelationships
  }

  /// The constraint as messages name it.
  var description: String { names.joined(separator: ", ") }
}

extension EntityBinding {
  /// The columns of a property, or of a part of one as `address.city` names it; nil if there is none.
  fileprivate func columns(named path: String) -> [ColumnSlot]? {
    let steps = path.split(separator: ".").map(String.init)
    guard let first = steps.first, let ordinal = layout.ordinal(named: first),
      let column = columns.first(where: { $0.slot.ordinal == ordinal })
    else { return nil }
    guard steps.count > 1 else { return column.slots }
    return layout.properties[ordinal].attribute?.leafRange(at: steps.dropFirst())
      .map { Array(column.slots[$0]) }
  }
}
