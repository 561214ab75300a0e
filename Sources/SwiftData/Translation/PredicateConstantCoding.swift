import Foundation
import StoreModel

/// A Swift value in the terms of the column that it is compared with.
enum PredicateConstant {
  case stored(StoredValue)
  /// A value that no column can hold, and so none equals.
  case unequal
  /// Not a number: equal to nothing, less or greater than nothing.
  case unordered
  case unknown
}

/// How constants are put in a store's terms.
struct PredicateConstantCoding {
  private var encode: (Any) -> StoredValue?
  /// Whether values of the type can be compared by what the column holds at all.
  private var isComparable: Bool

  /// By the type of the value alone.
  static var standard: PredicateConstantCoding {
    PredicateConstantCoding(encode: standardStoredValue, isComparable: true)
  }

  static func attribute(_ attribute: ResolvedAttribute) -> PredicateConstantCoding {
    // Encoded values may be equal in Swift and differ in their bytes.
    PredicateConstantCoding(
      encode: attribute.encode, isComparable: attribute.kind != .transformable)
  }

  private init(encode: @escaping (Any) -> StoredValue?, isComparable: Bool) {
    self.encode = encode
    self.isComparable = isComparable
  }

  /// Whether equal values of two codings have equal columns.
  func isComparable(with other: PredicateConstantCoding) -> Bool {
    isComparable && other.isComparable
  }

  func constant(_ value: Any) -> PredicateConstant {
    guard isPlain(value) else { return unusualConstant(value) }
    return isComparable ? plain(value) : .unknown
  }

  private func plain(_ value: Any) -> PredicateConstant {
    encode(value).map(PredicateConstant.stored) ?? .unknown
  }

  /// What a column holds for a constant; nil if that can't be told, or no column can hold it.
  func stored(_ value: Any) -> StoredValue? {
    if case .stored(let stored) = constant(value) { stored } else { nil }
  }

  private func unusualConstant(_ value: Any) -> PredicateConstant {
    guard let value = unwrappedConstant(value) else { return .stored(.null) }
    guard isComparable else { return .unknown }
    switch value {
    case let number as Double where number.isNaN: return .unordered
    case let number as Float where number.isNaN: return .unordered
    case let number as CGFloat where number.isNaN: return .unordered
    case let date as Date where date.timeIntervalSinceReferenceDate.isNaN: return .unordered
    // A column holds no more digits than a Double, and a decimal read from it has no more.
    case let decimal as Decimal where Decimal(storedValue: decimal.storedValue) != decimal:
      return .unequal
    // An address relative to another equals no absolute one, and only such are stored.
    case let url as URL where url.baseURL != nil: return .unequal
    default: return plain(value)
    }
  }

  private static func standardStoredValue(_ value: Any) -> StoredValue? {
    switch value {
    case let value as Bool: .integer(value ? 1 : 0)
    case let value as any FixedWidthInteger: .integer(Int64(truncatingIfNeeded: value))
    case let value as Double: .real(value)
    case let value as Float: .real(Double(value))
    case let value as CGFloat: .real(Double(value))
    case let value as String: .text(value)
    case let value as Substring: .text(String(value))
    case let value as Date: .real(value.timeIntervalSinceReferenceDate)
    case let value as UUID: .blob(value.bigEndianBytes)
    case let value as URL: .text(value.absoluteString)
    case let value as Data: .blob(value)
    case let value as Decimal: value.storedValue
    default: nil
    }
  }
}

/// Whether a value is of the commonest types, so that casts, which are slow, can be left out.
private func isPlain(_ value: Any) -> Bool {
  let type = type(of: value)
  return type == String.self || type == Int.self || type == UUID.self || type == Bool.self
}

/// A value out of all optionals around it, or nil if there is none.
func unwrappedConstant(_ value: Any) -> Any? {
  guard !isPlain(value), let optional = value as? any OptionalConstant else { return value }
  return optional.wrappedConstant.flatMap(unwrappedConstant)
}

/// Lets a value whose type is not known be taken out of its optional.
private protocol OptionalConstant {
  var wrappedConstant: Any? { get }
}

extension Optional: OptionalConstant {
  var wrappedConstant: Any? { self }
}

/// How the values of a Swift type are ordered in a column.
enum PredicateTypeOrder {
  /// As their columns are.
  case stored
  /// As integers without a sign, whose upper half is stored as negative.
  case unsigned
  /// In a way that only Swift knows.
  case unknown

  init(_ type: any Any.Type) {
    let type = (type as? any OptionalType.Type)?.wrappedType ?? type
    switch type {
    case is UInt.Type, is UInt64.Type: self = .unsigned
    case is any FixedWidthInteger.Type, is Double.Type, is Float.Type, is CGFloat.Type,
      is String.Type, is Date.Type, is UUID.Type, is Decimal.Type:
      self = .stored
    default: self = .unknown
    }
  }
}
