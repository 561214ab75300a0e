import StoreModel

extension MutationWriter {
  /// Takes the keys of deleted rows out of the columns and tables where they may still stand: those of
  /// relationships without inverse, which nobody else clears, and those of rows that another context
  /// has made lead here meanwhile.
  ///
  /// Throws `RequiredReference` where a row would be left without what it requires.
  mutating func cleanUp(after entity: Int, _ keys: [Int64]) throws {
    let bindings = keys.map(StoredValue.integer)
    for statement in linkStatements(after: entity) {
      try connection.executeBatch(statement, rows: keys.count, bindings: bindings)
    }
    for reference in references(to: entity) { try clear(reference, leadingTo: keys) }
  }

  /// Statements that take a deleted row's key out of join tables, and out of the members of its
  /// relationships to many without inverse.
  private func linkStatements(after number: Int) -> [String] {
    var statements: [String] = []
    func append(_ statement: String) {
      if !statements.contains(statement) { statements.append(statement) }
    }
    let family = mapping.layout.ancestry(of: number)
    for entity in mapping.entities {
      for (ordinal, property) in entity.properties.enumerated() {
        guard let layout = mapping.layout[number: entity.number].properties[ordinal].relationship
        else { continue }
        switch property {
        case .toManyByJoin(let table, let source, let destination):
          let name = mapping.joinTables[table].name
          if entity.number == number { append("DELETE FROM \(name) WHERE \(source) = ?") }
          if family.contains(layout.destinationNumber) {
            append("DELETE FROM \(name) WHERE \(destination) = ?")
          }
        case .toManyByKey(let table, let column, let order)
        where layout.inverseName == nil && entity.number == number:
          let columns = ([column] + [order].compactMap(\.self)).map { "\($0) = NULL" }
          append(
            "UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE \(column) = ?")
        default: break
        }
      }
    }
    return statements
  }

  /// A column that may lead to rows of an entity.
  private struct Reference {
    let table: String
    let column: String
    /// What sets all columns of the to-one to NULL.
    let assignments: String
    /// The entity that has the to-one, and its ordinal there.
    let entity: Int
    let ordinal: Int
    let isRequired: Bool
  }

  private func references(to number: Int) -> [Reference] {
    let family = mapping.layout.ancestry(of: number)
    var references: [Reference] = []
    for entity in mapping.entities {
      for (ordinal, property) in entity.properties.enumerated() {
        guard case .toOne(let column, _) = property,
          let layout = mapping.layout[number: entity.number].properties[ordinal].relationship,
          family.contains(layout.destinationNumber), inverse(of: layout)?.deleteRule != .noAction,
          // Subentities have it as well, in the same column.
          !references.contains(where: { $0.table == entity.table && $0.column == column })
        else { continue }
        references.append(
          Reference(
            table: entity.table, column: column,
            assignments: mapping.clearing(ofToOne: ordinal, in: entity.number),
            entity: entity.number, ordinal: ordinal, isRequired: !layout.isOptional))
      }
    }
    return references
  }

  private mutating func clear(_ reference: Reference, leadingTo keys: [Int64]) throws {
    var found: [Int: [Int64]] = [:]
    try connection.query(keys) { test in
      "SELECT Z_ENT, Z_PK FROM \(reference.table) WHERE \(reference.column) \(test)"
    } body: { _, page in
      for row in 0..<page.rowCount {
        found[Int(page.integer(row: row, column: 0)), default: []]
          .append(page.integer(row: row, column: 1))
      }
    }
    for (entity, rows) in found.sorted(by: { $0.key < $1.key }) {
      if reference.isRequired {
        throw RequiredReference(
          entity: entity, ordinal: reference.ordinal, primaryKey: rows.min() ?? 0)
      }
      let previous = try previousValues(
        of: entity, [ColumnSlot(ordinal: reference.ordinal)], rows)
      try connection.executeBatch(
        "UPDATE \(reference.table) SET \(reference.assignments), Z_OPT = Z_OPT + 1 WHERE Z_PK = ?",
        rows: rows.count, bindings: rows.map(StoredValue.integer))
      try history.note(
        .update, entity: entity, keys: rows,
        columns: history.columnBits(entity: entity, ordinals: [reference.ordinal]),
        previous: previous)
    }
  }
}

/// A row that would be left without the one that its required to-one leads to.
package struct RequiredReference: Error, Sendable {
  package let entity: Int
  package let ordinal: Int
  package let primaryKey: Int64
}
