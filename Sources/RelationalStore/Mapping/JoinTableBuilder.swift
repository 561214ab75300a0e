import StoreModel

/// Finds the many-to-many relationships of a layout and assigns their join tables.
struct JoinTableBuilder {
  typealias PropertyKey = MappingBuilder.PropertyKey
  typealias OwnedRelationship = MappingBuilder.OwnedRelationship

  /// Which side of a join table a relationship is.
  struct Side {
    var table: Int
    var sourceColumn: String
    var destinationColumn: String
  }

  private(set) var tables: [JoinTableMapping] = []
  /// By table: number of the entity after which it is named.
  private(set) var owners: [Int] = []
  private(set) var sides: [PropertyKey: Side] = [:]

  private var existing: [String: [String]] = [:]
  private var tableNames = NameSpace()
  private var columnNames = NameSpace()

  init() {}

  init(layout: StoreLayout, names: NameSpace, existing: [String: [String]]) {
    self.existing = existing
    tableNames = names
    for entity in layout.entities {
      for relationship in entity.ownRelationships where relationship.isToMany {
        let side = OwnedRelationship(owner: entity.number, relationship: relationship)
        let destination = layout[number: relationship.destinationNumber]
        guard sides[side.key] == nil, let ordinal = layout.inverseOrdinal(of: relationship),
          let inverse = destination.properties[ordinal].relationship, inverse.isToMany
        else { continue }
        let owner = layout.declarer(of: ordinal, in: destination)
        add(side, inverse: OwnedRelationship(owner: owner, relationship: inverse))
      }
    }
  }

  /// Adds the table of a relationship whose entity has the lower number of the two.
  private mutating func add(_ relationship: OwnedRelationship, inverse: OwnedRelationship) {
    let isSwapped =
      relationship.owner == inverse.owner && isNamed(after: inverse, not: relationship)
    let (forth, back) = isSwapped ? (inverse, relationship) : (relationship, inverse)
    let name = tableNames.claim(tableName(forth))
    let first = claimColumn(back.relationship, in: name)
    let second = claimColumn(forth.relationship, in: name, besides: first)
    let orders = [(back, first), (forth, second)].filter(\.0.relationship.isOrdered)
      .map { "Z_FOK_" + $0.1.dropFirst("Z_".count) }
    // A relationship that is its own inverse has one key; for it, the later of the two lines counts.
    sides[back.key] = Side(table: tables.count, sourceColumn: second, destinationColumn: first)
    sides[forth.key] = Side(table: tables.count, sourceColumn: first, destinationColumn: second)
    tables.append(JoinTableMapping(name: name, columns: [first, second], orderColumns: orders))
    owners.append(forth.owner)
  }

  /// After which of an entity's two relationships, each the other's inverse, their table is named.
  ///
  /// Both orders occur in Apple's stores, and no rule is known. If no such table exists yet, the
  /// literally later name is taken, which is seen more often.
  private func isNamed(
    after candidate: OwnedRelationship, not other: OwnedRelationship
  ) -> Bool {
    if existing[tableName(candidate)] != nil { return true }
    if existing[tableName(other)] != nil { return false }
    return other.relationship.name.utf16
      .lexicographicallyPrecedes(candidate.relationship.name.utf16)
  }

  private func tableName(_ side: OwnedRelationship) -> String {
    "Z_\(side.owner)" + SQLName.upper(side.relationship.name)
  }

  /// The column that is named after a relationship and holds the keys of its destination.
  private mutating func claimColumn(
    _ relationship: RelationshipLayout, in table: String, besides taken: String? = nil
  ) -> String {
    let name = "Z_\(relationship.destinationNumber)" + SQLName.upper(relationship.name)
    let found = existing[table]?.first { column in
      column != taken && column.hasPrefix(name)
        && column.dropFirst(name.count).allSatisfy { ("0"..."9").contains($0) }
    }
    return found ?? columnNames.claim(name)
  }
}
