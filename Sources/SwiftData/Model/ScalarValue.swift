import Foundation
import StoreModel

/// A Swift type whose values fit one slot and one column as they are.
protocol ScalarValue: Codable {
  static var valueKind: ValueKind { get }
  /// What a property shows whose row has no value, though its type cannot be nil.
  static var placeholder: Self { get }
  /// Whether a column of the kind may hold values that are none of this type's.
  static var isNarrow: Bool { get }
  init?(slot: Slot)
  var slot: Slot { get }
}

extension ScalarValue {
  static var isNarrow: Bool { false }
}

extension ScalarValue where Self: FixedWidthInteger {
  static var placeholder: Self { 0 }
  static var isNarrow: Bool { bitWidth < Int64.bitWidth }
  init?(slot: Slot) {
    guard case .integer(let value) = slot else { return nil }
    guard Self.isNarrow else {
      // The upper half of UInt64 lies in a column as negative numbers.
      self.init(truncatingIfNeeded: value)
      return
    }
    self.init(exactly: value)
  }
  var slot: Slot { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: ScalarValue { static var valueKind: ValueKind { .int64 } }
extension Int8: ScalarValue { static var valueKind: ValueKind { .int16 } }
extension Int16: ScalarValue { static var valueKind: ValueKind { .int16 } }
extension Int32: ScalarValue { static var valueKind: ValueKind { .int32 } }
extension Int64: ScalarValue { static var valueKind: ValueKind { .int64 } }
extension UInt: ScalarValue { static var valueKind: ValueKind { .int64 } }
extension UInt8: ScalarValue { static var valueKind: ValueKind { .int16 } }
extension UInt16: ScalarValue { static var valueKind: ValueKind { .int32 } }
extension UInt32: ScalarValue { static var valueKind: ValueKind { .int64 } }
extension UInt64: ScalarValue { static var valueKind: ValueKind { .int64 } }

extension Bool: ScalarValue {
  static var valueKind: ValueKind { .bool }
  static var placeholder: Bool { false }
  init?(slot: Slot) {
    guard case .integer(let value) = slot else { return nil }
    self = value != 0
  }
  var slot: Slot { .integer(self ? 1 : 0) }
}

extension Double: ScalarValue {
  static var valueKind: ValueKind { .double }
  // SQLite has no NaN and stores NULL in its place, so NULL reads as NaN.
  static var placeholder: Double { .nan }
  init?(slot: Slot) {
    switch slot {
    case .real(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
  var slot: Slot { .real(self) }
}

extension Float: ScalarValue {
  static var valueKind: ValueKind { .float }
  static var placeholder: Float { .nan }
  init?(slot: Slot) {
    guard let value = Double(slot: slot) else { return nil }
    self.init(value)
  }
  var slot: Slot { .real(Double(self)) }
}

extension CGFloat: ScalarValue {
  static var valueKind: ValueKind { .double }
  static var placeholder: CGFloat { .nan }
  init?(slot: Slot) {
    guard let value = Double(slot: slot) else { return nil }
    self.init(value)
  }
  var slot: Slot { .real(Double(self)) }
}

extension Date: ScalarValue {
  static var valueKind: ValueKind { .date }
  static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
  init?(slot: Slot) {
    guard let value = Double(slot: slot) else { return nil }
    self.init(timeIntervalSinceReferenceDate: value)
  }
  var slot: Slot { .real(timeIntervalSinceReferenceDate) }
}

extension String: ScalarValue {
  static var valueKind: ValueKind { .string }
  static var placeholder: String { "" }
  init?(slot: Slot) {
    guard case .text(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .text(self) }
}

extension Data: ScalarValue {
  static var valueKind: ValueKind { .binary }
  static var placeholder: Data { Data() }
  init?(slot: Slot) {
    guard case .data(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .data(self) }
}

extension UUID: ScalarValue {
  static var valueKind: ValueKind { .uuid }
  static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  static var isNarrow: Bool { true }
  init?(slot: Slot) {
    guard case .uuid(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .uuid(self) }
}
