/// What the two ends of a relationship should show, as lists of numbers.
struct LinkOracle: Equatable {
  enum End: Int, CaseIterable {
    case forth, back

    var other: End { self == .forth ? .back : .forth }
  }

  private let isToMany: [Bool]
  private let isOrdered: [Bool]
  let isOneWay: Bool
  private var lists: [[Int: [Int]]] = [[:], [:]]

  init(_ shape: RelationshipShape) {
    isToMany = [shape.forth.isToMany, shape.back?.isToMany ?? false]
    isOrdered = [shape.forth.isOrdered, shape.back?.isOrdered ?? false]
    isOneWay = shape.back == nil
  }

  func list(_ end: End, of number: Int) -> [Int] { lists[end.rawValue][number] ?? [] }

  /// Gives an end other models and brings the other ends into line.
  mutating func assign(_ new: [Int], to number: Int, at end: End) {
    var seen: Set<Int> = []
    var wanted = new.filter { seen.insert($0).inserted }
    if !isToMany[end.rawValue] { wanted = Array(wanted.prefix(1)) }
    let old = list(end, of: number)
    lists[end.rawValue][number] = wanted
    guard !isOneWay else { return }
    for removed in old where !wanted.contains(removed) {
      drop(number, from: removed, at: end.other)
    }
    for added in wanted where !old.contains(added) {
      if isToMany[end.other.rawValue] {
        lists[end.other.rawValue][added, default: []].append(number)
      } else {
        for former in list(end.other, of: added) where former != number {
          drop(added, from: former, at: end)
        }
        lists[end.other.rawValue][added] = [number]
      }
    }
  }

  private mutating func drop(_ number: Int, from owner: Int, at end: End) {
    lists[end.rawValue][owner]?.removeAll { $0 == number }
  }

  /// Puts lists that have no order of their own into that of creation, which a save does.
  mutating func settle() {
    for end in End.allCases where !isOrdered[end.rawValue] {
      for number in lists[end.rawValue].keys { lists[end.rawValue][number]?.sort() }
    }
  }
}

extension ArrayEdit {
  /// The edit of a list of numbers.
  func apply(to list: inout [Int]) {
    switch self {
    case .append(let model): list.append(number(of: model))
    case .appendAll(let models): list += models.map(number(of:))
    case .insert(let model, let index): list.insert(number(of: model), at: index)
    case .remove(let index): list.remove(at: index)
    case .removeAll(let numbers): list.removeAll(where: numbers.contains)
    case .removeEverything: list = []
    case .swap(let first, let second): list.swapAt(first, second)
    case .sortDescending: list.sort(by: >)
    case .replace(let range, let models): list.replaceSubrange(range, with: models.map(number(of:)))
    case .set(let index, let model): list[index] = number(of: model)
    }
  }
}
