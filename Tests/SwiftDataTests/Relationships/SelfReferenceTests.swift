import Foundation
import SwiftData
import Testing

@Suite struct SelfReferenceTests {
  @Test func aTreeOfOneClassIsBuiltMovedAndReadBack() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let world = Place(name: "World")
    let europe = Place(name: "Europe", parent: world)
    let asia = Place(name: "Asia", parent: world)
    let rome = Place(name: "Rome", parent: asia)
    context.insert(rome)
    context.insert(europe)
    #expect(Set(world.parts.map(\.name)) == ["Europe", "Asia"])
    rome.parent = europe
    #expect(asia.parts.isEmpty)
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Place>())
    let byName = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
    #expect(byName["Rome"]?.parent?.name == "Europe")
    #expect(byName["Europe"]?.parts.map(\.name) == ["Rome"])
    #expect(byName["World"]?.parent == nil)
    try store.check()
  }

  @Test func aModelMayLeadToItself() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let place = Place(name: "Möbius")
    place.next = place
    place.parent = place
    context.insert(place)
    #expect(place.parts.first === place)
    try context.save()
    #expect(place.parts.first === place)
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Place>()).first)
    #expect(found.parent === found)
    #expect(found.next === found)
    #expect(found.parts.count == 1)
    other.delete(found)
    #expect(found.isDeleted)
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Place>()) == 0)
    try store.check()
  }

  @Test func aRingOfOneWayReferencesIsSavedAtOnce() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let ring = (0..<50).map { Place(name: "\($0)") }
    for (index, place) in ring.enumerated() { place.next = ring[(index + 1) % ring.count] }
    context.insert(ring[0])
    #expect(context.insertedModelsArray.count == 50)
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Place>())
    for place in found {
      #expect(place.next?.name == "\(((Int(place.name) ?? 0) + 1) % 50)")
    }
    try store.check()
  }

  @Test func aParentAndChildChangePlaces() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let upper = Place(name: "upper")
    let lower = Place(name: "lower", parent: upper)
    context.insert(lower)
    try context.save()
    lower.parent = nil
    upper.parent = lower
    #expect(upper.parts.isEmpty)
    #expect(lower.parts.first === upper)
    try context.save()
    let found = try store.fresh(container).fetch(FetchDescriptor<Place>())
    #expect(found.first { $0.name == "upper" }?.parent?.name == "lower")
    #expect(found.first { $0.name == "lower" }?.parent == nil)
    try store.check()
  }

  @Test func aClosedCircleOfParentsIsAllowed() throws {
    let store = try TemporaryStore()
    let container = try store.container(Place.self)
    let context = ModelContext(container)
    let (first, second) = (Place(name: "a"), Place(name: "b"))
    first.parent = second
    second.parent = first
    context.insert(first)
    try context.save()
    context.delete(first)
    #expect(second.isDeleted)
    try context.save()
    #expect(try store.fresh(container).fetchCount(FetchDescriptor<Place>()) == 0)
    try store.check()
  }
}
