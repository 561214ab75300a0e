import StoreModel

extension MappingBuilder {
  /// The indexes of a root entity's table and of the join tables that its family owns.
  func indexes(
    ofRoot root: EntityLayout, mapping: StoreMapping, names: inout NameSpace
  ) -> [IndexDefinition] {
    let family = families[root.number] ?? []
    var indexes = family.flatMap { keyIndexes(of: $0) }
    indexes += family.flatMap { joins.indexes(ownedBy: $0.number) }
    if !root.subentityNumbers.isEmpty {
      let table = tableName(ofEntity: root.number)
      indexes.append(
        IndexDefinition(name: "\(table)_Z_ENT_INDEX", table: table, columns: ["Z_ENT"]))
    }
    indexes += family.flatMap { requestedIndexes(of: $0, mapping: mapping) }
    indexes += family.flatMap { uniqueIndexes(of: $0, mapping: mapping) }
    for position in indexes.indices {
      indexes[position].name = names.claim(indexes[position].name)
    }
    return indexes
  }

  /// One index for each key column.
  private func keyIndexes(of entity: EntityLayout) -> [IndexDefinition] {
    let table = tableName(ofEntity: entity.number)
    let toOnes = entity.ownRelationships.filter { !$0.isToMany }
      .map { PropertyKey(owner: entity.number, name: $0.name) }
    let inverseless = (inverselessToMany[entity.number] ?? []).map(\.key)
    return (toOnes + inverseless).compactMap { keyColumns[$0]?.key }.map { column in
      IndexDefinition(name: "\(table)_\(column)_INDEX", table: table, columns: [column])
    }
  }

  private func requestedIndexes(
    of entity: EntityLayout, mapping: StoreMapping
  ) -> [IndexDefinition] {
    indexes(of: entity, on: entity.indices, mapping: mapping, style: .requested) { names in
      // The key's own index serves an index on a single relationship.
      if names.count == 1, let ordinal = entity.ordinal(named: names[0]),
        entity.properties[ordinal].relationship != nil
      {
        return nil
      }
      return "Z_\(entity.name)_SwiftDataIndexOnBinary\(names.joined())"
    }
  }

  private func uniqueIndexes(of entity: EntityLayout, mapping: StoreMapping) -> [IndexDefinition] {
    indexes(
      of: entity, on: entity.uniquenessConstraints, mapping: mapping, style: .unique
    ) { names in
      "Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))"
    }
  }

  /// Indexes on lists of property names; a list with a property that has no column makes none.
  private func indexes(
    of entity: EntityLayout, on lists: [[String]], mapping: StoreMapping,
    style: IndexDefinition.Style, name: ([String]) -> String?
  ) -> [IndexDefinition] {
    var seen: Set<[String]> = []
    return lists.compactMap { names in
      let columns = names.compactMap { mapping.columns(of: $0, inEntity: entity.number) }
      guard !names.isEmpty, columns.count == names.count, let name = name(names),
        seen.insert(names).inserted
      else { return nil }
      return IndexDefinition(
        name: SQLName.plain(name), table: tableName(ofEntity: entity.number),
        columns: columns.flatMap(\.self), style: style)
    }
  }
}

extension StoreMapping {
  /// The columns of a property that an index or a constraint names, or nil if it has none.
  ///
  /// The name may lead into a composite, as in `address.city`.
  package func columns(of path: String, inEntity number: Int) -> [String]? {
    let steps = path.split(separator: ".").map(String.init)
    let entity = layout[number: number]
    guard let first = steps.first, let ordinal = entity.ordinal(named: first) else { return nil }
    switch self[number: number].properties[ordinal] {
    case .toOne(let column, _):
      return steps.count == 1 ? [column] : nil
    case .attribute(let columns):
      guard let attribute = entity.properties[ordinal].attribute,
        let leaves = attribute.leafRange(at: steps.dropFirst())
      else { return nil }
      return leaves.isEmpty ? nil : Array(columns[leaves])
    case .toManyByKey, .toManyByJoin:
      return nil
    }
  }
}
