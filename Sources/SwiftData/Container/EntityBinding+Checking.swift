import CoreDataFormat
import StoreModel

extension EntityBinding {
  /// Makes sure that the columns of a page, those of properties from an ordinal on, hold what their
  /// properties can be made of.
  ///
  /// Accessors can't throw, so a value of a wrong kind has to be found before it is read.
  func check(_ page: RowPage, from firstOrdinal: Int = 0) throws {
    for column in columns where column.slot.ordinal >= firstOrdinal {
      guard firstColumns[column.slot.ordinal] >= 0 else { continue }
      let position = firstColumns[column.slot.ordinal] + column.slot.leaf
      let accepted = column.coder?.acceptedClasses ?? .keys
      if let row = page.firstRow(column: position, outside: accepted.mask) {
        throw wrongClass(
          page.storageClass(row: row, column: position), page: page, row: row,
          ordinal: column.slot.ordinal)
      }
      if modelClass.properties[column.slot.ordinal].isExternal {
        try inspectMarks(page, column: position, ordinal: column.slot.ordinal)
      } else if let coder = column.coder, coder.inspectsValues {
        try inspect(page, column: position, ordinal: column.slot.ordinal, coder)
      }
    }
  }

  /// Looks at each value of a column whose storage class doesn't tell enough.
  private func inspect(
    _ page: RowPage, column: Int, ordinal: Int, _ coder: AttributeCoder
  ) throws {
    for row in 0..<page.rowCount where page.storageClass(row: row, column: column) != .null {
      guard !coder.accepts(page.value(row: row, column: column)) else { continue }
      throw unreadable(
        ordinal, key: page.integer(row: row, column: 0),
        problem: "holds a value that is none of \(modelClass.properties[ordinal].valueType)")
    }
  }

  /// Looks at the mark that each value has which may lie in a file.
  private func inspectMarks(_ page: RowPage, column: Int, ordinal: Int) throws {
    for row in 0..<page.rowCount where page.storageClass(row: row, column: column) != .null {
      guard !ExternalValue.isMarked(page.byteSlice(row: row, column: column)) else { continue }
      throw unreadable(
        ordinal, key: page.integer(row: row, column: 0),
        problem: "holds neither a value nor the name of a file")
    }
  }

  private func wrongClass(
    _ storageClass: RowPage.StorageClass, page: RowPage, row: Int, ordinal: Int
  ) -> SwiftDataError {
    let type = modelClass.properties[ordinal].valueType
    let problem =
      storageClass == .null
      ? "is NULL, though \(type) can't be nil"
      : "holds a value of SQLite's class \(storageClass), from which no \(type) can be made"
    return unreadable(ordinal, key: page.integer(row: row, column: 0), problem: problem)
  }

  /// The error about one value of the file that no property can show.
  func unreadable(_ ordinal: Int, key: Int64, problem: String) -> SwiftDataError {
    damaged("\(layout.name).\(modelClass.properties[ordinal].name) of row p\(key) \(problem)")
  }

  /// The error about a row of the file that no model can show.
  func damaged(_ problem: String) -> SwiftDataError {
    let place =
      store.configuration.isStoredInMemoryOnly
      ? "in memory" : "at \(store.configuration.url.path)"
    return SwiftDataError(
      .loadIssueModelContainer,
      explanation: "The store “\(store.name)” \(place): \(problem). "
        + "Correct the row with a tool such as sqlite3.")
  }
}

/// The storage classes in which a value may lie.
private struct AcceptedClasses {
  private(set) var mask: UInt8 = 0

  init(_ classes: RowPage.StorageClass...) {
    for storageClass in classes { insert(storageClass) }
  }

  private mutating func insert(_ storageClass: RowPage.StorageClass) {
    mask |= UInt8(1) << storageClass.rawValue
  }

  var orNull: AcceptedClasses {
    var classes = self
    classes.insert(.null)
    return classes
  }

  static let keys = AcceptedClasses(.integer, .null)
  static let integers = AcceptedClasses(.integer)
  static let numbers = AcceptedClasses(.integer, .real)
  static let texts = AcceptedClasses(.text)
  static let blobs = AcceptedClasses(.blob)
}

extension AttributeCoder {
  fileprivate var acceptedClasses: AcceptedClasses {
    let classes = valueKind.acceptedClasses
    return isOptional || readsNull ? classes.orNull : classes
  }
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
