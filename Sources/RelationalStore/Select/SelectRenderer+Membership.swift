import Foundation
import StoreModel

extension SelectRenderer {
  /// More constants than these travel in one binding, so that no limit of the database is met.
  static let inlineMembershipLimit = 256

  /// Writes the test whether a value is among constants.
  mutating func membership(
    _ operand: QueryExpression, _ values: [StoredValue], negated: Bool, in group: Connective?
  ) throws(QueryPlanError) {
    let constants = values.filter { $0 != .null }
    let includesNull = constants.count < values.count
    let lists = memberLists(operand, constants)
    guard !lists.isEmpty else {
      guard includesNull else { return write(negated ? "TRUE" : "FALSE") }
      try value(operand)
      return write(negated ? " IS NOT NULL" : " IS NULL")
    }
    // NULL is in no list and outside of none, so it is named where it must count.
    let namesNull = negated ? !includesNull && !operand.isNeverNull : includesNull
    let outer: Connective = negated && !namesNull ? .and : .or
    try grouped(outer, in: lists.count == 1 && !namesNull ? nil : group) {
      renderer throws(QueryPlanError) in
      let inner: Connective = negated ? .and : .or
      let isSingle = lists.count == 1
      try renderer.grouped(inner, in: isSingle ? nil : outer) { renderer throws(QueryPlanError) in
        for (index, list) in lists.enumerated() {
          if index > 0 { renderer.write(inner.rawValue) }
          if list.isCanonical {
            try renderer.collatedValue(operand)
            renderer.write(" COLLATE \(QueryFunctions.canonicalCollation)")
          } else {
            try renderer.value(operand)
          }
          renderer.writeList(list.values, negated: negated)
        }
      }
      guard namesNull else { return }
      renderer.write(" OR ")
      try renderer.value(operand)
      renderer.write(" IS NULL")
    }
  }

  /// Constants that are compared in one way.
  private struct MemberList {
    var values: [StoredValue]
    var isCanonical: Bool
  }

  private func memberLists(
    _ operand: QueryExpression, _ constants: [StoredValue]
  ) -> [MemberList] {
    guard let first = constants.first else { return [] }
    guard case .text = first, comparesCanonically(operand, .constant(first)) else {
      return [MemberList(values: constants, isCanonical: false)]
    }
    let (spellings, others) = Self.spelled(constants)
    return [
      MemberList(values: spellings, isCanonical: false),
      MemberList(values: others, isCanonical: true),
    ].filter { !$0.values.isEmpty }
  }

  /// Splits texts into all spellings of those that have few, and the others as they are.
  private static func spelled(
    _ values: [StoredValue]
  ) -> (spellings: [StoredValue], others: [StoredValue]) {
    var spellings: [StoredValue] = []
    var others: [StoredValue] = []
    for value in values {
      guard case .text(let text) = value else { continue }
      if case .spellings(let all) = CanonicalMatch.equal(to: text) {
        spellings += all.map { .text($0) }
      } else {
        others.append(value)
      }
    }
    return (spellings, others)
  }

  /// Writes the list that a value must be in.
  mutating func writeList(_ values: [StoredValue], negated: Bool = false) {
    if values.count == 1 {
      write(negated ? " <> " : " = ")
      return bind(values[0])
    }
    write(negated ? " NOT IN (" : " IN (")
    if values.count <= Self.inlineMembershipLimit {
      writeInline(values)
    } else {
      writePacked(values)
    }
    write(")")
  }

  /// One binding each, filled up to a power of two, so that few different statements arise.
  private mutating func writeInline(_ values: [StoredValue]) {
    var size = 1
    while size < values.count { size *= 2 }
    for index in 0..<size {
      if index > 0 { write(", ") }
      bind(values[min(index, values.count - 1)])
    }
  }

  /// All constants of a storage class in one binding.
  private mutating func writePacked(_ values: [StoredValue]) {
    var packed = PackedConstants()
    for value in values { packed.append(value) }
    var isFirst = true
    for (list, value) in [
      (packed.numbers, "value"), (packed.texts, "value"),
      (packed.realBits, "\(QueryFunctions.realOfBits)(value)"),
    ] where !list.isEmpty {
      startPart(&isFirst)
      write("SELECT \(value)")
      writeElements(of: list)
    }
    if !packed.slices.isEmpty {
      startPart(&isFirst)
      write("SELECT substr(")
      bind(.blob(packed.bytes))
      write(", json_extract(value, '$[0]'), json_extract(value, '$[1]'))")
      writeElements(of: packed.slices)
    }
    if !packed.inline.isEmpty {
      startPart(&isFirst)
      write("VALUES ")
      for (index, value) in packed.inline.enumerated() {
        write(index == 0 ? "(" : ", (")
        bind(value)
        write(")")
      }
    }
  }

  private mutating func startPart(_ isFirst: inout Bool) {
    if !isFirst { write(" UNION ALL ") }
    isFirst = false
  }

  private mutating func writeElements(of list: String) {
    write(" FROM json_each(")
    bind(.text("[\(list)]"))
    write(")")
  }
}

/// Constants as elements of JSON arrays, which the database takes apart again.
private struct PackedConstants {
  var numbers = ""
  var texts = ""
  /// Reals as the integers that have their bits: no decimal form is exact in every version.
  var realBits = ""
  /// Start, from 1, and length of each blob in `bytes`.
  var slices = ""
  var bytes = Data()
  /// Texts that SQLite would cut off at their zero.
  var inline: [StoredValue] = []

  mutating func append(_ value: StoredValue) {
    switch value {
    case .null: break
    case .integer(let integer): Self.append("\(integer)", to: &numbers)
    case .real(let real):
      Self.append("\(Int64(bitPattern: real.bitPattern))", to: &realBits)
    case .text(let text) where text.utf8.contains(0): inline.append(value)
    case .text(let text): Self.append(Self.quoted(text), to: &texts)
    case .blob(let blob):
      Self.append("[\(bytes.count + 1),\(blob.count)]", to: &slices)
      bytes.append(blob)
    }
  }

  private static func append(_ element: String, to list: inout String) {
    if !list.isEmpty { list += "," }
    list += element
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
