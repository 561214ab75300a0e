package import Foundation
import StoreModel

extension MutationWriter {
  /// What the columns of some rows hold that name files, of attributes that may lie in such.
  func externalReferences(
    entity number: Int, keys: [Int64], isConcerned: (Int) -> Bool = { _ in true }
  ) throws -> [Data] {
    let entity = mapping[number: number]
    var references: [Data] = []
    for (ordinal, property) in mapping.layout[number: number].properties.enumerated() {
      guard property.attribute?.allowsExternalStorage ?? false, isConcerned(ordinal),
        case .attribute(let columns) = entity.properties[ordinal]
      else { continue }
      for column in columns {
        try connection.query(keys) { test in
          "SELECT \(column) FROM \(entity.table) WHERE Z_PK \(test) "
            + "AND substr(\(column), 1, 1) = x'02'"
        } body: { _, page in
          for row in 0..<page.rowCount {
            if let reference = page.bytes(row: row, column: 0) { references.append(reference) }
          }
        }
      }
    }
    return references
  }
}

extension StoreMapping {
  /// What all columns hold that name files.
  package func externalReferences(on connection: any SQLConnection) throws -> [Data] {
    var columns: Set<[String]> = []
    for entity in entities {
      for (property, place) in zip(layout[number: entity.number].properties, entity.properties) {
        guard property.attribute?.allowsExternalStorage ?? false,
          case .attribute(let names) = place
        else { continue }
        for name in names { columns.insert([entity.table, name]) }
      }
    }
    return try columns.flatMap { place in
      let page = try connection.query(
        SQLStatement(
          "SELECT \(place[1]) FROM \(place[0]) WHERE substr(\(place[1]), 1, 1) = x'02'"))
      return (0..<page.rowCount).compactMap { page.bytes(row: $0, column: 0) }
    }
  }
}
