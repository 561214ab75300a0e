/// One change to a store, in plain values; rows of the same shape travel together.
package enum Mutation: Sendable {
  case insert(RowBatch)
  case update(RowBatch)
  /// Notes in the history that to-many relationships of rows, by ordinal, have other members; the keys
  /// are of an entity's rows.
  case touch(entity: Int, ordinals: Set<Int>, [Int64])
  case delete(RowBatch)
  /// Empties a column of rows whose update gives them another value, so that others can take theirs
  /// before; the keys are of an entity's rows.
  case release(entity: Int, ColumnSlot, [Int64])
  /// Adds pairs to the join table of a many-to-many, seen from the given side.
  case link(RelationshipIdentity, [KeyPair])
  /// Removes pairs from the join table.
  case unlink(RelationshipIdentity, [KeyPair])
  /// Puts the members of an ordered relationship in order.
  case arrange(RelationshipIdentity, [Arrangement])
}

/// The order of the members that one model has in an ordered relationship.
package struct Arrangement: Sendable, Hashable {
  package var owner: Int64
  /// Primary keys in order.
  package var members: [Int64]
  /// Whether these are all members; else they follow those that the store has.
  package var isWhole: Bool

  package init(owner: Int64, members: [Int64], isWhole: Bool) {
    self.owner = owner
    self.members = members
    self.isWhole = isWhole
  }
}

/// A row by concrete entity number and primary key.
package struct RowIdentity: Sendable, Hashable {
  package var entity: Int
  package var primaryKey: Int64

  package init(entity: Int, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }
}

/// A many-to-many relationship by entity number and ordinal.
package struct RelationshipIdentity: Sendable, Hashable {
  package var entity: Int
  package var ordinal: Int

  package init(entity: Int, ordinal: Int) {
    self.entity = entity
    self.ordinal = ordinal
  }
}

/// The two primary keys that one row of a join table joins.
package struct KeyPair: Sendable, Hashable {
  package var source: Int64
  package var destination: Int64

  package init(source: Int64, destination: Int64) {
    self.source = source
    self.destination = destination
  }
}

/// Rows of one entity of which the same columns change.
package struct RowBatch: Sendable {
  /// Concrete entity number.
  package var entity: Int
  /// Which columns get new values; empty for a deletion.
  package var slots: [ColumnSlot]
  package var primaryKeys: [Int64] = []
  /// Row by row: at an insert the key, then `slots.count` values; at an update the values, then key
  /// and expected version; at a deletion none.
  ///
  /// Just what a statement binds.
  package var values: [StoredValue] = []
  /// Of an update, by key: the to-many relationships that have other members as well, for the history.
  package var touched: [Int64: Set<Int>] = [:]

  package init(entity: Int, slots: [ColumnSlot]) {
    self.entity = entity
    self.slots = slots
  }
}

/// One column of an entity: property ordinal and leaf within it.
package struct ColumnSlot: Sendable, Hashable {
  package var ordinal: Int
  package var leaf: Int

  package init(ordinal: Int, leaf: Int = 0) {
    self.ordinal = ordinal
    self.leaf = leaf
  }

  /// The column of a to-one that holds the concrete entity number of its target.
  package static func entity(of ordinal: Int) -> ColumnSlot {
    ColumnSlot(ordinal: ordinal, leaf: 1)
  }
}
