import Foundation
import Observation
import SwiftData
import Testing

/// Counts all notices that reads of one property bring, not only the first.
private final class NoticeCounter: @unchecked Sendable {
  // Safe to share: a test uses it on one thread.
  private(set) var count = 0
  private let read: () -> Void

  init(_ read: @escaping () -> Void) {
    self.read = read
    watch()
  }

  private func watch() {
    withObservationTracking(read) { [weak self] in
      self?.count += 1
      self?.watch()
    }
  }

  func take() -> Int {
    defer { count = 0 }
    return count
  }
}

/// Every shape of relationship, joined and parted from either end at every moment of life.
@Suite struct RelationshipShapeTests {
  enum Moment: CaseIterable {
    case unmanaged, sourceInserted, targetInserted, bothInserted, saved, fetched, faults
  }

  static let optionalShapes = RelationshipShape.allCases.filter { !$0.isRequired }

  /// The two models of a shape in a state of life, and their context.
  private func models(
    _ shape: RelationshipShape, _ moment: Moment, _ store: TemporaryStore
  ) throws -> (source: any PersistentModel, target: any PersistentModel, ModelContext?) {
    let (source, target) = (shape.makeSource(1), shape.makeTarget(2))
    guard moment != .unmanaged else { return (source, target, nil) }
    let container = try ModelContainer(
      for: Schema(Shapes.all), configurations: ModelConfiguration(url: store.url))
    let context = store.fresh(container)
    if moment != .targetInserted { context.insert(source) }
    if moment != .sourceInserted { context.insert(target) }
    guard [.saved, .fetched, .faults].contains(moment) else { return (source, target, context) }
    try context.save()
    guard moment != .saved else { return (source, target, context) }
    let other = store.fresh(container)
    if moment == .faults {
      return (
        other.model(for: source.persistentModelID), other.model(for: target.persistentModelID),
        other
      )
    }
    return (
      try #require(try other.find(shape.forth.entity, 1)),
      try #require(try other.find(shape.destination, 2)), other
    )
  }

