public import Foundation
import StoreModel

/// A value bound to a statement, as the store has it.
public enum QueryValue: Sendable, Hashable {
  /// No value.
  case null
  /// An integer, a truth value or a key.
  case integer(Int64)
  /// A floating-point number, or a date in seconds since the beginning of 2001.
  case real(Double)
  /// A string.
  case text(String)
  /// Bytes.
  case data(Data)

  init(_ stored: StoredValue) {
    self =
      switch stored {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      case .blob(let value): .data(value)
      }
  }
}

extension QueryValue: CustomStringConvertible {
  /// The value as SQL writes it.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "'\(value.replacing("'", with: "''"))'"
    case .data(let value):
      "x'" + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }
}
