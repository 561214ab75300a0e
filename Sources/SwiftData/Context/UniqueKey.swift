import Foundation
import StoreModel

/// The values that one row has in the columns of a uniqueness constraint.
///
/// Two keys are equal where Swift finds the values equal: strings by canonical equivalence and with
/// regard to case, numbers by value. A row with nil in one of the columns has no key, so it clashes
/// with none.
struct UniqueKey: Hashable {
  /// The value of one column.
  enum Part: Hashable {
    case value(StoredValue)
    /// The destination of a to-one that has no key yet.
    case model(ObjectIdentifier)
  }

  /// Apart from the rest, so that a key of one column allocates nothing.
  private let first: Part
  private let rest: [Part]

  /// Nil where one of the values is.
  init?(_ slots: [ColumnSlot], _ part: (ColumnSlot) throws -> Part?) rethrows {
    guard let slot = slots.first, let first = try part(slot) else { return nil }
    var rest: [Part] = []
    for slot in slots.dropFirst() {
      guard let next = try part(slot) else { return nil }
      rest.append(next)
    }
    self.first = first
    self.rest = rest
  }

  /// The values, or nil where one is a model that no saved row can lead to.
  var storedValues: [StoredValue]? {
    var values: [StoredValue] = []
    for part in [first] + rest {
      guard case .value(let value) = part else { return nil }
      values.append(value)
    }
    return values
  }
}

extension UniqueKey.Part {
  /// The part for a value of the store; nil for NULL.
  init?(_ stored: StoredValue) {
    switch stored {
    case .null: return nil
    // A column of dates or decimals gives whole numbers back as integers.
    case .real(let real) where real.rounded() == real && abs(real) < 0x1p53:
      self = .value(.integer(Int64(real)))
    case .integer, .real, .text, .blob: self = .value(stored)
    }
  }
}
