package import Foundation

/// A value of a binary property list, with the references that keyed archives need.
///
/// Foundation's own reader hides the references of an archive, and its unarchiver traps on some
/// damaged input; a store's file may come from anywhere.
package indirect enum PropertyListValue: Sendable, Hashable {
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data(Data)
  case string(String)
  /// A reference to an object of a keyed archive.
  case reference(Int)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var data: Data? {
    if case .data(let value) = self { value } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var reference: Int? {
    if case .reference(let value) = self { value } else { nil }
  }

  package var array: [PropertyListValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}

/// What is wrong with bytes that ought to be one of Core Data's values.
package struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// In plain words, without any of the data.
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