  @Test(arguments: optionalShapes, Moment.allCases)
  func bothEndsAgreeAtEveryInstantAndAreHeardOfOnce(shape: RelationshipShape, moment: Moment) throws
  {
    for end in LinkOracle.End.allCases where end == .forth || shape.back != nil {
      let store = try TemporaryStore()
      let (source, target, context) = try models(shape, moment, store)
      let back = shape.back
      let near = NoticeCounter { _ = shape.forth.read(source) }
      let far = NoticeCounter { _ = back?.read(target) }
      func expect(joined: Bool, _ place: Comment) {
        #expect(shape.forth.read(source).contains { $0 === target } == joined, place)
        #expect(shape.forth.read(source).count == (joined ? 1 : 0), place)
        guard let back else { return }
        #expect(back.read(target).contains { $0 === source } == joined, place)
        #expect(back.read(target).count == (joined ? 1 : 0), place)
      }
      func assign(_ joined: Bool) {
        if end == .forth {
          shape.forth.write(source, joined ? [target] : [])
        } else {
          back?.write(target, joined ? [source] : [])
        }
        #expect(near.take() == 1, "\(end) joined: \(joined)")
        if back != nil { #expect(far.take() == 1, "\(end) joined: \(joined)") }
        expect(joined: joined, "at once")
      }
      assign(true)
      assign(false)
      assign(true)
      guard let context else { return }
      #expect(source.modelContext === context && target.modelContext === context)
      for joined in [true, false] {
        if !joined { assign(false) }
        try context.save()
        expect(joined: joined, "after the save")
        let fresh = store.fresh(context.container)
        let found = try #require(try fresh.find(shape.forth.entity, 1))
        #expect(shape.forth.read(found).map(number(of:)) == (joined ? [2] : []))
        let other = try #require(try fresh.find(shape.destination, 2))
        if let back { #expect(back.read(other).map(number(of:)) == (joined ? [1] : [])) }
      }
      assign(true)
      context.rollback()
      expect(joined: false, "after a rollback")
    }
  }

  /// The ends of all shapes that are arrays.
  static let arrays: [(RelationshipShape, LinkOracle.End)] = optionalShapes.flatMap { shape in
    LinkOracle.End.allCases.compactMap { end in
      (end == .forth ? shape.forth : shape.back)?.isToMany ?? false ? (shape, end) : nil
    }
  }

  @Test(arguments: arrays, [Moment.unmanaged, .bothInserted, .saved, .fetched])
  func anArrayIsEditedInPlace(array: (RelationshipShape, LinkOracle.End), moment: Moment) throws {
    let (shape, end) = array
    let store = try TemporaryStore()
    let (source, target, context) = try models(shape, moment, store)
    let owner = end == .forth ? source : target
    let ownerEnd = try #require(end == .forth ? shape.forth : shape.back)
    let otherEnd = end == .forth ? shape.back : shape.forth
    let members = (11...16).map { end == .forth ? shape.makeTarget($0) : shape.makeSource($0) }
    var expected: [Int] = []
    let edits: [ArrayEdit] = [
      .append(members[0]), .appendAll([members[1], members[2], members[1]]),
      .insert(members[3], at: 0), .swap(0, 3), .set(1, members[4]), .sortDescending,
      .replace(1..<3, [members[5], members[0]]), .removeAll(numbers: [11]), .remove(at: 0),
      .append(members[5]), .removeEverything, .appendAll(members),
      .swap(0, 2),
    ]
    for edit in edits {
      ownerEnd.edit(owner, edit)
      edit.apply(to: &expected)
      var seen: Set<Int> = []
      expected = expected.filter { seen.insert($0).inserted }
      #expect(ownerEnd.read(owner).map(number(of:)) == expected, "\(edit)")
      if let otherEnd {
        for member in members {
          let isMember = expected.contains(number(of: member))
          #expect(otherEnd.read(member).contains { $0 === owner } == isMember, "\(edit)")
        }
      }
    }
    guard let context else { return }
    try context.save()
    if !ownerEnd.isOrdered { expected.sort() }
    #expect(ownerEnd.read(owner).map(number(of:)) == expected)
    let found = try #require(
      try store.fresh(context.container).find(ownerEnd.entity, number(of: owner)))
    #expect(ownerEnd.read(found).map(number(of:)) == expected)
    try store.check()
  }

  @Test(arguments: optionalShapes.filter(\.isToItself))
  func aModelMayLeadToItself(shape: RelationshipShape) throws {
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: Schema(Shapes.all), configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    let model = shape.makeSource(1)
    shape.forth.write(model, [model])
    #expect(shape.forth.read(model).first === model)
    #expect(shape.back?.read(model).first === model || shape.back == nil)
    context.insert(model)
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.find(shape.forth.entity, 1))
    #expect(shape.forth.read(found).map { $0 === found } == [true])
    #expect(shape.back?.read(found).map { $0 === found } ?? [true] == [true])
    shape.forth.write(found, [])
    #expect(shape.back?.read(found).isEmpty ?? true)
    shape.forth.write(found, [found])
    other.delete(found)
    try other.save()
    #expect(try store.fresh(container).find(shape.forth.entity, 1) == nil)
    try store.check()
  }

  @Test func severalRelationshipsToOneTypeDontMix() throws {
    let store = try TemporaryStore()
    let container = try ModelContainer(
      for: Schema(Shapes.all), configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    let shapes = Self.optionalShapes.filter { $0.forth.entity == "Owner" }
    let owner = Shapes.Owner(number: 1)
    context.insert(owner)
    for (index, shape) in shapes.enumerated() {
      shape.forth.write(owner, [shape.makeTarget(100 + index)])
    }
    for view in [context, store.fresh(container)] {
      try context.save()
      let found = try #require(try view.find("Owner", 1))
      for (index, shape) in shapes.enumerated() {
        let targets = shape.forth.read(found)
        #expect(targets.map(number(of:)) == [100 + index])
        for other in shapes where other.back != nil {
          let isOther = other != shape
          #expect(targets.allSatisfy { other.back?.read($0).isEmpty ?? true == isOther })
        }
      }
    }
    try store.check()
  }
}
