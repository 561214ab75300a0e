package import Foundation
package import StoreModel

/// The hashes by which Core Data tells whether a store fits a model.
///
/// Names, types, optionality, counts, order, uniqueness and external storage of a layout go into its
/// hashes; the order of declaration, indexes, delete rules and original names do not. Whether the
/// leaf of a composite counts as optional is taken from the leaf alone.
package enum VersionHash {
  /// The hash of every entity by name: 32 bytes each.
  package static func entityHashes(of layout: StoreLayout) -> [String: Data] {
    var hashes: [String: Data] = [:]
    // Parents come before their children in number order.
    for entity in layout.entities {
      let parent = entity.superentityNumber.flatMap { hashes[layout[number: $0].name] }
      hashes[entity.name] = hash(of: entity, in: layout, parent: parent)
    }
    return hashes
  }

  /// The digest over all entity hashes that metadata holds as `NSStoreModelVersionHashesDigest`.
  package static func digest(of hashes: [String: Data]) -> String {
    var bytes = Data()
    for name in hashes.keys.sorted(by: literally) {
      bytes += Data(name.utf8) + (hashes[name] ?? Data())
    }
    return Digest.sha512(bytes).base64EncodedString()
  }

  /// The checksum over all entity hashes that metadata holds as `NSStoreModelVersionChecksumKey`.
  package static func checksum(of hashes: [String: Data]) -> String {
    var bytes = Data()
    for name in hashes.keys.sorted(by: literally) {
      bytes += hashes[name] ?? Data()
    }
    return Digest.sha256(bytes).base64EncodedString()
  }

  /// Whether a name stands before another in Foundation's literal comparison: by UTF-16 code unit.
  static func literally(_ first: String, _ second: String) -> Bool {
    first.utf16.lexicographicallyPrecedes(second.utf16)
  }
}

// MARK: - Parts of an entity

extension VersionHash {
  private static func hash(
    of entity: EntityLayout, in layout: StoreLayout, parent: Data?
  ) -> Data {
    var bytes = Data(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    if let parent {
      bytes += parent
    }
    for property in entity.properties.sorted(by: { literally($0.name, $1.name) }) {
      switch property {
      case .attribute(let attribute):
        bytes += hash(of: attribute)
      case .relationship(let relationship):
        let isOwnInverse = layout.isOwnInverse(relationship, of: entity)
        bytes += hash(of: relationship, isOwnInverse: isOwnInverse)
      }
    }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    for constraint in constraints.sorted(by: literally) {
      bytes += Data(constraint.utf8)
    }
    bytes += Data((entity.hashModifier ?? "").utf8)
    return Digest.sha256(bytes)
  }

  private static func hash(of attribute: AttributeLayout) -> Data {
    switch attribute.shape {
    case .leaf(let kind):
      var bytes = commonHash(attribute.name, attribute.isOptional, attribute.hashModifier)
      append(kind.rawValue, to: &bytes)
      if attribute.allowsExternalStorage {
        bytes.append(1)
      }
      if attribute.preservesValueOnDeletion {
        bytes.append(1)
      }
      return Digest.sha256(bytes)
    case .composite(let composite):
      // Leaves of equal name keep their order: `sorted` is stable.
      let leaves = flattened(composite).sorted { literally($0.name, $1.name) }
      return Digest.sha256(leaves.reduce(into: Data()) { $0 += hash(of: $1) })
    }
  }

  private static func flattened(_ composite: CompositeLayout) -> [AttributeLayout] {
    composite.elements.flatMap { element in
      if case .composite(let inner) = element.shape { flattened(inner) } else { [element] }
    }
  }

  private static func hash(
    of relationship: RelationshipLayout, isOwnInverse: Bool
  ) -> Data {
    var bytes = commonHash(
      relationship.name, relationship.isOptional, relationship.hashModifier)
    bytes += Data(relationship.destination.utf8)
    if let inverse = relationship.inverseName, !isOwnInverse {
      bytes += Data(inverse.utf8)
    }
    append(Int32(clamping: relationship.maximumCount), to: &bytes)
    append(Int32(clamping: relationship.minimumCount), to: &bytes)
    if relationship.isOrdered {
      bytes += [1, 0]
    }
    return Digest.sha256(bytes)
  }

  /// What attributes and relationships have in common.
  ///
  /// The second flag says transient, which no property of a layout is.
  private static func commonHash(_ name: String, _ isOptional: Bool, _ modifier: String?) -> Data {
    var bytes = Data(name.utf8)
    bytes += [isOptional ? 1 : 0, 0]
    bytes += Data((modifier ?? "").utf8)
    return Digest.sha256(bytes)
  }

  private static func append(_ value: Int32, to bytes: inout Data) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

extension StoreLayout {
  /// Whether a relationship, perhaps inherited, is the inverse of itself.
  fileprivate func isOwnInverse(
    _ relationship: RelationshipLayout, of entity: EntityLayout
  ) -> Bool {
    let name = relationship.name
    return relationship.inverseName == name
      && declarer(of: name, in: entity)
        == declarer(of: name, in: self[number: relationship.destinationNumber])
  }

  /// Number of the entity that declares a property which the given entity has.
  private func declarer(of name: String, in entity: EntityLayout) -> Int {
    var entity = entity
    while let ordinal = entity.ordinal(named: name), ordinal < entity.inheritedPropertyCount,
      let parent = entity.superentityNumber
    {
      entity = self[number: parent]
    }
    return entity.number
  }
}
