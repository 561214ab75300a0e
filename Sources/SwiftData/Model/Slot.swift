public import Foundation

/// One property's value in memory, in the cheapest form that still knows its Swift type.
@usableFromInline
@frozen
enum Slot {
  /// Neither assigned nor loaded: the row, if there is one, has the value.
  case unset
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case uuid(UUID)
  case data(Data)
  /// A boxed value, a destination model, or the contents of a to-many relationship.
  case object(AnyObject)
}

extension Slot {
  @usableFromInline var isUnset: Bool {
    if case .unset = self { true } else { false }
  }

  @usableFromInline var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether the slot of a relationship holds any model.
  var leadsToModels: Bool {
    guard case .object(let object) = self else { return false }
    guard let contents = object as? ToManyContents else { return true }
    return !(contents.members ?? contents.added).isEmpty
  }

  /// Whether two slots of plain values are the same; boxed values are compared by their coder.
  func isSamePlainValue(as other: Slot) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right || (left.isNaN && right.isNaN)
    // Strings are compared by their bytes: a change of normalisation is a change to be stored.
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uuid(let left), .uuid(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.object(let left), .object(let right)): left === right
    default: false
    }
  }
}

/// A value of any type that has no slot of its own.
final class ValueBox<Value>: Sendable {
  nonisolated(unsafe) let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
