/// What sort of type a type is, as far as it matters here.
enum TypeKind {
  case structure, enumeration, other

  init(_ type: any Any.Type) {
    // The first word of every type's metadata tells; a class has an address there.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    self =
      switch unsafe metadata.load(as: UInt.self) {
      case 0x200: .structure
      case 0x201: .enumeration
      default: .other
      }
  }

  private static let foundation: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization",
  ]

  /// Whether a type is one of the standard library's, Foundation's or our own.
  static func isSystem(_ type: any Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ["Swift", "SwiftData", "__C"].contains(module) || foundation.contains(String(module))
  }
}
