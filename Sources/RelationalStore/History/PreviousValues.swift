package import StoreModel

/// A value that a column held before a change, with the property's name and which of its columns it is.
package struct PreviousValue: Sendable {
  package var property: String
  package var part: Int
  package var value: StoredValue
}

/// The table of what changed columns held before, in stores that keep it.
///
/// It is ours, and Core Data passes it over. Names, and not numbers, so that a later schema can still
/// make something of it. NULL is left out.
package enum PreviousValues {
  package static let table = "OSD_PREVIOUSVALUE"

  static let definition = SQLStatement(
    "CREATE TABLE IF NOT EXISTS \(table) (ZCHANGE INTEGER NOT NULL, ZPROPERTY VARCHAR NOT NULL, "
      + "ZPART INTEGER NOT NULL, ZVALUE, PRIMARY KEY (ZCHANGE, ZPROPERTY, ZPART)) WITHOUT ROWID")
}

extension HistoryWriter {
  /// Writes what columns held before changes that have been noted, by key of the row.
  mutating func notePrevious(
    _ values: [Int64: [PreviousValue]], of keys: [Int64], firstChange: Int64
  ) throws {
    guard !values.isEmpty else { return }
    try connection.execute(PreviousValues.definition)
    var bindings: [StoredValue] = []
    var count = 0
    for (index, key) in keys.enumerated() {
      for value in values[key] ?? [] {
        bindings += [
          .integer(firstChange + Int64(index)), .text(value.property), .integer(Int64(value.part)),
          value.value,
        ]
        count += 1
      }
    }
    try connection.executeBatch(
      "INSERT INTO \(PreviousValues.table) (ZCHANGE, ZPROPERTY, ZPART, ZVALUE) VALUES (?, ?, ?, ?)",
      rows: count, bindings: bindings)
  }
}

extension MutationWriter {
  /// What columns of rows hold, where the history is to keep it; values that may lie in files, which go
  /// with the change, are left out.
  func previousValues(
    of number: Int, _ slots: [ColumnSlot], _ keys: [Int64]
  ) throws -> [Int64: [PreviousValue]] {
    let properties = mapping.layout[number: number].properties
    let slots = slots.filter {
      !(properties[$0.ordinal].attribute?.allowsExternalStorage ?? false)
    }
    guard keepsPreviousValues, !slots.isEmpty, !keys.isEmpty else { return [:] }
    let entity = mapping[number: number]
    let columns = slots.map(entity.column).joined(separator: ", ")
    var values: [Int64: [PreviousValue]] = [:]
    try connection.query(keys) { test in
      "SELECT Z_PK, \(columns) FROM \(entity.table) WHERE Z_PK \(test)"
    } body: { _, page in
      for row in 0..<page.rowCount {
        let key = page.integer(row: row, column: 0)
        values[key] = slots.enumerated().compactMap { index, slot in
          let value =
            released[ReleasedColumn(table: entity.table, key: key, slot: slot)]
            ?? page.value(row: row, column: index + 1)
          guard value != .null else { return nil }
          return PreviousValue(
            property: properties[slot.ordinal].name, part: slot.leaf, value: value)
        }
      }
    }
    return values
  }

  /// All columns that rows of an entity have of their own.
  func allSlots(of number: Int) -> [ColumnSlot] {
    mapping[number: number].properties.enumerated().flatMap { ordinal, property -> [ColumnSlot] in
      switch property {
      case .attribute(let columns):
        return columns.indices.map { ColumnSlot(ordinal: ordinal, leaf: $0) }
      case .toOne(_, let entityColumn):
        let key = ColumnSlot(ordinal: ordinal)
        return entityColumn == nil ? [key] : [key, .entity(of: ordinal)]
      case .toManyByKey, .toManyByJoin: return []
      }
    }
  }
}

/// A column that was emptied so that another row can take its value.
struct ReleasedColumn: Hashable {
  let table: String
  let key: Int64
  let slot: ColumnSlot
}
