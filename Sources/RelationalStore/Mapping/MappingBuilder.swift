import StoreModel

/// Assigns tables and columns to a layout, by the rules that Core Data follows.
///
/// A column's place in its table and its suffix in case of a clash have different orders: suffixes
/// are dealt out entity by entity and, within an entity, group by group; columns stand group by group
/// and, within a group, entity by entity. So columns are collected by group while names are claimed.
struct MappingBuilder {
  /// A property by the entity that declares it.
  struct PropertyKey: Hashable {
    var owner: Int
    var name: String
  }

  /// A relationship together with the entity that declares it.
  struct OwnedRelationship {
    var owner: Int
    var relationship: RelationshipLayout

    var key: PropertyKey { PropertyKey(owner: owner, name: relationship.name) }
  }

  /// The columns of a to-one, or of a to-many without inverse.
  struct KeyColumns {
    var key: String
    var entity: String?
    var order: String?
  }

  let layout: StoreLayout
  /// Entities by the number of their root, in number order.
  let families: [Int: [EntityLayout]]
  /// To-many relationships without inverse by the number of their destination.
  let inverselessToMany: [Int: [OwnedRelationship]]

  /// Table names by root number.
  private(set) var tableNames: [Int: String] = [:]
  /// Entity tables by root number.
  private(set) var tables: [Int: TableDefinition] = [:]
  private(set) var attributeColumns: [PropertyKey: [String]] = [:]
  private(set) var keyColumns: [PropertyKey: KeyColumns] = [:]
  private(set) var joins = JoinTableBuilder()

  /// Assigns everything; `existing` has the column names by table name of a store that is there.
  init(layout: StoreLayout, existing: [String: [String]] = [:]) {
    self.layout = layout
    families = Dictionary(grouping: layout.entities, by: \.rootNumber)
    inverselessToMany = Dictionary(
      grouping: layout.entities.flatMap { entity in
        entity.ownRelationships.filter { $0.isToMany && !$0.hasInverse }
          .map { OwnedRelationship(owner: entity.number, relationship: $0) }
      },
      by: \.relationship.destinationNumber)
    var names = NameSpace(reserved: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    let roots = layout.entities.filter { $0.rootNumber == $0.number }
    for root in roots {
      tableNames[root.number] = names.claim("Z" + SQLName.upper(root.name))
    }
    for root in roots {
      buildTable(ofRoot: root.number)
    }
    joins = JoinTableBuilder(layout: layout, names: names, existing: existing)
  }

  /// The name of the table that holds an entity's rows.
  func tableName(ofEntity number: Int) -> String {
    tableNames[layout[number: number].rootNumber] ?? ""
  }

  /// The identity of a property that the given entity may have inherited.
  func key(of ordinal: Int, in entity: EntityLayout) -> PropertyKey {
    PropertyKey(
      owner: layout.declarer(of: ordinal, in: entity), name: entity.properties[ordinal].name)
  }
}

// MARK: - Entity tables

extension MappingBuilder {
  /// Columns of one table while they are being collected.
  private struct Collector {
    var names = NameSpace(reserved: TableDefinition.rowColumns.map(\.name))
    var groups: [ColumnGroup: [ColumnDefinition]] = [:]

    mutating func add(_ name: String, _ type: ColumnType, to group: ColumnGroup) -> String {
      let claimed = names.claim(name)
      groups[group, default: []].append(ColumnDefinition(claimed, type))
      return claimed
    }
  }

  /// An attribute by the entity that declares it.
  private struct OwnedAttribute {
    let key: PropertyKey
    let leaves: [LeafLayout]

    init(owner: Int, _ attribute: AttributeLayout) {
      key = PropertyKey(owner: owner, name: attribute.name)
      leaves = attribute.leaves
    }
  }

  private mutating func buildTable(ofRoot root: Int) {
    var collector = Collector()
    for entity in families[root] ?? [] {
      let attributes = entity.ownAttributes.map { OwnedAttribute(owner: entity.number, $0) }
      for group in ColumnGroup.allCases {
        add(attributes, in: group, to: &collector)
        if group == .integer {
          addToOneKeys(of: entity, to: &collector)
          addInverselessKeys(pointingAt: entity, to: &collector)
        }
      }
    }
    let columns = ColumnGroup.allCases.flatMap { collector.groups[$0] ?? [] }
    tables[root] = TableDefinition(
      name: tableNames[root] ?? "", columns: TableDefinition.rowColumns + columns)
  }

  private mutating func add(
    _ attributes: [OwnedAttribute], in group: ColumnGroup, to collector: inout Collector
  ) {
    for attribute in attributes {
      for (index, leaf) in attribute.leaves.enumerated() where ColumnGroup(leaf.kind) == group {
        let column = collector.add("Z" + SQLName.upper(leaf.name), leaf.kind.columnType, to: group)
        let none = Array(repeating: "", count: attribute.leaves.count)
        attributeColumns[attribute.key, default: none][index] = column
      }
    }
  }

  private mutating func addToOneKeys(of entity: EntityLayout, to collector: inout Collector) {
    for relationship in entity.ownRelationships where !relationship.isToMany {
      let name = SQLName.upper(relationship.name)
      var columns = KeyColumns(key: collector.add("Z" + name, .integer, to: .integer))
      let destination = relationship.destinationNumber
      if !layout[number: destination].subentityNumbers.isEmpty {
        columns.entity = collector.add("Z\(destination)_" + name, .integer, to: .integer)
      }
      if let inverse = layout.inverse(of: relationship), inverse.isToMany, inverse.isOrdered {
        columns.order = collector.add("Z_FOK_" + name, .integer, to: .orderKey)
      }
      keyColumns[PropertyKey(owner: entity.number, name: relationship.name)] = columns
    }
  }

  private mutating func addInverselessKeys(
    pointingAt entity: EntityLayout, to collector: inout Collector
  ) {
    for source in inverselessToMany[entity.number] ?? [] {
      let name = "\(source.owner)" + SQLName.upper(source.relationship.name)
      var columns = KeyColumns(key: collector.add("Z" + name, .integer, to: .integer))
      if source.relationship.isOrdered {
        columns.order = collector.add("Z_FOK_" + name, .integer, to: .integer)
      }
      keyColumns[source.key] = columns
    }
  }
}
