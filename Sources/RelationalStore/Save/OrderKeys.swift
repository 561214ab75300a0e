/// The numbers that keep the order of an ordered relationship's members: they rise in its order, with
/// gaps between them in which members can be put later.
package enum OrderKeys {
  /// The distance between two members that are added one after the other.
  package static let step: Int64 = 1_024

  /// A member's place in its list and the number that it gets.
  package struct Change: Sendable, Hashable {
    package let index: Int
    package let key: Int64

    package init(index: Int, key: Int64) {
      self.index = index
      self.key = key
    }
  }

  /// The number of the first of so many members that are added after a last one.
  package static func first(after last: Int64?, count: Int) -> Int64? {
    let (room, isTooMany) = step.multipliedReportingOverflow(by: Int64(count))
    let last = max(last ?? step, step)
    guard !isTooMany, !last.addingReportingOverflow(room).overflow else { return nil }
    return last + step
  }

  /// What has to change so that members, listed with the numbers they have, are numbered in their
  /// order: as few as possible, or all where a gap is too narrow.
  ///
  /// O(n log n).
  package static func changes(of keys: [Int64?]) -> [Change] {
    let kept = longestRise(keys)
    var changes: [Change] = []
    var last: (index: Int, key: Int64)?
    for next in kept.map(Optional.some) + [nil] {
      let start = last.map { $0.index + 1 } ?? 0
      let end = next ?? keys.count
      defer { last = next.flatMap { index in keys[index].map { (index, $0) } } }
      guard start < end else { continue }
      let upper = next.flatMap { keys[$0] }
      guard let run = numbers(count: end - start, after: last?.key, before: upper) else {
        return renumbered(keys)
      }
      changes += zip(start..<end, run).map { Change(index: $0, key: $1) }
    }
    return changes
  }

  private static func renumbered(_ keys: [Int64?]) -> [Change] {
    keys.indices.compactMap { index in
      let key = (Int64(index) + 2) * step
      return keys[index] == key ? nil : Change(index: index, key: key)
    }
  }

  /// Numbers evenly spread between two, or nil where there is no room for so many.
  private static func numbers(count: Int, after lower: Int64?, before upper: Int64?) -> [Int64]? {
    guard let upper else {
      return first(after: lower, count: count).map { start in
        (0..<count).map { start + Int64($0) * step }
      }
    }
    let lower = lower ?? 0
    let (room, isTooWide) = upper.subtractingReportingOverflow(lower)
    guard !isTooWide, room > Int64(count) else { return nil }
    let distance = room / Int64(count + 1)
    return (1...count).map { lower + Int64($0) * distance }
  }

  /// The indexes of a longest part of the list whose numbers rise.
  private static func longestRise(_ keys: [Int64?]) -> [Int] {
    // By length less one: where the rise of that length ends that ends lowest.
    var ends: [Int] = []
    var predecessors = [Int?](repeating: nil, count: keys.count)
    for (index, key) in keys.enumerated() {
      guard let key, key > 0 else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if let end = keys[ends[middle]], end < key { low = middle + 1 } else { high = middle }
      }
      predecessors[index] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var rise: [Int] = []
    var current = ends.last
    while let index = current {
      rise.append(index)
      current = predecessors[index]
    }
    return rise.reversed()
  }
}
