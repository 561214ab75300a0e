/// The components of a key path, as far as its description tells them apart.
///
/// The run time offers no way to take a key path apart, and its optional chains can't be put together
/// again from parts. Its description names each component by its getter, which two key paths to one
/// property of one program share; so equal texts mean equal properties. Where they don't, as across
/// dynamic libraries, a key path is not recognised, which costs time and is never wrong.
struct KeyPathText {
  /// Without the marks of optional chains.
  let components: [Substring]

  init(_ keyPath: AnyKeyPath) {
    let root = "\\\(Swift.type(of: keyPath).rootType)"
    let text = keyPath.debugDescription
    guard text.hasPrefix(root) else {
      components = []
      return
    }
    components = Self.split(text.dropFirst(root.count)).map { component in
      var component = component
      while component.last == "?" || component.last == "!" { component.removeLast() }
      return component
    }.filter { !$0.isEmpty }
  }

  /// A key path as people may read it: names where they are known, types where they aren't.
  ///
  /// Of a computed property, as all of a model's are, only its type is known.
  static func readable(_ keyPath: AnyKeyPath) -> String {
    let type = Swift.type(of: keyPath)
    guard let root = type.rootType as? any PersistentModel.Type else { return "\(keyPath)" }
    let names = root._$modelClass.names(along: KeyPathText(keyPath).components)
    return (["\(root)"] + names).joined(separator: ".")
  }

  /// Splits at the dots that are in no brackets.
  private static func split(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var previous: Character = " "
    for index in text.indices {
      switch text[index] {
      case "<", "(", "[": depth += 1
      // The arrow of a function's type is no bracket.
      case ">" where previous == "-": break
      case ">", ")", "]": depth -= 1
      case "." where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      previous = text[index]
    }
    return parts + [text[start...]]
  }
}
