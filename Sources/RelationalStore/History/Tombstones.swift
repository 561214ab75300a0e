package import StoreModel

/// Where the history keeps the values that attributes had when their row was deleted.
///
/// An attribute that keeps its value has a column `ZTOMBSTONE<n>` in the table of changes, where n
/// counts its entity's attributes of that kind by name. The column holds just what the row's did.
package enum Tombstones {
  /// The columns of an entity whose values are kept, in the order of the tombstones'.
  ///
  /// A value that may lie in a file is not kept, as in Core Data: its file goes with the row.
  package static func slots(of entity: Int, in layout: StoreLayout) -> [ColumnSlot] {
    layout[number: entity].properties.enumerated()
      .compactMap { ordinal, property -> (ordinal: Int, attribute: AttributeLayout)? in
        guard let attribute = property.attribute, attribute.preservesValueOnDeletion,
          !attribute.allowsExternalStorage
        else { return nil }
        return (ordinal, attribute)
      }
      .sorted { $0.attribute.name < $1.attribute.name }
      .flatMap { ordinal, attribute in
        attribute.leaves.indices.map { ColumnSlot(ordinal: ordinal, leaf: $0) }
      }
  }

  /// How many columns the table of changes needs.
  package static func columnCount(of layout: StoreLayout) -> Int {
    layout.entities.map { slots(of: $0.number, in: layout).count }.max() ?? 0
  }

  static func column(_ index: Int) -> String { "ZTOMBSTONE\(index)" }
}

extension SQLConnection {
  /// How many columns for tombstones the table of changes has.
  func tombstoneColumnCount() throws -> Int {
    let page = try query(
      SQLStatement(
        "SELECT name FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE[0-9]*'"))
    let names = Set((0..<page.rowCount).map { page.text(row: $0, column: 0) })
    return (0..<names.count).prefix { names.contains(Tombstones.column($0)) }.count
  }
}
