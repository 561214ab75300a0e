/// Objects that others keep, in the order of their coming; those that have gone are left out.
struct WeakList<Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Entry] = []
  /// How many entries there may be before those of objects that have gone are cleared out.
  private var capacity = 16

  /// Whether nothing was ever added that may still be there.
  var isEmpty: Bool { entries.isEmpty }

  var objects: some Sequence<Object> { entries.lazy.compactMap(\.object) }

  mutating func append(_ object: Object) {
    if entries.count >= capacity {
      entries.removeAll { $0.object == nil }
      capacity = max(16, entries.count * 2)
    }
    entries.append(Entry(object: object))
  }
}
