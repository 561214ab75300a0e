package import Foundation
package import StoreModel

/// The bitmap of changed properties that an update leaves in the history.
package enum HistoryColumns {
  /// The bitmap of some properties.
  package static func bits(of ordinals: Set<Int>, entity: Int, in layout: StoreLayout) -> Data {
    let order = order(of: entity, in: layout)
    var bits = Data(count: (order.count + 7) / 8)
    for (position, ordinal) in order.enumerated() where ordinals.contains(ordinal) {
      bits[position / 8] |= UInt8(0x80) >> UInt8(position % 8)
    }
    return bits
  }

  /// The properties of a bitmap; bits beyond those that the entity has are passed over.
  package static func ordinals(in bits: Data, entity: Int, in layout: StoreLayout) -> [Int] {
    order(of: entity, in: layout).enumerated().compactMap { position, ordinal in
      guard position / 8 < bits.count else { return nil }
      let byte = bits[bits.startIndex + position / 8]
      return byte & UInt8(0x80) >> UInt8(position % 8) == 0 ? nil : ordinal
    }
  }

  /// To-one relationships, then attributes, then to-many relationships, in each block ancestors'
  /// first, then by name; most significant bit first.
  private static func order(of entity: Int, in layout: StoreLayout) -> [Int] {
    let properties = layout[number: entity].properties
    let inheritedCounts = inheritedCounts(of: entity, in: layout)
    func depth(_ ordinal: Int) -> Int { inheritedCounts.filter { $0 <= ordinal }.count }
    func block(_ property: PropertyLayout) -> Int {
      guard let relationship = property.relationship else { return 1 }
      return relationship.isToMany ? 2 : 0
    }
    return properties.indices.sorted { left, right in
      (block(properties[left]), depth(left), properties[left].name)
        < (block(properties[right]), depth(right), properties[right].name)
    }
  }

  /// The inherited property counts of an entity and its ancestors: where each level's own begin.
  private static func inheritedCounts(of number: Int, in layout: StoreLayout) -> [Int] {
    var counts: [Int] = []
    var current: Int? = number
    while let entity = current {
      counts.append(layout[number: entity].inheritedPropertyCount)
      current = layout[number: entity].superentityNumber
    }
    return counts
  }
}
