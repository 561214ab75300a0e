import StoreModel

/// Where the links of a to-many relationship lie: a table that has the keys of both ends in each row.
///
/// Of a many-to-many it is the join table, of any other relationship the table of the members.
struct LinkTable: Hashable {
  let name: String
  let source: String
  let destination: String
  /// The column that keeps the order of an ordered relationship.
  let order: String?

  /// Nil where the relationship is a to-one.
  init?(_ relationship: RelationshipIdentity, in mapping: StoreMapping) {
    switch mapping[number: relationship.entity].properties[relationship.ordinal] {
    case .toManyByJoin(let table, let source, let destination):
      let join = mapping.joinTables[table]
      name = join.name
      self.source = source
      self.destination = destination
      // Named after the relationship, as the column of the destination is.
      let order = "Z_FOK_" + destination.dropFirst("Z_".count)
      self.order = join.orderColumns.first { $0 == order }
    case .toManyByKey(let table, let column, let orderColumn):
      name = table
      source = column
      destination = "Z_PK"
      order = orderColumn
    case .attribute, .toOne: return nil
    }
  }
}

extension StoreMapping {
  /// What sets all columns of a to-one to NULL, its place in an ordered inverse included.
  func clearing(ofToOne ordinal: Int, in entity: Int) -> String {
    let columns = self[number: entity].properties[ordinal].columns
    return (columns + [orderColumn(ofToOne: ordinal, in: entity)].compactMap(\.self))
      .map { "\($0) = NULL" }.joined(separator: ", ")
  }

  /// The column that keeps a row's place in the ordered relationship that a to-one is the inverse of.
  func orderColumn(ofToOne ordinal: Int, in entity: Int) -> String? {
    guard let relationship = layout[number: entity].properties[ordinal].relationship,
      let inverse = layout.inverseOrdinal(of: relationship),
      case .toManyByKey(_, _, let order) =
        self[number: relationship.destinationNumber].properties[inverse]
    else { return nil }
    return order
  }
}
