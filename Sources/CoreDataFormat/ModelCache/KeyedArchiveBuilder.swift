import Foundation

/// Puts together an archive as NSKeyedArchiver writes it, for classes that only Apple's systems have.
struct KeyedArchiveBuilder {
  /// Foundation's collection classes that occur in archives.
  enum Collection {
    static let array = ["NSArray", "NSObject"]
    static let mutableArray = ["NSMutableArray", "NSArray", "NSObject"]
    static let set = ["NSSet", "NSObject"]
    static let dictionary = ["NSDictionary", "NSObject"]
    static let mutableDictionary = ["NSMutableDictionary", "NSDictionary", "NSObject"]
  }

  typealias Reference = PropertyListValue

  /// The reference to nil.
  static let null = Reference.reference(0)

  private var objects: [PropertyListValue] = [.string("$null")]
  private var scalars: [PropertyListValue: Reference] = [:]
  private var classes: [[String]: Reference] = [:]

  /// A reference to an object that is filled in later, so that objects can refer to each other.
  mutating func reserve() -> Reference {
    objects.append(.string("$null"))
    return .reference(objects.count - 1)
  }

  /// Fills in a reserved object: its members, and its class with all superclasses.
  mutating func fill(
    _ reference: Reference, with members: [String: PropertyListValue], classes: [String]
  ) {
    guard case .reference(let number) = reference else { return }
    var members = members
    members["$class"] = classReference(classes)
    objects[number] = .dictionary(members)
  }

  mutating func object(
    _ members: [String: PropertyListValue], classes: [String]
  ) -> Reference {
    let reference = reserve()
    fill(reference, with: members, classes: classes)
    return reference
  }

  /// An array or a set.
  mutating func collection(_ items: [Reference], classes: [String]) -> Reference {
    object(["NS.objects": .array(items)], classes: classes)
  }

  mutating func dictionary(
    _ members: [(key: String, value: Reference)], classes: [String]
  ) -> Reference {
    let keys = members.map { string($0.key) }
    return object(
      ["NS.keys": .array(keys), "NS.objects": .array(members.map(\.value))], classes: classes)
  }

  /// A string, archived once however often it occurs; nil gives nil.
  mutating func string(_ text: String?) -> Reference {
    guard let text else { return Self.null }
    // A bare string of this spelling would be nil to the reader.
    guard text == "$null" else { return scalar(.string(text)) }
    return object(["NS.string": .string(text)], classes: ["NSString", "NSObject"])
  }

  mutating func scalar(_ value: PropertyListValue) -> Reference {
    if let known = scalars[value] { return known }
    objects.append(value)
    let reference = Reference.reference(objects.count - 1)
    scalars[value] = reference
    return reference
  }

  private mutating func classReference(_ names: [String]) -> Reference {
    if let known = classes[names] { return known }
    objects.append(
      .dictionary([
        "$classname": .string(names.first ?? "NSObject"),
        "$classes": .array(names.map { .string($0) }),
      ]))
    let reference = Reference.reference(objects.count - 1)
    classes[names] = reference
    return reference
  }

  /// The archive's bytes.
  func archive(root: Reference) -> Data {
    PropertyListValue.dictionary([
      "$archiver": .string("NSKeyedArchiver"),
      "$version": .integer(100_000),
      "$top": .dictionary(["root": root]),
      "$objects": .array(objects),
    ]).binaryPropertyList()
  }
}
