import StoreModel

extension EntityBinding {
  /// Makes sure that every column of a page holds what its property can be made of.
  ///
  /// Accessors can't throw, so a value of a wrong kind has to be found before it is read.
  func check(_ page: RowPage) throws {
    for column in columns {
      let position = firstColumns[column.slot.ordinal]
      guard position >= 0 else { continue }
      let accepted = column.coder?.valueKind.acceptedClasses ?? .integers
      if let row = page.firstRow(column: position, outside: accepted.mask) {
        throw wrongClass(
          page.storageClass(row: row, column: position), page: page, row: row,
          ordinal: column.slot.ordinal)
      }
    }
  }

  private func wrongClass(
    _ storageClass: RowPage.StorageClass, page: RowPage, row: Int, ordinal: Int
  ) -> SwiftDataError {
    let property = modelClass.properties[ordinal]
    return SwiftDataError(
      .loadIssueModelContainer,
      explanation: "The store “\(store.name)” at \(store.configuration.url.path): "
        + "\(layout.name).\(property.name) of row p\(page.integer(row: row, column: 0)) holds a "
        + "value of SQLite's class \(storageClass), from which no \(property.valueType) can be "
        + "made. Correct the row with a tool such as sqlite3.")
  }
}

/// The storage classes in which a value may lie; NULL always may.
private struct AcceptedClasses {
  let mask: UInt8

  init(_ classes: RowPage.StorageClass...) {
    mask = classes.reduce(1 << RowPage.StorageClass.null.rawValue) { $0 | 1 << $1.rawValue }
  }

  static let integers = AcceptedClasses(.integer)
  static let numbers = AcceptedClasses(.integer, .real)
  static let texts = AcceptedClasses(.text)
  static let blobs = AcceptedClasses(.blob)
}

extension ValueKind {
  fileprivate var acceptedClasses: AcceptedClasses {
    switch self {
    case .int16, .int32, .int64, .bool: .integers
    case .double, .float, .date, .decimal: .numbers
    case .string, .uri: .texts
    case .binary, .uuid, .transformable: .blobs
    }
  }
}
