import Foundation

/// Which stored byte sequences can be canonically equivalent to a string.
///
/// An index orders text by bytes, but `"é"` has two spellings that are equal in Swift. This finds,
/// for a constant, either all its spellings or a range of bytes in which they must lie, so that an
/// index serves equality without ever missing a row.
package enum CanonicalMatch: Sendable, Hashable {
  /// Every string that is equal to the constant.
  case spellings([String])
  /// All equal strings lie in this range of scalars, among others that are not equal.
  case range(ClosedOpenText)
  /// Nothing is known.
  case anywhere

  /// A range of text by scalar order; `upper` is nil where it has no end.
  package struct ClosedOpenText: Sendable, Hashable {
    package var lower: String
    package var upper: String?
  }

  /// What is known of strings equal to a constant.
  package static func equal(to constant: String) -> CanonicalMatch {
    if constant.utf8.allSatisfy(isPlain) { return .spellings([constant]) }
    let scalars = decomposed(constant)
    let stableCount = stablePrefixCount(scalars)
    if stableCount == scalars.count, let spellings = spellings(of: scalars) {
      return .spellings(spellings)
    }
    return prefixMatch(scalars, count: scalars.prefix(stableCount).prefix { !hasTwin($0) }.count)
  }

  /// What is known of strings that begin with the characters of a constant.
  package static func prefixed(by constant: String) -> CanonicalMatch {
    let scalars = decomposed(constant)
    let stableCount = stablePrefixCount(scalars)
    return prefixMatch(scalars, count: scalars.prefix(stableCount).prefix { !hasTwin($0) }.count)
  }

  /// Whether a byte is an ASCII character that is spelled in one way only.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != UInt8(ascii: "K") && byte != UInt8(ascii: ";")
      && byte != UInt8(ascii: "`")
  }

  private static func decomposed(_ constant: String) -> [Unicode.Scalar] {
    if constant.utf8.allSatisfy({ $0 < 0x80 }) { return Array(constant.unicodeScalars) }
    return Array(constant.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private static func prefixMatch(_ scalars: [Unicode.Scalar], count: Int) -> CanonicalMatch {
    guard count > 0 else { return .anywhere }
    var lower = String.UnicodeScalarView()
    lower.append(contentsOf: scalars.prefix(count))
    var upper = String.UnicodeScalarView()
    upper.append(contentsOf: scalars.prefix(count - 1))
    guard let last = successor(of: scalars[count - 1]) else {
      return .range(ClosedOpenText(lower: String(lower), upper: nil))
    }
    upper.append(last)
    return .range(ClosedOpenText(lower: String(lower), upper: String(upper)))
  }

  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(scalar.value + 1)
  }

  // MARK: Spellings

  /// Other scalars that decompose to one ASCII scalar.
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}",
  ]

  private static func hasTwin(_ scalar: Unicode.Scalar) -> Bool { twins[scalar] != nil }

  private static func spellings(of scalars: [Unicode.Scalar]) -> [String]? {
    guard scalars.lazy.filter(hasTwin).count <= 3 else { return nil }
    var spellings = [String.UnicodeScalarView()]
    for scalar in scalars {
      let shorter = spellings
      for index in spellings.indices { spellings[index].append(scalar) }
      guard let twin = twins[scalar] else { continue }
      spellings += shorter.map { $0 + [twin] }
    }
    return spellings.map { String($0) }
  }

  // MARK: Stability

  /// How many leading scalars of a decomposed string occur as they are in every equal string.
  private static func stablePrefixCount(_ scalars: [Unicode.Scalar]) -> Int {
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if !isStable(scalar) || next.map(canCombine) ?? false { return index }
    }
    return scalars.count
  }

  /// Whether a scalar of a decomposed string is part of no other scalar's decomposition, unless
  /// something that combines follows it.
  private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    // What lies beyond is too rarely a constant to be worth a closer look.
    guard scalar.value < 0x1_0000, !canCombine(scalar) else { return false }
    return !singletonTargets.contains(scalar)
  }

  /// Whether a scalar may be composed with the one before it.
  private static func canCombine(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    // Hangul syllables are composed of letters, and some later scripts' vowel signs are letters.
    if isHangul(scalar) || scalar.value >= 0x1_0000 { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .unassigned: return true
    default: return scalar.properties.canonicalCombiningClass != .notReordered
    }
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }

  /// Scalars to which some other scalar decomposes alone, such as the Greek omega of the ohm sign.
  private static let singletonTargets: Set<Unicode.Scalar> = {
    var targets: Set<Unicode.Scalar> = [
      "\u{B4}", "\u{B7}", "\u{2B9}", "\u{3A9}", "\u{3B9}", "\u{2002}", "\u{2003}", "\u{3008}",
      "\u{3009}",
    ]
    let compatibilityIdeographs = [0xF900...0xFAFF, 0x2_F800...0x2_FA1F] as [ClosedRange<UInt32>]
    for value in compatibilityIdeographs.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      if let target = decomposed.first, target != scalar { targets.insert(target) }
    }
    return targets
  }()
}
