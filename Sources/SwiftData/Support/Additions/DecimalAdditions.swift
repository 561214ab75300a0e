import Foundation
import StoreModel

extension Decimal {
  /// An integer where it is one, else a real, as Core Data's NUMERIC column would keep it.
  var storedValue: StoredValue {
    if isNaN { return .null }
    let text = "\(self)"
    if let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text) else { return .null }
    return .real(real)
  }

  /// A decimal from a stored number; a real is read by its shortest decimal form.
  init?(storedValue: StoredValue) {
    switch storedValue {
    case .integer(let value): self.init(value)
    case .real(let value):
      guard value.isFinite, let decimal = Decimal(string: "\(value)") else { return nil }
      self = decimal
    case .null, .text, .blob: return nil
    }
  }
}
