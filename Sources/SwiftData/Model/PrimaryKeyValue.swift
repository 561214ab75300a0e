import Foundation

/// A primary key of a custom store, in the form that it has as JSON.
///
/// Stores may use any Codable type as a key. Its JSON form is what identifiers compare, hash and
/// carry, since the type itself isn't known when an identifier is read back.
indirect enum PrimaryKeyValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([PrimaryKeyValue])
  case object([String: PrimaryKeyValue])

  /// Takes the JSON form of a key.
  init<Key>(_ key: Key) throws
  where Key: Comparable & CustomStringConvertible & Codable & Hashable {
    switch key {
    case let text as String: self = .text(text)
    case let number as Int: self = .integer(Int64(number))
    case let number as Int64: self = .integer(number)
    default:
      // In an array, since older JSON coders take no bare values.
      let data = try JSONEncoder().encode([key])
      self = try JSONDecoder().decode([PrimaryKeyValue].self, from: data).first ?? .null
    }
  }

  /// The key as text, for URIs and debugging.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let values):
      "{"
        + values.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.text)" }
        .joined(separator: ",") + "}"
    }
  }
}

extension PrimaryKeyValue: Comparable {
  /// Numbers by value, then everything else by its text.
  static func < (lhs: PrimaryKeyValue, rhs: PrimaryKeyValue) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let lhs), .integer(let rhs)): lhs < rhs
    case (.real(let lhs), .real(let rhs)): lhs < rhs
    case (.text(let lhs), .text(let rhs)): lhs < rhs
    default: (lhs.rank, lhs.text) < (rhs.rank, rhs.text)
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .real: 3
    case .text: 4
    case .list: 5
    case .object: 6
    }
  }
}

extension PrimaryKeyValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let values = try? container.decode([PrimaryKeyValue].self) {
      self = .list(values)
    } else {
      self = .object(try container.decode([String: PrimaryKeyValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
