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
      guard let ordinal = binding.layout.ordinal(named: name) else { return nil }
      let columns = binding.columns.filter { $0.slot.ordinal == ordinal && !$0.isEntityNumber }
      guard !columns.isEmpty else { return nil }
      slots += columns.map(\.slot)
      ordinals.insert(ordinal)
      if columns.contains(where: { $0.coder == nil }) { hasRelationships = true }
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
