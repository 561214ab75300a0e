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
      guard value.isFinite else { return nil }
      if let decimal = Decimal(string: "\(value)") {
        self = decimal
      } else {
        // The nearest double of the greatest decimal is a little greater than that.
        self = value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
      }
    case .null, .text, .blob: return nil
    }
  }
}
