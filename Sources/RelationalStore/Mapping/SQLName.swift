/// Makes table, column and index names from the names of a model.
enum SQLName {
  /// A model name as part of a table or column name: in upper case, fit to stand unquoted.
  static func upper(_ name: String) -> String {
    plain(name.uppercased())
  }

  /// A model name as part of an index name: spelled as in the model, fit to stand unquoted.
  ///
  /// Swift's raw identifiers allow characters that Core Data's names never hold; such a character
  /// becomes an underscore, so that no statement ever needs a quoted name.
  static func plain(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isPlain =
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: scalar.value >= 0x80
        }
      result.append(isPlain ? scalar : "_")
    }
    return String(result)
  }
}

/// Names in use in one name space; hands out free ones.
struct NameSpace {
  private var used: Set<String>

  init(reserved: [String] = []) {
    used = Set(reserved.map { $0.uppercased() })
  }

  /// The name itself, or with the first suffix 1, 2, … that makes it free; it is in use from now on.
  mutating func claim(_ name: String) -> String {
    var candidate = name
    var suffix = 0
    // To SQLite, names that differ in case only are equal.
    while !used.insert(candidate.uppercased()).inserted {
      suffix += 1
      candidate = name + String(suffix)
    }
    return candidate
  }
}

extension Sequence {
  /// The elements sorted by a name as Foundation's literal comparison does: by UTF-16 code unit.
  func sortedLiterally(by name: (Element) -> String) -> [Element] {
    sorted { name($0).utf16.lexicographicallyPrecedes(name($1).utf16) }
  }
}
