import StoreModel

/// The groups in which the columns of a table stand, in their order, and what each declares.
enum ColumnGroup: Int, CaseIterable {
  case integer, orderKey, number, decimal, string, uri, uuid, transformable, binary

  init(_ kind: ValueKind) {
    self =
      switch kind {
      case .int16, .int32, .int64, .bool: .integer
      case .date, .double, .float: .number
      case .decimal: .decimal
      case .string: .string
      case .uri: .uri
      case .uuid: .uuid
      case .transformable: .transformable
      case .binary: .binary
      }
  }
}

extension ValueKind {
  /// The declared type of a column of this kind.
  package var columnType: ColumnType {
    switch self {
    case .int16, .int32, .int64, .bool: .integer
    case .date: .timestamp
    case .double, .float: .float
    case .decimal: .decimal
    case .string, .uri: .varchar
    case .uuid, .transformable, .binary: .blob
    }
  }
}
