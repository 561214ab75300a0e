import Foundation
import StoreModel

extension ValueKind {
  /// The kind that values of a type are stored as, if nothing but the type is known of them.
  init(storing type: any Any.Type) {
    self = Self.kindsByType[ObjectIdentifier(type)] ?? .transformable
  }

  private static let kindsByType: [ObjectIdentifier: ValueKind] = {
    let pairs: [(any Any.Type, ValueKind)] = [
      (Int.self, .int64), (Int64.self, .int64), (UInt.self, .int64), (UInt64.self, .int64),
      (UInt32.self, .int64), (Int32.self, .int32), (UInt16.self, .int32), (Int16.self, .int16),
      (UInt8.self, .int16), (Int8.self, .int16), (Bool.self, .bool), (Double.self, .double),
      (Float.self, .float), (Decimal.self, .decimal), (String.self, .string), (Date.self, .date),
      (Data.self, .binary), (UUID.self, .uuid), (URL.self, .uri),
    ]
    return Dictionary(
      pairs.map { (ObjectIdentifier($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
  }()

  /// The Swift type that values of this kind are usually held in.
  var usualType: any Any.Type {
    switch self {
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int.self
    case .decimal: Decimal.self
    case .double: Double.self
    case .float: Float.self
    case .string: String.self
    case .bool: Bool.self
    case .date: Date.self
    case .binary, .transformable: Data.self
    case .uuid: UUID.self
    case .uri: URL.self
    }
  }
}
