import Foundation
import SwiftData
import Testing

/// Deletions undone where models lead to each other in a ring.
@Suite struct UndoRingTests {
  @Model
  final class Ring {
    var name: String
    var parent: Ring?
    @Relationship(deleteRule: .cascade, inverse: \Ring.parent) var children: [Ring] = []

    init(_ name: String) { self.name = name }
  }

  @Model
  final class LooseRing {
    var name: String
    var parent: LooseRing?
    @Relationship(inverse: \LooseRing.parent) var children: [LooseRing] = []

    init(_ name: String) { self.name = name }
  }

  private let store: TemporaryStore
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.container(Ring.self, LooseRing.self))
    context.undoManager = manager
  }

  @Test(arguments: [1, 2, 3, 5], [false, true])
  func aCascadeAroundARingIsUndoneAtBothEnds(count: Int, isReadBefore: Bool) throws {
    let rings = (0..<count).map { Ring("\($0)") }
    for ring in rings { context.insert(ring) }
    for (index, ring) in rings.enumerated() { ring.parent = rings[(index + 1) % count] }
    let leaf = Ring("leaf")
    leaf.parent = rings[0]
    try context.save()
    manager.removeAllActions()
    if isReadBefore { for ring in rings { _ = ring.children.count } }
    for _ in 0..<2 {
      context.delete(rings[0])
      #expect(context.deletedModelsArray.count == count + 1)
      manager.undo()
      #expect(!context.hasChanges)
      for (index, ring) in rings.enumerated() {
        #expect(ring.parent === rings[(index + 1) % count])
        let previous = rings[(index + count - 1) % count]
        #expect(ring.children.map(\.name) == [previous.name] + (index == 0 ? ["leaf"] : []))
      }
      manager.redo()
      #expect(context.deletedModelsArray.count == count + 1)
      manager.undo()
    }
    try context.save()
    try store.check()
  }

  @Test func oneThatLeadsToItselfComesBackWithItsMembers() throws {
    let parent = LooseRing("parent")
    let child = LooseRing("child")
    context.insert(parent)
    child.parent = parent
    parent.parent = parent
    try context.save()
    manager.removeAllActions()
    context.delete(parent)
    manager.undo()
    #expect(parent.parent === parent && child.parent === parent)
    #expect(Set(parent.children.map(\.name)) == ["parent", "child"])
    try context.save()
    #expect(Set(parent.children.map(\.name)) == ["parent", "child"])
  }
}
