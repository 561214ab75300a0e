import Foundation

/// The slots of one model, in memory of their own: a fifth of the cost of an array to make and fill.
///
/// The storage that holds a buffer is its only owner and frees it.
@usableFromInline
@frozen
@safe
struct SlotBuffer {
  // Valid for `count` slots, all initialised, from `allocate` to `removeAll`.
  @usableFromInline var base: UnsafeMutablePointer<Slot>?
  // 16 bits, so that the storage has room for others in the rest of the word.
  @usableFromInline var storedCount: Int16

  @inlinable
  init() {
    unsafe base = nil
    storedCount = 0
  }

  @inlinable var count: Int { Int(storedCount) }

  @inlinable var isEmpty: Bool { storedCount == 0 }

  @inlinable var indices: Range<Int> { 0..<count }

  /// A slot; the ordinal must be less than `count`.
  @inlinable subscript(ordinal: Int) -> Slot {
    get {
      guard let base = unsafe base, ordinal < count else { return .unset }
      return unsafe base[ordinal]
    }
    nonmutating set {
      guard let base = unsafe base, ordinal < count else { return }
      // An unset slot holds nothing that would have to end.
      if case .unset = unsafe base[ordinal] {
        unsafe (base + ordinal).initialize(to: newValue)
      } else {
        unsafe base[ordinal] = newValue
      }
    }
  }

  /// Makes room for so many slots; those that are there keep their values.
  @usableFromInline
  mutating func allocate(_ newCount: Int) {
    guard newCount > count else { return }
    // `UnsafeMutablePointer.allocate` asks for aligned memory, at twice the cost.
    guard let bytes = malloc(newCount * MemoryLayout<Slot>.stride) else { return }
    let memory = unsafe bytes.bindMemory(to: Slot.self, capacity: newCount)
    if let base = unsafe base {
      unsafe memory.moveInitialize(from: base, count: count)
      unsafe free(base)
    }
    unsafe (memory + count).initialize(repeating: .unset, count: newCount - count)
    unsafe base = memory
    storedCount = Int16(truncatingIfNeeded: newCount)
  }

  /// Frees all slots.
  mutating func removeAll() {
    guard let old = unsafe base else { return }
    let oldCount = count
    // Ending a value may come back here, so the buffer is empty before any value ends.
    unsafe base = nil
    storedCount = 0
    unsafe old.deinitialize(count: oldCount)
    unsafe free(old)
  }
}
