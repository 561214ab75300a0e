package import Foundation

/// A value of an attribute that may lie in a file beside the store, as the attribute's column holds
/// it: a mark, then the value itself or the file's name.
package enum ExternalValue: Sendable, Hashable {
  case inline(Data)
  /// The file's name, a UUID in upper case.
  case file(String)

  /// Values of more bytes than this lie in files.
  ///
  /// The largest value that was seen in a column of a genuine store has 99,812 bytes.
  package static let inlineLimit = 100 << 10

  private static let inlineMark: UInt8 = 1
  private static let fileMark: UInt8 = 2
  private static let nameLength = 36

  /// Reads what a column holds; nil if it is neither.
  package init?(column: Data) {
    switch column.first {
    case Self.inlineMark: self = .inline(Data(column.dropFirst()))
    case Self.fileMark:
      let name = String(decoding: column.dropFirst().prefix(Self.nameLength), as: UTF8.self)
      guard column.count == Self.nameLength + 2, column.last == 0, UUID(uuidString: name) != nil
      else { return nil }
      self = .file(name)
    default: return nil
    }
  }

  /// Whether bytes are marked as a column's must be, as far as a glance tells.
  package static func isMarked(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    switch bytes.first {
    case inlineMark: true
    case fileMark: bytes.count == nameLength + 2 && bytes.last == 0
    default: false
    }
  }

  /// What a column holds.
  package var column: Data {
    switch self {
    case .inline(let value): Data([Self.inlineMark]) + value
    case .file(let name): Data([Self.fileMark]) + Data(name.utf8) + Data([0])
    }
  }
}
