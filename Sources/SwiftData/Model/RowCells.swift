import StoreModel

/// The columns of one property in one row.
struct RowCells {
  let page: RowPage
  let row: Int
  /// The first of the columns.
  let column: Int

  init(page: RowPage, row: Int, column: Int) {
    self.page = page
    self.row = row
    self.column = column
  }

  /// Cells of a row that lies in no store.
  init(_ values: [StoredValue]) {
    page = RowPage(columnCount: max(1, values.count))
    for value in values { page.append(value) }
    page.rowCount = 1
    row = 0
    column = 0
  }

  /// The cells from a later one on.
  func dropFirst(_ count: Int) -> RowCells {
    RowCells(page: page, row: row, column: column + count)
  }

  /// The value of the first cell.
  var value: StoredValue { page.value(row: row, column: column) }

  /// Whether the first so many cells are all NULL.
  func areNull(_ count: Int) -> Bool {
    (column..<(column + count)).allSatisfy { page.storageClass(row: row, column: $0) == .null }
  }
}

extension RowPage {
  fileprivate func append(_ value: StoredValue) {
    switch value {
    case .null: appendNull()
    case .integer(let value): append(integer: value)
    case .real(let value): append(real: value)
    case .text(let value): append(bytes: value.utf8, class: .text)
    case .blob(let value): append(bytes: value, class: .blob)
    }
  }
}

/// Why no value of a property's type can be made of what is stored.
struct UnreadableValue: Error {
  /// What is wrong, worded to follow the property's name; never a value.
  var problem: String
  /// The parts of a composite that lead to the one that is meant.
  var path: [String] = []
  var underlying: (any Error)?

  /// NULL where the type has no nil.
  static func null(_ type: any Any.Type) -> UnreadableValue {
    UnreadableValue(problem: "is NULL, though \(type) can't be nil")
  }

  /// A value of a storage class from which none of the type can be made.
  static func wrongClass(_ value: StoredValue, _ type: any Any.Type) -> UnreadableValue {
    UnreadableValue(
      problem:
        "holds a value of SQLite's class \(value.className), from which no \(type) can be made"
    )
  }

  /// A value of the right storage class that is none of the type's.
  static func none(of type: any Any.Type, underlying: (any Error)? = nil) -> UnreadableValue {
    UnreadableValue(problem: "holds a value that is none of \(type)", underlying: underlying)
  }

  /// The same about a part of a composite.
  func within(_ part: String) -> UnreadableValue {
    var error = self
    error.path.insert(part, at: 0)
    return error
  }
}

extension StoredValue {
  fileprivate var className: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}
