import StoreModel

extension EntityBinding {
  /// Checks the rows of a page that a query for the entity gave, and calls a closure with each one as
  /// a row of its own entity: with the page that it stands in as such, its place there, and the
  /// binding of that entity.
  ///
  /// Throws where a row is damaged, before the closure sees any.
  func forEachRow(
    of page: RowPage, _ body: (RowPage, Int, EntityBinding) throws -> Void
  ) throws {
    try check(page)
    guard hasSubentities else {
      for row in 0..<page.rowCount { try body(page, row, self) }
      return
    }
    let sorted = try RowsByEntity(page, of: self)
    for place in sorted.places {
      let part = sorted.parts[place.part]
      try body(part.page, place.row, part.binding)
    }
  }

  /// The binding that a row's entity number stands for; throws where it is none of the entity's.
  func concrete(of page: RowPage, row: Int) throws -> EntityBinding {
    let found = Int(page.integer(row: row, column: 1))
    guard let concrete = concrete(found) else {
      throw damaged(
        "row p\(page.integer(row: row, column: 0)) of \(layout.name) holds the entity number "
          + "\(found), which is neither that of \(layout.name) nor of an entity below it")
    }
    return concrete
  }
}

/// The rows of a page by entity; those of a subentity in a page of that one's own shape.
private struct RowsByEntity {
  struct Part {
    let binding: EntityBinding
    var rows: [Int] = []
    var page: RowPage
  }

  private(set) var parts: [Part] = []
  /// In the order of the page: where each row stands.
  private(set) var places: [(part: Int, row: Int)] = []

  init(_ page: RowPage, of binding: EntityBinding) throws {
    // By number of an entity below, counted from the binding's own.
    var indexes = [Int](repeating: -1, count: binding.family.count)
    places.reserveCapacity(page.rowCount)
    for row in 0..<page.rowCount {
      let concrete = try binding.concrete(of: page, row: row)
      let position = concrete.number - binding.number
      if indexes[position] < 0 {
        indexes[position] = parts.count
        parts.append(Part(binding: concrete, page: page))
      }
      let index = indexes[position]
      // A row that has all its columns in the page's first ones stays there.
      let isWhole = binding.subentityColumns[concrete.number] == nil
      places.append((index, isWhole ? row : parts[index].rows.count))
      if !isWhole { parts[index].rows.append(row) }
    }
    for index in parts.indices {
      let concrete = parts[index].binding
      guard let columns = binding.subentityColumns[concrete.number] else { continue }
      parts[index].page = page.selecting(rows: parts[index].rows, columns: columns)
      try concrete.check(parts[index].page, from: binding.layout.properties.count)
    }
  }
}
