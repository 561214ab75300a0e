/// The registered models of one inheritance tree by primary key.
///
/// Open addressing on the key itself: a tenth of the cost of a dictionary by whole identifier.
/// Holds its storages weakly in effect, since each takes itself out before it goes.
struct IdentityMap {
  private var keys: ContiguousArray<Int64> = []
  private var values: ContiguousArray<Unmanaged<_$ModelStorage>?> = []
  private(set) var count = 0
  private var mask = 0

  /// The storage registered for a key.
  ///
  /// O(1).
  @inline(__always)
  subscript(key: Int64) -> _$ModelStorage? {
    guard count > 0 else { return nil }
    var index = Self.slot(of: key, mask: mask)
    while let value = unsafe values[index] {
      if keys[index] == key { return unsafe value.takeUnretainedValue() }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Makes room for so many more entries at once.
  mutating func reserve(additional: Int) {
    let wanted = (count + additional) * 5 / 4 + 1
    if wanted > keys.count { resize(to: wanted) }
  }

  /// Registers a storage; one that was registered for the key gives way.
  mutating func insert(_ storage: _$ModelStorage, for key: Int64) {
    // Up to four fifths full: the keys of a table are dense and spread evenly.
    if (count + 1) * 5 > keys.count * 4 { resize(to: max(16, keys.count * 2)) }
    var index = Self.slot(of: key, mask: mask)
    while unsafe values[index] != nil, keys[index] != key { index = (index &+ 1) & mask }
    if unsafe values[index] == nil { count += 1 }
    keys[index] = key
    unsafe values[index] = Unmanaged.passUnretained(storage)
  }

  /// Takes a storage out, unless another is registered for its key.
  mutating func remove(_ storage: _$ModelStorage, for key: Int64) {
    guard count > 0 else { return }
    var index = Self.slot(of: key, mask: mask)
    while let value = unsafe values[index] {
      if keys[index] == key {
        guard unsafe value.toOpaque() == Unmanaged.passUnretained(storage).toOpaque() else {
          return
        }
        unsafe values[index] = nil
        count -= 1
        closeGap(at: index)
        return
      }
      index = (index &+ 1) & mask
    }
  }

  /// Calls `body`, which must not end any model's life, with each registered storage.
  @inline(__always)
  func forEach(_ body: (_$ModelStorage) -> Void) {
    guard count > 0 else { return }
    for index in unsafe values.indices {
      if let value = unsafe values[index] { unsafe value._withUnsafeGuaranteedRef(body) }
    }
  }

  private static func slot(of key: Int64, mask: Int) -> Int {
    // Fibonacci hashing spreads the dense keys of a table.
    let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 20) & mask
  }

  /// Moves later entries of a run back, so that no search stops short at the gap.
  private mutating func closeGap(at start: Int) {
    var gap = start
    var index = (gap &+ 1) & mask
    while let value = unsafe values[index] {
      let home = Self.slot(of: keys[index], mask: mask)
      if (index &- home) & mask >= (index &- gap) & mask {
        keys[gap] = keys[index]
        unsafe values[gap] = value
        unsafe values[index] = nil
        gap = index
      }
      index = (index &+ 1) & mask
    }
  }

  private mutating func resize(to wanted: Int) {
    var capacity = 16
    while capacity < wanted { capacity *= 2 }
    let oldKeys = keys
    let oldValues = unsafe values
    keys = ContiguousArray(repeating: 0, count: capacity)
    unsafe values = ContiguousArray(repeating: nil, count: capacity)
    mask = capacity - 1
    for (position, value) in unsafe oldValues.enumerated() {
      guard let value = unsafe value else { continue }
      var index = Self.slot(of: oldKeys[position], mask: mask)
      while unsafe values[index] != nil { index = (index &+ 1) & mask }
      keys[index] = oldKeys[position]
      unsafe values[index] = value
    }
  }
}
