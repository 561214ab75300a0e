/// What changed in a model since it was last saved.
final class ModelChanges {
  /// Ordinals of changed properties.
  var ordinals = OrdinalSet()
  /// Ordinals of changed properties that others have saved another value of meanwhile.
  var conflicts = OrdinalSet()
  /// What the slots held before.
  var originals = OriginalSlots()
  /// Stands for the model's identity until it is saved, if somebody asked for it.
  var token: TemporaryToken?
  /// Whether the model was about to get its row back when it was deleted, so that it gets it when it
  /// is inserted again.
  var keepsRow = false
  /// The model that has the values, of a merged one.
  var successor: (any PersistentModel)?
}

/// A set of property ordinals: a word's bits for the first 64, so that most changes allocate nothing.
struct OrdinalSet: Hashable, Sequence {
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ ordinal: Int) -> Bool {
    ordinal < 64 ? low & (1 << UInt64(ordinal)) != 0 : high.contains(ordinal)
  }

  func isDisjoint(with other: OrdinalSet) -> Bool {
    low & other.low == 0 && high.isDisjoint(with: other.high)
  }

  mutating func insert(_ ordinal: Int) {
    if ordinal < 64 {
      low |= 1 << UInt64(ordinal)
    } else {
      high.insert(ordinal)
    }
  }

  mutating func remove(_ ordinal: Int) {
    if ordinal < 64 {
      low &= ~(1 << UInt64(ordinal))
    } else {
      high.remove(ordinal)
    }
  }

  /// The ordinals, ascending.
  func makeIterator() -> AnyIterator<Int> {
    var rest = low
    var later = high.sorted().makeIterator()
    return AnyIterator {
      guard rest != 0 else { return later.next() }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}

/// The slots of a few ordinals; finding one is O(n) in their number.
struct OriginalSlots {
  private var entries: [(ordinal: Int, slot: Slot)] = []

  subscript(ordinal: Int) -> Slot? {
    get { entries.first { $0.ordinal == ordinal }?.slot }
    set {
      let index = entries.firstIndex { $0.ordinal == ordinal }
      switch (index, newValue) {
      case (let index?, let slot?): entries[index].slot = slot
      case (let index?, nil): entries.remove(at: index)
      case (nil, let slot?): entries.append((ordinal, slot))
      case (nil, nil): break
      }
    }
  }
}
