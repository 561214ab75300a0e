package import StoreModel

extension StoreMapping {
  /// Where everything of a layout lies in a store made for it.
  package init(_ layout: StoreLayout) {
    self.init(MappingBuilder(layout: layout))
  }

  /// Where everything of a layout lies in a store that is there already.
  ///
  /// How join tables are named is not known in full, so their names are taken from the store:
  /// `existing` has its column names by table name, spelled as in its schema.
  package init(_ layout: StoreLayout, existing: [String: [String]]) {
    self.init(MappingBuilder(layout: layout, existing: existing))
  }

  init(_ builder: MappingBuilder) {
    let layout = builder.layout
    self.init(
      layout: layout,
      entities: layout.entities.map { entity in
        EntityMapping(
          number: entity.number, table: builder.tableName(ofEntity: entity.number),
          properties: entity.properties.indices.map { builder.mapping(of: $0, in: entity) })
      },
      joinTables: builder.joins.tables)
  }
}

extension MappingBuilder {
  fileprivate func mapping(of ordinal: Int, in entity: EntityLayout) -> PropertyMapping {
    let property = entity.properties[ordinal]
    let key = key(of: ordinal, in: entity)
    switch property {
    case .attribute:
      return .attribute(columns: attributeColumns[key] ?? [])
    case .relationship(let relationship):
      return relationship.isToMany ? toMany(relationship, key) : toOne(key)
    }
  }

  private func toOne(_ key: PropertyKey) -> PropertyMapping {
    let columns = keyColumns[key]
    return .toOne(column: columns?.key ?? "", entityColumn: columns?.entity)
  }

  private func toMany(_ relationship: RelationshipLayout, _ key: PropertyKey) -> PropertyMapping {
    if let side = joins.sides[key] {
      return .toManyByJoin(
        table: side.table, sourceColumn: side.sourceColumn,
        destinationColumn: side.destinationColumn)
    }
    var columns = keyColumns[key]
    if let ordinal = layout.inverseOrdinal(of: relationship) {
      let destination = layout[number: relationship.destinationNumber]
      columns = keyColumns[self.key(of: ordinal, in: destination)]
    }
    return .toManyByKey(
      destinationTable: tableName(ofEntity: relationship.destinationNumber),
      column: columns?.key ?? "", orderColumn: columns?.order)
  }
}
