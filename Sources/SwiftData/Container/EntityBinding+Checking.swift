import StoreModel

extension EntityBinding {
  /// The columns of properties for which nothing can stand in if what a row holds is damaged: they
  /// have no default, can't be nil, and no value of their types can be made up.
  static func demandingColumns(_ columns: [Column], of modelClass: _$ModelClass) -> [Column] {
    columns.filter { column in
      let property = modelClass.properties[column.slot.ordinal]
      guard let coder = column.coder, !coder.isOptional, property.defaultValue == nil else {
        return false
      }
      func hasStandIn<Value>(_ type: Value.Type) -> Bool { PlaceholderMaker.value(of: type) != nil }
      return !_openExistential(property.valueType, do: hasStandIn)
    }
  }

  /// Makes sure that a page has a value for each property for which nothing can stand in, of those
  /// from an ordinal on or of some alone.
  ///
  /// Accessors can't throw, so such a value has to be missed before it is read.
  func check(
    _ page: RowPage, from firstOrdinal: Int = 0, only ordinals: [Int]? = nil
  ) throws {
    for column in demandingColumns where column.slot.ordinal >= firstOrdinal {
      let ordinal = column.slot.ordinal
      if let ordinals, !ordinals.contains(ordinal) { continue }
      for row in 0..<page.rowCount {
        let cells = RowCells(page: page, row: row, column: firstColumns[ordinal])
        do {
          if modelClass.properties[ordinal].isExternal {
            _ = try column.coder?.slot(stored: store.externalValue(cells.value))
          } else {
            _ = try column.coder?.slot(in: cells)
          }
        } catch {
          let problem = error as? UnreadableValue
          throw unreadable(
            ordinal, key: page.integer(row: row, column: 0),
            problem ?? .none(of: modelClass.properties[ordinal].valueType, underlying: error))
        }
      }
    }
  }
}
